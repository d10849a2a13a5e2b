import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What an operator may change without a release; a missing row means the default in code. */
export const siteSetting = pgTable('site_setting', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export const errorReport = pgTable(
  'error_report',
  {
    id: uuid().primaryKey(),
    at: moment('at').notNull(),
    kind: text().notNull(),
    message: text().notNull(),
    stack: text(),
    url: text(),
    userAgent: text('user_agent'),
    release: text(),
    traceId: text('trace_id'),
    /** Equal reports that arrived together. */
    count: integer().notNull().default(1),
  },
  (table) => [index('error_report_at').on(table.at), check('error_report_count_positive', sql`${table.count} > 0`)],
);

export const locationBanner = pgTable(
  'location_banner',
  {
    id: uuid().primaryKey(),
    place: text().notNull(),
    /** null = every language. */
    locale: text(),
    title: text().notNull(),
    text: text().notNull(),
    href: text().notNull(),
    image: text(),
    startsAt: moment('starts_at').notNull(),
    endsAt: moment('ends_at').notNull(),
    sort: integer().notNull().default(0),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('location_banner_place').on(table.place, table.endsAt),
    check('location_banner_ends_after_start', sql`${table.endsAt} > ${table.startsAt}`),
  ],
);
