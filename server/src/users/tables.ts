import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const ofAccount = () =>
  uuid('account_id')
    .notNull()
    .references(() => account.id, { onDelete: 'cascade' });

export const account = pgTable(
  'account',
  {
    id: uuid().primaryKey(),
    /** What a person calls their user ID: digits only, to be told and typed. Only the operator finds an account by it. */
    number: bigint({ mode: 'number' }).generatedByDefaultAsIdentity({ startWith: 100_200_301 }).unique(),
    /** As typed; null for a user whose provider names no address. */
    email: text(),
    /** The spelling that decides whether two addresses are one. */
    emailKey: text('email_key').unique(),
    emailVerifiedAt: moment('email_verified_at'),
    /** null: comes in through the provider only. */
    passwordHash: text('password_hash'),
    nickName: text('nick_name').notNull().default(''),
    familyName: text('family_name').notNull().default(''),
    givenName: text('given_name').notNull().default(''),
    areaCode: text('area_code').notNull().default(''),
    phone: text().notNull().default(''),
    phoneVerifiedAt: moment('phone_verified_at'),
    antiPhishingCode: text('anti_phishing_code').notNull().default(''),
    locale: text().notNull(),
    frozen: boolean().notNull().default(false),
    /** A sub-account names the account it belongs to. */
    parentId: uuid('parent_id').references((): AnyPgColumn => account.id, { onDelete: 'cascade' }),
    userType: integer('user_type').notNull().default(0),
    vipLevel: integer('vip_level').notNull().default(0),
    identityLevel: integer('identity_level').notNull().default(0),
    accountMode: integer('account_mode').notNull().default(0),
    openOtc: boolean('open_otc').notNull().default(false),
    openContract: boolean('open_contract').notNull().default(false),
    openGtFees: boolean('open_gt_fees').notNull().default(false),
    /** A fund password and an authenticator are the exchange's own; it says here whether the user has them. */
    isFund: boolean('is_fund').notNull().default(false),
    fundValue: boolean('fund_value').notNull().default(false),
    fundDisabled: boolean('fund_disabled').notNull().default(false),
    bindGoogle: boolean('bind_google').notNull().default(false),
    googleEnable: boolean('google_enable').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('account_parent').on(table.parentId),
    index('account_frozen')
      .on(table.frozen)
      .where(sql`${table.frozen}`),
    check('account_email_has_key', sql`(${table.email} is null) = (${table.emailKey} is null)`),
    check('account_has_a_way_in', sql`${table.emailKey} is not null or ${table.passwordHash} is null`),
  ],
);

/** The identity of a user at the connected provider. */
export const accountIdentity = pgTable(
  'account_identity',
  { issuer: text().notNull(), subject: text().notNull(), accountId: ofAccount() },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('account_identity_account').on(table.accountId)],
);

/** Only what the user chose; everything else is the default in the contract. */
export const accountPreference = pgTable('account_preference', {
  accountId: ofAccount().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: moment('updated_at').notNull(),
});

/** An account comes to be when its address is proven. Until then each attempt stands for itself, with its own password. */
export const pendingRegistration = pgTable(
  'pending_registration',
  {
    id: uuid().primaryKey(),
    email: text().notNull(),
    emailKey: text('email_key').notNull(),
    passwordHash: text('password_hash').notNull(),
    locale: text().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    codeHash: text('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('pending_registration_email').on(table.emailKey), index('pending_registration_expiry').on(table.expiresAt)],
);

/** A link and a code sent by mail to an account that exists. */
export const accountCode = pgTable(
  'account_code',
  {
    id: uuid().primaryKey(),
    accountId: ofAccount(),
    purpose: text().notNull(),
    /** Where it was sent: an address, or a number as 'country number'. */
    email: text().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    codeHash: text('code_hash').notNull(),
    attempts: integer().notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('account_code_account').on(table.accountId, table.purpose), index('account_code_expiry').on(table.expiresAt)],
);

export const accountSession = pgTable(
  'account_session',
  {
    id: uuid().primaryKey(),
    accountId: ofAccount(),
    ip: text().notNull(),
    device: text().notNull(),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    /** When, by the word of the provider, the person last showed there who they are. */
    provenAt: moment('proven_at'),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('account_session_account').on(table.accountId, table.ip), index('account_session_expiry').on(table.expiresAt)],
);

/** All refresh tokens of a session are one family; used ones stay, so that a second use is seen. */
export const refreshToken = pgTable(
  'refresh_token',
  {
    hash: text().primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => accountSession.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [index('refresh_token_session').on(table.sessionId), index('refresh_token_expiry').on(table.expiresAt)],
);

export const socketToken = pgTable(
  'socket_token',
  {
    hash: text().primaryKey(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => accountSession.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('socket_token_session').on(table.sessionId), index('socket_token_expiry').on(table.expiresAt)],
);

/** The revocation list: sessions that ended before their cookie did. Outlives the account on purpose. */
export const endedSession = pgTable(
  'ended_session',
  { sessionId: uuid('session_id').primaryKey(), reason: text().notNull(), endedAt: moment('ended_at').notNull() },
  (table) => [index('ended_session_at').on(table.endedAt)],
);

/** Attempts by a hash of whom and whence: nothing personal in here. */
export const attempt = pgTable(
  'attempt',
  { key: text().primaryKey(), count: integer().notNull(), waitUntil: moment('wait_until').notNull(), lastAt: moment('last_at').notNull() },
  (table) => [index('attempt_last').on(table.lastAt)],
);

/** Made once per database, so that every web process signs alike. */
export const signingKey = pgTable('signing_key', {
  name: text().primaryKey(),
  secret: text().notNull(),
  createdAt: moment('created_at').notNull(),
});

/** Views of market lists that a user keeps; they go with the account. */
export const listView = pgTable(
  'list_view',
  {
    id: uuid().primaryKey(),
    accountId: ofAccount(),
    name: text().notNull(),
    address: text().notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [unique('list_view_name').on(table.accountId, table.name)],
);

/** Personal tokens of programs. What is kept of a token itself is its hash. */
export const accessToken = pgTable(
  'access_token',
  {
    id: uuid().primaryKey(),
    accountId: ofAccount(),
    name: text().notNull(),
    hash: text().notNull().unique(),
    scopes: text().array().notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    lastUsedAt: moment('last_used_at'),
    useCount: integer('use_count').notNull().default(0),
  },
  (table) => [index('access_token_account').on(table.accountId), index('access_token_expiry').on(table.expiresAt)],
);

/** The last uses of a token. A new one takes the place of the oldest, so there are never more than there are places. */
export const accessUse = pgTable(
  'access_use',
  {
    tokenId: uuid('token_id')
      .notNull()
      .references(() => accessToken.id, { onDelete: 'cascade' }),
    place: integer().notNull(),
    /** Of all uses of the token, the how-manieth. */
    number: integer().notNull(),
    at: moment('at').notNull(),
    call: text().notNull(),
    network: text().notNull(),
    allowed: boolean().notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenId, table.place] })],
);
