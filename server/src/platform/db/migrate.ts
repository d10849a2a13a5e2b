import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));

/** Any number, as long as all processes of all versions take the same. */
const lockKey = 7_214_052_196;

/** Several processes may start at once: one migrates, the others wait for it and find nothing left to do. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    await client.query(`set statement_timeout = 0; set lock_timeout = '60s'`);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } catch (error) {
    failure = error as Error;
    throw error;
  } finally {
    // Closing the connection frees the lock and forgets its settings, whatever happened above.
    client.release(failure ?? true);
  }
}
