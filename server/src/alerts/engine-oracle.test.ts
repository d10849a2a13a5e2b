// Law: engine = oracle, through ticks, gaps, edits, switches, deletes, day changes, time zones, limits and restarts.
// ALERT_RUNS and ALERT_SEED make it longer or repeat one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runAgainstOracle, type RunCount } from './testing/random-run.ts';

const runs = Number(process.env.ALERT_RUNS ?? 10_000);
const firstSeed = Number(process.env.ALERT_SEED ?? 1);

/** Runs that once found something; the last: a latched alert whose own prices were still to come looked for no rest meanwhile. */
const foundBefore = [263, 876, 2184, 1_019_730];

test('the engine equals the oracle on the runs that once told them apart', () => {
  for (const seed of foundBefore) for (const length of [50, 60]) runAgainstOracle(seed, length, { firings: 0, suppressed: 0, late: 0, restarts: 0 });
});

const count: RunCount = { firings: 0, suppressed: 0, late: 0, restarts: 0 };
const atOnce = 500;
for (let from = 0; from < runs; from += atOnce) {
  const to = Math.min(runs, from + atOnce);
  test(`the engine equals the oracle on random runs ${from + 1} to ${to}`, async () => {
    for (let seed = firstSeed + from; seed < firstSeed + to; seed++) runAgainstOracle(seed, 50, count);
    // What was proven so far is told before the next ones begins.
    await turn();
  });
}

test('a run in which nothing happens proves nothing', { skip: runs < 100 }, () => {
  assert.ok(count.firings > 3 * runs, JSON.stringify(count));
  assert.ok(count.suppressed > runs / 10 && count.late > runs / 10 && count.restarts > runs, JSON.stringify(count));
});
