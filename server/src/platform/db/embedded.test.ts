// What only the built-in Postgres has to promise: its folder, its process, its survival of kill -9.
import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { isLong } from '@tidemark/testbed/long-test.ts';
import pg from 'pg';
import { createLog } from '#platform/log.ts';
import { DataDirInUse, DatabaseUnreachable, openDatabase } from './database.ts';
import { childProgram, postmasterOf, processesOn, startChild, until } from './testing/database-child.ts';

const log = createLog({ level: 'silent' });
const isRoot = process.getuid?.() === 0;

const root = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-test-')));
chmodSync(root, 0o755);
after(() => rmSync(root, { recursive: true, force: true }));
const newFolder = (name: string) => join(root, name);
const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir, log });

const killHard = (child: ChildProcess) => child.kill('SIGKILL');
/** All of them at once; one that goes with another that was killed before it is gone already. */
const killAll = (pids: readonly number[]): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
};

test('kill -9 at any moment loses no acknowledged row and never keeps the next start from opening', async () => {
  const dataDir = newFolder('killed');
  // While the cluster is made, while it starts, while it migrates.
  for (const step of [/^step Making/, /^step Making/, /^step Starting/, /^step Bringing/]) {
    const starting = startChild(dataDir, 'insert');
    await starting.next(step);
    killHard(starting.child);
    await starting.exited;
  }
  let seed = 20_260_102;
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
  const acknowledged: number[] = [];
  for (let round = 0; round < (isLong ? 20 : 4); round++) {
    const writer = startChild(dataDir, 'insert');
    await writer.next(/^open/);
    const rows = 1 + Math.floor(random() * 150);
    for (let n = 0; n < rows; n++) await writer.next(/^row/);
    // Every second time the whole tree dies at once, as when a machine loses power.
    const tree = round % 2 ? processesOn(dataDir) : [];
    killHard(writer.child);
    killAll(tree);
    await writer.exited;
    acknowledged.push(...writer.acknowledged());
  }
  const db = await open(dataDir);
  const { rows } = await db.pool.query<{ n: string }>('select n from acknowledged');
  const kept = new Set(rows.map((row) => Number(row.n)));
  await db.close();
  assert.ok(acknowledged.length > 50);
  assert.deepEqual(
    acknowledged.filter((n) => !kept.has(n)),
    [],
  );
  assert.deepEqual(processesOn(dataDir), []);
});

test('a second instance is refused in one sentence, until the first is gone, however it went', async () => {
  const dataDir = newFolder('shared');
  const first = startChild(dataDir, 'idle');
  await first.next(/^open/);
  await assert.rejects(open(dataDir), (error: Error) => {
    assert.ok(error instanceof DataDirInUse);
    assert.equal(
      error.message,
      `The data folder ${dataDir} is in use by another Tidemark (process ${first.child.pid}); stop that one, or set DATA_DIR ` +
        'to another folder.',
    );
    return true;
  });
  killHard(first.child);
  await first.exited;
  const second = await open(dataDir);
  await assert.rejects(open(dataDir), DataDirInUse);
  await second.close();
  await (await open(dataDir)).close();
});

test('SIGTERM, and an exit without closing, leave no Postgres behind', async () => {
  const dataDir = newFolder('stopped');
  const polite = startChild(dataDir, 'insert');
  await polite.next(/^row/);
  polite.child.kill('SIGTERM');
  assert.equal(await polite.exited, 0);
  assert.deepEqual(processesOn(dataDir), []);
  assert.deepEqual(readdirSync(dataDir).toSorted(), ['instance.lock', 'postgres', 'postgres.password']);

  const abrupt = startChild(dataDir, 'exit');
  assert.equal(await abrupt.exited, 7);
  await until('Postgres follows', () => processesOn(dataDir).length === 0);
});

test('a Postgres that dies under us is started again, with its rows', async () => {
  const dataDir = newFolder('revived');
  const db = await open(dataDir);
  await db.pool.query('create table kept as select 1 as n');
  const hasRevived = async (dead: number) => {
    if (postmasterOf(dataDir) === dead) return false; // backends of the dead one answer for a moment longer
    const { rows } = await db.pool.query('select n from kept').catch(() => ({ rows: [] }));
    return rows.length === 1;
  };
  const first = postmasterOf(dataDir);
  process.kill(first, 'SIGKILL');
  await until('a dead Postgres is replaced', () => hasRevived(first));

  const second = postmasterOf(dataDir);
  const watchdogs = processesOn(dataDir, 'postgres-watchdog');
  assert.equal(watchdogs.length, 2);
  killAll(watchdogs);
  await until('a dead watchdog is replaced', () => hasRevived(second));
  await db.close();
  assert.deepEqual(processesOn(dataDir), []);
});

test('a process id left by a dead Postgres and given to somebody else does not stop a start', async () => {
  const dataDir = newFolder('reused-pid');
  const first = startChild(dataDir, 'idle');
  await first.next(/^open/);
  const tree = processesOn(dataDir);
  killHard(first.child);
  killAll(tree);
  await first.exited;
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  // A stranger of the same user as Postgres: that is when Postgres by itself would refuse.
  const stranger = spawn('sleep', ['60'], { uid: statSync(pidFile).uid, gid: statSync(pidFile).gid });
  after(() => stranger.kill());
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)));
  await (await open(dataDir)).close();
});

