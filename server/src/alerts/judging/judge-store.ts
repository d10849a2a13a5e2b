// SQL of whoever judges. One connection does all of it and holds the locks of the partitions too: when it is lost, so are the
// locks, and with them the right to write; whoever judges on without noticing cannot commit anything.
import type pg from 'pg';
import { noticeChannel } from '@tidemark/contract/alerts.ts';
import type { Born } from '../minute-seen.ts';
import type { Checkpoint } from '../missed.ts';
import { partitionCount } from '../partition.ts';
import type { Standing } from '../standing.ts';

export interface JudgedAlert {
  readonly id: number;
  readonly symbolId: string;
  readonly businessLine: number;
  readonly type: number;
  readonly source: number;
  readonly frequency: number;
  readonly price: string | null;
  readonly priceUp: string | null;
  readonly priceDown: string | null;
  readonly tick: string;
  readonly timeZone: number;
  readonly partition: number;
  readonly version: number;
  readonly isArmed: boolean;
  readonly standing: Standing;
  readonly born: Born | null;
}

/** A firing in decimals, as it is kept. */
export interface KeptFiring {
  readonly alertId: number;
  readonly version: number;
  readonly fireSeq: number;
  readonly price: string;
  readonly priceBefore: string | null;
  readonly anchor: string | null;
  readonly happenedAt: number;
  readonly detectedAt: number;
  readonly lateness: string | null;
  readonly suppressedBy: string | null;
  readonly moreCount: number | null;
  readonly moreSince: number | null;
  readonly ad: string | null;
}

export interface Batch {
  readonly firings: readonly KeptFiring[];
  /** The newest of each alert. */
  readonly standings: ReadonlyMap<number, Standing>;
  readonly checkpoints: ReadonlyMap<string, { readonly partition: number; readonly checkpoint: Checkpoint }>;
}

const partitionLock = 7_273_001;
const memberLock = 7_273_002;

const alertColumns = `a.id::float8 as id, a.symbol_id as "symbolId", a.business_line as "businessLine", a.type, a.source, a.frequency, a.price, a.price_up as "priceUp",
  a.price_down as "priceDown", a.tick, a.time_zone as "timeZone", a.partition, a.version, (a.is_open and a.deleted_at is null) as "isArmed", s.standing, s.born`;

const saveStandings = `
  update alert_state st set fire_seq = n.fire_seq, judged_at = n.judged_at, standing = n.standing::jsonb
  from unnest($1::bigint[], $2::int[], $3::int[], $4::bigint[], $5::text[]) as n(alert_id, version, fire_seq, judged_at, standing)
  where st.alert_id = n.alert_id and st.version = n.version and st.fire_seq <= n.fire_seq and st.judged_at <= n.judged_at`;

const saveCheckpoints = `
  insert into alert_series (name, partition, checkpoint)
  select n.name, n.partition, n.checkpoint::jsonb from unnest($1::text[], $2::int[], $3::text[]) as n(name, partition, checkpoint)
  on conflict (name) do update set checkpoint = excluded.checkpoint`;

/** Log, deliveries and, for alerts that fire only once, the switch. A firing of a version that is gone leaves no trace. */
const saveFirings = `
  with fired as (
    select * from unnest($1::bigint[], $2::int[], $3::int[], $4::numeric[], $5::numeric[], $6::numeric[], $7::float8[], $8::float8[], $9::text[], $10::text[], $11::int[], $12::float8[], $13::text[])
      with ordinality as f(alert_id, version, fire_seq, price, price_before, anchor, happened_at, detected_at, lateness, suppressed_by, more_count, more_since, ad, place)
  ), logged as (
    insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, price_up, price_down, firing_price, price_before, anchor,
      happened_at, detected_at, lateness, suppressed_by, more_count, more_since, ad, is_read, created_at)
    select f.alert_id || ':' || f.version || ':' || f.fire_seq, a.id, a.user_id, a.business_line, a.symbol_id, a.type, a.source, a.frequency, a.price, a.price_up, a.price_down, f.price, f.price_before, f.anchor,
      to_timestamp(f.happened_at / 1000), to_timestamp(f.detected_at / 1000), f.lateness, f.suppressed_by, f.more_count, to_timestamp(f.more_since / 1000), f.ad::jsonb, f.suppressed_by is not null, to_timestamp($14::float8 / 1000)
    from fired f join alert a on a.id = f.alert_id and a.version = f.version and a.is_open and a.deleted_at is null
    order by f.place
    on conflict (key) do nothing
    returning id, alert_id, user_id, lateness, suppressed_by, happened_at
  ), counted as (
    update alert_state st set fired_count = st.fired_count + l.times, fired_at = l.last_at
    from (select alert_id, count(*)::int as times, max(happened_at) as last_at from logged where suppressed_by is null group by alert_id) l
    where st.alert_id = l.alert_id
  ), closed as (
    update alert a set is_open = false, changed_at = clock_timestamp() from logged l where a.id = l.alert_id and a.frequency = 3
  ), sent as (
    insert into alert_delivery (log_id, user_id, channel, status, reason, created_at, due_at, expires_at, sent_at)
    select l.id, l.user_id, c.channel,
      case when c.channel = ${noticeChannel.station} then 'sent' when l.lateness = 'logOnly' then 'suppressed' else 'pending' end,
      case when c.channel <> ${noticeChannel.station} and l.lateness = 'logOnly' then 'late' end,
      t.at,
      -- Notices of one second travel in one message, so what is not in a hurry waits for the second to be over.
      case when c.channel = ${noticeChannel.pop} then t.at else date_trunc('second', t.at) + interval '1 second' end,
      t.at + case c.channel when ${noticeChannel.push} then interval '10 minutes' when ${noticeChannel.sms} then interval '5 minutes' when ${noticeChannel.email} then interval '30 minutes' else interval '2 minutes' end,
      case when c.channel = ${noticeChannel.station} then t.at end
    from logged l
    join alert a on a.id = l.alert_id
    cross join lateral (select distinct unnest(a.channels || ${noticeChannel.station}::smallint) as channel) c
    cross join (select to_timestamp($14::float8 / 1000) as at) t
    where l.suppressed_by is null
    returning 1
  )
  select (select count(*) from logged)::int as logged, (select count(*) from sent)::int as sent`;

