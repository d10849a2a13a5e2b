import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * All favorites of a user, in their order. The order is the content and a list is read and written whole, so it is one
 * value and not a row per pair. Every change of anything of the user's locks this row first.
 */
export const favoriteList = pgTable('favorite_list', {
  userId: uuid('user_id').primaryKey(),
  version: bigint({ mode: 'number' }).notNull().default(0),
  symbolIds: text('symbol_ids')
    .array()
    .notNull()
    .default(sql`'{}'::text[]`),
  /** Of the read-only link to all of them. */
  shareToken: text('share_token').unique(),
  updatedAt: moment('updated_at').notNull(),
});

export const favoriteCategory = pgTable(
  'favorite_category',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => favoriteList.userId, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The spelling that decides whether two names are one. */
    nameKey: text('name_key').notNull(),
    position: integer().notNull(),
    symbolIds: text('symbol_ids')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    shareToken: text('share_token').unique(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    unique('favorite_category_name').on(table.userId, table.nameKey),
    check('favorite_category_position', sql`${table.position} >= 0`),
  ],
);

/** Whose rows these are; categories go with their list. */
export const ownerColumns = [favoriteList.userId];
