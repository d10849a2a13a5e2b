import { sql } from 'drizzle-orm';
import { customType, index, integer, pgTable, primaryKey, text, timestamp, unique, uuid } from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

export const marketMakerApplication = pgTable(
  'market_maker_application',
  {
    id: uuid().primaryKey(),
    /** What the applicant is told, and tells. */
    receipt: text().notNull().unique(),
    /** Chosen by the sender; together with whose it is it names an application, however often it is sent. */
    clientKey: text('client_key').notNull(),
    /** Of the browser, or of the network where it names no device. A hash. */
    deviceKey: text('device_key').notNull(),
    /** A hash, for counting; gone after two days. */
    networkKey: text('network_key'),
    /** The account that was logged in; null: a visitor. */
    accountId: uuid('account_id'),
    locale: text().notNull(),
    applicantName: text('applicant_name').notNull(),
    applicantTitle: text('applicant_title').notNull(),
    introduction: text().notNull(),
    strategy: text().notNull(),
    userId: text('user_id').notNull(),
    receivedAt: moment('received_at').notNull(),
    /** The operator's decision; null: none yet. */
    decision: text().$type<'accepted' | 'declined'>(),
  },
  (table) => [
    unique('market_maker_application_sent').on(table.deviceKey, table.clientKey),
    index('market_maker_application_received').on(table.receivedAt),
    index('market_maker_application_network')
      .on(table.networkKey)
      .where(sql`${table.networkKey} is not null`),
    index('market_maker_application_account')
      .on(table.accountId)
      .where(sql`${table.accountId} is not null`),
  ],
);

/** Without an application it waits for one, for a day. */
export const marketMakerImage = pgTable(
  'market_maker_image',
  {
    /** Unguessable. */
    id: text().primaryKey(),
    deviceKey: text('device_key').notNull(),
    networkKey: text('network_key').notNull(),
    accountId: uuid('account_id'),
    applicationId: uuid('application_id').references(() => marketMakerApplication.id, { onDelete: 'cascade' }),
    /** From 1. */
    position: integer(),
    mediaType: text('media_type').notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    bytes: bytea().notNull(),
    uploadedAt: moment('uploaded_at').notNull(),
  },
  (table) => [
    index('market_maker_image_application')
      .on(table.applicationId)
      .where(sql`${table.applicationId} is not null`),
    index('market_maker_image_account')
      .on(table.accountId)
      .where(sql`${table.accountId} is not null`),
    index('market_maker_image_unused')
      .on(table.networkKey, table.uploadedAt)
      .where(sql`${table.applicationId} is null`),
  ],
);

/**
 * Letters that an application brings about. One is taken by moving the time it is due: when a process takes it and dies, another try
 * follows.
 */
export const marketMakerLetter = pgTable(
  'market_maker_letter',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => marketMakerApplication.id, { onDelete: 'cascade' }),
    kind: text().$type<'operator' | 'receipt'>().notNull(),
    tries: integer().notNull().default(0),
    dueAt: moment('due_at').notNull(),
    /** null: still to be sent. */
    endedAt: moment('ended_at'),
    outcome: text(),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.kind] }),
    index('market_maker_letter_due')
      .on(table.dueAt)
      .where(sql`${table.endedAt} is null`),
  ],
);

/** Pictures that were refused: each cost as much as one that is kept, so they are counted together. */
export const marketMakerRefusal = pgTable(
  'market_maker_refusal',
  { id: uuid().primaryKey(), networkKey: text('network_key').notNull(), refusedAt: moment('refused_at').notNull() },
  (table) => [
    index('market_maker_refusal_network').on(table.networkKey, table.refusedAt),
    index('market_maker_refusal_at').on(table.refusedAt),
  ],
);

/** Whose rows these are; letters go with their application. */
export const ownerColumns = [marketMakerApplication.accountId, marketMakerImage.accountId];
