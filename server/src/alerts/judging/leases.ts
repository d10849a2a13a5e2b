// Who may judge which partition, and who may still write. A judge proves that it lives by a heartbeat, on a connection beside the one
// that writes, so that a long statement does not look like death; a thread that hangs sends none. The judge that finds another dead
// removes its row, which frees its partitions and ends its right to write in one commit.
import type pg from 'pg';
import { partitionCount } from '../partition.ts';

export const allPartitions: readonly number[] = Array.from({ length: partitionCount }, (_, at) => at);

/** Another judge has taken this one for dead: its partitions are judged elsewhere. */
export class JudgeGivenUp extends Error {
  constructor() {
    super('another judge has taken over');
    this.name = 'JudgeGivenUp';
  }
}

/** After so long without a heartbeat a judge counts as dead. */
export const leaseMs = 3_000;
export const beatEveryMs = 500;
/** A transaction whose client has gone silent ends before its judge counts as dead: it must not keep its row from being removed. */
const silentTransactionMs = 2_000;

export type Leases = ReturnType<typeof createLeases>;

/** client: the connection that writes; pulse: the one for heartbeats. */
export function createLeases(client: pg.Client, pulse: pg.Client) {
  let id = 0;
  return {
    judge: () => id,

    async join(): Promise<void> {
      // A plan made while the tables were small would be kept until long after they have grown; what one part of a statement passes on to
      // the next stays in memory.
      await client.query(
        `set plan_cache_mode = force_custom_plan; set work_mem = '16MB'; set idle_in_transaction_session_timeout = ${silentTransactionMs}`,
      );
      await client.query('insert into alert_lease (partition) select unnest($1::smallint[]) on conflict do nothing', [allPartitions]);
      const { rows } = await client.query<{ id: number }>(
        `insert into alert_judge (backend, seen_at) values (pg_backend_pid(), clock_timestamp()) returning id::float8 as id`,
      );
      id = rows[0]!.id;
    },
    /** Its partitions are free at once. */
    async leave(): Promise<void> {
      await client.query('delete from alert_judge where id = $1', [id]);
    },
    /**
     * isHeard: false offers its partitions, as any judge takes those of one without a heartbeat. It may go on writing until then.
     * No heartbeat waits for the disk: one that stalls must not end every judge at once, and none has to be found again after a crash,
     * which no connection outlives.
     */
    async beat(isJudging: boolean, isHeard = true): Promise<void> {
      const { rowCount } = await pulse.query({
        name: 'alerts_beat',
        text: `update alert_judge set seen_at = case when $3 then clock_timestamp() else to_timestamp(0) end, is_judging = $2
               from set_config('synchronous_commit', 'off', true) where id = $1`,
        values: [id, isJudging, isHeard],
      });
      if (rowCount === 0) throw new JudgeGivenUp();
    },

    /**
     * How many judges there are, after those that are dead were removed. One that is in the middle of a commit is left for the next look.
     */
    async members(): Promise<number> {
      await client.query({
        name: 'alerts_remove_dead',
        text: `delete from alert_judge where id in (
                 select j.id from alert_judge j
                 where j.id <> $1 and (j.seen_at < clock_timestamp() - $2 * interval '1 millisecond' or not exists (select 1
                   from pg_stat_activity p where p.pid = j.backend))
                 for update skip locked)`,
        values: [id, leaseMs],
      });
      const { rows } = await client.query<{ members: number }>({
        name: 'alerts_members',
        text: 'select count(*)::int as members from alert_judge',
      });
      return Math.max(1, rows[0]!.members);
    },
    /** Partitions that no judge had, at most so many; they are ours from now on. */
    async acquire(most: number): Promise<number[]> {
      const { rows } = await client.query<{ partition: number }>({
        name: 'alerts_acquire',
        text: `update alert_lease l set judge = $1 from (select partition from alert_lease where judge is null order by partition
               limit $2 for update skip locked) free
               where l.partition = free.partition returning l.partition`,
        values: [id, most],
      });
      return rows.map(({ partition }) => partition);
    },
    async release(partitions: readonly number[]): Promise<void> {
      await client.query('update alert_lease set judge = null where judge = $1 and partition = any($2)', [id, partitions]);
    },
  };
}
