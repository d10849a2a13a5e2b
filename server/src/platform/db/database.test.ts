// Twin suite: the same promises, kept by the built-in Postgres and by a real server outside.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { jsonb, pgTable, timestamp, uuid } from 'drizzle-orm/pg-core';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics, type Metrics } from '#platform/metrics.ts';
import { newId } from '#platform/ids.ts';
import { watchCondition } from './condition.ts';
import { DatabaseUnreachable, openDatabase, type Database } from './database.ts';
import { migrate } from './migrate.ts';
import { freePort } from '@tidemark/testbed/free-port.ts';
import { createOutsidePostgres, type OutsidePostgres } from '@tidemark/testbed/postgres.ts';

const log = createLog({ level: 'silent' });
const answers = (db: Database) => watchCondition({ db, clock: systemClock, log }).isWell();

const note = pgTable('note', {
  id: uuid().primaryKey(),
  at: timestamp({ withTimezone: true, precision: 3 }).notNull(),
  body: jsonb().notNull(),
});

interface Twin {
  open(): Promise<Database>;
  metrics(): Metrics;
}

function keepsItsPromises(twin: () => Twin): void {
  let db: Database;
  before(async () => {
    db = await twin().open();
    await db.pool.query('create table note (id uuid primary key, at timestamptz(3) not null, body jsonb not null)');
  });
  after(() => db.close());

  test('rows go in and come back as they were', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z');
    await db.orm.insert(note).values({ id: newId(), at, body: { isShort: false, words: ['ä', '中'] } });
    const [row] = await db.orm.select().from(note);
    assert.deepEqual(row!.at, at);
    assert.deepEqual(row!.body, { isShort: false, words: ['ä', '中'] });
  });

  test('a transaction that throws leaves nothing', async () => {
    const before = await db.orm.$count(note);
    const doomed = db.orm.transaction(async (tx) => {
      await tx.insert(note).values({ id: newId(), at: new Date(), body: 1 });
      throw new Error('changed my mind');
    });
    await assert.rejects(doomed, /changed my mind/);
    assert.equal(await db.orm.$count(note), before);
  });

  test('migrating again, and several times at once, changes nothing', async () => {
    const applied = async () => (await db.pool.query('select count(*)::int as n from drizzle.__drizzle_migrations')).rows[0].n as number;
    const once = await applied();
    await Promise.all(Array.from({ length: 4 }, () => migrate({ connection: db.connection, log })));
    assert.equal(await applied(), once);
  });

  test('reserved connections answer while all others are taken', async () => {
    const taken = await Promise.all(Array.from({ length: db.pool.options.max }, () => db.pool.connect()));
    let isServed = false;
    const waiting = db.pool.query('select 1').then(() => (isServed = true));
    const { rows } = await db.reserved.pool.query('select 2 as n');
    assert.deepEqual([rows, isServed], [[{ n: 2 }], false]);
    assert.equal(await db.reserved.orm.$count(note), await db.reserved.orm.$count(note));
    for (const client of taken) client.release();
    await waiting;
  });

  test('who waits for a connection is told while they wait, and how long it took', async () => {
    const told = async (sample: string) =>
      Number(
        (await twin().metrics().text())
          .split('\n')
          .find((line) => line.startsWith(`${sample} `))
          ?.split(' ')
          .at(-1),
      );
    const taken = await Promise.all(Array.from({ length: db.pool.options.max }, () => db.pool.connect()));
    const waiting = db.pool.query('select 1');
    assert.equal(await told('database_pool_waiting{pool="shared"}'), 1);
    assert.equal(await told('database_pool_in_use{pool="shared"}'), taken.length);
    const before = await told('database_pool_wait_seconds_count{pool="shared"}');
    for (const client of taken) client.release();
    await waiting;
    assert.equal(await told('database_pool_waiting{pool="shared"}'), 0);
    assert.equal(await told('database_pool_wait_seconds_count{pool="shared"}'), before + 1);
    assert.ok((await told('database_pool_wait_seconds_sum{pool="shared"}')) > 0);
  });

  test('commits are durable and statements cannot run for ever', async () => {
    const setting = async (name: string) => (await db.pool.query(`show ${name}`)).rows[0][name] as string;
    assert.equal(await setting('fsync'), 'on');
    assert.equal(await setting('synchronous_commit'), 'on');
    assert.equal(await setting('statement_timeout'), '15s');
  });

  test('connections cut by the server, idle or checked out, do not end the process', async () => {
    const held = await db.pool.connect();
    const heldEnded = new Promise((resolve) => held.once('end', resolve));
    await Promise.all([db.pool.query('select 1'), db.pool.query('select 1')]);
    const cutter = await db.pool.connect();
    await cutter.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
    );
    cutter.release();
    await heldEnded;
    held.release(true);
    for (let attempt = 0; attempt < 5; attempt++) await db.pool.query('select 1').catch(() => {});
    assert.equal(await answers(db), true);
  });

  test('closing keeps the rows, twice is harmless, and a client that never returns does not hold it up', async () => {
    const before = await db.orm.$count(note);
    const forgotten = await db.pool.connect();
    forgotten.on('error', () => {});
    const startedAt = performance.now();
    await Promise.all([db.close(), db.close()]);
    assert.ok(performance.now() - startedAt < 30_000, 'it does not wait for the client');
    assert.equal(await answers(db), false);
    db = await twin().open();
    assert.ok(before > 0);
    assert.equal(await db.orm.$count(note), before);
  });
}

