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
  /** How the alert stands after it. */
  readonly standing: Readonly<Standing>;
}

export interface Batch {
  readonly firings: readonly KeptFiring[];
  /** Of alerts that changed without a firing, or after their last one; the newest of each. */
  readonly standings: ReadonlyMap<number, Readonly<Standing>>;
  readonly checkpoints: ReadonlyMap<string, { readonly partition: number; readonly checkpoint: Checkpoint }>;
}

const partitionLock = 7_273_001;
const memberLock = 7_273_002;

const alertColumns = `a.id::float8 as id, a.symbol_id as "symbolId", a.business_line as "businessLine", a.type, a.source, a.frequency, a.price, a.price_up as "priceUp",
  a.price_down as "priceDown", a.tick, a.time_zone as "timeZone", a.partition, a.version, (a.is_open and a.deleted_at is null) as "isArmed", s.standing, s.born`;

/**
 * All that came of some ticks, in one statement: log, deliveries, standings, checkpoints and, for alerts that fire only once, the switch.
 * A firing of a version that is gone leaves no trace. The alert is locked before its state: whoever edits takes them in this order.
 * Every join is one by a primary key: whatever the planner thinks of the size of its lists, none is read once for each row of another.
 * The first is a subquery that locks, which no plan can turn into a hash of all armed alerts.
 */
const saveAll = `
  with fired as materialized (
    select f.*, a.user_id, a.business_line, a.symbol_id, a.type, a.source, a.frequency, a.price as target, a.price_up, a.price_down
    from (select * from unnest($1::bigint[], $2::int[], $3::int[], $4::numeric[], $5::numeric[], $6::numeric[], $7::float8[], $8::float8[], $9::text[], $10::text[], $11::int[], $12::float8[], string_to_array($13, E'\\n', ''), $15::int[], $16::bigint[], $17::int[], $26::float8[])
      with ordinality as f(alert_id, version, fire_seq, price, price_before, anchor, happened_at, detected_at, lateness, suppressed_by, more_count, more_since, ad, times, judged_at, standing, fired_at, place)
      order by alert_id) f
    cross join lateral (select * from alert where id = f.alert_id and version = f.version and is_open and deleted_at is null for no key update) a
  ), moment as materialized (
    select to_timestamp($14::float8 / 1000) as at
  ), logged as (
    insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, price_up, price_down, firing_price, price_before, anchor,
      happened_at, detected_at, lateness, suppressed_by, more_count, more_since, ad, is_read, created_at)
    select f.alert_id || ':' || f.version || ':' || f.fire_seq, f.alert_id, f.user_id, f.business_line, f.symbol_id, f.type, f.source, f.frequency, f.target, f.price_up, f.price_down, f.price, f.price_before, f.anchor,
      to_timestamp(f.happened_at / 1000), to_timestamp(f.detected_at / 1000), f.lateness, f.suppressed_by, f.more_count, to_timestamp(f.more_since / 1000), f.ad::jsonb, f.suppressed_by is not null, t.at
    from fired f cross join moment t
    order by f.place
    on conflict (key) do nothing
    returning id, alert_id, user_id, lateness, suppressed_by
  ), stood as (
    update alert_state st set fire_seq = f.fire_seq, judged_at = f.judged_at, standing = $27::jsonb -> f.standing,
      fired_count = st.fired_count + case when st.fire_seq < f.fire_seq then f.times else 0 end,
      fired_at = coalesce(to_timestamp(f.fired_at / 1000), st.fired_at)
    from fired f
    where f.standing is not null and st.alert_id = f.alert_id and st.version = f.version and st.fire_seq <= f.fire_seq and st.judged_at <= f.judged_at
  ), changed as (
    update alert_state st set fire_seq = n.fire_seq, judged_at = n.judged_at, standing = n.standing::jsonb
    from unnest($18::bigint[], $19::int[], $20::int[], $21::bigint[], string_to_array($22, E'\\n')) as n(alert_id, version, fire_seq, judged_at, standing)
    where st.alert_id = n.alert_id and st.version = n.version and st.fire_seq <= n.fire_seq and st.judged_at <= n.judged_at
  ), closed as (
    -- Whoever judges knows already: changed_at stays, and no index is touched.
    update alert a set is_open = false from fired f where a.id = f.alert_id and f.frequency = 3
  ), reached as (
    insert into alert_series (name, partition, checkpoint)
    select n.name, n.partition, n.checkpoint::jsonb from unnest(string_to_array($23, E'\\n'), $24::int[], string_to_array($25, E'\\n')) as n(name, partition, checkpoint)
    on conflict (name) do update set checkpoint = excluded.checkpoint
  ), sent as (
    insert into alert_delivery (log_id, user_id, channel, status, reason, created_at, due_at, expires_at)
    select l.id, l.user_id, c.channel, case when l.lateness = 'logOnly' then 'suppressed' else 'pending' end, case when l.lateness = 'logOnly' then 'late' end, t.at,
      -- Notices of one second travel in one message, so what is not in a hurry waits for the second to be over.
      case when c.channel = ${noticeChannel.pop} then t.at else date_trunc('second', t.at) + interval '1 second' end,
      t.at + case c.channel when ${noticeChannel.push} then interval '10 minutes' when ${noticeChannel.sms} then interval '5 minutes' when ${noticeChannel.email} then interval '30 minutes' else interval '2 minutes' end
    from logged l
    join alert a on a.id = l.alert_id
    cross join unnest(a.channels) as c(channel)
    cross join moment t
    where l.suppressed_by is null and c.channel <> ${noticeChannel.station}
    returning 1
  )
  select count(*)::int as sent from sent`;

