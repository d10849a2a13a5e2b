import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createJobs, tellJobAges } from './jobs.ts';

const open = () => {
  const clock = createHandClock(0);
  const lines: string[] = [];
  const stream = new Writable({ write: (line: Buffer, _encoding, done) => (lines.push(line.toString()), done()) });
  return { clock, lines, jobs: createJobs({ clock, log: createLog({ level: 'info', stream }), room: 'test' }) };
};

test('a job runs at its pace, never twice at once, and goes on after a failure', async () => {
  const { clock, lines, jobs } = open();
  const ends: (() => void)[] = [];
  let begun = 0;
  const run = jobs.every(1_000, 'counting', async () => {
    if (++begun === 2)
      throw Object.assign(new Error('insert into person values (secret@example.org)'), { code: '23505', severity: 'ERROR' });
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  void run();
  clock.advance(3_000);
  assert.equal(begun, 1, 'the first still runs');
  ends.shift()!();
  await turn();
  assert.equal(begun, 2, 'what fell due meanwhile is made up for, once');
  await turn();
  clock.advance(1_000);
  assert.equal(begun, 3, 'and a failure ends nothing');
  assert.match(lines.join(), /counting failed/);
  assert.match(lines.join(), /23505/);
  assert.doesNotMatch(lines.join(), /secret/);
  let isStopped = false;
  const stopping = jobs.stop().then(() => (isStopped = true));
  await turn();
  assert.equal(isStopped, false, 'what is under way is waited for');
  ends.shift()!();
  await stopping;
  clock.advance(10_000);
  assert.equal(begun, 3);
});

test('whoever asks for a run while one is under way waits for one that knows what was there at the asking', async () => {
  const { jobs } = open();
  const ends: (() => void)[] = [];
  let [there, seen] = ['before', ''];
  const run = jobs.every(1_000, 'reading', async () => {
    const read = there;
    await new Promise<void>((resolve) => ends.push(resolve));
    seen = read;
  });
  const first = run();
  there = 'after';
  let isHeard = false;
  const [second, third] = [run().then(() => (isHeard = true)), run()];
  ends.shift()!();
  await first;
  assert.equal(seen, 'before');
  await turn();
  assert.equal(ends.length, 1, 'one run for all who ask meanwhile');
  assert.equal(isHeard, false);
  ends.shift()!();
  await Promise.all([second, third]);
  assert.equal(seen, 'after');
});

test('whoever runs a job out of turn hears when it has ended, well or badly', async () => {
  const { clock, jobs } = open();
  const ends: (() => void)[] = [];
  let begun = 0;
  const run = jobs.every(1_000, 'counting', async () => {
    if (++begun === 2) throw new Error('no');
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  let isOver = false;
  const first = run().then(() => (isOver = true));
  const all = jobs.settled();
  await turn();
  assert.equal(isOver, false);
  ends.shift()!();
  await Promise.all([first, all]);
  await run();
  assert.equal(begun, 2, 'a failure is logged, not thrown');
  clock.advance(1_000);
  const third = run();
  assert.equal(begun, 3, 'one is under way');
  const stopping = jobs.stop();
  ends.shift()!();
  await Promise.all([third, stopping]);
  await run();
  assert.equal(begun, 3, 'nothing begins after the end, nor is made up for');
});

test('what was planned for later is done once, or not at all after the end', async () => {
  const { clock, jobs } = open();
  let done = 0;
  const work = async () => done++;
  jobs.once('now', work);
  jobs.after(500, 'soon', work);
  jobs.after(5_000, 'late', work);
  let isUndone = false;
  jobs.onStop(() => void (isUndone = true));
  clock.advance(1_000);
  await jobs.stop();
  clock.advance(10_000);
  assert.deepEqual([done, isUndone], [2, true]);
});

test('what does not end is waited for until the grace is over, and not longer', async () => {
  const { clock, jobs } = open();
  jobs.once('hanging', () => new Promise<never>(() => {}));
  let isStopped = false;
  const stopping = jobs.stop(3_000).then(() => (isStopped = true));
  clock.advance(2_999);
  await turn();
  assert.equal(isStopped, false);
  clock.advance(1);
  await stopping;
});

test('how long ago each job last ended well is told, with its pace, until it is stopped', async () => {
  const { clock, jobs } = open();
  const metrics = createMetrics();
  tellJobAges(metrics);
  const told = async (figure: string) =>
    (await metrics.text())
      .split('\n')
      .find((line) => line.startsWith(`${figure}{room="test",job="counting"} `))
      ?.split(' ')
      .at(-1);
  let isFailing = false;
  jobs.every(10_000, 'counting', async () => {
    if (isFailing) throw new Error('not now');
  });
  clock.advance(4_000);
  assert.equal(await told('job_age_seconds'), '4', 'it was begun four seconds ago');
  clock.advance(6_000);
  await jobs.settled();
  clock.advance(3_000);
  assert.equal(await told('job_age_seconds'), '3');
  isFailing = true;
  clock.advance(7_000);
  await jobs.settled();
  clock.advance(1_000);
  assert.equal(await told('job_age_seconds'), '11', 'a run that fails makes it no younger');
  assert.equal(await told('job_every_seconds'), '10');
  await jobs.stop();
  assert.equal(await told('job_age_seconds'), undefined);
});
