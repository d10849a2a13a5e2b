import type pg from 'pg';
import type { Log } from '#platform/log.ts';
import { WatchedPool } from './watched-pool.ts';

const usualPoolSize = 16;
const statementMs = 15_000;
/** A server that could still be reached would have answered by then. */
const answerMs = 5_000;

/** Alike for the built-in and an outside Postgres, so that both fail and time out in the same way. */
export function createPool(
  connection: pg.PoolConfig,
  log: Log,
  max = usualPoolSize,
): { pool: WatchedPool; end(graceMs: number): Promise<void> } {
  const pool = new WatchedPool({
    max,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 30_000,
    query_timeout: statementMs + answerMs,
    application_name: 'tidemark',
    ...connection,
  });
  const clients = new Set<pg.Client>();
  let onAllGone: () => void = () => {};
  // Without a listener a connection cut by the server would end the process: on the pool for idle ones, on each
  // client for those that are out between two queries. The next query gets the error, and its caller may try again.
  // Only the message is logged: the pool hangs the whole client on the error.
  pool.on('error', (error) => log.warn({ reason: error.message }, 'an idle database connection was lost'));
  pool.on('connect', (client) => {
    clients.add(client);
    client.on('error', (error) => log.debug({ reason: error.message }, 'a database connection was lost'));
  });
  pool.on('remove', (client) => {
    clients.delete(client);
    if (clients.size === 0) onAllGone();
  });

  return {
    pool,
    /** Queries that still run when the grace is over are cut off: nothing may hold up the end of the process. */
    async end(graceMs) {
      let timer: NodeJS.Timeout | undefined;
      const cut = new Promise<void>((resolve) => {
        timer = setTimeout(() => {
          for (const client of clients) void client.end();
          resolve();
        }, graceMs);
      });
      // The pool calls itself ended when the farewells are sent; the server is told to stop only after they arrived.
      const allGone = new Promise<void>((resolve) => (onAllGone = resolve));
      const ended = pool.end().then(() => (clients.size === 0 ? undefined : allGone));
      await Promise.race([ended, cut]);
      clearTimeout(timer);
    },
  };
}
