import { bigint, doublePrecision, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { NoteFacts } from './notes/note.ts';
import type { PaperFacts } from './paper/paper-facts.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Headlines as they came, and notes as the facts their sentences are made of. */
export const article = pgTable(
  'article',
  {
    /** Made of what it is, so that storing it twice is one row. */
    id: text().primaryKey(),
    kind: text().notNull(),
    at: moment('at').notNull(),
    topics: text().array().notNull(),
    /** Tickers. */
    coins: text().array().notNull(),
    /** What those cost in USDT when it was published; a coin whose price was not known is not there. */
    prices: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    /** Headlines: as the outlet wrote it, without markup. */
    title: text().notNull().default(''),
    summary: text().notNull().default(''),
    source: text().notNull().default(''),
    link: text().notNull().default(''),
    /** What a story is recognised by when it comes again. */
    guidKey: text('guid_key'),
    linkKey: text('link_key'),
    titleKey: text('title_key'),
    /** Notes. */
    facts: jsonb().$type<NoteFacts>(),
    /** Notes: how telling they are among those of their day. */
    weight: doublePrecision(),
  },
  (table) => [
    index('article_at').on(table.at),
    index('article_guid').on(table.guidKey),
    index('article_link').on(table.linkKey),
    index('article_title').on(table.titleKey, table.at),
    index('article_topics').using('gin', table.topics),
    index('article_coins').using('gin', table.coins),
  ],
);

/** One a day, written once. */
export const morningPaper = pgTable('morning_paper', {
  /** Begin of the day it tells of, ms. */
  day: bigint({ mode: 'number' }).primaryKey(),
  facts: jsonb().$type<PaperFacts>().notNull(),
});

/** How far work that goes on by itself has come. */
export const contentMark = pgTable('content_mark', {
  name: text().primaryKey(),
  /** ms. */
  upTo: bigint('up_to', { mode: 'number' }).notNull(),
});