/** Each opening has figures of its own, as each process has. */
function withMetrics(open: (metrics: Metrics) => Promise<Database>): () => Twin {
  let metrics = createMetrics();
  return () => ({ open: () => open((metrics = createMetrics())), metrics: () => metrics });
}

describe('built-in Postgres', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'database-test-'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));
  keepsItsPromises(withMetrics((metrics) => openDatabase({ databaseUrl: null, dataDir, log, metrics })));
});

const outside = await createOutsidePostgres();
if (!outside && process.env.CI === 'true')
  throw new Error('No Postgres server is installed under /usr/lib/postgresql: in CI the twin suite must run against one.');
if (!outside)
  process.stderr.write(
    '\nSKIPPED: the database suite against an outside Postgres. Install one (Debian: apt install postgresql) to run it.\n\n',
  );

describe('outside Postgres', { skip: outside === null && 'this system cannot: no Postgres server is installed' }, () => {
  const server = outside as OutsidePostgres;
  after(() => server.remove());
  const open = (databaseUrl: string, metrics?: Metrics) =>
    openDatabase({ databaseUrl, dataDir: '/nonexistent', log, ...(metrics && { metrics }) });

  describe('as the built-in one', () => {
    let url: string;
    before(async () => {
      url = await server.createDatabase('twin');
    });
    keepsItsPromises(withMetrics((metrics) => open(url, metrics)));
  });

  test('four processes may open a new database at once', async () => {
    const url = await server.createDatabase('crowded');
    const crowd = await Promise.all(Array.from({ length: 4 }, () => open(url)));
    const { rows } = await crowd[0]!.pool.query(
      'select count(*)::int as n, count(distinct hash)::int as distinct from drizzle.__drizzle_migrations',
    );
    assert.equal(rows[0].n, rows[0].distinct);
    await Promise.all(crowd.map((db) => db.close()));
  });

  test('a server that is restarted is found again', async () => {
    const db = await open(await server.createDatabase('restarted'));
    await server.stop();
    assert.equal(await answers(db), false);
    await server.start();
    assert.equal(await answers(db), true);
    await db.close();
  });

  const refusedBy = (databaseUrl: string) =>
    openDatabase({ databaseUrl, dataDir: '/nonexistent', log }).then(
      () => assert.fail('it opened'),
      (error: unknown) => {
        assert.ok(error instanceof DatabaseUnreachable);
        assert.doesNotMatch(error.message, /secret|owner/);
        return error.message;
      },
    );

  test('a wrong password, and a database that is not there, are refused at once in one sentence', async () => {
    const place = `127.0.0.1:${server.port}`;
    assert.equal(
      await refusedBy(server.urlOf('postgres', 'wrong secret')),
      `The database at ${place}/postgres (DATABASE_URL) cannot be used: it refuses the user name or the password.`,
    );
    assert.equal(
      await refusedBy(server.urlOf('absent')),
      `The database at ${place}/absent (DATABASE_URL) cannot be used: it has no database of this name.`,
    );
  });
});

test('a server that is not there is given up after a few tries, in one sentence without the password', async () => {
  const port = await freePort();
  const steps: string[] = [];
  const opening = openDatabase({
    databaseUrl: `postgres://me:hunter2@localhost:${port}/site`,
    dataDir: '/nonexistent',
    log,
    onStep: (step) => steps.push(step),
  });
  await assert.rejects(opening, {
    name: 'DatabaseUnreachable',
    message: `The database at localhost:${port}/site (DATABASE_URL) could not be reached in 5 tries: nothing listens there.`,
  });
  assert.deepEqual(steps, [`Connecting to Postgres at localhost:${port}/site`]);
});
