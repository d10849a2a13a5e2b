// A real Postgres that goes at the worst moment: what is said of the work that was under way is true of it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { asOneWork, DatabaseAway, databaseAwayOf } from './away.ts';
import { watchCondition } from './condition.ts';
import { openDatabase, type Database } from './database.ts';
import { createPool } from './pool.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'away-test-'));
let db: Database;
let operator: pg.Client;
before(async () => {
  db = await openDatabase({ databaseUrl: null, dataDir, log: createLog({ level: 'silent' }) });
  operator = new pg.Client(db.connection);
  await operator.connect();
  await operator.query(`
    create table line (text text primary key);
    create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(20); return null; end';
    create table slow_line (text text);
    create constraint trigger at_commit after insert on slow_line deferrable initially deferred for each row execute function dawdle();`);
});
after(async () => {
  await operator.end();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const answers = (asked: Database) => watchCondition({ db: asked, clock: systemClock, log: createLog({ level: 'silent' }) }).isWell();

/** Cuts the connections that run this text, as soon as they do, until all is over. */
const cut = async (text: string, ...works: readonly Promise<unknown>[]): Promise<void> => {
  let left = works.length;
  for (const work of works) void work.catch(() => {}).finally(() => left--);
  while (left > 0)
    await operator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query ilike $1",
      [`${text}%`],
    );
};
const outcomeOf = async (work: Promise<unknown>): Promise<'unclear' | 'not done' | 'fault' | 'done'> => {
  try {
    await work;
    return 'done';
  } catch (error) {
    const away = databaseAwayOf(error);
    return away ? (away.isUnclear ? 'unclear' : 'not done') : 'fault';
  }
};
const whenCut = async (text: string, asked: Promise<unknown>) => {
  // A query of drizzle is sent anew by each waiter; here it is one.
  const work = Promise.resolve(asked);
  return (await Promise.all([outcomeOf(work), cut(text, work)]))[0];
};

test('a statement that is cut was not done when it only read, or stood in a transaction; else nobody knows', async () => {
  assert.equal(await whenCut('select pg_sleep', db.pool.query('select pg_sleep(20)')), 'not done');
  const sleepyInsert = sql`insert into line select 'a' from pg_sleep(20)`;
  assert.equal(await whenCut('insert into line', db.orm.execute(sleepyInsert)), 'unclear');
  assert.equal(
    await whenCut(
      'insert into line',
      db.orm.transaction((tx) => tx.execute(sleepyInsert)),
    ),
    'not done',
  );
  assert.equal(
    await whenCut(
      'commit',
      db.orm.transaction((tx) => tx.execute(sql`insert into slow_line values ('b')`)),
    ),
    'unclear',
    'the rollback that follows hides nothing',
  );
});

test('what was committed earlier in the same work counts, and that of others does not', async () => {
  const saveThen = (text: string, next: () => Promise<unknown>) =>
    asOneWork(async () => {
      await db.pool.query('insert into line values ($1)', [text]);
      await next();
    });
  const sleep = () => db.pool.query('select pg_sleep(20)');
  assert.equal(await whenCut('select pg_sleep', saveThen('c', sleep)), 'unclear');
  assert.equal(await whenCut('select pg_sleep', asOneWork(sleep)), 'not done');
  // A connection that is handed over by another work still works for the caller that waited for it.
  const held = await Promise.all(Array.from({ length: db.pool.options.max - 1 }, () => db.pool.connect()));
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const giver = asOneWork(async () => {
    const client = await db.pool.connect();
    await gate;
    client.release();
    await sleep();
  });
  const waiter = saveThen('d', sleep);
  open();
  assert.deepEqual(await Promise.all([outcomeOf(giver), outcomeOf(waiter), cut('select pg_sleep', giver, waiter)]), [
    'not done',
    'unclear',
    undefined,
  ]);
  for (const client of held) client.release();
});

test('a statement of ours that is refused stays a fault', async () => {
  for (const text of ['select 1 / 0', 'select * from nowhere', "insert into line values ('c')", 'nonsense'])
    assert.equal(await outcomeOf(db.orm.execute(sql.raw(text))), 'fault', text);
  assert.equal(await outcomeOf(db.orm.transaction((tx) => tx.execute(sql`select 1 / 0`))), 'fault');
  assert.equal(
    await outcomeOf(
      db.pool.query('select $1::text', [
        {
          toPostgres() {
            throw new Error('ours');
          },
        },
      ]),
    ),
    'fault',
  );
});

test('what a full disk refuses was not done and is no fault of ours, and its connection goes on', async () => {
  await operator.query(
    `create function find_no_room() returns trigger language plpgsql as $$ begin raise exception 'no space left' using errcode =
     'disk_full'; end $$;
     create table full_line (text text);
     create trigger no_room before insert on full_line for each row execute function find_no_room();`,
  );
  const client = await db.pool.connect();
  assert.equal(await outcomeOf(client.query("insert into full_line values ('a')")), 'not done');
  assert.equal(await outcomeOf(client.query("insert into line values ('beside a full disk')")), 'done');
  client.release();
  const inOneWork = db.orm.transaction((tx) => tx.execute(sql`insert into full_line values ('b')`));
  assert.equal(await outcomeOf(inOneWork), 'not done');
});

test('a connection that dies as a transaction begins is not kept from everybody else', async () => {
  for (let time = 0; time < 20; time++) {
    const client = await db.pool.connect();
    client.release();
    const begun = outcomeOf(db.orm.transaction((tx) => tx.execute(sql`select 1`)));
    (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    assert.equal(await begun, 'not done');
  }
  assert.equal(db.pool.totalCount - db.pool.idleCount, 0);
  const mine = await db.pool.connect();
  (mine as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  assert.equal(await outcomeOf(mine.query('begin')), 'not done');
  mine.release();
  assert.equal(db.pool.totalCount - db.pool.idleCount, 0);
});

test('a full pool whose statements are answered is busy, and reachable', async () => {
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  let isOver = false;
  void over.then(() => (isOver = true));
  const held = await Promise.all(Array.from({ length: db.pool.options.max }, () => db.pool.connect()));
  const working = held.map(async (client) => {
    while (!isOver) await client.query('select pg_sleep(0.1)');
    client.release();
  });
  const busy = await asOneWork(() => db.pool.query('select 1')).catch(databaseAwayOf);
  assert.ok(busy instanceof DatabaseAway);
  assert.deepEqual([busy.isBusy, busy.isUnclear], [true, false]);
  assert.equal(await answers(db), true);
  end();
  await Promise.all(working);
});

test('a pool whose connections hang on a silent server is away, also when connections are given up', async (t) => {
  let isSilent = false;
  const line = createServer((client) => {
    const server = connect(join(db.connection.host!, '.s.PGSQL.5432'));
    client.pipe(server);
    server.on('data', (bytes) => void (isSilent || client.write(bytes)));
    for (const one of [client, server]) one.on('error', () => {}).on('close', () => (client.destroy(), server.destroy()));
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  t.after(() => line.close());
  const { port } = line.address() as AddressInfo;
  const { pool, end } = createPool(
    { ...db.connection, host: '127.0.0.1', port, connectionTimeoutMillis: 1_000, query_timeout: 300 },
    createLog({ level: 'silent' }),
    2,
  );
  t.after(() => end(0));
  await Promise.all([pool.query('select 1'), pool.query('select 1')]);
  isSilent = true;
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => pool.query('select 1').catch(databaseAwayOf)));
  assert.deepEqual(
    outcomes.map((away) => away instanceof DatabaseAway && !away.isBusy),
    outcomes.map(() => true),
  );
});

test('nobody waits for ever for a connection, and without a server nothing was done', async () => {
  const held = await Promise.all(Array.from({ length: db.pool.options.max }, () => db.pool.connect()));
  assert.equal(await outcomeOf(db.pool.query('select 1')), 'not done');
  for (const client of held) client.release();
  const pool = db.pool as pg.Pool & { options: { host: string } };
  const { host } = pool.options;
  const all = await Promise.all(Array.from({ length: db.pool.options.max }, () => db.pool.connect()));
  for (const client of all) client.release(true);
  pool.options.host = join(dataDir, 'nowhere');
  assert.deepEqual(
    [await outcomeOf(db.pool.query("insert into line values ('z')")), await outcomeOf(db.orm.transaction(async () => {}))],
    ['not done', 'not done'],
  );
  pool.options.host = host;
  assert.equal(await outcomeOf(db.pool.query("insert into line values ('z')")), 'done');
});