/** A statement is large enough to be quick and small enough for its server to hold; several make one transaction. */
const firingsAtOnce = 5_000;

export type JudgeStore = ReturnType<typeof createJudgeStore>;

export function createJudgeStore(client: pg.Client) {
  // Written by hand: the driver looks at every element of a list for what may have to be escaped, and here nothing has.
  /** Numbers, decimals and plain words as a list of Postgres. */
  const words = <T>(rows: readonly T[], pick: (row: T) => number | string | null): string => `{${rows.map((row) => pick(row) ?? 'NULL').join(',')}}`;
  /** Texts without line breaks, one a line; none is an empty line. */
  const lines = <T>(rows: readonly T[], pick: (row: T) => string | null): string => rows.map((row) => pick(row) ?? '').join('\n');
  return {
    /** Says that this process judges; answers how many do. */
    async join(): Promise<void> {
      await client.query('select pg_advisory_lock_shared($1, 0)', [memberLock]);
      // A plan made while the tables were small would be kept until long after they have grown.
      await client.query('set plan_cache_mode = force_custom_plan');
      // What is passed on from one part of the statement to the next stays in memory.
      await client.query(`set work_mem = '16MB'`);
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
    /** `hint` is another one whenever something that is judged by has changed. */
    async changedSince(since: Date, afterId: number, limit: number): Promise<{ id: number; partition: number; changedAt: Date; hint: string }[]> {
      const { rows } = await client.query<{ id: number; partition: number; changedAt: Date; hint: string }>({
        name: 'alerts_changed',
        text: `select a.id::float8 as id, a.partition, a.changed_at as "changedAt", concat_ws(' ', extract(epoch from a.changed_at), a.version, a.is_open, a.deleted_at is null, a.time_zone) as hint
               from alert a where (a.changed_at, a.id) > ($1, $2) order by a.changed_at, a.id limit $3`,
        values: [since, afterId, limit],
      });
      return rows;
    },
    async alerts(ids: readonly number[]): Promise<JudgedAlert[]> {
      const { rows } = await client.query<JudgedAlert>({ name: 'alerts_by_id', text: `select ${alertColumns} from alert a join alert_state s on s.alert_id = a.id where a.id = any($1::bigint[]) order by a.id`, values: [ids] });
      return rows;
    },
    async checkpoints(partitions: readonly number[]): Promise<Map<string, Checkpoint>> {
      const { rows } = await client.query<{ name: string; checkpoint: Checkpoint }>('select name, checkpoint from alert_series where partition = any($1)', [partitions]);
      return new Map(rows.map(({ name, checkpoint }) => [name, checkpoint]));
    },

    /** One commit. Answers the deliveries that wait now. */
    async save({ firings, standings, checkpoints }: Batch, now: number): Promise<number> {
      const valuesOf = (some: readonly KeptFiring[], isLast: boolean): (string | number)[] => {
        const last = new Map(some.map((firing) => [firing.alertId, firing]));
        const times = new Map<number, number>();
        for (const { alertId, suppressedBy } of some) times.set(alertId, (times.get(alertId) ?? 0) + (suppressedBy === null ? 1 : 0));
        // How an alert stands after its last firing here, or how it came to stand afterwards: one row of state is written once.
        const after = (firing: KeptFiring): Readonly<Standing> | null => (last.get(firing.alertId) !== firing ? null : ((isLast && standings.get(firing.alertId)) || firing.standing));
        const stood = some.map(after);
        // Alerts that waited for the same tick come to stand alike: what is alike is written and read once.
        const places = new Map<string, number>();
        const placeOf = (standing: Readonly<Standing>): number => {
          const text = JSON.stringify(standing);
          const known = places.get(text) ?? places.size;
          if (known === places.size) places.set(text, known);
          return known;
        };
        const stoodAt = stood.map((standing) => standing && placeOf(standing));
        const changed = isLast ? [...standings].filter(([alertId]) => !last.has(alertId)) : [];
        const points = isLast ? [...checkpoints] : [];
        return [
          words(some, (f) => f.alertId), words(some, (f) => f.version), words(some, (f) => f.fireSeq), words(some, (f) => f.price), words(some, (f) => f.priceBefore),
          words(some, (f) => f.anchor), words(some, (f) => f.happenedAt), words(some, (f) => f.detectedAt), words(some, (f) => f.lateness), words(some, (f) => f.suppressedBy),
          words(some, (f) => f.moreCount), words(some, (f) => f.moreSince), lines(some, (f) => f.ad), now,
          words(some, (f) => times.get(f.alertId)!), words(stood, (s) => s?.judgedAt ?? null), words(stoodAt, (place) => place),
          words(changed, ([id]) => id), words(changed, ([, s]) => s.version), words(changed, ([, s]) => s.fireSeq), words(changed, ([, s]) => s.judgedAt), lines(changed, ([, s]) => JSON.stringify(s)),
          lines(points, ([name]) => name), words(points, ([, p]) => p.partition), lines(points, ([, p]) => JSON.stringify(p.checkpoint)),
          words(stood, (s) => s?.firedAt ?? null), `[${[...places.keys()].join(',')}]`,
        ];
      };
      const send = (values: (string | number)[]) => client.query<{ sent: number }>({ name: 'alerts_save', text: saveAll, values });
      // A statement is a transaction of its own: nothing to begin, one way there and back.
      if (firings.length <= firingsAtOnce) return (await send(valuesOf(firings, true))).rows[0]!.sent;
      const some = (at: number) => valuesOf(firings.slice(at, at + firingsAtOnce), at + firingsAtOnce >= firings.length);
      await client.query('begin');
      try {
        let sent = 0;
        for (let at = 0, values = some(0); at < firings.length; at += firingsAtOnce) {
          const running = send(values);
          // The next are written out while the server is busy with these.
          if (at + firingsAtOnce < firings.length) values = some(at + firingsAtOnce);
          sent += (await running).rows[0]!.sent;
        }
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
