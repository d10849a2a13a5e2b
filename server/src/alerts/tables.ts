import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const ofAlert = (name = 'alert_id') => bigint(name, { mode: 'number' });

/** Every change of a user's alerts locks this row first, so that limits hold for requests at the same moment. */
export const alertUser = pgTable('alert_user', { userId: uuid('user_id').primaryKey() });

export const alert = pgTable(
  'alert',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: uuid('user_id').notNull(),
    clientKey: text('client_key').notNull(),
    businessLine: smallint('business_line').notNull(),
    contractLine: smallint('contract_line'),
    symbolId: text('symbol_id').notNull(),
    type: smallint().notNull(),
    source: smallint().notNull(),
    frequency: smallint().notNull(),
    price: numeric(),
    priceUp: numeric('price_up'),
    priceDown: numeric('price_down'),
    channels: smallint().array().notNull(),
    /** What its owner wrote to it; messages carry it. */
    note: text(),
    isOpen: boolean('is_open').notNull(),
    version: integer().notNull(),
    /** The tick it was set on: the grid it is judged on, even when the symbol's tick changes. */
    tick: text().notNull(),
    /** Of its user, as the engine counts days for it. */
    timeZone: smallint('time_zone').notNull(),
    /** Of its symbol; the judge that has the lease of the partition judges it. */
    partition: smallint().notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
    /** By the clock of the database: engines ask for what changed since. */
    changedAt: moment('changed_at').notNull(),
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    unique('alert_client_key').on(table.userId, table.clientKey),
    uniqueIndex('alert_once')
      .on(
        table.userId,
        table.businessLine,
        table.symbolId,
        table.type,
        table.source,
        sql`coalesce(${table.price}, 0)`,
        sql`coalesce(${table.priceUp}, 0)`,
        sql`coalesce(${table.priceDown}, 0)`,
      )
      .where(sql`${table.deletedAt} is null`),
    // Not by is_open: an alert that fires for the only time is closed, and that must touch no index.
    index('alert_armed')
      .on(table.partition, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('alert_changed').on(table.changedAt),
    index('alert_deleted')
      .on(table.deletedAt)
      .where(sql`${table.deletedAt} is not null`),
    check('alert_has_values', sql`${table.price} is not null or (${table.priceUp} is not null and ${table.priceDown} is not null)`),
  ],
);

/** Where an alert stands, as the engine says it. fire_seq only grows within a version. */
export const alertState = pgTable('alert_state', {
  alertId: ofAlert()
    .primaryKey()
    .references(() => alert.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  fireSeq: integer('fire_seq').notNull(),
  judgedAt: bigint('judged_at', { mode: 'number' }).notNull(),
  /** Over all versions, deliveries only. */
  firedCount: integer('fired_count').notNull().default(0),
  firedAt: moment('fired_at'),
  standing: jsonb().notNull(),
  /** What had been seen of its first minute when this version began; null where that is not known. */
  born: jsonb(),
});

/** How far each series has been judged. */
export const alertSeries = pgTable(
  'alert_series',
  { name: text().primaryKey(), partition: smallint().notNull(), checkpoint: jsonb().notNull() },
  (table) => [index('alert_series_partition').on(table.partition)],
);

/**
 * Who judges: one row for each life of a judge, its number growing with every life. A row whose heartbeat is old is removed by the
 * judge that finds it, and with the row goes the right to write: every write of a judge locks its own row first.
 */
export const alertJudge = pgTable('alert_judge', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** The server's process of the connection that writes: when it is gone, no judge need wait for the heartbeat to grow old. */
  backend: integer().notNull(),
  /** Ticks flow; false while a stretch that no judge saw comes first. */
  isJudging: boolean('is_judging').notNull().default(false),
  seenAt: moment('seen_at').notNull(),
});

/** The lease holder of each partition; null: none. */
export const alertLease = pgTable('alert_lease', {
  partition: smallint().primaryKey(),
  judge: bigint({ mode: 'number' }).references(() => alertJudge.id, { onDelete: 'set null' }),
});

/** What alerts did: also the station message of the user. Outlives its alert. */
export const alertLog = pgTable(
  'alert_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** alertId:version:fireSeq */
    key: text().notNull().unique('alert_log_key'),
    alertId: ofAlert().notNull(),
    userId: uuid('user_id').notNull(),
    businessLine: smallint('business_line').notNull(),
    symbolId: text('symbol_id').notNull(),
    type: smallint().notNull(),
    source: smallint().notNull(),
    frequency: smallint().notNull(),
    price: numeric(),
    priceUp: numeric('price_up'),
    priceDown: numeric('price_down'),
    firingPrice: numeric('firing_price').notNull(),
    priceBefore: numeric('price_before'),
    anchor: numeric(),
    happenedAt: moment('happened_at').notNull(),
    detectedAt: moment('detected_at').notNull(),
    /** late or logOnly; null for what was seen as it happened. */
    lateness: text(),
    /** The ticks of that stretch were not known: it was judged from minute candles. */
    isFromCandles: boolean('is_from_candles').notNull().default(false),
    suppressedBy: text('suppressed_by'),
    moreCount: integer('more_count'),
    moreSince: moment('more_since'),
    ad: jsonb(),
    isRead: boolean('is_read').notNull().default(false),
    /** When it was read for the first time. */
    readAt: moment('read_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    // is_read travels along, so that what is unread is counted without a second index.
    index('alert_log_user').on(table.userId, table.id, table.isRead),
    index('alert_log_age').using('brin', table.createdAt),
  ],
);

