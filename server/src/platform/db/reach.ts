// Waits for an outside Postgres, a bounded number of times, and says in one sentence why it cannot be had.
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnreachable } from './errors.ts';

const retryDelaysMs = [250, 500, 1_000, 2_000];

/** Of new connections; those that are open go on. */
export const certificateProblems: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet, or the clock of this host is wrong',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is not of an authority that this host trusts',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is not of an authority that this host trusts',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is not of an authority that this host trusts',
};
const hopeless: Record<string, string> = {
  ...certificateProblems,
  '28P01': 'it refuses the user name or the password',
  '28000': 'it does not let this user in',
  '3D000': 'it has no database of this name',
  '42501': 'this user may not use the database',
};
const passing: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'no way leads to the host',
  ENETUNREACH: 'no way leads to the host',
  ENOENT: 'the socket is not there',
  ECONNRESET: 'it cuts the connection',
  '57P03': 'it is starting up or shutting down',
  '53300': 'it has no connection left for us',
  READ_ONLY: 'it can only be read: it is a standby, or still recovers',
};

export async function reach(pool: pg.Pool, databaseUrl: string, onStep: (step: string) => void): Promise<void> {
  const place = describePlace(databaseUrl);
  onStep(`Connecting to Postgres at ${place}`);
  for (let attempt = 0; ; attempt++) {
    try {
      const { rows } = await pool.query<{ isReadOnly: boolean }>(`select current_setting('transaction_read_only') = 'on' as "isReadOnly"`);
      if (!rows[0]!.isReadOnly) return;
      throw Object.assign(new Error('it can only be read'), { code: 'READ_ONLY' });
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const delayMs = retryDelaysMs[attempt];
      if (hopeless[code])
        throw new DatabaseUnreachable(`The database at ${place} (DATABASE_URL) cannot be used: ${hopeless[code]}.`, { cause: error });
      if (delayMs === undefined) {
        const reason = passing[code] ?? (code || 'it does not answer');
        throw new DatabaseUnreachable(
          `The database at ${place} (DATABASE_URL) could not be reached in ${retryDelaysMs.length + 1} tries: ${reason}.`,
          { cause: error },
        );
      }
      await delay(delayMs);
    }
  }
}

/** Host, port and database name; never the user or the password. */
function describePlace(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? (url.hostname || 'localhost');
  return `${host}:${url.port || url.searchParams.get('port') || 5432}${url.pathname.length > 1 ? url.pathname : ''}`;
}
