// Taker orders added up as they happen: turnover by side and size, volume by side, in buckets of five minutes, hours and days.
// The fills of one order count as one order. A trade costs a few additions; a bucket that is over is handed out once and never
// touched again, and one of which trades are missing says so. Pure: no clock, no store.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { intervalMs } from '@tidemark/source/candle.ts';
import type { Trade, TradeCut } from '@tidemark/source/source.ts';

export const bucketPeriods = ['5m', '1h', '1d'] as const satisfies readonly CandleInterval[];
export type BucketPeriod = (typeof bucketPeriods)[number];
const lengths = bucketPeriods.map((period) => intervalMs[period]);

/** Six flows in quote currency, then the volume bought and sold in base currency. */
export const bucketFields = ['whaleBuy', 'whaleSell', 'dolphinBuy', 'dolphinSell', 'fishBuy', 'fishSell', 'buy', 'sell'] as const;
const fields = bucketFields.length;
const volumeAt = 6;

export interface Bucket {
  readonly symbolId: string;
  readonly period: BucketPeriod;
  readonly ts: number;
  readonly values: readonly number[];
  /** Not every trade of it is known. */
  readonly isPartial: boolean;
}

/** From which amount on, in quote currency. */
export interface Thresholds {
  readonly whale: number;
  readonly dolphin: number;
}

/** The sums of a symbol as they are kept over a restart. */
export interface SavedSums {
  readonly starts: readonly number[];
  readonly sums: readonly number[];
  readonly completeFrom: number;
  readonly day: number;
  readonly thresholds: Thresholds;
  /** When the newest trade happened, and all trades of that moment. */
  readonly newestTs: number;
  readonly newestIds: readonly string[];
  /** The order whose fills may not all have come. */
  readonly open: OpenOrder | null;
}

interface OpenOrder {
  readonly name: string;
  readonly ts: number;
  readonly side: Trade['side'];
  amount: number;
  size: number;
}

export interface TradeBuckets {
  /** From this moment on all trades of the symbol are heard; the buckets it falls into stay partial. */
  begin(symbolId: string, fromMs: number): void;
  /** In the order they happened, symbol by symbol; those of a symbol that has not begun are dropped. */
  take(trades: readonly Trade[]): void;
  cut(cut: TradeCut, nowMs: number): void;
  /** Everything that is over by then. */
  close(nowMs: number): Bucket[];
  /** What is still running, as far as it has come; null as long as no trade of the symbol was ever heard. */
  running(symbolId: string, period: BucketPeriod): Bucket | null;
  /** The day whose thresholds hold now; NaN before the first trade. */
  dayOf(symbolId: string): number;
  setThresholds(symbolId: string, day: number, thresholds: Thresholds): void;
  save(symbolId: string): SavedSums | null;
  restore(symbolId: string, saved: SavedSums): void;
  forget(symbolId: string): void;
  /** Trades that came after their bucket was closed: none of them changes it. */
  readonly late: number;
}

interface Sums {
  readonly starts: Float64Array;
  readonly sums: Float64Array;
  /** Buckets that begin before this are partial. */
  completeFrom: number;
  day: number;
  thresholds: Thresholds;
  newestTs: number;
  newestIds: string[];
  open: OpenOrder | null;
  /** Nothing closes while the stream is broken: what is missing may still come. */
  isCut: boolean;
}

/** Whether nothing happens there or nothing is told cannot be said of a stream before its first trade. */
const isSilent = ({ newestTs }: Pick<Sums, 'newestTs'>): boolean => newestTs === -Infinity;
const startOf = (ts: number, at: number): number => Math.floor(ts / lengths[at]!) * lengths[at]!;

