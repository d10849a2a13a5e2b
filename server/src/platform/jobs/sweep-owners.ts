// Rows that belong to accounts that are gone. A message that an account was deleted may be lost; what is kept of it must go all the same,
// so every room names the columns that say whose a row is, and what has no account any more is found by looking.
import { getTableName, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgColumn } from 'drizzle-orm/pg-core';

export const sweepOwnersMs = 3_600_000;
const batch = 500;

export interface OwnerSweep {
  readonly orm: NodePgDatabase;
  /** Each with an index that begins with it; null in a row is no owner. */
  readonly columns: readonly PgColumn[];
  /** Those of them that still exist. */
  readonly whichExist: (ids: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly forget: (ids: readonly string[]) => Promise<unknown>;
}

/** Different owners after this one, found by stepping through the index: the rows between two owners are not read. */
async function ownersAfter(orm: NodePgDatabase, column: PgColumn, after: string | null): Promise<string[]> {
  const [table, name] = [sql.identifier(getTableName(column.table)), sql.identifier(column.name)];
  const { rows } = await orm.execute<{ id: string }>(sql`
    with recursive owners(id) as (
      (select ${name} from ${table} where ${after === null ? sql`${name} is not null` : sql`${name} > ${after}`} order by ${name} limit 1)
      union all
      select (select ${name} from ${table} where ${name} > owners.id order by ${name} limit 1) from owners where owners.id is not null
    )
    select id from owners where id is not null limit ${batch}`);
  return rows.map(({ id }) => id);
}

export async function sweepOwners({ orm, columns, whichExist, forget }: OwnerSweep): Promise<void> {
  for (const column of columns) {
    for (let last: string | null = null; ;) {
      const owners: string[] = await ownersAfter(orm, column, last);
      if (owners.length === 0) break;
      const existing = await whichExist(owners);
      const gone = owners.filter((id) => !existing.has(id));
      if (gone.length > 0) await forget(gone);
      last = owners.at(-1)!;
    }
  }
}
