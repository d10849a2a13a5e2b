import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Every change of a conversation locks its row first: that is what keeps its numbers without a gap. */
export const supportConversation = pgTable(
  'support_conversation',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id').unique(),
    /** Of the secret in the visitor's cookie. */
    deviceHash: text('device_hash').unique(),
    /** Where its messages went when its visitor logged in; what is left is the way there, for agents. */
    mergedInto: uuid('merged_into').references((): AnyPgColumn => supportConversation.id, { onDelete: 'cascade' }),
    locale: text().notNull(),
    /** Left by a visitor; a user's own address is the account's. */
    email: text(),
    isClosed: boolean('is_closed').notNull().default(false),
    lastSeq: integer('last_seq').notNull().default(0),
    readSeq: integer('read_seq').notNull().default(0),
    agentReadSeq: integer('agent_read_seq').notNull().default(0),
    openedAt: moment('opened_at').notNull(),
    lastMessageAt: moment('last_message_at').notNull(),
    /** When the operator is to be told by mail, and up to which message that was done. */
    operatorDueAt: moment('operator_due_at'),
    operatorToldSeq: integer('operator_told_seq').notNull().default(0),
    /** When an answer that was not read is to be mailed, and up to which that was done. */
    readerDueAt: moment('reader_due_at'),
    readerToldSeq: integer('reader_told_seq').notNull().default(0),
  },
  (table) => [
    index('support_conversation_newest')
      .on(table.isClosed, table.lastMessageAt.desc())
      .where(sql`${table.mergedInto} is null`),
    index('support_conversation_operator_due')
      .on(table.operatorDueAt)
      .where(sql`${table.operatorDueAt} is not null`),
    index('support_conversation_reader_due')
      .on(table.readerDueAt)
      .where(sql`${table.readerDueAt} is not null`),
    index('support_conversation_merged')
      .on(table.mergedInto)
      .where(sql`${table.mergedInto} is not null`),
    check('support_conversation_one_owner', sql`num_nonnulls(${table.userId}, ${table.deviceHash}, ${table.mergedInto}) = 1`),
  ],
);

export const supportMessage = pgTable(
  'support_message',
  {
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => supportConversation.id, { onDelete: 'cascade' }),
    seq: integer().notNull(),
    id: uuid().notNull().unique(),
    sender: text().notNull(),
    text: text().notNull(),
    /** The sender's own name for it: the same one again is the same message. */
    clientKey: text('client_key'),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.seq] }),
    unique('support_message_client_key').on(table.conversationId, table.sender, table.clientKey),
  ],
);

/** Whose rows these are; messages go with their conversation. */
export const ownerColumns = [supportConversation.userId];