/** The outbox: one row per firing and channel but the station, whose message is the row of the log, and trial notices. */
export const alertDelivery = pgTable(
  'alert_delivery',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * null: a trial notice. Written with its log row in one statement and removed before it: no foreign key looks at each of a hundred
     * thousand.
     */
    logId: bigint('log_id', { mode: 'number' }),
    userId: uuid('user_id').notNull(),
    channel: smallint().notNull(),
    /** Without a log row: the channel it tells of, which was turned off; null: a trial. */
    about: smallint(),
    status: text().notNull(),
    reason: text(),
    /** The message this one travels in, when several travel in one. */
    bundle: text(),
    tries: smallint().notNull().default(0),
    createdAt: moment('created_at').notNull(),
    /** When to try (again); each try moves it on first, so that one that dies is repeated. */
    dueAt: moment('due_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    sentAt: moment('sent_at'),
    acknowledgedAt: moment('acknowledged_at'),
  },
  (table) => [
    uniqueIndex('alert_delivery_once').on(table.logId, table.channel),
    index('alert_delivery_due')
      .on(table.channel, table.dueAt)
      .where(sql`${table.status} = 'pending'`),
    index('alert_delivery_user').on(table.userId, table.createdAt),
  ],
);

/**
 * Firings of a burst that are decided and not written out yet, some at a time: each column a list with one place for each of them. Kept in
 * one commit with how far their series are judged; a row goes in the commit that writes its firings into log, state and outbox.
 */
export const alertPart = pgTable('alert_part', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  /** Of its alerts. The judge that takes one of them over writes the part out before anything else. */
  partitions: smallint().array().notNull(),
  decidedAt: moment('decided_at').notNull(),
  alertIds: bigint('alert_ids', { mode: 'number' }).array().notNull(),
  versions: integer().array().notNull(),
  fireSeqs: integer('fire_seqs').array().notNull(),
  prices: numeric().array().notNull(),
  pricesBefore: numeric('prices_before').array().notNull(),
  anchors: numeric().array().notNull(),
  happenedAt: doublePrecision('happened_at').array().notNull(),
  detectedAt: doublePrecision('detected_at').array().notNull(),
  latenesses: text().array().notNull(),
  /** null: written by a version that did not keep it. */
  fromCandles: boolean('from_candles').array(),
  suppressedBy: text('suppressed_by').array().notNull(),
  moreCounts: integer('more_counts').array().notNull(),
  moreSince: doublePrecision('more_since').array().notNull(),
  /** One a line, as JSON. */
  ads: text().notNull(),
  /** How often the alert is delivered here. */
  times: integer().array().notNull(),
  judgedAt: bigint('judged_at', { mode: 'number' }).array().notNull(),
  firedAt: doublePrecision('fired_at').array().notNull(),
  /** Place of the standing after it in the list of different ones; null: a later firing of the same alert tells. */
  standingPlaces: integer('standing_places').array().notNull(),
  standings: jsonb().notNull(),
});

/** A browser that takes push, as long as the session it was subscribed in. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    endpoint: text().primaryKey(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('push_subscription_user').on(table.userId), index('push_subscription_session').on(table.sessionId)],
);

/** Browsers to which a push of a delivery has gone already: a second try leaves them alone. */
export const pushSent = pgTable(
  'push_sent',
  {
    deliveryId: bigint('delivery_id', { mode: 'number' })
      .notNull()
      .references(() => alertDelivery.id, { onDelete: 'cascade' }),
    endpoint: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.deliveryId, table.endpoint] })],
);

/** Made once per database, so that every process pushes under one name. */
export const vapidKey = pgTable('vapid_key', {
  id: integer().primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
});

/** Where messages of a person go, as they said. The target is sealed with a key that is not in the database. */
export const alertChannel = pgTable(
  'alert_channel',
  {
    userId: uuid('user_id').notNull(),
    channel: smallint().notNull(),
    target: text().notNull(),
    /** What it is known by. */
    label: text().notNull(),
    isOn: boolean('is_on').notNull().default(true),
    linkedAt: moment('linked_at').notNull(),
    lastSentAt: moment('last_sent_at'),
    /** Messages that failed since then. */
    failures: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.userId, table.channel] })],
);

/** A code that a person sends to the bot from the chat that is to be theirs; only its hash is kept. */
export const alertLink = pgTable('alert_link', {
  userId: uuid('user_id').primaryKey(),
  hash: text().notNull().unique('alert_link_hash'),
  expiresAt: moment('expires_at').notNull(),
});

/** The bot of this site: one row. One process at a time listens to it. */
export const alertBot = pgTable('alert_bot', {
  id: smallint().primaryKey(),
  name: text(),
  nextUpdate: bigint('next_update', { mode: 'number' }).notNull().default(0),
  listener: text(),
  listensUntil: moment('listens_until'),
});

/** Whose rows these are; states go with their alert, pushes with their delivery. */
export const ownerColumns = [
  alertUser.userId,
  alert.userId,
  alertLog.userId,
  alertDelivery.userId,
  pushSubscription.userId,
  alertChannel.userId,
  alertLink.userId,
];
