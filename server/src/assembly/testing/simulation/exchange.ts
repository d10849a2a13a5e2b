// The exchange of the simulation: prices that wander, with wicks, told to whichever feed listens, as they happen and afterwards.
import type { Random } from '#alerts/testing/random.ts';
import { catalogOf, tickOf } from '#market/testing/test-source.ts';
import type { PastTickQuery, Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Life } from './machine.ts';
import type { VirtualTime } from './virtual-time.ts';

export const openPrice = 100;
export const tickSize = '0.01';
const askedWithinMs = 5_000;

export interface ExchangeTick {
  readonly ts: number;
  readonly last: number;
}

export function createExchange(time: VirtualTime, random: Random, symbols: readonly string[]) {
  const past = new Map<string, ExchangeTick[]>(symbols.map((symbolId) => [symbolId, []]));
  const listeners = new Map<Life, (ticks: readonly Tick[]) => void>();
  const cut = new Set<Life>();
  const backAt = new Map<Life, number>();
  let isOpen = true;
  const quoteOf = (symbolId: string, { ts, last }: ExchangeTick): Tick => ({
    ...tickOf(symbolId, last, ts),
    open24h: openPrice,
    high24h: 1_000,
    low24h: 0.001,
  });
  const tell = (symbolId: string): void => {
    if (!isOpen) return;
    const own = past.get(symbolId)!;
    const before = own.at(-1)?.last ?? openPrice;
    const wick = random.chance(0.12) ? (random.next() - 0.5) * 6 : (random.next() - 0.5) * 0.6;
    // Drawn back to where it began, so that levels are met again and again.
    const last = Math.round((before + (openPrice - before) * 0.15 + wick) * 100) / 100;
    const tick = { ts: Math.max(Math.floor(time.now()), (own.at(-1)?.ts ?? 0) + 1), last };
    own.push(tick);
    for (const [life, listen] of listeners) {
      if (cut.has(life)) continue;
      time.after(1 + random.next() * 10, () => life.deliver(() => listeners.get(life) === listen && listen([quoteOf(symbolId, tick)])));
    }
    time.after(100 + random.next() * 1_600, () => tell(symbolId));
  };
  for (const symbolId of symbols) tell(symbolId);
  const catalog = catalogOf(symbols);

  return {
    ticks: (symbolId: string): readonly ExchangeTick[] => past.get(symbolId)!,
    /** A feed that was cut off has the time to ask for what it missed. */
    mayCut: (life: Life): boolean => !cut.has(life) && time.now() >= (backAt.get(life) ?? -Infinity) + askedWithinMs,
    cut: (life: Life, isCut: boolean): void => {
      if (isCut) cut.add(life);
      else if (cut.delete(life)) backAt.set(life, time.now());
    },
    close: () => void (isOpen = false),
    sourceFor(life: Life): Source {
      life.onEnd(() => listeners.delete(life));
      const answered = <T>(make: () => T): Promise<T> =>
        new Promise((resolve, reject) => {
          time.after(5 + random.next() * 40, () =>
            life.deliver(() => (cut.has(life) ? reject(new Error('the exchange does not answer')) : resolve(make()))),
          );
        });
      return {
        name: 'simulated exchange',
        simulated: false,
        catalog: () => answered(() => catalog),
        start(onTicks) {
          listeners.set(life, onTicks);
          const first = symbols.flatMap((symbolId) => {
            const last = past.get(symbolId)!.at(-1);
            return last ? [quoteOf(symbolId, last)] : [];
          });
          onTicks(first);
        },
        stop: () => void listeners.delete(life),
        ticks: ({ symbolId, from, to }: PastTickQuery) =>
          answered(() =>
            past
              .get(symbolId)!
              .filter(({ ts }) => ts > from && ts <= to)
              .map(({ ts, last }) => ({ ts, last, open24h: openPrice })),
          ),
      };
    },
  };
}
