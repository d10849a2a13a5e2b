// SQL of the outbox. A row is claimed by moving the time it is due: when the process that claimed it dies, it is tried again.
// All its times are told and compared by the clock of the database: hosts that judge and hosts that deliver need not agree on theirs.
import type pg from 'pg';
import type { DeliveryReason, DeliveryStatus } from '@tidemark/contract/alerts.ts';
import { summaryFrom } from '@tidemark/contract/alerts.ts';
import { linkedChannels, noticeChannel, type LinkedChannel, type NoticeChannel } from '@tidemark/contract/alert-rules.ts';
import type { PushSubscription } from '#platform/push/push.ts';
import type { FiringFacts } from '../texts.ts';

/** One row of the outbox with what it speaks of; without a key it is a trial, or tells of a channel that was turned off. */
export interface Due {
  readonly id: number;
  readonly userId: string;
  readonly bundle: string | null;
  readonly tries: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** By the same clock as the others. */
  readonly takenAt: Date;
  readonly key: string | null;
  readonly alertId: number | null;
  /** The channel that was turned off. */
  readonly about: LinkedChannel | null;
  readonly firing: FiringFacts | null;
}

/** Rows of one user on one channel that travel together. */
export interface Parcel {
  readonly userId: string;
  readonly channel: NoticeChannel;
  readonly rows: readonly Due[];
}

/** So long is a message worth sending to a connected channel; its tries take ten minutes. */
const linkedLife = `interval '15 minutes'`;
/** Of one person, seconds whose firings are taken at once. */
const secondsAtOnce = 20;

/**
 * Of a burst the newest pop-ups go first: a person who is online does not wait for thousands who are not. linked: to connected channels;
 * rows of users to whose receiver messages are being sent ($5) stay, and no user takes all places. $6: so many firings of a second are
 * one message.
 */
const claim = (order: 'asc' | 'desc', linked = false) => `
  with soon as (
    select user_id, date_trunc('second', created_at) as second, due_at from alert_delivery
    where status = 'pending' and channel = $1 and due_at <= statement_timestamp() ${linked ? 'and user_id <> all($5::uuid[])' : ''}
    order by due_at ${order} limit $2
  ), groups as (
    ${
      linked
        ? `select user_id, second from (
             select user_id, second, min(due_at) as due_at, row_number() over (partition by user_id order by min(due_at)) as nth
             from soon group by user_id, second) g where nth <= ${secondsAtOnce} order by due_at limit $3`
        : `select user_id, second from soon group by user_id, second order by min(due_at) ${order} limit $3`
    }
  ), mine as materialized (
    -- Firings of one second belong into one message: two processes must not take half of them each.
    select user_id, second from groups where pg_try_advisory_xact_lock(hashtextextended(user_id::text || second::text || $1::text, 7273))
  ), taken as materialized (
    -- For each by the index of its user, and below each by its place: a subquery that locks becomes no join, and what else
    -- is asked is asked in a way that rules out every other index. The planner may still think that the outbox is
    -- empty when it holds a hundred thousand.
    select d.place, d.id, d.bundle, d.may_join, g.user_id, g.second from mine g cross join lateral (
      select ctid as place, id, bundle, tries = 0 and log_id is not null as may_join from alert_delivery
      where user_id = g.user_id and created_at >= g.second and created_at < g.second + interval '1 second' and channel + 0 = $1
        and status || '' = 'pending' and due_at + interval '0' <= statement_timestamp() for update skip locked
    ) d
  ), bundled as (
    -- What was sent by itself before, and not acknowledged, stays by itself: in a summary it would be another message. So does what
    -- tells of no firing: the whole message would live as long as a trial, and be tried as often.
    select place, coalesce(bundle,
      case when may_join and count(*) over w >= ${linked ? '$6::int' : summaryFrom} then 's' || min(id) over w end) as bundle
    from taken window w as (partition by user_id, second, bundle is null and may_join)
  ), claimed as (
    update alert_delivery d set tries = d.tries + 1, due_at = clock_timestamp() + $4 * interval '1 millisecond', bundle = b.bundle
      from bundled b where d.ctid = b.place
    returning d.id, d.user_id, d.bundle, d.tries, d.created_at, d.expires_at, d.log_id, d.about
  )
  select c.id::float8 as id, c.user_id as "userId", c.bundle, c.tries, c.created_at as "createdAt",
    ${linked ? `case when c.log_id is null then c.expires_at else c.created_at + ${linkedLife} end` : 'c.expires_at'} as "expiresAt",
    clock_timestamp() as "takenAt", l.key, l.alert_id::float8 as "alertId", c.about,
    case when l.id is not null then json_build_object('businessLine', l.business_line, 'symbolId', l.symbol_id, 'type', l.type,
      'source', l.source, 'price', l.price::text, 'priceUp', l.price_up::text,
      'priceDown', l.price_down::text, 'firingPrice', l.firing_price::text, 'anchor', l.anchor::text,
      'happenedAt', extract(epoch from l.happened_at) * 1000, 'lateness', l.lateness,
      'moreCount', l.more_count, 'moreSince', extract(epoch from l.more_since) * 1000, 'ad', l.ad, 'note',
      -- Of now: the judge writes its rows without it, and a burst of them carries nothing that a person wrote.
      (select a.note from alert a where a.id = l.alert_id)) end as firing
  from claimed c left join alert_log l on l.id = c.log_id order by c.id`;

const [oldestFirst, newestFirst, toLinked] = [claim('asc'), claim('desc'), claim('asc', true)];

