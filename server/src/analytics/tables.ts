import { bigint, doublePrecision, index, pgTable, primaryKey, smallint, text, timestamp } from 'drizzle-orm/pg-core';

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

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** How the lists stood at a moment; kept for a few hours. */
export const rankMark = pgTable(
  'rank_mark',
  {
    list: text().notNull(),
    at: moment('at').notNull(),
    /** In order. */
    symbolIds: text('symbol_ids').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.at] })],
);

/** What happened to prices, and what became of it. */
export const moverEvent = pgTable(
  'mover_event',
  {
    /** Made of what happened, so that telling it twice is one row. */
    id: text().primaryKey(),
    at: moment('at').notNull(),
    type: text().notNull(),
    tier: smallint().notNull(),
    symbolId: text('symbol_id').notNull(),
    line: smallint().notNull(),
    price: doublePrecision().notNull(),
    change: doublePrecision(),
    amountUsdt: doublePrecision('amount_usdt'),
    after1h: doublePrecision('after_1h'),
    after24h: doublePrecision('after_24h'),
    /** How many of the two outcomes were looked at, found or not. */
    followed: smallint().notNull().default(0),
  },
  (table) => [
    index('mover_event_at').on(table.at),
    index('mover_event_type_at').on(table.type, table.at),
    index('mover_event_symbol_at').on(table.symbolId, table.at),
    index('mover_event_followed_at').on(table.followed, table.at),
  ],
);
