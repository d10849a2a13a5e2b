// What an operator meets when something is wrong at start, and what a kill leaves behind.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '@tidemark/testbed/until.ts';
import { AppFailed, startApp, type App } from '../harness/app.ts';
import { askDatabase } from '../harness/own-database.ts';

let app: App;
const dataDir = mkdtempSync(join(tmpdir(), 'tidemark-faults-'));
before(async () => {
  app = await startApp({ dataDir, isWholeMarket: true });
});
after(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the program, expects it to end by itself, and answers with what it printed and its exit code. */
const failToStart = async (env: Record<string, string>, options: { port?: number; dataDir?: string } = {}) => {
  const error = await startApp({ env, ...options }).then(
    async (started) => {
      await started.stop();
      throw new Error('it started');
    },
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AppFailed, String(error));
  assert.match(error.message, /exit code 1 /);
  // One sentence for a person, not a stack.
  assert.doesNotMatch(error.log, /^\s+at /m);
  return error.log.trim().split('\n');
};

/** One of the lines is this sentence. What it did before that goes to another stream and may arrive later. */
const says = (lines: readonly string[], sentence: RegExp): void =>
  assert.ok(
    lines.some((line) => sentence.test(line)),
    lines.join('\n'),
  );

/** What the database holds, read past the program. */
const storedReports = async ({ dataDir: folder }: App): Promise<string[]> =>
  (await askDatabase<{ message: string }>(folder, 'select message from error_report')).map((row) => row.message);

test('where nobody sits at a terminal every line of the start is a record with its time, its host and its roles', async () => {
  const readRecords = () =>
    app
      .log()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Readonly<Record<string, string>>);
  // It answers a moment before it says so, and what it says comes by another way.
  const records = await until('where it is', () => {
    const all = readRecords();
    return all.some(({ msg }) => msg === `Tidemark is at http://localhost:${app.port}/`) && all;
  });
  for (const { time, host, roles } of records) assert.ok(Number.isFinite(Date.parse(time!)) && host && roles, app.log());
});

test('a taken port is one clear sentence and exit code 1', async () => {
  const lines = await failToStart({}, { port: app.port });
  assert.deepEqual(lines, [`Port ${app.port} on 127.0.0.1 is already in use. Stop the other program or start Tidemark with another PORT.`]);
});

test('a data folder in use by another instance is one clear sentence and exit code 1', async () => {
  const lines = await failToStart({}, { dataDir });
  says(lines, /^The data folder .+ is in use by another Tidemark \(process \d+\)/);
});

test('an unreachable database is one clear sentence without the password, exit code 1', async () => {
  const lines = await failToStart({ DATABASE_URL: 'postgres://someone:hush-hush@127.0.0.1:9/none' });
  says(lines, /^The database at .+ could not be reached/);
  assert.doesNotMatch(lines.join('\n'), /hush-hush/);
});

test('an unreachable bus is one clear sentence, exit code 1', async () => {
  const lines = await failToStart({ NATS_URL: 'nats://someone:hush-hush@127.0.0.1:9' });
  says(lines, /^The bus at .* cannot be used: /);
  assert.doesNotMatch(lines.join('\n'), /hush-hush/);
});

test('every wrong setting gets its own sentence', async () => {
  const lines = await failToStart({ PORT: 'http', ROLES: 'feed,chef', LOG_LEVEL: 'loud', SOURCE: 'tarot', PUBLIC_URL: 'ftp://x' });
  for (const name of ['PORT', 'ROLES', 'LOG_LEVEL', 'SOURCE', 'PUBLIC_URL'])
    assert.ok(
      lines.some((line) => line.startsWith(`${name} must be`)),
      `${name} in ${lines.join(' | ')}`,
    );
});

for (const round of [1, 2, 3]) {
  test(`acknowledged rows survive kill -9 of the whole tree, and the next start needs no help (${round})`, async () => {
    const acknowledged: string[] = [];
    const sending = (async () => {
      for (let n = 0; ; n++) {
        const message = `kill round ${round} report ${n}`;
        const response = await fetch(`${app.url}/v1/mix/public/errorReport`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ kind: 'error', message }),
        });
        const answer = (await response.json()) as { code: string; data: { kept: boolean } | null };
        if (answer.code === '00000' && answer.data?.kept) acknowledged.push(message);
        if (n === 5 * round) void app.kill9();
      }
    })();
    await assert.rejects(sending);
    await app.kill9();
    await app.restart();
    assert.ok(acknowledged.length > 0);
    const kept = new Set(await storedReports(app));
    assert.deepEqual(
      acknowledged.filter((message) => !kept.has(message)),
      [],
    );
  });
}

test('SIGTERM stops everything quickly, the database included', async () => {
  const { pid } = app;
  const startedAt = Date.now();
  const id = pid();
  assert.equal(await app.stop(), 0);
  assert.ok(Date.now() - startedAt < 5_000, `took ${Date.now() - startedAt} ms`);
  assert.throws(() => process.kill(id, 0));
  await app.restart();
});
