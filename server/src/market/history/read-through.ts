// The past of a source that is far away, read through: memory, then Postgres, then the source. What is closed is the source's
// own account, kept from the first time it is heard and never changed after. Readings of one series follow each other, so the
// second finds what the first fetched.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { candlesBefore, candleStart, nextCandleStart } from '@tidemark/source/candle.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { TermOver } from './fence.ts';
import { createSeriesMemory, type Series } from './series-memory.ts';

export interface Point {
  /** When its period begins. */
  readonly ts: number;
}

/** Points that begin within [from, to]; when there are more than limit, the newest of them. */
export interface Stretch {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/** Where the points of one series are. */
export interface Places<T> {
  readonly name: string;
  readonly period: CandleInterval;
  stored(from: number, to: number): Promise<readonly T[]>;
  store(points: readonly T[], nowMs: number): Promise<void>;
  source(stretch: Stretch): Promise<readonly T[]>;
  /** The running point, told by the source at toldAt, as it is now. */
  continued?(point: T, toldAt: number): T;
}

export interface ReadThrough<T> {
  read(places: Places<T>, stretch: Stretch): Promise<readonly T[]>;
}

export interface ReadThroughDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly remembered: number;
  /** How long what was told of the running period is good. */
  readonly tailHeldMs?: number;
  onRead(from: 'store' | 'source', points: number): void;
  onRefused(fault: 'misaligned', points: number): void;
}

/** Exchanges still book late trades into a period for a moment after its end. */
const settleMs = 5_000;
const usualTailHeldMs = 2_000;
/** An exchange that had nothing may have been unwell. */
const absentHeldMs = 600_000;

/** Without the store the source still answers. */
export async function storeOr<T>(log: Log, otherwise: T, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    log.warn({ err: error }, error instanceof TermOver ? error.message : 'the store of the market did not answer');
    return otherwise;
  }
}

export function createReadThrough<T extends Point>({
  clock,
  log,
  remembered,
  tailHeldMs = usualTailHeldMs,
  onRead,
  onRefused,
}: ReadThroughDeps): ReadThrough<T> {
  const memory = createSeriesMemory<T>(remembered);

  const read = async (series: Series<T>, places: Places<T>, stretch: Stretch): Promise<readonly T[]> => {
    const { period } = places;
    const now = clock.now();
    const wanted = startsOf(period, stretch, now);
    if (wanted.length === 0) return [];
    /** What begins before this is closed for good. */
    const settledEnd = candleStart(period, now - settleMs);
    const holes = await fillFromStore(
      series,
      places,
      wanted.filter((ts) => ts < settledEnd && isUnknown(series, ts, now)),
    );
    const isTailWanted = wanted.at(-1)! >= settledEnd && !isTailFresh(series, period, now, tailHeldMs);
    let failure: unknown = null;
    if (holes.length > 0 || isTailWanted) {
      const from = holes[0] ?? wanted.find((ts) => ts >= settledEnd)!;
      const to = isTailWanted ? wanted.at(-1)! : holes.at(-1)!;
      const limit = wanted.filter((ts) => ts >= from && ts <= to).length;
      await places.source({ from, to, limit }).then(
        (found) => learn(series, places, found, holes, settledEnd, isTailWanted),
        (error: unknown) => (failure = error),
      );
    }
    const known = gather(series, places, wanted, now);
    if (known.length === 0 && failure !== null) throw failure;
    if (failure !== null) log.warn({ err: failure, series: places.name }, 'the source did not answer; what is known is shown');
    return known;
  };

  /** Answers what the store does not have either. */
  const fillFromStore = async (series: Series<T>, places: Places<T>, unknown: readonly number[]): Promise<readonly number[]> => {
    if (unknown.length === 0) return unknown;
    const stored = await storeOr(log, [], () => places.stored(unknown[0]!, unknown.at(-1)!));
    for (const point of stored) series.closed.set(point.ts, point);
    onRead('store', stored.length);
    memory.trim();
    return unknown.filter((ts) => !series.closed.has(ts));
  };

  const learn = async (
    series: Series<T>,
    places: Places<T>,
    fetched: readonly T[],
    holes: readonly number[],
    settledEnd: number,
    isTail: boolean,
  ): Promise<void> => {
    const now = clock.now();
    // Days and weeks of another time zone are other periods than these.
    const found = fetched.filter(({ ts }) => ts === candleStart(places.period, ts));
    if (found.length < fetched.length) onRefused('misaligned', fetched.length - found.length);
    const fresh = found.filter(({ ts }) => ts < settledEnd && !series.closed.has(ts));
    for (const point of fresh) {
      series.closed.set(point.ts, point);
      series.absent.delete(point.ts);
    }
    // A hole before something newer is one the source has too; what lies after may only be late and is asked for again soon.
    const newest = found.at(-1)?.ts;
    if (newest !== undefined)
      for (const ts of holes) if (!series.closed.has(ts)) series.absent.set(ts, ts < newest ? now : now - absentHeldMs + tailHeldMs);
    if (isTail) series.tail = { points: found.filter(({ ts }) => ts >= settledEnd), at: now };
    onRead('source', found.length);
    await storeOr(log, undefined, () => places.store(fresh, now));
    memory.trim();
  };

  const gather = (series: Series<T>, { period, continued }: Places<T>, wanted: readonly number[], now: number): readonly T[] => {
    const running = candleStart(period, now);
    const tail = new Map(series.tail?.points.map((point) => [point.ts, point]));
    return wanted.flatMap((ts) => {
      const closed = series.closed.get(ts);
      if (closed) return [closed];
      const open = tail.get(ts);
      if (!open) return [];
      return [ts === running && continued ? continued(open, series.tail!.at) : open];
    });
  };

  return {
    read(places, stretch) {
      const series = memory.of(places.name);
      const answer = series.busy.then(() => read(series, places, stretch));
      series.busy = answer.catch(() => {});
      return answer;
    },
  };
}

const isUnknown = <T>(series: Series<T>, ts: number, now: number): boolean =>
  !series.closed.has(ts) && now - (series.absent.get(ts) ?? -Infinity) >= absentHeldMs;

const isTailFresh = <T>({ tail }: Series<T>, period: CandleInterval, now: number, tailHeldMs: number): boolean =>
  tail !== null && now - tail.at < tailHeldMs && candleStart(period, tail.at) === candleStart(period, now);

/** When the periods begin that a stretch speaks of, oldest first. */
function startsOf(period: CandleInterval, { from, to, limit }: Stretch, now: number): number[] {
  const last = candleStart(period, Math.min(to ?? now, now));
  const oldest = Math.max(from ?? 0, candlesBefore(period, last, limit - 1), 0);
  const starts: number[] = [];
  for (let ts = candleStart(period, oldest); ts <= last; ts = nextCandleStart(period, ts)) if (ts >= oldest) starts.push(ts);
  return starts;
}