export function createTradeBuckets(): TradeBuckets {
  const bySymbol = new Map<string, Sums>();
  const closed: Bucket[] = [];
  let late = 0;

  const bucketOf = (symbolId: string, state: Sums, at: number): Bucket => ({
    symbolId,
    period: bucketPeriods[at]!,
    ts: state.starts[at]!,
    values: Array.from(state.sums.subarray(at * fields, (at + 1) * fields)),
    isPartial: state.starts[at]! < state.completeFrom,
  });

  /** Closes what lies before `start`. A bucket without trades is nothing bought and nothing sold, unless the stream was not heard then. */
  const rollTo = (symbolId: string, state: Sums, at: number, start: number) => {
    if (isSilent(state)) {
      state.starts[at] = start;
      return;
    }
    closed.push(bucketOf(symbolId, state, at));
    state.sums.fill(0, at * fields, (at + 1) * fields);
    const unheard = state.completeFrom > state.starts[at]! ? startOf(state.completeFrom - 1, at) + lengths[at]! : -Infinity;
    for (let quiet = Math.max(state.starts[at]! + lengths[at]!, unheard); quiet < start; quiet += lengths[at]!) {
      state.starts[at] = quiet;
      closed.push(bucketOf(symbolId, state, at));
    }
    state.starts[at] = start;
  };

  const add = (symbolId: string, state: Sums, { ts, side, amount, size }: OpenOrder) => {
    const sold = side === 'buy' ? 0 : 1;
    const flow = (amount >= state.thresholds.whale ? 0 : amount >= state.thresholds.dolphin ? 2 : 4) + sold;
    for (let at = 0; at < lengths.length; at++) {
      const start = startOf(ts, at);
      if (start < state.starts[at]!) {
        late++;
        continue;
      }
      if (start > state.starts[at]!) rollTo(symbolId, state, at, start);
      state.sums[at * fields + flow]! += amount;
      state.sums[at * fields + volumeAt + sold]! += size;
    }
  };

  const settle = (symbolId: string, state: Sums) => {
    if (!state.open) return;
    const order = state.open;
    state.open = null;
    add(symbolId, state, order);
  };

  const takeOne = (symbolId: string, state: Sums, trade: Trade) => {
    const { ts, id, side, price, size, order } = trade;
    if (ts === state.newestTs) {
      if (state.newestIds.includes(id)) return;
      state.newestIds.push(id);
    } else if (ts > state.newestTs) {
      state.newestTs = ts;
      state.newestIds = [id];
    }
    if (order === undefined) {
      settle(symbolId, state);
      add(symbolId, state, { name: '', ts, side, amount: price * size, size });
    } else if (state.open?.name === order) {
      state.open.amount += price * size;
      state.open.size += size;
    } else {
      settle(symbolId, state);
      state.open = { name: order, ts, side, amount: price * size, size };
    }
  };

  return {
    begin(symbolId, fromMs) {
      const starts = Float64Array.from(lengths, (_, at) => startOf(fromMs, at));
      bySymbol.set(symbolId, {
        starts,
        sums: new Float64Array(fields * lengths.length),
        completeFrom: fromMs,
        day: NaN,
        thresholds: { whale: Infinity, dolphin: Infinity },
        newestTs: -Infinity,
        newestIds: [],
        open: null,
        isCut: false,
      });
    },
    take(trades) {
      let symbolId = '';
      let state: Sums | undefined;
      for (const trade of trades) {
        if (trade.symbolId !== symbolId) state = bySymbol.get((symbolId = trade.symbolId));
        if (state) takeOne(symbolId, state, trade);
      }
    },
    cut({ symbolId, state: what }, nowMs) {
      const state = bySymbol.get(symbolId);
      if (!state) return;
      state.isCut = what === 'cut';
      if (what === 'missed') state.completeFrom = nowMs;
    },
    close(nowMs) {
      for (const [symbolId, state] of bySymbol) {
        if (state.isCut) continue;
        if (state.open && startOf(nowMs, 0) > state.open.ts) settle(symbolId, state);
        for (let at = 0; at < lengths.length; at++) {
          const start = startOf(nowMs, at);
          if (start > state.starts[at]!) rollTo(symbolId, state, at, start);
        }
      }
      return closed.splice(0);
    },
    running(symbolId, period) {
      const state = bySymbol.get(symbolId);
      if (!state || isSilent(state)) return null;
      const at = bucketPeriods.indexOf(period);
      const bucket = bucketOf(symbolId, state, at);
      const { open } = state;
      if (!open || startOf(open.ts, at) !== bucket.ts) return bucket;
      const values = [...bucket.values];
      const sold = open.side === 'buy' ? 0 : 1;
      values[(open.amount >= state.thresholds.whale ? 0 : open.amount >= state.thresholds.dolphin ? 2 : 4) + sold]! += open.amount;
      values[volumeAt + sold]! += open.size;
      return { ...bucket, values };
    },
    dayOf: (symbolId) => bySymbol.get(symbolId)?.day ?? NaN,
    setThresholds(symbolId, day, thresholds) {
      const state = bySymbol.get(symbolId);
      if (!state) return;
      // An order of yesterday is measured by yesterday's.
      settle(symbolId, state);
      state.day = day;
      state.thresholds = thresholds;
    },
    save(symbolId) {
      const state = bySymbol.get(symbolId);
      if (!state || state.newestIds.length === 0) return null;
      const { starts, sums, completeFrom, day, thresholds, newestTs, newestIds, open } = state;
      return {
        starts: Array.from(starts),
        sums: Array.from(sums),
        completeFrom,
        day,
        thresholds,
        newestTs,
        newestIds: [...newestIds],
        open: open && { ...open },
      };
    },
    restore(symbolId, { starts, sums, completeFrom, day, thresholds, newestTs, newestIds, open }) {
      bySymbol.set(symbolId, {
        starts: Float64Array.from(starts),
        sums: Float64Array.from(sums),
        completeFrom,
        day,
        thresholds,
        newestTs,
        newestIds: [...newestIds],
        open: open && { ...open },
        isCut: false,
      });
    },
    forget: (symbolId) => void bySymbol.delete(symbolId),
    get late() {
      return late;
    },
  };
}
