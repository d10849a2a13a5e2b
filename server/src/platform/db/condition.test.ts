// What keeps a database from its work is one sentence in the log, and not ready; nothing is lost, and it goes on by itself.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startExpiredPostgres } from '@tidemark/testbed/expired-postgres.ts';
import { createOutsidePostgres } from '@tidemark/testbed/postgres.ts';
import { until } from '@tidemark/testbed/until.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { databaseAwayOf } from './away.ts';
import { watchCondition } from './condition.ts';
import { DatabaseUnreachable, openDatabase } from './database.ts';

const silent = createLog({ level: 'silent' });
const server = await createOutsidePostgres();
const skip = server === null && 'this system cannot: no Postgres server is installed';
const open = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '', log: silent });
after(() => server?.remove());

const heard = () => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', stream: { write: (line: string) => void lines.push(line) } });
  return { log, told: () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg) };
};
const saveSetting = (key: string) => ({ text: "insert into site_setting (key, value) values ($1, '1')", values: [key] });

test(
  'a database in recovery: not well, said once, changes are refused as not done, and it is well when it leads again',
  { skip },
  async () => {
    const databaseUrl = await server!.createDatabase('recovery');
    const db = await open(databaseUrl);
    const { log, told } = heard();
    const condition = watchCondition({ db, clock: systemClock, log });
    await db.pool.query(saveSetting('before'));
    assert.equal(await condition.isWell(), true);

    await server!.stop();
    await server!.startInRecovery();
    await until('it can be asked', () =>
      db.pool.query('select 1').then(
        () => true,
        () => false,
      ),
    );
    for (let look = 0; look < 3; look++) assert.equal(await condition.isWell(), false);
    const refused = await db.pool.query(saveSetting('meanwhile')).catch(databaseAwayOf);
    assert.ok(refused && 'isUnclear' in refused);
    assert.equal(refused.isUnclear, false, 'it was not done for certain');
    await assert.rejects(open(databaseUrl), (error: Error) => {
      assert.ok(error instanceof DatabaseUnreachable, String(error.stack));
      assert.match(
        error.message,
        /\(DATABASE_URL\) could not be reached in 5 tries: it can only be read: it is a standby, or still recovers\.$/,
      );
      return true;
    });

    await db.pool.query('select pg_promote()');
    await until('it is well', condition.isWell);
    await db.pool.query(saveSetting('after'));
    const { rows } = await db.pool.query('select key from site_setting order by key desc');
    assert.deepEqual(rows, [{ key: 'before' }, { key: 'after' }]);
    const sentence = 'the database can only be read: it is a standby, or still recovers';
    assert.deepEqual(told(), [sentence, `it is over: ${sentence}`]);
    await db.close();
  },
);

test('a database that is gone: not well, said once', { skip }, async () => {
  const db = await open(await server!.createDatabase('gone'));
  const { log, told } = heard();
  const condition = watchCondition({ db, clock: systemClock, log });
  await server!.stop();
  for (let look = 0; look < 3; look++) assert.equal(await condition.isWell(), false);
  await server!.start();
  await until('it is well', condition.isWell);
  const [begun = '', over = '', ...more] = told();
  assert.match(begun, /^the database cannot be asked: the database is away/);
  assert.equal(over, `it is over: ${begun}`);
  assert.deepEqual(more, []);
  await db.close();
});

test('a wrong clock of this host: said once, with how wrong it is and which way', { skip }, async () => {
  const db = await open(await server!.createDatabase('clock'));
  for (const [offMs, sentence] of [
    [120_000, /^the clock of this host is (?:119|120|121) s ahead of that of the database: keep both by NTP$/],
    [-45_000, /^the clock of this host is (?:44|45|46) s behind that of the database: keep both by NTP$/],
  ] as const) {
    let wrongByMs: number = offMs;
    const { log, told } = heard();
    const condition = watchCondition({ db, clock: { now: () => Date.now() + wrongByMs }, log });
    for (let look = 0; look < 3; look++) {
      assert.equal(await condition.isWell(), true, 'the database is');
      assert.equal(condition.isClockRight(), false);
    }
    wrongByMs = 3_000;
    await condition.isWell();
    assert.equal(condition.isClockRight(), true, 'so much is no reason');
    assert.match(told()[0]!, sentence);
    assert.deepEqual(told().slice(1), [`it is over: ${told()[0]}`]);
  }
  await db.close();
});

test('a certificate that has expired is one sentence, at once and without the password', async (t) => {
  const expired = await startExpiredPostgres();
  if (expired === null) return t.skip('this system cannot: run openssl');
  try {
    await assert.rejects(open(expired.databaseUrl), (error: Error) => {
      assert.ok(error instanceof DatabaseUnreachable, String(error.stack));
      assert.match(
        error.message,
        /^The database at 127\.0\.0\.1:\d+\/site \(DATABASE_URL\) cannot be used: its certificate has expired\.$/,
      );
      return true;
    });
  } finally {
    expired.stop();
  }
});

test('a certificate that expires while it runs: one sentence, not well, open ones go on, over when it is renewed', async (t) => {
  if (server === null) return t.skip('this system cannot: no Postgres server is installed');
  const { username: user, password, port } = new URL(await server.createDatabase('certificate'));
  const front = await startExpiredPostgres({ user, password, database: 'certificate', port: Number(port) });
  if (front === null) return t.skip('this system cannot: run openssl');
  front.setExpired(false);
  const db = await open(front.databaseUrl);
  try {
    const { log, told } = heard();
    const condition = watchCondition({ db, clock: systemClock, log });
    assert.equal(await condition.isWell(), true);
    const held = await db.pool.connect();
    front.setExpired(true);
    const refused = await db.pool.query(saveSetting('refused')).catch(databaseAwayOf);
    assert.ok(refused && 'isUnclear' in refused);
    assert.equal(refused.isUnclear, false, 'it was not done for certain');
    await held.query(saveSetting('kept'));
    held.release();
    for (let look = 0; look < 3; look++) assert.equal(await condition.isWell(), false);
    assert.deepEqual(told(), ['the database takes no new connections: its certificate has expired']);
    front.setExpired(false);
    assert.equal(await condition.isWell(), true);
    assert.match(told()[1]!, /^it is over: /);
    const { rows } = await db.pool.query("select key from site_setting where key in ('refused', 'kept')");
    assert.deepEqual(rows, [{ key: 'kept' }]);
  } finally {
    await db.close();
    front.stop();
  }
});
