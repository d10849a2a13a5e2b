// Trading data of a source that is far away, read through and kept: exchanges forget it after a month. What an exchange tells
// only of now (samples) is kept as the history it does not have: the first sample of a period stands for the period. Sources
// that compute or recorded their past have no book.
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { candleStart } from '@tidemark/source/candle.ts';
import type { Metric, SeriesPoint, SeriesQuery, SeriesSample } from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { orLacking } from '../fact-reader.ts';
import { createReadThrough, storeOr } from '../history/read-through.ts';
import { startUpkeep } from '../history/upkeep.ts';
import type { SeriesKey, SeriesStore } from './store.ts';

export interface SeriesBook {
  /** null = the source has none of it and never had. */
  read(query: SeriesQuery): Promise<readonly SeriesPoint[] | null>;
  take(samples: readonly SeriesSample[]): Promise<void>;
  start(): void;
  stop(): void;
}

export interface SeriesBookDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: SeriesStore;
  readonly source: ((query: SeriesQuery) => Promise<readonly SeriesPoint[]>) | null;
}

/** The periods that trading data is told by; samples are kept for each of them. */
const seriesPeriods = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const satisfies readonly CandleInterval[];
/** Settlements of funding have times of their own and are kept as long as days are. */
const settlements: CandleInterval = '1d';
const settlementsHeldMs = 60_000;

const rememberedPoints = 200_000;
/** Exchanges allow a call a second for all of it, so the tail of a chart is asked for anew only this often. */
const tailHeldMs = 15_000;

export function createSeriesBook({ clock, log, metrics, store, source }: SeriesBookDeps): SeriesBook {
  const readFrom = metrics.counter('market_series_read_total', 'Points of trading data that had to be fetched, by where they came from', [
    'from',
  ]);
  const refused = metrics.counter('market_series_refused_total', 'Points of trading data that were not believed, by reason', ['fault']);
  const kept = metrics.counter('market_series_samples_total', 'Samples kept because the exchange has no history of them');
  const past = createReadThrough<SeriesPoint>({
    clock,
    log,
    remembered: rememberedPoints,
    tailHeldMs,
    onRead: (from, count) => readFrom.inc({ from }, count),
    onRefused: (fault, count) => refused.inc({ fault }, count),
  });
  /** The last period that has its sample, by period and series. */
  const sampled = new Map<string, number>();
  /** Series the source has no history of. */
  const lacking = new Set<string>();
  const settled = new Map<string, number>();
  const jobs = createJobs({ clock, log, room: 'market' });

  const ask = async (query: SeriesQuery) => orLacking(source?.(query));

  const fromStore = ({ symbolId, metric, period, from, to, limit }: SeriesQuery) =>
    storeOr(log, [], () => store.range({ symbolId, metric, period }, from ?? 0, to ?? clock.now(), limit));

  const readPeriods = async (query: SeriesQuery): Promise<readonly SeriesPoint[] | null> => {
    const { symbolId, metric, period, ...stretch } = query;
    const key: SeriesKey = { symbolId, metric, period };
    const name = `${metric} ${symbolId} ${period}`;
    const found = await past.read(
      {
        name,
        period,
        stored: (from, to) => store.range(key, from, to, query.limit),
        store: (points, nowMs) => store.add(key, points, nowMs),
        async source(asked) {
          const fetched = await ask({ ...key, ...asked });
          if (fetched === null) lacking.add(name);
          else lacking.delete(name);
          return fetched ?? [];
        },
      },
      stretch,
    );
    if (!lacking.has(name)) return found;
    // The running period has its sample already.
    const samples = await fromStore(query);
    return samples.length > 0 ? samples : null;
  };

  const readSettlements = async (asked: SeriesQuery): Promise<readonly SeriesPoint[] | null> => {
    const query = { ...asked, period: settlements };
    const { symbolId, metric } = query;
    const stored = await fromStore(query);
    const key = `${symbolId} ${asked.from ?? ''} ${asked.to ?? ''} ${asked.limit}`;
    if (clock.now() - (settled.get(key) ?? -Infinity) < settlementsHeldMs) return stored;
    let fetched: readonly SeriesPoint[] | null;
    try {
      fetched = await ask(query);
    } catch (error) {
      if (stored.length === 0) throw error;
      log.warn({ err: error, symbolId }, 'the source did not answer; the funding that is known is shown');
      return stored;
    }
    if (fetched === null) return stored.length > 0 ? stored : null;
    if (settled.size > 10_000) settled.clear();
    settled.set(key, clock.now());
    await storeOr(log, undefined, () => store.add({ symbolId, metric, period: settlements }, fetched, clock.now()));
    const byTime = new Map([...fetched, ...stored].map((point) => [point.ts, point]));
    return [...byTime.values()].sort((a, b) => a.ts - b.ts).slice(-asked.limit);
  };

  return {
    read: (query) => (query.metric === 'fundingRate' ? readSettlements(query) : readPeriods(query)),
    async take(samples) {
      const fresh = seriesPeriods.flatMap((period) =>
        samples.flatMap((sample) => {
          const key = `${period} ${sample.metric} ${sample.symbolId}`;
          const ts = candleStart(period, sample.ts);
          if (sampled.get(key) === ts) return [];
          sampled.set(key, ts);
          return [{ ...sample, period, ts }];
        }),
      );
      kept.inc(fresh.length);
      await storeOr(log, undefined, () => store.addSamples(fresh));
    },
    start: () => startUpkeep({ clock, log, jobs, store, what: 'trading data' }),
    stop: () => void jobs.stop(),
  };
}

/** The points of an answer are those of the metric that was asked for. */
export const typedBook =
  (book: SeriesBook) =>
  <M extends Metric>(query: SeriesQuery<M>) =>
    book.read(query) as Promise<readonly SeriesPoint<M>[] | null>;
