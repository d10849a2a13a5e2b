// Tables whose rows are kept in parts, one for each month (UTC) of their times, so that what is too old is let go of by dropping a part
// instead of row by row. A part is made on its own and then attached: readers and writers of the table go on meanwhile.
import { sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { readMonthParts, type MonthPart } from './read-month-parts.ts';

export interface MonthParts {
  /** Every month that one of these moments lies in can take rows from now on. */
  make(table: string, moments: Iterable<number>): Promise<void>;
  /** Of each table drops the months that were over by its moment; answers how many. One that is read for long stays until the next time. */
  dropBefore(moments: ReadonlyMap<string, number>): Promise<number>;
}

/** Every reader of the table queues behind a drop that waits, so it waits only so long. */
const dropLockMs = 500;
const lockNotAvailable = '55P03';

export const monthOf = (moment: number): Pick<MonthPart, 'from' | 'to'> => {
  const at = new Date(moment);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  return { from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
};

const nameOf = (table: string, from: number): string => `${table}_${new Date(from).toISOString().slice(0, 7).replace('-', '_')}`;

export function createMonthParts({ orm }: Pick<Database, 'orm'>): MonthParts {
  const known = new Set<string>();

  const read = async (from: Pick<Database['orm'], 'execute'> = orm): Promise<MonthPart[]> => {
    const parts = await readMonthParts(async (text) => (await from.execute(sql.raw(text))).rows);
    for (const { name } of parts) known.add(name);
    return parts;
  };

  const make = (table: string, months: readonly number[]): Promise<void> =>
    orm.transaction(async (tx) => {
      // Of two processes that make the same part, the second one waits and finds it.
      await tx.execute(sql`lock table only ${sql.identifier(table)} in share update exclusive mode`);
      const present = new Set((await read(tx)).map(({ name }) => name));
      for (const from of months)
        if (!present.has(nameOf(table, from))) for (const text of monthPartSql(table, from)) await tx.execute(sql.raw(text));
    });

  return {
    async make(table, moments) {
      const months = new Set<number>();
      for (const moment of moments) months.add(monthOf(moment).from);
      const missing = () => [...months].filter((from) => !known.has(nameOf(table, from)));
      if (missing().length === 0) return;
      if (known.size === 0) await read();
      const made = missing();
      if (made.length === 0) return;
      await make(table, made);
      for (const from of made) known.add(nameOf(table, from));
    },
    async dropBefore(moments) {
      let dropped = 0;
      for (const { table, name, to } of await read()) {
        if (to > (moments.get(table) ?? -Infinity)) continue;
        try {
          await orm.transaction(async (tx) => {
            await tx.execute(sql.raw(`set local lock_timeout = ${dropLockMs}`));
            // Of two processes that drop the same part, the second one waits and finds it gone.
            await tx.execute(sql`lock table only ${sql.identifier(table)} in share update exclusive mode`);
            await tx.execute(sql`drop table if exists ${sql.identifier(name)}`);
          });
          known.delete(name);
          dropped++;
        } catch (error) {
          const { code } = ((error as Error).cause ?? error) as { code?: string };
          if (code !== lockNotAvailable) throw error;
        }
      }
      return dropped;
    },
  };
}

/** Attached instead of made in its place, which would lock out every reader of the table. */
export function monthPartSql(table: string, from: number): string[] {
  const [whole, part] = [`"${table.replaceAll('"', '""')}"`, `"${nameOf(table, from).replaceAll('"', '""')}"`];
  return [
    `create table ${part} (like ${whole} including defaults)`,
    `alter table ${whole} attach partition ${part} for values from (${from}) to (${monthOf(from).to})`,
  ];
}
