import { bigint, boolean, index, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import type { OperatorRole } from '@tidemark/contract/operators.ts';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const operator = pgTable('operator', {
  id: uuid().primaryKey(),
  /** In small letters. */
  name: text().notNull().unique(),
  role: text().$type<OperatorRole>().notNull(),
  passwordHash: text('password_hash').notNull(),
  /** Base32, as an app of codes takes it, sealed with a key that is not in the database (vault.ts). */
  secret: text().notNull(),
  /** The half minute of the last code that was accepted: it and those before it are not accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** Issuer and subject, of an operator for whom a provider vouches: they have no password of ours. */
  vouchedAs: text('vouched_as').unique(),
  isDisabled: boolean('is_disabled').notNull().default(false),
  createdAt: moment('created_at').notNull(),
});

export const operatorSession = pgTable(
  'operator_session',
  {
    /** A hash: a reader of the table cannot come in with it. */
    tokenHash: text('token_hash').primaryKey(),
    operatorId: uuid('operator_id')
      .notNull()
      .references(() => operator.id, { onDelete: 'cascade' }),
    openedAt: moment('opened_at').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (table) => [index('operator_session_operator').on(table.operatorId)],
);

/** What was changed, by whom. Rows are only added; undoneBy is the one thing that is ever written to one. */
export const operatorLog = pgTable(
  'operator_log',
  {
    id: uuid().primaryKey(),
    at: moment('at').notNull(),
    /** By name, so that it stays readable when the operator is gone. */
    who: text().notNull(),
    action: text().notNull(),
    target: text().notNull(),
    before: jsonb(),
    after: jsonb(),
    undoneBy: text('undone_by'),
  },
  (table) => [index('operator_log_target').on(table.action, table.target)],
);
