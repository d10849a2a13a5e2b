// Points of trading data in Postgres. What is there is never written over: of two accounts of a period the first one stands.
import { and, asc, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { intervalMs } from '@tidemark/source/candle.ts';
import { seriesPointOf, type Metric, type MetricValues, type SeriesPoint, type SeriesSample } from '@tidemark/source/source.ts';
import type { Database } from '#platform/db/database.ts';
import { keptSince, pruneOld } from '../history/kept-days.ts';
import { runningSums, seriesPoint as table } from '../tables.ts';
import type { SavedSums } from './trade-buckets.ts';

export interface SeriesKey {
  readonly symbolId: string;
  readonly metric: Metric;
  readonly period: CandleInterval;
}

export type ClosedPoint = Omit<SeriesSample, 'isPartial'> & Pick<SeriesKey, 'period'> & { readonly isPartial?: boolean };

export interface SeriesStore {
  /** Those beginning within [from, to], oldest first; when there are more than limit, the newest of them. */
  range(key: SeriesKey, from: number, to: number, limit: number): Promise<readonly SeriesPoint[]>;
  add(key: SeriesKey, points: readonly SeriesPoint[], nowMs: number): Promise<void>;
  /** Samples, each as the first of its period. */
  addSamples(samples: readonly (SeriesSample & Pick<SeriesKey, 'period'>)[]): Promise<void>;
  /** Buckets that are over, and where the running ones stand after them: both or neither. */
  addClosed(points: readonly ClosedPoint[], running: readonly { readonly symbolId: string; readonly sums: SavedSums }[]): Promise<void>;
  runningSums(symbolId: string): Promise<SavedSums | null>;
  /** One longer period of every symbol from its parts; where some are missing or partial, it is partial. What is there stays. */
  rollUp(metric: Metric, from: CandleInterval, to: CandleInterval, ts: number): Promise<void>;
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
  liquidations: ['long', 'short'],
  basis: ['contract', 'index', 'basis', 'rate'],
  fundingRate: ['rate'],
  markPrice: ['price'],
  indexPrice: ['price'],
};

const figuresOf = (metric: Metric, values: SeriesPoint['values']): number[] =>
  figureNames[metric].map((name) => (values as Readonly<Record<string, number>>)[name]!);
const valuesOf = (metric: Metric, figures: readonly number[]): SeriesPoint['values'] =>
  Object.fromEntries(figureNames[metric].map((name, i) => [name, figures[i]])) as unknown as SeriesPoint['values'];

/** A statement has so many parameters and no more. */
const insertedAtOnce = 1_000;

export function createSeriesStore({ orm }: Pick<Database, 'orm'>, source: string): SeriesStore {
  const insert = async (rows: readonly (typeof table.$inferInsert)[], into: Pick<Database['orm'], 'insert'> = orm) => {
    // NaN would be stored as such, and travel.
    const sound = rows.filter(({ figures }) => figures.every(Number.isFinite));
    if (sound.length > 0)
      await into
        .insert(table)
        .values([...sound])
        .onConflictDoNothing();
  };
  const rowOf = ({ symbolId, metric, period, ts, values, isPartial }: ClosedPoint) => ({
    source,
    symbolId,
    metric,
    period,
    ts,
    figures: figuresOf(metric, values),
    isPartial: isPartial === true,
  });
  return {
    async range({ symbolId, metric, period }, from, to, limit) {
      const rows = await orm
        .select({ ts: table.ts, figures: table.figures, isPartial: table.isPartial })
        .from(table)
        .where(
          and(
            eq(table.source, source),
            eq(table.symbolId, symbolId),
            eq(table.metric, metric),
            eq(table.period, period),
            gte(table.ts, from),
            lte(table.ts, to),
          ),
        )
        .orderBy(desc(table.ts), asc(table.source))
        .limit(limit);
      return rows.reverse().map(({ ts, figures, isPartial }) => seriesPointOf(ts, valuesOf(metric, figures), isPartial));
    },
    async add({ symbolId, metric, period }, points, nowMs) {
      const since = keptSince(period, nowMs);
      await insert(
        points.flatMap(({ ts, values }) =>
          ts >= since ? [{ source, symbolId, metric, period, ts, figures: figuresOf(metric, values) }] : [],
        ),
      );
    },
    addSamples: (samples) => insert(samples.map(rowOf)),
    addClosed: (points, running) =>
      orm.transaction(async (tx) => {
        for (let at = 0; at < points.length; at += insertedAtOnce) await insert(points.slice(at, at + insertedAtOnce).map(rowOf), tx);
        if (running.length === 0) return;
        await tx
          .insert(runningSums)
          .values(running.map((row) => ({ source, ...row })))
          .onConflictDoUpdate({ target: [runningSums.source, runningSums.symbolId], set: { sums: sql`excluded.sums` } });
      }),
    async runningSums(symbolId) {
      const [row] = await orm
        .select({ sums: runningSums.sums })
        .from(runningSums)
        .where(and(eq(runningSums.source, source), eq(runningSums.symbolId, symbolId)));
      return row?.sums ?? null;
    },
    async rollUp(metric, from, to, ts) {
      const sums = figureNames[metric].map((_, i) => sql`sum(${table.figures}[${sql.raw(String(i + 1))}])`);
      const parts = intervalMs[to] / intervalMs[from];
      await orm.execute(sql`
        insert into ${table} (source, symbol_id, metric, period, ts, figures, is_partial)
        select source, symbol_id, metric, ${to}, ${ts}::bigint, array[${sql.join(sums, sql`, `)}],
          bool_or(is_partial) or count(*) < ${parts}
        from ${table}
        where source = ${source} and metric = ${metric} and period = ${from} and ts >= ${ts} and ts < ${ts + intervalMs[to]}
        group by source, symbol_id, metric
        on conflict do nothing`);
    },
    prune: (nowMs) => pruneOld({ orm }, table, table.period, nowMs),
  };
}
