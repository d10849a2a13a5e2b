// What Postgres itself says it does about a client that is gone without a word, on connections over TCP.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createOutsidePostgres } from '@tidemark/testbed/postgres.ts';
import { createLog } from '#platform/log.ts';
import { openDatabase } from './database.ts';

const server = await createOutsidePostgres();
const skip = server === null && 'this system cannot: no Postgres server is installed';
after(() => server?.remove());

test('a connection is given up about ten seconds after its client was heard last', { skip }, async () => {
  const databaseUrl = await server!.createDatabase('guards');
  const db = await openDatabase({ databaseUrl, dataDir: '', log: createLog({ level: 'silent' }) });
  try {
    const { rows } = await db.pool.query<{ name: string; setting: string; isTcp: boolean }>(
      `select name, setting, inet_client_addr() is not null as "isTcp" from pg_settings
         where name like 'tcp_keepalives_%' or name = 'tcp_user_timeout' order by name`,
    );
    assert.deepEqual(
      rows.map(({ name, setting, isTcp }) => [name, setting, isTcp]),
      [
        ['tcp_keepalives_count', '3', true],
        ['tcp_keepalives_idle', '5', true],
        ['tcp_keepalives_interval', '2', true],
        ['tcp_user_timeout', '10000', true],
      ],
    );
  } finally {
    await db.close();
  }
});
