// SQL of the channels that people connect, of codes that connect a chat, and of the one process that listens to the bot.
import type pg from 'pg';
import { linkedChannelRule, noticeChannel, type LinkedChannel } from '@tidemark/contract/alert-rules.ts';

export interface LinkedRow {
  readonly channel: LinkedChannel;
  readonly label: string;
  readonly isOn: boolean;
  readonly linkedAt: Date;
  readonly lastSentAt: Date | null;
  readonly failures: number;
}

export type ChannelStore = ReturnType<typeof createChannelStore>;

const columns = 'channel, label, is_on as "isOn", linked_at as "linkedAt", last_sent_at as "lastSentAt", failures';
/** How exact the time of the last message is. */
const sentEvery = `interval '1 minute'`;

export function createChannelStore(pool: Pick<pg.Pool, 'query'>) {
  return {
    async list(userId: string): Promise<LinkedRow[]> {
      return (await pool.query<LinkedRow>(`select ${columns} from alert_channel where user_id = $1 order by channel`, [userId])).rows;
    },
    async save(userId: string, channel: LinkedChannel, target: string, label: string): Promise<LinkedRow> {
      const { rows } = await pool.query<LinkedRow>(
        `insert into alert_channel (user_id, channel, target, label, linked_at) values ($1, $2, $3, $4, clock_timestamp())
         on conflict (user_id, channel) do update set target = excluded.target, label = excluded.label, linked_at = excluded.linked_at,
           is_on = true, failures = 0, last_sent_at = null
         returning ${columns}`,
        [userId, channel, target, label],
      );
      return rows[0]!;
    },
    async resume(userId: string, channel: LinkedChannel): Promise<LinkedRow | null> {
      const { rows } = await pool.query<LinkedRow>(
        `update alert_channel set is_on = true, failures = 0 where user_id = $1 and channel = $2 returning ${columns}`,
        [userId, channel],
      );
      return rows[0] ?? null;
    },
    async remove(userId: string, channel: LinkedChannel): Promise<void> {
      await pool.query('delete from alert_channel where user_id = $1 and channel = $2', [userId, channel]);
    },
    async forget(userIds: readonly string[]): Promise<void> {
      await pool.query('delete from alert_channel where user_id = any($1::uuid[])', [userIds]);
      await pool.query('delete from alert_link where user_id = any($1::uuid[])', [userIds]);
    },

    async target(userId: string, channel: LinkedChannel): Promise<{ target: string; isOn: boolean } | null> {
      const { rows } = await pool.query<{ target: string; isOn: boolean }>({
        name: 'alerts_channel_target',
        text: 'select target, is_on as "isOn" from alert_channel where user_id = $1 and channel = $2',
        values: [userId, channel],
      });
      return rows[0] ?? null;
    },
    /** Writes nothing while all is well and was so a moment ago. */
    async worked(userId: string, channel: LinkedChannel): Promise<void> {
      await pool.query({
        name: 'alerts_channel_worked',
        text: `update alert_channel set failures = 0, last_sent_at = clock_timestamp() where user_id = $1 and channel = $2
          and (failures > 0 or last_sent_at is null or last_sent_at < clock_timestamp() - ${sentEvery})`,
        values: [userId, channel],
      });
    },
    /** What was sealed into this target failed. Turns it off when that was once too often, and leaves word of it for the person. */
    async failed(userId: string, channel: LinkedChannel, target: string, isGone: boolean): Promise<void> {
      await pool.query(
        `with failed as (
           update alert_channel set failures = failures + 1, is_on = not $4 and failures + 1 < $5
             where user_id = $1 and channel = $2 and target = $3 and is_on returning is_on
         )
         insert into alert_delivery (log_id, user_id, channel, about, status, created_at, due_at, expires_at)
         select null, $1, told.channel, $2, 'pending', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '30 minutes'
           from failed cross join unnest($6::smallint[]) as told(channel) where not failed.is_on`,
        [userId, channel, target, isGone, linkedChannelRule.failuresUntilOff, [noticeChannel.pop, noticeChannel.push, noticeChannel.email]],
      );
    },

    /** One code a person: the one before is over. */
    async addLink(userId: string, hash: string): Promise<Date> {
      const { rows } = await pool.query<{ expiresAt: Date }>(
        `insert into alert_link (user_id, hash, expires_at) values ($1, $2, clock_timestamp() + $3 * interval '1 minute')
         on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at returning expires_at as "expiresAt"`,
        [userId, hash, linkedChannelRule.linkMinutes],
      );
      return rows[0]!.expiresAt;
    },
    /** Whose code it is; it is good for one answer. */
    async takeLink(hash: string): Promise<string | null> {
      const { rows } = await pool.query<{ userId: string; isAlive: boolean }>(
        `delete from alert_link where hash = $1 returning user_id as "userId", expires_at > clock_timestamp() as "isAlive"`,
        [hash],
      );
      return rows[0]?.isAlive ? rows[0].userId : null;
    },

    /** The name of the bot; null: no process has learned it yet. */
    async botName(): Promise<string | null> {
      return (await pool.query<{ name: string | null }>('select name from alert_bot where id = 1')).rows[0]?.name ?? null;
    },
    async nameBot(name: string): Promise<void> {
      await pool.query('insert into alert_bot (id, name) values (1, $1) on conflict (id) do update set name = excluded.name', [name]);
    },
    /** Number of the next update, for the process that holds the lease to listen for so long; null: another process holds it. */
    async listen(listener: string, forMs: number): Promise<number | null> {
      const { rows } = await pool.query<{ next: number }>(
        `update alert_bot set listener = $1, listens_until = clock_timestamp() + $2 * interval '1 millisecond'
         where id = 1 and (listener = $1 or listens_until is null or listens_until < clock_timestamp())
         returning next_update::float8 as next`,
        [listener, forMs],
      );
      return rows[0]?.next ?? null;
    },
    async heard(listener: string, next: number): Promise<void> {
      await pool.query('update alert_bot set next_update = $2 where id = 1 and listener = $1', [listener, next]);
    },
    async stopListening(listener: string): Promise<void> {
      await pool.query('update alert_bot set listens_until = null where id = 1 and listener = $1', [listener]);
    },
  };
}
