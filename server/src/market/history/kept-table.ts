// A table of what is kept of a far source, in parts by the length of the period; periods that are not kept for ever are in parts by month,
// too, so that retention drops whole months and touches nothing that stays. Rows of the table from before there were parts are moved piece
// by piece; until the last of them is moved, reading finds both.
import { candleIntervals, type CandleInterval } from '@tidemark/contract/market.ts';
import { getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '#platform/db/database.ts';
import { createMonthParts, monthOf } from '#platform/db/month-parts.ts';
import { heldRow, refuseUnheld, type Fence } from './fence.ts';
import { keptDays, keptSince } from './kept-days.ts';

export interface KeptTableDeps {
  readonly table: PgTable;
  /** Where rows were before, in the same columns. */
  readonly former: PgTable;
  /** Which column tells the period. */
  readonly period: AnyPgColumn;
  /** Columns that say which row it is. */
  readonly key: readonly AnyPgColumn[];
  readonly fence: Fence;
}

export interface KeptTable {
  /** True = the former table was found empty. */
  isMoved(): boolean;
  /** From then on rows of these times can be stored. */
  makeRoom(rows: readonly { readonly period: CandleInterval; readonly ts: number }[]): Promise<void>;
  /** Whole rows by the names of their columns in the program. What is there stays; beside: written with them or not at all. */
  add(rows: readonly Readonly<Record<string, unknown>>[], beside?: SQL): Promise<void>;
  /** Makes the months that come next, and drops those of which nothing is kept any more; answers how many. */
  turnMonths(nowMs: number): Promise<number>;
  /** Moves a piece of the former table; answers whether there may be more of it. */
  moveSome(nowMs: number): Promise<boolean>;
}

const movedAtOnce = 10_000;
/** There were no coins before, and a time far beyond is a mistake of the source: its month would never be dropped. */
const sound = { from: Date.UTC(2009, 0), to: Date.UTC(2100, 0) } as const;
const byMonth = candleIntervals.filter((period) => keptDays[period] !== null);

/** What is older than it is kept is not stored at all. */
export const isKept = (period: CandleInterval, ts: number, nowMs?: number): boolean =>
  keptDays[period] === null || (ts >= sound.from && ts < sound.to && (nowMs === undefined || ts >= keptSince(period, nowMs)));

export function createKeptTable({ orm }: Pick<Database, 'orm'>, { table, former, period, key, fence }: KeptTableDeps): KeptTable {
  const months = createMonthParts({ orm });
  const named = (names: readonly string[]): SQL =>
    sql.join(
      names.map((name) => sql.identifier(name)),
      sql`, `,
    );
  const ofProgram = Object.entries(getTableColumns(table));
  const columns = ofProgram.map(([, { name }]) => name);
  const keyNames = key.map(({ name }) => name);
  const replaced = sql.join(
    columns.filter((name) => !keyNames.includes(name)).map((name) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
    sql`, `,
  );
  const wholeOf = (each: CandleInterval): string => `${getTableName(table)}_${each}`;
  const typed = sql.join(
    ofProgram.map(([, column]) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`),
    sql`, `,
  );
  const asColumns = (row: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(ofProgram.map(([name, column]) => [column.name, row[name]]));
  let isMoved = false;

  const makeRoom: KeptTable['makeRoom'] = async (rows) => {
    for (const [each, inside] of Map.groupBy(rows, (row) => row.period)) {
      if (keptDays[each] === null) continue;
      await months.make(
        wholeOf(each),
        inside.map(({ ts }) => ts),
      );
    }
  };

  return {
    isMoved: () => isMoved,
    makeRoom,
    async add(rows, beside) {
      // In one statement: one that stands still between two of them would keep others waiting for its rows.
      const { rows: found } = await orm.execute<{ isHeld: boolean }>(sql`
        with held as materialized (${heldRow(fence)}), added as (
          insert into ${table} (${named(columns)})
          select told.* from json_to_recordset(${JSON.stringify(rows.map(asColumns))}::json) as told(${typed}), held
          on conflict do nothing)${beside ? sql`, beside as (${beside})` : sql``}
        select exists (select from held) as "isHeld"`);
      refuseUnheld(fence, found[0]!.isHeld);
    },
    async turnMonths(nowMs) {
      const next = monthOf(nowMs).to;
      await makeRoom(byMonth.flatMap((each) => [nowMs, next].map((ts) => ({ period: each, ts }))));
      return months.dropBefore(new Map(byMonth.map((each) => [wholeOf(each), keptSince(each, nowMs)])));
    },
    async moveSome(nowMs) {
      const periodName = sql.identifier(period.name);
      const { rows } = await orm.execute<{ period: CandleInterval; ts: string }>(
        sql`select ${periodName} as period, ts from ${former} order by ${periodName}, ts limit 1`,
      );
      const [first] = rows;
      isMoved = first === undefined;
      if (!first) return false;
      const oldest = { period: first.period, ts: Number(first.ts) };
      const isForEver = keptDays[oldest.period] === null;
      const month = isForEver ? { from: oldest.ts, to: Number.MAX_SAFE_INTEGER } : monthOf(oldest.ts);
      const isStored = isKept(oldest.period, oldest.ts) && month.to > keptSince(oldest.period, nowMs);
      if (isStored) await makeRoom([oldest]);
      const since = isForEver ? month.from : Math.max(month.from, keptSince(oldest.period, nowMs));
      // On a conflict the moved row replaces the other one: it was written first, and the first account stands.
      await orm.execute(sql`
        with moved as (
          delete from ${former} where ctid = any(array(
            select ctid from ${former}
            where ${periodName} = ${oldest.period} and ts >= ${month.from}::bigint and ts < ${month.to}::bigint
            limit ${movedAtOnce} for update skip locked))
          returning ${named(columns)})
        insert into ${table} (${named(columns)}) select ${named(columns)} from moved where ${isStored} and ts >= ${since}::bigint
        on conflict (${named(keyNames)}) do update set ${replaced}`);
      return true;
    },
  };
}
