// Points of trading data in Postgres. What is there is never written over: of two accounts of a period the first one stands.
import { and, asc, desc, eq, gte, lte } from 'drizzle-orm';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import type { Database } from '#platform/db/database.ts';
import { keptSince, pruneOld } from '../history/kept-days.ts';
import type { Metric, MetricValues, SeriesPoint, SeriesSample } from '../sources/source.ts';
import { seriesPoint as table } from '../tables.ts';

export interface SeriesKey {
  readonly symbolId: string;
  readonly metric: Metric;
  readonly period: CandleInterval;
}

export interface SeriesStore {
  /** Those beginning within [from, to], oldest first; when there are more than limit, the newest of them. */
  range(key: SeriesKey, from: number, to: number, limit: number): Promise<readonly SeriesPoint[]>;
  add(key: SeriesKey, points: readonly SeriesPoint[], nowMs: number): Promise<void>;
  /** Samples, each as the first of its period. */
  addSamples(samples: readonly (SeriesSample & Pick<SeriesKey, 'period'>)[]): Promise<void>;
  prune(nowMs: number): Promise<number>;
}

/** In what order the figures of a point are stored. Columns of old rows: never reordered, only added to. */
const figureNames: { readonly [M in Metric]: readonly (keyof MetricValues[M] & string)[] } = {
  fundFlow: ['whaleBuy', 'whaleSell', 'dolphinBuy', 'dolphinSell', 'fishBuy', 'fishSell'],
  marginLongShort: ['ratio'],
  marginLoanGrowth: ['growth'],
  isolatedBorrowRatio: ['ratio'],
  openInterest: ['base', 'value'],
  longShortAccounts: ['long', 'short'],
  largeAccountsPositions: ['longAccounts', 'shortAccounts', 'longPositions', 'shortPositions'],
  takerVolume: ['buy', 'sell'],
  basis: ['contract', 'index', 'basis', 'rate'],
  fundingRate: ['rate'],
  markPrice: ['price'],
  indexPrice: ['price'],
};

const figuresOf = (metric: Metric, values: SeriesPoint['values']): number[] => figureNames[metric].map((name) => (values as Readonly<Record<string, number>>)[name]!);
const valuesOf = (metric: Metric, figures: readonly number[]): SeriesPoint['values'] =>
  Object.fromEntries(figureNames[metric].map((name, i) => [name, figures[i]])) as unknown as SeriesPoint['values'];

export function createSeriesStore({ orm }: Pick<Database, 'orm'>, source: string): SeriesStore {
  const insert = async (rows: readonly (typeof table.$inferInsert)[]) => {
    // NaN would be stored as such, and travel.
    const sound = rows.filter(({ figures }) => figures.every(Number.isFinite));
    if (sound.length > 0) await orm.insert(table).values([...sound]).onConflictDoNothing();
  };
  return {
    async range({ symbolId, metric, period }, from, to, limit) {
      const rows = await orm
        .select({ ts: table.ts, figures: table.figures })
        .from(table)
        .where(and(eq(table.source, source), eq(table.symbolId, symbolId), eq(table.metric, metric), eq(table.period, period), gte(table.ts, from), lte(table.ts, to)))
        .orderBy(desc(table.ts), asc(table.source))
        .limit(limit);
      return rows.reverse().map(({ ts, figures }) => ({ ts, values: valuesOf(metric, figures) }));
    },
    async add({ symbolId, metric, period }, points, nowMs) {
      const since = keptSince(period, nowMs);
      await insert(points.flatMap(({ ts, values }) => (ts >= since ? [{ source, symbolId, metric, period, ts, figures: figuresOf(metric, values) }] : [])));
    },
    addSamples: (samples) => insert(samples.map(({ symbolId, metric, period, ts, values }) => ({ source, symbolId, metric, period, ts, figures: figuresOf(metric, values) }))),
    prune: (nowMs) => pruneOld({ orm }, table, table.period, nowMs),
  };
}
