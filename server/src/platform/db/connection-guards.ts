// What every connection to Postgres needs so that neither side waits for one that is gone without a word: a host that lost its power
// or its network sends no goodbye, and the kernel alone would believe in it for two hours.
import type pg from 'pg';

/** The server's side: a client that is gone is noticed after about ten seconds, and what it held is freed. Ignored on a unix socket. */
const serverKeepalives = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000';

export const connectionGuards = {
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 5_000,
  options: serverKeepalives,
} as const satisfies pg.ClientConfig;
