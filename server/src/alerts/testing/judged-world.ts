// A feed that keeps its ticks, a store that keeps what is saved, and judges that come and go, all by hand.
import { alertLimits, type AlertType } from '@tidemark/contract/alert-rules.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Quote } from '#market/board.ts';
import { createPastTicks } from '#market/past-ticks.ts';
import { tickOf } from '#market/testing/test-source.ts';
import { createTickRing } from '#market/tick-ring.ts';
import { createLog } from '#platform/log.ts';
import type { Checkpoint, MissedMinute } from '../engine/missed.ts';
import type { Standing } from '../engine/standing.ts';
import { planLevels, startStanding } from '../engine/start.ts';
import { createJudge, type Judge } from '../judging/judge.ts';
import type { JudgedAlert, KeptFiring } from '../judging/judge-store.ts';
import { tickWidth } from '../judging/messages.ts';
import { readPast, type PastMarket } from '../judging/read-past.ts';
import { scaleOf } from '../pairs.ts';

export const start = Date.UTC(2026, 0, 15, 12, 40);
export const tick = '0.01';
export const symbols = ['AUSDT', 'BUSDT'];
const partition = 1;

export interface Wish {
  readonly type: AlertType;
  readonly price?: string;
  readonly up?: string;
  readonly down?: string;
  readonly frequency?: 1 | 3;
}

/** source: what can be asked of a stretch that no feed published. recentTicks: so many of all symbols are known to a judge. */
export function openJudgedWorld(source: Pick<Source, 'ticks'> = {}, recentTicks?: number) {
  let [seq, now] = [1_000, start];
  let ring = createTickRing({ now: () => now });
  let beside: { ring: typeof ring; seq: number } | null = null;
  const last = new Map<string, number>(symbols.map((symbolId) => [symbolId, 100]));
  const rows = new Map<number, JudgedAlert>();
  const checkpoints = new Map<string, Checkpoint>();
  const fired: KeptFiring[] = [];
  let judge: Judge | null = null;
  let other: Judge | null = null;
  let held: Quote[] | null = null;
  const market: PastMarket = {
    candles: async () => null,
    series: async () => null,
    async pastTicks(asks) {
      const read = createPastTicks({ ring, source, log: createLog({ level: 'silent' }), now: () => now });
      return { epoch: 1, ...(await read(asks)) };
    },
  };

  const hand = (quotes: readonly Quote[]): void => {
    const data = new Float64Array(quotes.length * tickWidth);
    quotes.forEach((quote, at) =>
      data.set([symbols.indexOf(quote.symbolId), quote.last, NaN, NaN, quote.open24h, quote.ts, quote.seq], at * tickWidth),
    );
    judge!.ticks(data, (symbol) => symbols[symbol]!, now);
  };
  const arm = (row: JudgedAlert): void => {
    if (judge && !judge.arm(structuredClone(row))) held ??= [];
  };
  /** minutes: what candles tell of a stretch whose ticks are not known; null: nothing. */
  const recover = async (minutes: readonly MissedMinute[] | null = []): Promise<void> => {
    const asks = judge!.missedAsks();
    judge!.missed(asks, await readPast(market, asks, async () => minutes), now);
    for (const quote of held ?? []) hand([quote]);
    held = null;
    judge!.goOn();
  };
  const take = async (minutes?: null): Promise<void> => {
    held = [];
    for (const row of rows.values()) if (row.isArmed) judge!.load(structuredClone(row), checkpoints);
    for (const [name, checkpoint] of checkpoints) judge!.restore(name, checkpoint);
    await recover(minutes);
  };
  return {
    fired,
    /** Which alert, and at which price. */
    pricesFired: () => fired.map(({ alertId, price }) => [alertId, price]),
    now: () => now,
    pass: (ms: number) => void (now += ms),
    /** As the feed tells it, whose clock may be ahead; isHeard: whether it reaches the judge; isKept: whether the feed knows it later. */
    tell(symbolId: string, price: number, isHeard = true, aheadMs = 0, isKept = true) {
      last.set(symbolId, price);
      const quote: Quote = { ...tickOf(symbolId, price, now + aheadMs), open24h: 100, seq: ++seq };
      if (isKept) ring.add([quote]);
      beside?.ring.add([{ ...quote, seq: ++beside.seq }]);
      if (!judge || !isHeard) return;
      if (held) held.push(quote);
      else hand([quote]);
    },
    /** isRead: whether the judge hears of it. */
    make(id: number, symbolId: string, { type, price, up, down, frequency = 3 }: Wish, isRead = true) {
      const values = { price: price ?? null, priceUp: up ?? null, priceDown: down ?? null };
      const levels = planLevels(
        { alertType: type, configurePrice: values.price, configurePriceUp: values.priceUp, configurePriceDown: values.priceDown },
        scaleOf(tick),
      );
      const isChange = type === 5 || type === 6;
      const at = isChange ? 0 : scaleOf(tick).units(last.get(symbolId)!);
      const standing = startStanding({ type, ...levels }, 1, at, now);
      const row: JudgedAlert = {
        id,
        symbolId,
        businessLine: 1,
        type,
        source: 0,
        frequency,
        ...values,
        tick,
        timeZone: -1,
        partition,
        version: 1,
        isArmed: true,
        standing,
        born: null,
      };
      rows.set(id, row);
      if (isRead) arm(row);
    },
    /** The row is read once more, as it is or changed. */
    readAgain(id: number, change: Partial<JudgedAlert> = {}) {
      const row = { ...rows.get(id)!, ...change };
      rows.set(id, row);
      if (!row.isArmed) judge!.disarm(id);
      else if ((judge!.versionOf(id) ?? 0) >= row.version) judge!.setTimeZone(id, row.timeZone, now);
      else arm(row);
    },
    /** Everything that came of it is committed. */
    save() {
      for (let batch = judge!.take(1); batch; batch = judge!.take(0)) {
        fired.push(...batch.firings);
        const keep = (id: number, standing: Readonly<Standing>) =>
          void rows.set(id, { ...rows.get(id)!, standing: { ...standing }, isArmed: standing.phase !== 'off' });
        for (const { alertId, standing } of batch.firings) keep(alertId, standing);
        for (const [alertId, standing] of batch.standings) keep(alertId, standing);
        for (const [name, { checkpoint }] of batch.checkpoints) checkpoints.set(name, JSON.parse(JSON.stringify(checkpoint)) as Checkpoint);
      }
    },
    /** Another feed, which may have heard nothing of the one before. */
    nextFeed({ isWarm }: { readonly isWarm: boolean }) {
      seq += 1_000_000;
      if (!isWarm) ring = createTickRing({ now: () => now });
    },
    /** Another feed tells the same from now on, with numbers of its own, and is not heard yet. */
    feedBeside: () => void (beside = { ring: createTickRing({ now: () => now }), seq: seq + 1_000_000 }),
    /** It is heard, and the one before is not any more. */
    hearBeside() {
      [ring, seq] = [beside!.ring, beside!.seq];
      beside = null;
    },
    kill: () => void (judge = held = null),
    /** minutes: as recover has them. */
    async startJudge(minutes?: null) {
      judge = createJudge(alertLimits, recentTicks);
      await take(minutes);
    },
    /** Everything is kept and given away: to a judge that is new, and the next time back to the one before. */
    async handOver() {
      judge!.drop(new Set([partition]));
      [judge, other] = [other ?? createJudge(alertLimits, recentTicks), judge];
      await take();
    },
    /** From here on ticks wait. */
    miss: () => void (held ??= []),
    isWaiting: () => held !== null,
    recover,
  };
}
