import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';
import type { SavedSums } from './series/trade-buckets.ts';

const candleColumns = {
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
};

/**
 * Closed candles of sources that are far away. A row is written once and never changed. In parts by interval, and those that are not kept
 * for ever by month as well (history/kept-table.ts): retention drops whole months.
 */
export const keptCandle = pgTable('kept_candle', candleColumns, (table) => [
  primaryKey({ columns: [table.source, table.symbolId, table.interval, table.ts] }),
]);

const pointColumns = {
  source: text().notNull(),
  symbolId: text('symbol_id').notNull(),
  metric: text().notNull(),
  period: text().notNull(),
  /** When its period begins, ms. */
  ts: bigint({ mode: 'number' }).notNull(),
  /** In the order of series/store.ts. */
  figures: doublePrecision().array().notNull(),
  /** Added up from trades of which some are not known. */
  isPartial: boolean('is_partial').notNull().default(false),
};

/** Trading data of sources that are far away, in parts like the candles. A row is written once and never changed. */
export const keptPoint = pgTable('kept_point', pointColumns, (table) => [
  primaryKey({ columns: [table.source, table.symbolId, table.metric, table.period, table.ts] }),
  index('kept_point_liquidations')
    .on(table.ts)
    .where(sql`metric = 'liquidations'`),
]);

/**
 * Where candles and points were before they were kept in parts. Rows that are still there are moved; until then the views every_candle and
 * every_point show both places, and of two accounts the one here, which is the first (record 045).
 */
export const candle = pgTable('candle', candleColumns, (table) => [
  primaryKey({ columns: [table.source, table.symbolId, table.interval, table.ts] }),
  index('candle_interval_ts').on(table.interval, table.ts),
]);
export const seriesPoint = pgTable('series_point', pointColumns, (table) => [
  primaryKey({ columns: [table.source, table.symbolId, table.metric, table.period, table.ts] }),
  index('series_point_period_ts').on(table.period, table.ts),
]);

/** Sums of trades that are still running, as of a few seconds ago: after a standstill the trades since then complete them. */
export const runningSums = pgTable(
  'running_sums',
  {
    source: text().notNull(),
    symbolId: text('symbol_id').notNull(),
    sums: jsonb().$type<SavedSums>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.symbolId] })],
);

/** Which process is the feed: one row. A process that takes it begins a new epoch; messages with an older one are refused everywhere. */
export const feedLease = pgTable('feed_lease', {
  id: smallint().primaryKey(),
  epoch: bigint({ mode: 'number' }).notNull(),
  /** The newest number of a quote that is known to be given away. */
  lastSeq: bigint('last_seq', { mode: 'number' }).notNull(),
  /** The connection of the holder; null = it has let go. */
  pid: integer(),
  connectedAt: timestamp('connected_at', { withTimezone: true }),
  /** By the clock of the database, as all times here. */
  heartbeatAt: timestamp('heartbeat_at', { withTimezone: true }).notNull(),
});
