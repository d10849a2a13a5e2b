// Whether every partition has a judge, as any process can see it in the database.
import type pg from 'pg';
import { partitionCount } from '../partition.ts';
import { leaseMs } from './leases.ts';

export interface JudgedWatch {
  /** Partitions that are not judged now: those of no lease holder, of a judge without a heartbeat, and of one that has yet to recover. */
  unjudged(): Promise<number>;
}

export function createJudgedWatch(pool: Pick<pg.Pool, 'query'>): JudgedWatch {
  return {
    async unjudged() {
      const { rows } = await pool.query<{ judged: number }>(
        `select count(*)::int as judged from alert_lease l join alert_judge j on j.id = l.judge where j.is_judging
         and j.seen_at > clock_timestamp() - $1 * interval '1 millisecond'`,
        [leaseMs],
      );
      return partitionCount - rows[0]!.judged;
    },
  };
}
