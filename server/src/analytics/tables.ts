import type { FearGreedFigure, FearGreedPart } from '@tidemark/contract/fear-greed.ts';
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
import type { Factors } from './picks/factors.ts';
import type { DayOutcome, PickOutcome } from './picks/scorecard.ts';

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

/** Fear and greed by day: what it was made of and what came out. The running day's row is written again until it is over. */
export const fearGreedDay = pgTable('fear_greed_day', {
  /** Begin of the day UTC, ms. */
  day: bigint({ mode: 'number' }).primaryKey(),
  btcClose: doublePrecision('btc_close').notNull(),
  /** By name; a figure that was not known is not there. */
  figures: jsonb().$type<Partial<Record<FearGreedFigure, number>>>().notNull(),
  /** By name, 0 to 100; a part that was not known is not there. */
  parts: jsonb().$type<Partial<Record<FearGreedPart, number>>>().notNull(),
  value: doublePrecision(),
  /** Computed after the day, from history. */
  isBackfilled: boolean('is_backfilled').notNull(),
});

/** A day of AI picks, also when nothing could be picked; what its picks are held against once its days are over. */
export const aiPickDay = pgTable('ai_pick_day', {
  day: bigint({ mode: 'number' }).primaryKey(),
  model: text().notNull(),
  /** Every coin that could have been picked. */
  universe: text().array().notNull(),
  isBackfilled: boolean('is_backfilled').notNull(),
  outcomes: jsonb().$type<DayOutcome[]>().notNull().default([]),
});

export const aiPick = pgTable(
  'ai_pick',
  {
    day: bigint({ mode: 'number' })
      .notNull()
      .references(() => aiPickDay.day),
    rank: integer().notNull(),
    symbolId: text('symbol_id').notNull(),
    coinId: text('coin_id').notNull(),
    score: doublePrecision().notNull(),
    /** The close it was picked at. */
    price: doublePrecision().notNull(),
    averageTurnover: doublePrecision('average_turnover').notNull(),
    factors: jsonb().$type<Factors>().notNull(),
    ranks: jsonb().$type<Factors>().notNull(),
    longShare: doublePrecision('long_share'),
    fundingRate: doublePrecision('funding_rate'),
    takerBuyShare: doublePrecision('taker_buy_share'),
    outcomes: jsonb().$type<PickOutcome[]>().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.day, table.rank] }), index('ai_pick_coin').on(table.coinId, table.day)],
);

/** An explanation as the operator's language model put it, kept so that it is asked for once. */
export const aiPickText = pgTable(
  'ai_pick_text',
  {
    day: bigint({ mode: 'number' }).notNull(),
    coinId: text('coin_id').notNull(),
    locale: text().notNull(),
    content: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.coinId, table.locale] })],
);