export type DueRow = Omit<Due, 'firing'> & {
  readonly firing: (Omit<FiringFacts, 'happenedAt' | 'moreSince'> & { happenedAt: number; moreSince: number | null }) | null;
};

export function parcelsOf(channel: NoticeChannel, rows: readonly DueRow[]): Parcel[] {
  const due: Due[] = rows.map(({ firing, ...row }) => ({
    ...row,
    firing: firing && {
      ...firing,
      happenedAt: new Date(firing.happenedAt),
      moreSince: firing.moreSince === null ? null : new Date(firing.moreSince),
    },
  }));
  const parcels = Map.groupBy(due, ({ id, bundle }) => bundle ?? String(id));
  return [...parcels.values()].map((together) => ({ userId: together[0]!.userId, channel, rows: together }));
}

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(pool: pg.Pool) {
  return {
    /** Rows that are due, grouped into what is sent as one message; no other process takes them for heldMs. */
    async claim(channel: NoticeChannel, heldMs: number, most: number): Promise<Parcel[]> {
      const { rows } = await pool.query<DueRow>({
        // Without a name: a plan made for an outbox of three would be kept for one of a hundred thousand.
        text: channel === noticeChannel.pop ? newestFirst : oldestFirst,
        values: [channel, most * 4, most, heldMs],
      });
      return parcelsOf(channel, rows);
    },

    /** Connected channels on which something is due. */
    async linkedDue(): Promise<LinkedChannel[]> {
      const { rows } = await pool.query<{ channel: LinkedChannel }>({
        name: 'alerts_linked_due',
        text: `select c.channel from unnest($1::smallint[]) as c(channel) where exists (select 1 from alert_delivery d
          where d.channel = c.channel and d.status = 'pending' and d.due_at <= statement_timestamp())`,
        values: [linkedChannels],
      });
      return rows.map(({ channel }) => channel);
    },
    /** As above. A program is told each firing by itself; a person four or more of a second in one message. */
    async claimLinked(channel: LinkedChannel, heldMs: number, most: number, busy: readonly string[]): Promise<Parcel[]> {
      const together = channel === noticeChannel.webhook ? 2 ** 31 - 1 : summaryFrom;
      const { rows } = await pool.query<DueRow>({ text: toLinked, values: [channel, most * 4, most, heldMs, busy, together] });
      return parcelsOf(channel, rows);
    },

    async finish(ids: readonly number[], status: DeliveryStatus, reason: DeliveryReason | null): Promise<void> {
      const isSent = status === 'sent' || status === 'acknowledged';
      await pool.query({
        name: 'alerts_finish',
        text: `update alert_delivery set status = $2, reason = $3, 
                 sent_at = case when $4 then coalesce(sent_at, clock_timestamp()) else sent_at end,
                 acknowledged_at = case when $2 = 'acknowledged' then clock_timestamp() else acknowledged_at end
               where id = any($1::bigint[]) and status in ('pending', 'sent')`,
        values: [ids, status, reason, isSent],
      });
    },
    async tryAgain(ids: readonly number[], afterMs: number): Promise<void> {
      await pool.query({
        name: 'alerts_try_again',
        text: `update alert_delivery set due_at = clock_timestamp() + $2 * interval '1 millisecond' where id = any($1::bigint[])
          and status || '' = 'pending'`,
        values: [ids, afterMs],
      });
    },
    /** They join what else the running second brings, and were not tried. */
    async tryNextSecond(ids: readonly number[]): Promise<void> {
      await pool.query({
        name: 'alerts_try_next_second',
        text: `update alert_delivery set tries = tries - 1, due_at = date_trunc('second', clock_timestamp()) + interval '1 second'
          where id = any($1::bigint[]) and status || '' = 'pending'`,
        values: [ids],
      });
    },

    async browsers(userId: string, deliveryId: number): Promise<PushSubscription[]> {
      const { rows } = await pool.query<{ endpoint: string; p256dh: string; auth: string }>(
        `select s.endpoint, s.p256dh, s.auth from push_subscription s where s.user_id = $1 and not exists (select 1 from push_sent p
         where p.delivery_id = $2 and p.endpoint = s.endpoint)`,
        [userId, deliveryId],
      );
      return rows.map(({ endpoint, p256dh, auth }) => ({ endpoint, keys: { p256dh, auth } }));
    },
    async hasSentPush(deliveryId: number): Promise<boolean> {
      return (await pool.query('select 1 from push_sent where delivery_id = $1 limit 1', [deliveryId])).rows.length > 0;
    },
    async markPushed(deliveryId: number, endpoint: string): Promise<void> {
      await pool.query('insert into push_sent (delivery_id, endpoint) values ($1, $2) on conflict do nothing', [deliveryId, endpoint]);
    },
    async forgetBrowser(endpoint: string): Promise<void> {
      await pool.query('delete from push_subscription where endpoint = $1', [endpoint]);
    },

    /** By channel. */
    async depth(): Promise<Map<number, { readonly waiting: number; readonly oldestSeconds: number }>> {
      const { rows } = await pool.query<{ channel: number; waiting: number; oldestSeconds: number }>(
        `select channel, count(*)::int as waiting, extract(epoch from clock_timestamp() - min(created_at))::float8 as "oldestSeconds"
         from alert_delivery where status = 'pending' group by channel`,
      );
      return new Map(rows.map(({ channel, ...waiting }) => [channel, waiting]));
    },
  };
}
