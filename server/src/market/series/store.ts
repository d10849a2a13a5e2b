// Points of trading data in Postgres. A stored row is never written over: of two accounts of a period the first one stands.
import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { intervalMs } from '@tidemark/source/candle.ts';
import { seriesPointOf, type Metric, type MetricValues, type SeriesPoint, type SeriesSample } from '@tidemark/source/source.ts';
import type { Database } from '#platform/db/database.ts';
import { readColumns } from '#platform/db/read-columns.ts';
import { heldRow, refuseUnheld, type Fence } from '../history/fence.ts';
import { createKeptTable, isKept, type KeptTable } from '../history/kept-table.ts';
import { keptPoint, runningSums, seriesPoint as former } from '../tables.ts';
import type { SavedSums } from './trade-buckets.ts';

export interface SeriesKey {
  readonly symbolId: string;
  readonly metric: Metric;
  readonly period: CandleInterval;
}

export type ClosedPoint = Omit<SeriesSample, 'isPartial'> & Pick<SeriesKey, 'period'> & { readonly isPartial?: boolean };

export interface SeriesStore extends Pick<KeptTable, 'turnMonths' | 'moveSome'> {
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
/** A row from before a figure was told has it as NaN, and its point lacks it. */
const valuesOf = (metric: Metric, figures: readonly number[]): SeriesPoint['values'] =>
  Object.fromEntries(
    figureNames[metric].flatMap((name, i) => (Number.isNaN(figures[i]) ? [] : [[name, figures[i]]])),
  ) as unknown as SeriesPoint['values'];

export function createSeriesStore({ orm, pool }: Pick<Database, 'orm' | 'pool'>, source: string, fence: Fence): SeriesStore {
  const { turnMonths, moveSome, makeRoom, isMoved, add } = createKeptTable(
    { orm },
    {
      table: keptPoint,
      former,
      period: keptPoint.period,
      key: [keptPoint.source, keptPoint.symbolId, keptPoint.metric, keptPoint.period, keptPoint.ts],
      fence,
    },
  );
  const placeOfAll = () => (isMoved() ? 'kept_point' : 'every_point');
  type Row = typeof keptPoint.$inferSelect & Pick<SeriesKey, 'period'>;
  const insert = async (rows: readonly Row[], beside?: SQL) => {
    // NaN would be stored as such, and travel.
    const sound = rows.filter(({ figures, period, ts }) => figures.every(Number.isFinite) && isKept(period, ts));
    if (sound.length === 0 && !beside) return;
    await makeRoom(sound);
    await add(sound, beside);
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
    turnMonths,
    moveSome,
    async range({ symbolId, metric, period }, from, to, limit) {
      const figures = figureNames[metric].map((_, i) => `figures[${i + 1}]`);
      const [ts, isPartial, ...known] = await readColumns(
        pool,
        ['ts', 'is_partial::int', ...figures],
        `from ${placeOfAll()} where source = $1 and symbol_id = $2 and metric = $3 and period = $4 and ts between $5 and $6
         order by ts desc limit $7`,
        [source, symbolId, metric, period, from, to, limit],
      );
      return Array.from(ts!, (at, i) =>
        seriesPointOf(
          at,
          valuesOf(
            metric,
            known.map((column) => column[i]!),
          ),
          isPartial![i] === 1,
        ),
      ).reverse();
    },
    async add({ symbolId, metric, period }, points, nowMs) {
      await insert(
        points.flatMap(({ ts, values }) => (isKept(period, ts, nowMs) ? [rowOf({ symbolId, metric, period, ts, values })] : [])),
      );
    },
    addSamples: (samples) => insert(samples.map(rowOf)),
    async addClosed(points, running) {
      await insert(
        points.map(rowOf),
        running.length === 0
          ? undefined
          : sql`insert into ${runningSums} (source, symbol_id, sums)
              select ${source}, told."symbolId", told.sums
              from json_to_recordset(${JSON.stringify(running)}::json) as told("symbolId" text, sums jsonb), held
              on conflict (source, symbol_id) do update set sums = excluded.sums`,
      );
    },
    async runningSums(symbolId) {
      const [row] = await orm
        .select({ sums: runningSums.sums })
        .from(runningSums)
        .where(and(eq(runningSums.source, source), eq(runningSums.symbolId, symbolId)));
      return row?.sums ?? null;
    },
    async rollUp(metric, from, to, ts) {
      if (!isKept(to, ts)) return;
      await makeRoom([{ period: to, ts }]);
      const sums = figureNames[metric].map((_, i) => sql`sum(figures[${sql.raw(String(i + 1))}])`);
      const parts = intervalMs[to] / intervalMs[from];
      const { rows } = await orm.execute<{ isHeld: boolean }>(sql`
        with held as materialized (${heldRow(fence)}), added as (
        insert into ${keptPoint} (source, symbol_id, metric, period, ts, figures, is_partial)
        select source, symbol_id, metric, ${to}, ${ts}::bigint, array[${sql.join(sums, sql`, `)}],
          bool_or(is_partial) or count(*) < ${parts}
        from ${sql.raw(placeOfAll())}, held
        where source = ${source} and metric = ${metric} and period = ${from} and ts >= ${ts} and ts < ${ts + intervalMs[to]}
        group by source, symbol_id, metric
        on conflict do nothing)
        select exists (select from held) as "isHeld"`);
      refuseUnheld(fence, rows[0]!.isHeld);
    },
  };
}
