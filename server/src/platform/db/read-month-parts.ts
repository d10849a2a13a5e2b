// Which months a table in parts has.

export interface MonthPart {
  /** What it is a part of. */
  readonly table: string;
  readonly name: string;
  /** Rows of these times, ms: from inclusive, to exclusive. */
  readonly from: number;
  readonly to: number;
}

const bounds = /^FOR VALUES FROM \('(-?\d+)'\) TO \('(-?\d+)'\)$/;

/** Parts by ranges of whole numbers, oldest first. */
export async function readMonthParts(query: (text: string) => Promise<readonly object[]>): Promise<MonthPart[]> {
  const rows = (await query(`
    select whole.relname as "table", part.relname as name, pg_get_expr(part.relpartbound, part.oid) as bound
    from pg_inherits i join pg_class part on part.oid = i.inhrelid join pg_class whole on whole.oid = i.inhparent
      join pg_partitioned_table p on p.partrelid = whole.oid join pg_namespace n on n.oid = whole.relnamespace
    where n.nspname = 'public' and p.partstrat = 'r'`)) as readonly { table: string; name: string; bound: string }[];
  return rows
    .flatMap(({ table, name, bound }) => {
      const [, from, to] = bounds.exec(bound) ?? [];
      return from === undefined ? [] : [{ table, name, from: Number(from), to: Number(to) }];
    })
    .sort((a, b) => a.from - b.from || a.name.localeCompare(b.name, 'en'));
}
