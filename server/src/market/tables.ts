import { bigint, doublePrecision, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Closed candles of sources that are far away. A row is written once and never changed; retention takes whole rows. */
export const candle = pgTable(
  'candle',
  {
    source: text().notNull(),
    symbolId: text('symbol_id').notNull(),
    interval: text().notNull(),
    /** When it opened, ms. */
    ts: bigint({ mode: 'number' }).notNull(),
    open: doublePrecision().notNull(),
    high: doublePrecision().notNull(),
    low: doublePrecision().notNull(),
    close: doublePrecision().notNull(),
    volume: doublePrecision().notNull(),
    turnover: doublePrecision().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.symbolId, table.interval, table.ts] }), index('candle_interval_ts').on(table.interval, table.ts)],
);

/** Trading data of sources that are far away. A row is written once and never changed; retention takes whole rows. */
export const seriesPoint = pgTable(
  'series_point',
  {
    source: text().notNull(),
    symbolId: text('symbol_id').notNull(),
    metric: text().notNull(),
    period: text().notNull(),
    /** When its period begins, ms. */
    ts: bigint({ mode: 'number' }).notNull(),
    /** In the order of series/store.ts. */
    figures: doublePrecision().array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.symbolId, table.metric, table.period, table.ts] }), index('series_point_period_ts').on(table.period, table.ts)],
);
