// The statements that write firings out: into the log, the state of their alerts and the outbox, and the switch of those that fire only
// once.
import { noticeChannel } from '@tidemark/contract/alert-rules.ts';

interface Source {
  /** The number of the judge that writes. */
  readonly judge: string;
  /** What comes first, and what is kept beside firings. */
  readonly first: string;
  readonly beside: string;
  /** A list with a place for each firing, named below. */
  readonly firings: string;
  /** The different standings that firings leave behind. */
  readonly standings: string;
  /** Of a firing that tells none itself. */
  readonly lateness: string;
  /** After what time a pop-up is due. */
  readonly popDue: string;
}

/** Only while the judge is known: the lock on its row and the removal of the row by another judge exclude each other. */
const isKnown = 'exists (select 1 from me)';

/**
 * One statement, so one commit. A judge whose row was removed writes nothing. A firing of a version that is gone leaves no trace. The alert
 * is locked before its state: edits take them in this order. Every join is one by a primary key: however wrong the planner's estimate of
 * the size of its lists, none is read once for each row of another. The first is a subquery that locks, which no plan can turn into a hash
 * of all armed alerts.
 */
const write = ({ judge, first, beside, firings, standings, lateness, popDue }: Source): string => `
  with me as materialized (
    select id from alert_judge where id = ${judge} for key share
  ), ${first} fired as materialized (
    select f.*, a.user_id, a.business_line, a.symbol_id, a.type, a.source, a.frequency, a.price as target, a.price_up, a.price_down
    from (select f.* from ${firings}
      with ordinality as f(alert_id, version, fire_seq, price, price_before, anchor, happened_at, detected_at, lateness, suppressed_by,
        more_count, more_since, ad, times, judged_at, standing, fired_at, from_candles, place)
      where ${isKnown} order by alert_id) f
    cross join lateral (select * from alert where id = f.alert_id and version = f.version and is_open and deleted_at is null
      for no key update) a
  ), moment as materialized (
    select clock_timestamp()::timestamptz(3) as at
  ), logged as (
    insert into alert_log (key, alert_id, user_id, business_line, symbol_id, type, source, frequency, price, price_up, price_down,
      firing_price, price_before, anchor,
      happened_at, detected_at, lateness, is_from_candles, suppressed_by, more_count, more_since, ad, is_read, created_at)
    select f.alert_id || ':' || f.version || ':' || f.fire_seq, f.alert_id, f.user_id, f.business_line, f.symbol_id, f.type, f.source,
      f.frequency, f.target, f.price_up, f.price_down, f.price, f.price_before, f.anchor,
      to_timestamp(f.happened_at / 1000), to_timestamp(f.detected_at / 1000), coalesce(f.lateness, ${lateness}), 
      coalesce(f.from_candles, false), f.suppressed_by, f.more_count, to_timestamp(f.more_since / 1000), f.ad::jsonb,
      f.suppressed_by is not null, t.at
    from fired f cross join moment t
    order by f.place
    on conflict (key) do nothing
    returning id, alert_id, user_id, lateness, suppressed_by
  ), stood as (
    update alert_state st set fire_seq = f.fire_seq, judged_at = f.judged_at, standing = ${standings} -> f.standing,
      fired_count = st.fired_count + case when st.fire_seq < f.fire_seq then f.times else 0 end,
      fired_at = coalesce(to_timestamp(f.fired_at / 1000), st.fired_at)
    from fired f
    where f.standing is not null and st.alert_id = f.alert_id and st.version = f.version and st.fire_seq <= f.fire_seq
      and st.judged_at <= f.judged_at
  ), closed as (
    -- Whoever judges knows already: changed_at stays, and no index is touched.
    update alert a set is_open = false from fired f where a.id = f.alert_id and f.frequency = 3
  ), ${beside} sent as (
    insert into alert_delivery (log_id, user_id, channel, status, reason, created_at, due_at, expires_at)
    select l.id, l.user_id, c.channel, case when l.lateness = 'logOnly' then 'suppressed' else 'pending' end,
      case when l.lateness = 'logOnly' then 'late' end, t.at,
      -- Notices of one second travel in one message, so what is not in a hurry waits for the second to be over.
      case when c.channel = ${noticeChannel.pop} then t.at + ${popDue} else date_trunc('second', t.at) + interval '1 second' end,
      t.at + case c.channel when ${noticeChannel.push} then interval '10 minutes' when ${noticeChannel.sms} then interval '5 minutes'
        when ${noticeChannel.email} then interval '30 minutes' else interval '2 minutes' end
    from logged l
    join alert a on a.id = l.alert_id
    cross join unnest(a.channels) as c(channel)
    cross join moment t
    where l.suppressed_by is null and c.channel <> ${noticeChannel.station}
    returning 1
  )
  select count(*)::int as sent, ${isKnown} as "isKnown" from sent`;

/** All that came of some ticks: firings ($1-$18), standings of others and how far their series are judged. */
export const saveBatch = write({
  judge: '$28::bigint',
  first: '',
  firings:
    'unnest($1::bigint[], $2::int[], $3::int[], $4::numeric[], $5::numeric[], $6::numeric[], $7::float8[], $8::float8[], ' +
    `$9::text[], $10::text[], $11::int[], $12::float8[], string_to_array($13, E'\\n', ''), $14::int[], $15::bigint[], ` +
    '$16::int[], $17::float8[], $18::boolean[])',
  standings: '$19::jsonb',
  lateness: 'null',
  popDue: `interval '0'`,
  beside: `changed as (
    update alert_state st set fire_seq = n.fire_seq, judged_at = n.judged_at, standing = n.standing::jsonb
    from unnest($20::bigint[], $21::int[], $22::int[], $23::bigint[], string_to_array($24, E'\\n')) 
      as n(alert_id, version, fire_seq, judged_at, standing)
    where st.alert_id = n.alert_id and st.version = n.version and st.fire_seq <= n.fire_seq and st.judged_at <= n.judged_at and ${isKnown}
  ), reached as (
    insert into alert_series (name, partition, checkpoint)
    select n.name, n.partition, n.checkpoint::jsonb
      from unnest(string_to_array($25, E'\\n'), $26::int[], string_to_array($27, E'\\n')) as n(name, partition, checkpoint) where ${isKnown}
    on conflict (name) do update set checkpoint = excluded.checkpoint
  ),`,
});

/** Firings of a burst, decided ($1-$19 as above) and to be written out later. */
export const keepPart = `
  insert into alert_part (alert_ids, versions, fire_seqs, prices, prices_before, anchors, happened_at, detected_at, latenesses,
    suppressed_by, more_counts, more_since, ads, times, judged_at, standing_places, fired_at, from_candles, standings, decided_at,
    partitions)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, clock_timestamp(), $20)
    returning id::float8 as id`;

/** Writes a part out and lets go of it. One that is gone writes nothing. */
export const writePart = write({
  judge: '$4::bigint',
  first: `part as (delete from alert_part where id = $1::bigint and ${isKnown} returning *),`,
  firings:
    'part p cross join lateral unnest(p.alert_ids, p.versions, p.fire_seqs, p.prices, p.prices_before, p.anchors, p.happened_at, ' +
    `p.detected_at, p.latenesses, p.suppressed_by, p.more_counts, p.more_since, string_to_array(p.ads, E'\\n', ''), p.times, ` +
    'p.judged_at, p.standing_places, p.fired_at, p.from_candles)',
  standings: '(select standings from part)',
  lateness: '$2::text',
  popDue: `$3::float8 * interval '1 millisecond'`,
  beside: '',
});
