// The candles that are forming, of the symbols and intervals that have a subscriber. The source's own account of a running candle is
// read now and then; in between it moves with the quotes, so its close is always the quote. When a candle closes, the one
// before it is told once more together with the new one, as the source has it.
import { setImmediate as turn } from 'node:timers/promises';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { candleStart, type Candle, type CandleQuery } from '@tidemark/source/candle.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Quote } from '../board.ts';
import { readCandleKey } from '../watches.ts';

export interface RunningCandles {
  /** From now on these and no others. */
  want(keys: ReadonlySet<string>): void;
  take(quotes: readonly Quote[]): void;
  start(): void;
  stop(): void;
}

export interface RunningCandlesDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Computed or recorded here: reading costs next to nothing. */
  readonly isLocal: boolean;
  candles(query: CandleQuery): Promise<readonly Candle[]>;
  /** The newest of a symbol. */
  quote(symbolId: string): Quote | undefined;
  tell(key: string, candles: readonly Candle[]): void;
}

interface Running {
  readonly key: string;
  readonly symbolId: string;
  readonly interval: CandleInterval;
  /** null until the source has answered for the first time. */
  candle: Candle | null;
  /** Closed since it was last told. */
  closed: Candle | null;
  isTold: boolean;
  isReading: boolean;
  readAt: number;
}

const tellEveryMs = 250;
const readEveryLocalMs = 2_000;
const readEveryFarMs = 15_000;
/** However many are watched, prices must go on flowing. */
const readsPerBeat = 50;

export function createRunningCandles({ clock, log, isLocal, candles, quote, tell }: RunningCandlesDeps): RunningCandles {
  const byKey = new Map<string, Running>();
  const bySymbol = new Map<string, Set<Running>>();
  const readEveryMs = isLocal ? readEveryLocalMs : readEveryFarMs;
  let stopTimer = () => {};

  const read = async (running: Running): Promise<void> => {
    if (running.isReading) return;
    running.isReading = true;
    running.readAt = clock.now();
    const { key, symbolId, interval } = running;
    try {
      const found = await candles({ symbolId, interval, limit: 2 });
      const newest = found.at(-1);
      // What the quotes have opened meanwhile is newer than this answer.
      if (byKey.get(key) !== running || !newest || (running.candle && newest.ts < running.candle.ts)) return;
      running.closed = found.at(-2) ?? null;
      running.candle = newest;
      running.isTold = false;
      const known = quote(symbolId);
      if (known) move(running, known);
    } catch (error) {
      log.debug({ err: error, symbolId, interval }, 'a running candle could not be read; it moves with the quotes');
    } finally {
      running.isReading = false;
    }
  };

  const move = (running: Running, { last, ts }: Quote) => {
    const { candle, interval } = running;
    if (!candle) return;
    const start = candleStart(interval, ts);
    if (start < candle.ts) return;
    running.isTold = false;
    if (start === candle.ts) {
      running.candle = { ...candle, high: Math.max(candle.high, last), low: Math.min(candle.low, last), close: last };
      return;
    }
    running.closed = candle;
    running.candle = { ts: start, open: last, high: last, low: last, close: last, volume: 0, turnover: 0 };
    void read(running);
  };

  const tellChanged = () => {
    for (const running of byKey.values()) {
      const { key, candle, closed } = running;
      if (!candle || running.isTold) continue;
      running.isTold = true;
      running.closed = null;
      tell(key, closed ? [closed, candle] : [candle]);
    }
  };

  const readDue = async () => {
    const now = clock.now();
    const due = [...byKey.values()].filter(({ readAt }) => now - readAt >= readEveryMs).sort((a, b) => a.readAt - b.readAt);
    for (const running of due.slice(0, readsPerBeat)) {
      await read(running);
      await turn();
    }
  };

  return {
    want(keys) {
      for (const [key, running] of byKey) {
        if (keys.has(key)) continue;
        byKey.delete(key);
        const sharing = bySymbol.get(running.symbolId);
        sharing?.delete(running);
        if (sharing?.size === 0) bySymbol.delete(running.symbolId);
      }
      for (const key of keys) {
        if (byKey.has(key)) continue;
        const running: Running = {
          key,
          ...readCandleKey(key),
          candle: null,
          closed: null,
          isTold: true,
          isReading: false,
          readAt: -Infinity,
        };
        byKey.set(key, running);
        const sharing = bySymbol.get(running.symbolId);
        if (sharing) sharing.add(running);
        else bySymbol.set(running.symbolId, new Set([running]));
        void read(running);
      }
    },
    take(quotes) {
      if (bySymbol.size === 0) return;
      for (const quote of quotes) for (const running of bySymbol.get(quote.symbolId) ?? []) move(running, quote);
    },
    start() {
      let isReading = false;
      stopTimer = clock.every(tellEveryMs, () => {
        tellChanged();
        if (isReading || byKey.size === 0) return;
        isReading = true;
        void readDue().finally(() => (isReading = false));
      });
    },
    stop() {
      stopTimer();
      byKey.clear();
      bySymbol.clear();
    },
  };
}
