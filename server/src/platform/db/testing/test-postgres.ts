// One real Postgres for many tests: the built-in one with a migrated database that is copied for each of them. Copying
// takes a tenth of the time of a cluster of one's own. It does not flush to disk: what survives a kill is proven on clusters of their own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '#platform/log.ts';
import { openDatabase } from '../database.ts';
import { startEmbedded } from '../embedded.ts';

export interface TestPostgres {
  /** Address of the migrated database that tests copy. */
  readonly templateUrl: string;
  stop(): Promise<void>;
}

const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };

export async function startTestPostgres(): Promise<TestPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-test-postgres-'));
  const log = createLog({ level: 'silent' });
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startEmbedded({ dataDir, log, onStep: () => {}, settings });
    const { host, user, password, database } = postgres.connection;
    const templateUrl = `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}`;
    await (await openDatabase({ databaseUrl: templateUrl, dataDir, log })).close();
    return {
      templateUrl,
      async stop() {
        await postgres.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}
