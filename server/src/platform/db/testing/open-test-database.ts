// A migrated database of its own for one test file, gone when it is closed. `npm test` keeps one Postgres for the whole
// run and names it in TEST_POSTGRES_URL; a file that is run alone starts one for itself.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createLog, type Log } from '#platform/log.ts';
import { openDatabase, type Database } from '../database.ts';
import { startTestPostgres, type TestPostgres } from './test-postgres.ts';

export interface TestDatabase extends Database {
  /** For a process of its own that works on the same rows. */
  readonly databaseUrl: string;
}

const withDatabase = (url: string, name: string): string => Object.assign(new URL(url), { pathname: `/${name}` }).href;

const runningPostgres = (): Promise<TestPostgres> => {
  const templateUrl = process.env.TEST_POSTGRES_URL;
  return templateUrl ? Promise.resolve({ templateUrl, stop: () => Promise.resolve() }) : startTestPostgres();
};

const command = async (templateUrl: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: withDatabase(templateUrl, 'postgres') });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
};

export async function openTestDatabase(log: Log = createLog({ level: 'silent' })): Promise<TestDatabase> {
  const postgres = await runningPostgres();
  const template = new URL(postgres.templateUrl).pathname.slice(1);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await command(postgres.templateUrl, `create database ${name} template ${template}`);
  const databaseUrl = withDatabase(postgres.templateUrl, name);
  const db = await openDatabase({ databaseUrl, dataDir: '', log });
  return {
    ...db,
    databaseUrl,
    async close() {
      await db.close();
      await command(postgres.templateUrl, `drop database ${name} with (force)`);
      await postgres.stop();
    },
  };
}