export type JudgeStore = ReturnType<typeof createJudgeStore>;

export function createJudgeStore(client: pg.Client) {
  const column = <T, K>(rows: readonly T[], pick: (row: T) => K): K[] => rows.map(pick);
  return {
    /** Says that this process judges; answers how many do. */
    async join(): Promise<void> {
      await client.query('select pg_advisory_lock_shared($1, 0)', [memberLock]);
    },
    async members(): Promise<number> {
      const { rows } = await client.query<{ members: number }>(
        `select count(distinct pid)::int as members from pg_locks where locktype = 'advisory' and classid = $1 and database = (select oid from pg_database where datname = current_database()) and granted`,
        [memberLock],
      );
      return Math.max(1, rows[0]!.members);
    },
    /** Of the given partitions those that are free, at most so many; they are held from now on. */
    async acquire(partitions: readonly number[], most: number): Promise<number[]> {
      const got: number[] = [];
      for (const partition of partitions) {
        if (got.length >= most) break;
        const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', [partitionLock, partition]);
        if (rows[0]!.got) got.push(partition);
      }
      return got;
    },
    async release(partitions: readonly number[]): Promise<void> {
      for (const partition of partitions) await client.query('select pg_advisory_unlock($1, $2)', [partitionLock, partition]);
    },

    /** By the clock of the database. */
    async now(): Promise<Date> {
      return (await client.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now;
    },

    async armed(partition: number, afterId: number, limit: number): Promise<JudgedAlert[]> {
      const { rows } = await client.query<JudgedAlert>(
        `select ${alertColumns} from alert a join alert_state s on s.alert_id = a.id where a.partition = $1 and a.id > $2 and a.is_open and a.deleted_at is null order by a.id limit $3`,
        [partition, afterId, limit],
      );
      return rows;
    },
    async changedSince(since: Date, afterId: number, limit: number): Promise<(JudgedAlert & { changedAt: Date })[]> {
      const { rows } = await client.query<JudgedAlert & { changedAt: Date }>(
        `select ${alertColumns}, a.changed_at as "changedAt" from alert a join alert_state s on s.alert_id = a.id where (a.changed_at, a.id) > ($1, $2) order by a.changed_at, a.id limit $3`,
        [since, afterId, limit],
      );
      return rows;
    },
    async checkpoints(partitions: readonly number[]): Promise<Map<string, Checkpoint>> {
      const { rows } = await client.query<{ name: string; checkpoint: Checkpoint }>('select name, checkpoint from alert_series where partition = any($1)', [partitions]);
      return new Map(rows.map(({ name, checkpoint }) => [name, checkpoint]));
    },

    /** One commit. Answers the deliveries that wait now. */
    async save({ firings, standings, checkpoints }: Batch, now: number): Promise<number> {
      const kept = [...standings];
      const saveKept = () =>
        client.query({
          name: 'alerts_standings',
          text: saveStandings,
          values: [column(kept, ([id]) => id), column(kept, ([, s]) => s.version), column(kept, ([, s]) => s.fireSeq), column(kept, ([, s]) => s.judgedAt), column(kept, ([, s]) => JSON.stringify(s))],
        });
      const points = [...checkpoints];
      const savePoints = () =>
        client.query({ name: 'alerts_checkpoints', text: saveCheckpoints, values: [column(points, ([name]) => name), column(points, ([, p]) => p.partition), column(points, ([, p]) => JSON.stringify(p.checkpoint))] });

      await client.query('begin');
      try {
        let sent = 0;
        if (firings.length > 0) {
          // The alert before its state: whoever edits takes them in this order.
          await client.query({ name: 'alerts_lock', text: 'select 1 from alert where id = any($1::bigint[]) order by id for no key update', values: [column(firings, (f) => f.alertId)] });
          const { rows } = await client.query<{ sent: number }>({
            name: 'alerts_firings',
            text: saveFirings,
            values: [
              column(firings, (f) => f.alertId), column(firings, (f) => f.version), column(firings, (f) => f.fireSeq), column(firings, (f) => f.price), column(firings, (f) => f.priceBefore),
              column(firings, (f) => f.anchor), column(firings, (f) => f.happenedAt), column(firings, (f) => f.detectedAt), column(firings, (f) => f.lateness), column(firings, (f) => f.suppressedBy),
              column(firings, (f) => f.moreCount), column(firings, (f) => f.moreSince), column(firings, (f) => f.ad), now,
            ],
          });
          sent = rows[0]!.sent;
        }
        if (kept.length > 0) await saveKept();
        if (points.length > 0) await savePoints();
        await client.query('commit');
        return sent;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    },
  };
}

export const allPartitions: readonly number[] = Array.from({ length: partitionCount }, (_, at) => at);
