import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** Asks the embedded database of a running program, past the program itself. */
export const askDatabase = async <T extends pg.QueryResultRow>(
  dataDir: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<T[]> => {
  const client = new pg.Client({
    host: join(dataDir, 'run'),
    user: 'tidemark',
    database: 'tidemark',
    password: readFileSync(join(dataDir, 'postgres.password'), 'utf8').trim(),
  });
  await client.connect();
  try {
    return (await client.query<T>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
};
