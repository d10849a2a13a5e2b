// The two connections of a judge: one that writes, one for its heartbeat, so that a long statement does not look like death.
import pg from 'pg';
import { endClient } from '#platform/db/end-client.ts';
import { createJudgeStore, type JudgeStore } from './judge-store.ts';
import { createLeases, type Leases } from './leases.ts';

/** Longer than a transaction that edits an alert may stand idle. */
export const writeTimeoutMs = 45_000;
/** A heartbeat that takes longer would come too late. */
export const beatTimeoutMs = 2_000;

export interface JudgeDatabase {
  readonly leases: Leases;
  readonly store: JudgeStore;
  open(): Promise<void>;
  /** Cut off even while an answer is waited for: the server then drops the statement. */
  end(): Promise<void>;
}

/** onLost: called when one of the connections has ended. */
export type ConnectJudge = (onLost: (error: Error) => void) => JudgeDatabase;

export const connectJudge =
  (connection: pg.ClientConfig): ConnectJudge =>
  (onLost) => {
    const client = new pg.Client({ ...connection, application_name: 'tidemark alerts', query_timeout: writeTimeoutMs });
    const pulse = new pg.Client({ ...connection, application_name: 'tidemark alerts heartbeat', query_timeout: beatTimeoutMs });
    const leases = createLeases(client, pulse);
    for (const each of [client, pulse]) {
      each.on('error', onLost);
      each.on('end', () => onLost(new Error('the database ended the connection')));
    }
    return {
      leases,
      store: createJudgeStore(client, leases.judge),
      open: async () => void (await Promise.all([client.connect(), pulse.connect()])),
      end: async () => void (await Promise.all([client, pulse].map(endClient))),
    };
  };
