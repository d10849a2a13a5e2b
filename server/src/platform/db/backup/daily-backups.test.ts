import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { until } from '@tidemark/testbed/until.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { startTestPostgres, type TestPostgres } from '../testing/test-postgres.ts';
import { startDailyBackups } from './daily-backups.ts';
import { checkArchive } from './read-archive.ts';

let postgres: TestPostgres;
before(async () => {
  const templateUrl = process.env.TEST_POSTGRES_URL;
  postgres = templateUrl ? { templateUrl, stop: async () => {} } : await startTestPostgres();
});
after(() => postgres.stop());

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 10, 18, 3);

function setUp(t: TestContext, keep: number, databaseUrl = postgres.templateUrl) {
  const folder = mkdtempSync(join(tmpdir(), 'daily-backups-'));
  const clock = createHandClock(startMs);
  let metrics = createMetrics();
  const lines: string[] = [];
  const log = createLog({ level: 'info', stream: { write: (line: string) => void lines.push(line) } });
  const start = () => {
    metrics = createMetrics();
    const stop = startDailyBackups({ backups: { folder, keep }, clock, metrics, databaseUrl, dataDir: '', log });
    t.after(stop);
    return stop;
  };
  const ageTold = async () => (await metrics.text()).match(/^backup_age_seconds\{.*\} (\S+)$/m)?.[1];
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    clock,
    lines,
    start,
    files: () => readdirSync(folder).filter((name) => name.endsWith('.backup')),
    ageTold,
    ageIs: (seconds: string) => until(`an age of ${seconds} s`, async () => (await ageTold()) === seconds),
  };
}

test('one a day, the newest few are kept, other files of the folder stay, and a restart makes none before its time', async (t) => {
  const { folder, clock, start, files, ageIs } = setUp(t, 2);
  writeFileSync(join(folder, 'by-hand.backup'), 'not ours');
  writeFileSync(join(folder, 'tidemark-20261117T030000Z.backup.unfinished'), 'of a process that was killed');
  const stop = start();
  await ageIs('0');
  assert.deepEqual(files(), ['by-hand.backup', 'tidemark-20261118T030000Z.backup']);
  assert.ok(!readdirSync(folder).some((name) => name.endsWith('.unfinished')));
  await checkArchive(join(folder, 'tidemark-20261118T030000Z.backup'));

  clock.advance(23 * hourMs);
  await ageIs(String(23 * 3600));
  assert.equal(files().length, 2);
  await stop();
  start();
  await ageIs(String(23 * 3600));
  assert.equal(files().length, 2);

  for (const day of [1, 2]) {
    clock.advance(day * 24 * hourMs + startMs - clock.now());
    const expected = ['by-hand.backup', ...[17 + day, 18 + day].map((date) => `tidemark-202611${date}T030000Z.backup`)];
    await until(`the backups of day ${day}`, () => files().join() === expected.join(), { why: files });
  }
});

test('two processes on one folder make one', async (t) => {
  const { start, files, lines } = setUp(t, 7);
  const [one, other] = [start(), start()];
  const made = () => lines.filter((line) => line.includes('a backup was made')).length;
  await until('a backup', () => made() > 0);
  await Promise.all([one(), other()]);
  assert.equal(files().length, 1);
  assert.equal(made(), 1);
});

test('one that fails is told, removes nothing, and is tried again', async (t) => {
  const nobody = new URL(postgres.templateUrl);
  nobody.pathname = '/no_such_database';
  const { folder, start, files, lines, clock, ageTold } = setUp(t, 1, nobody.href);
  writeFileSync(join(folder, 'tidemark-20261116T030000Z.backup'), 'an older one');
  start();
  const failures = () => lines.filter((line) => line.includes('the daily backup failed')).length;
  await until('told once', () => failures() === 1);
  assert.equal(await ageTold(), String(2 * 86_400));
  assert.deepEqual(files(), ['tidemark-20261116T030000Z.backup']);
  clock.advance(10 * 60_000);
  await until('told again', () => failures() === 2);
});

test('a folder that is not there is told as one without a backup', async (t) => {
  const { folder, start, lines, ageIs } = setUp(t, 1);
  rmSync(folder, { recursive: true });
  start();
  await ageIs('+Inf');
  assert.ok(lines.some((line) => line.includes('the daily backup failed')));
});
