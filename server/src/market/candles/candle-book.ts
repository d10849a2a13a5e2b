// Candles of a source that is far away, read through: memory, then Postgres, then the source. Closed candles are the
// source's own account, kept from the first time it is heard and never changed after: prices that we happened to see do
// not make a closed candle, because between two polls an exchange trades what we do not see. Only the candle that is
// running moves with our quotes. The simulator and the replay have no book: they have their whole past at hand, say it
// the same way every time, and a stored future would show through when a replay begins anew.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Quote } from '../board.ts';
import { candlesBefore, candleStart, nextCandleStart, type Candle, type CandleQuery } from '../candle.ts';
import { createRunningMinutes } from './running-minutes.ts';
import { createSeriesMemory, type Series } from './series-memory.ts';
import type { CandleStore } from './store.ts';

export interface CandleBook {
  read(query: CandleQuery): Promise<readonly Candle[]>;
  /** Accepted quotes: the running candles move with them. */
  take(quotes: readonly Quote[]): void;
  start(): void;
  stop(): void;
}

export interface CandleBookDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: CandleStore;
  readonly source: (query: CandleQuery) => Promise<readonly Candle[]>;
}

/** Exchanges still book late trades into a candle for a moment after its end. */
const settleMs = 5_000;
const tailHeldMs = 2_000;
/** An exchange that had nothing may have been unwell. */
const absentHeldMs = 600_000;
const pruneEveryMs = 3_600_000;
const rememberedCandles = 300_000;

export function createCandleBook({ clock, log, metrics, store, source }: CandleBookDeps): CandleBook {
  const readFrom = metrics.counter('market_candles_read_total', 'Candles that had to be fetched, by where they came from', ['from']);
  const refused = metrics.counter('market_candles_refused_total', 'Candles of the source that were not believed, by reason', ['fault']);
  const memory = createSeriesMemory(rememberedCandles);
  const minutes = createRunningMinutes();
  let stopPruning = () => {};

  /** Without the store the source still answers. */
  const storeOr = async <T>(otherwise: T, use: () => Promise<T>): Promise<T> => {
    try {
      return await use();
    } catch (error) {
      log.warn({ err: error }, 'the store of candles did not answer');
      return otherwise;
    }
  };

  const read = async (series: Series, query: CandleQuery): Promise<readonly Candle[]> => {
    const { symbolId, interval } = query;
    const now = clock.now();
    const wanted = startsOf(query, now);
    if (wanted.length === 0) return [];
    /** What opens before this is closed for good. */
    const settledEnd = candleStart(interval, now - settleMs);
    const holes = await fillFromStore(series, query, wanted.filter((ts) => ts < settledEnd && isUnknown(series, ts, now)));
    const isTailWanted = wanted.at(-1)! >= settledEnd && !isTailFresh(series, interval, now);
    let failure: unknown = null;
    if (holes.length > 0 || isTailWanted) {
      const from = holes[0] ?? wanted.find((ts) => ts >= settledEnd)!;
      const to = isTailWanted ? wanted.at(-1)! : holes.at(-1)!;
      const limit = wanted.filter((ts) => ts >= from && ts <= to).length;
      await source({ symbolId, interval, from, to, limit }).then(
        (found) => learn(series, query, found, holes, settledEnd, isTailWanted),
        (error: unknown) => (failure = error),
      );
    }
    const known = gather(series, query, wanted, now);
    if (known.length === 0 && failure !== null) throw failure;
    if (failure !== null) log.warn({ err: failure, symbolId, interval }, 'the source gave no candles; those that are known are shown');
    return known;
  };

  /** Answers what the store does not have either. */
  const fillFromStore = async (series: Series, { symbolId, interval }: CandleQuery, unknown: readonly number[]): Promise<readonly number[]> => {
    if (unknown.length === 0) return unknown;
    const stored = await storeOr([], () => store.range(symbolId, interval, unknown[0]!, unknown.at(-1)!));
    for (const candle of stored) series.closed.set(candle.ts, candle);
    readFrom.inc({ from: 'store' }, stored.length);
    memory.trim();
    return unknown.filter((ts) => !series.closed.has(ts));
  };

  const learn = async (series: Series, { symbolId, interval }: CandleQuery, told: readonly Candle[], holes: readonly number[], settledEnd: number, isTail: boolean): Promise<void> => {
    const now = clock.now();
    // Days and weeks of another time zone are other candles than these.
    const found = told.filter(({ ts }) => ts === candleStart(interval, ts));
    if (found.length < told.length) refused.inc({ fault: 'misaligned' }, told.length - found.length);
    const fresh = found.filter(({ ts }) => ts < settledEnd && !series.closed.has(ts));
    for (const candle of fresh) {
      series.closed.set(candle.ts, candle);
      series.absent.delete(candle.ts);
    }
    // A hole before something newer is one the source has too; what lies after may only be late.
    const newest = found.at(-1)?.ts ?? -Infinity;
    for (const ts of holes) if (ts < newest && !series.closed.has(ts)) series.absent.set(ts, now);
    if (isTail) series.tail = { candles: found.filter(({ ts }) => ts >= settledEnd), at: now };
    readFrom.inc({ from: 'source' }, found.length);
    await storeOr(undefined, () => store.add(symbolId, interval, fresh, now));
    memory.trim();
  };

  const gather = (series: Series, { symbolId, interval }: CandleQuery, wanted: readonly number[], now: number): readonly Candle[] => {
    const running = candleStart(interval, now);
    const tail = new Map(series.tail?.candles.map((candle) => [candle.ts, candle]));
    return wanted.flatMap((ts) => {
      const closed = series.closed.get(ts);
      if (closed) return [closed];
      const open = tail.get(ts);
      if (!open) return [];
      return [ts === running ? minutes.continued(symbolId, open, series.tail!.at) : open];
    });
  };

  return {
    read(query) {
      const series = memory.of(query.symbolId, query.interval);
      const answer = series.busy.then(() => read(series, query));
      series.busy = answer.catch(() => {});
      return answer;
    },
    take: minutes.take,
    start() {
      stopPruning = clock.every(pruneEveryMs, () => void storeOr(0, () => store.prune(clock.now())));
    },
    stop: () => stopPruning(),
  };
}

const isUnknown = (series: Series, ts: number, now: number): boolean => !series.closed.has(ts) && now - (series.absent.get(ts) ?? -Infinity) >= absentHeldMs;

const isTailFresh = ({ tail }: Series, interval: CandleInterval, now: number): boolean =>
  tail !== null && now - tail.at < tailHeldMs && candleStart(interval, tail.at) === candleStart(interval, now);

/** When the candles open that a query speaks of, oldest first. */
function startsOf({ interval, from, to, limit }: CandleQuery, now: number): number[] {
  const last = candleStart(interval, Math.min(to ?? now, now));
  const oldest = Math.max(from ?? 0, candlesBefore(interval, last, limit - 1), 0);
  const starts: number[] = [];
  for (let ts = candleStart(interval, oldest); ts <= last; ts = nextCandleStart(interval, ts)) if (ts >= oldest) starts.push(ts);
  return starts;
}