test('nobody without the password gets in, and there is no port to try', async () => {
  const dataDir = newFolder('private');
  const db = await open(dataDir);
  assert.equal((await db.pool.query('show listen_addresses')).rows[0].listen_addresses, '');
  const host = join(dataDir, 'run');
  assert.equal(statSync(host).mode & 0o777, 0o700);
  assert.equal(statSync(join(dataDir, 'postgres.password')).mode & 0o777, 0o600);
  const intruder = new pg.Client({ host, user: 'tidemark', database: 'tidemark', password: 'guess' });
  await assert.rejects(intruder.connect(), { code: '28P01' });
  await db.close();
});

test('a folder whose path is too long for a unix socket works, and leaves nothing in the temporary folder', async () => {
  const dataDir = newFolder(join('d'.repeat(60), 'e'.repeat(60)));
  const temporary = newFolder('temporary');
  mkdirSync(temporary);
  const env = { ...process.env, TMPDIR: temporary };
  const killed = startChild(dataDir, 'idle', { env });
  await killed.next(/^open/);
  killHard(killed.child);
  await killed.exited;
  const second = startChild(dataDir, 'insert', { env });
  await second.next(/^row/);
  assert.equal(readdirSync(temporary).length, 1);
  second.child.kill('SIGTERM');
  assert.equal(await second.exited, 0);
  assert.deepEqual(readdirSync(temporary), []);
});

test('what cannot be opened says why in one sentence', async () => {
  const file = newFolder('a-file');
  writeFileSync(file, '');
  await assert.rejects(
    open(join(file, 'data')),
    (error: Error) => error instanceof DatabaseUnreachable && /^The data folder .* cannot be used \(.*\)\.$/.test(error.message),
  );

  const dataDir = newFolder('damaged');
  await (await open(dataDir)).close();
  const password = join(dataDir, 'postgres.password');
  const secret = readFileSync(password);
  rmSync(password);
  await assert.rejects(
    open(dataDir),
    /^DatabaseUnreachable: The password of the database cannot be read from .*postgres\.password; put the file back/,
  );
  writeFileSync(password, secret);
  const version = join(dataDir, 'postgres', 'PG_VERSION');
  const right = readFileSync(version);
  writeFileSync(version, '12\n');
  await assert.rejects(open(dataDir), /^DatabaseUnreachable: The database in .* was made by Postgres 12, and this is Postgres \d+;/);
  writeFileSync(version, right);
  rmSync(join(dataDir, 'postgres', 'global', 'pg_control'));
  await assert.rejects(open(dataDir), /^DatabaseUnreachable: The built-in Postgres on .* did not start: .*pg_control/);
});

test(
  'as root, a folder that only root may enter works too, by each way there is, and also once it is opened up',
  { skip: !isRoot && 'this system cannot: not root' },
  async () => {
    const closed = newFolder('closed');
    const programs = newFolder('programs');
    mkdirSync(closed, { mode: 0o700 });
    mkdirSync(programs);
    const dataDir = join(closed, 'data');
    const writeOneRow = async (env: NodeJS.ProcessEnv) => {
      const writer = startChild(dataDir, 'insert', { env });
      await writer.next(/^row/);
      writer.child.kill('SIGTERM');
      assert.equal(await writer.exited, 0);
    };
    await writeOneRow(process.env);
    // Containers that forbid user namespaces.
    writeFileSync(join(programs, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    await writeOneRow({ ...process.env, PATH: `${programs}:${process.env.PATH}` });
    chmodSync(closed, 0o755);
    await writeOneRow(process.env);
  },
);

const nobody = { uid: 65_534, gid: 65_534 };
const canRunUnprivileged =
  isRoot &&
  spawnSync(process.execPath, ['--version'], nobody).status === 0 &&
  spawnSync('/usr/bin/test', ['-r', childProgram], nobody).status === 0;
test(
  'an ordinary user needs no rights, root may open the same folder, and strangers are told whose it is',
  { skip: !canRunUnprivileged && 'this system cannot: it takes root and a tree that others may read' },
  async () => {
    const dataDir = newFolder('ordinary');
    mkdirSync(dataDir, { mode: 0o700 });
    chownSync(dataDir, nobody.uid, nobody.gid);
    const writeOneRow = async () => {
      const writer = startChild(dataDir, 'insert', nobody);
      await writer.next(/^row/);
      writer.child.kill('SIGTERM');
      assert.equal(await writer.exited, 0);
    };
    await writeOneRow();
    await (await open(dataDir)).close();
    await writeOneRow();

    const refusedStranger = async (sentence: RegExp) => {
      const stranger = startChild(dataDir, 'idle', { uid: 12_345, gid: 12_345 });
      await stranger.next(sentence);
      assert.equal(await stranger.exited, 1);
    };
    await refusedStranger(/^failed DatabaseUnreachable: The data folder .* cannot be used \(.*\)\.$/);
    chmodSync(dataDir, 0o777);
    chmodSync(join(dataDir, 'instance.lock'), 0o666);
    await refusedStranger(/^failed DatabaseUnreachable: The database in .* belongs to another user \(uid 65534\);/);
  },
);
