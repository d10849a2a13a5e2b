import { bigint, doublePrecision, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What the whole network was at a moment or did over a period. A row is written once and never changed. */
export const networkPoint = pgTable(
  'network_point',
  {
    metric: text().notNull(),
    period: text().notNull(),
    /** Begin of the period, ms. */
    ts: bigint({ mode: 'number' }).notNull(),
    /** In the order of the metric's fields; null where it was not defined. */
    values: doublePrecision().array().$type<(number | null)[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.metric, table.period, table.ts] })],
);
