import type pg from 'pg';

export interface ListedTable {
  readonly name: string;
  /** Without those that Postgres computes: it computes them again. */
  readonly columns: readonly string[];
}

/** A table in parts is listed once, as the whole. */
export async function listTables(client: pg.Client): Promise<ListedTable[]> {
  const { rows } = await client.query<ListedTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}
