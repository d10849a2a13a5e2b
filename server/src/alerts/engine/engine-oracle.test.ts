// Law: engine = oracle, through ticks, gaps, edits, switches, deletes, day changes, time zones, limits and restarts.
// Half of the runs are the same every time, half begin at a seed of this moment that is printed. ALERT_RUNS and ALERT_SEED choose others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { runAgainstOracle, type RunCount } from '../testing/random-run.ts';

const runs = Number(process.env.ALERT_RUNS ?? (process.env.LONG === '1' ? 10_000 : 1_000));
const freshSeed = Number(process.env.ALERT_SEED ?? 10_000_000 + (Date.now() % 1_000_000_000));
const seedAt = (run: number): number => (run < runs / 2 && process.env.ALERT_SEED === undefined ? run + 1 : freshSeed + run);

/** Runs that once found something; the last: a latched alert whose own prices were still to come looked for no rest meanwhile. */
const foundBefore = [263, 876, 2184, 1_019_730];

test('the engine equals the oracle on the runs that once told them apart', () => {
  for (const seed of foundBefore)
    for (const length of [50, 60]) runAgainstOracle(seed, length, { firings: 0, suppressed: 0, late: 0, restarts: 0 });
});

const count: RunCount = { firings: 0, suppressed: 0, late: 0, restarts: 0 };
const atOnce = 500;
for (let from = 0; from < runs; from += atOnce) {
  const to = Math.min(runs, from + atOnce);
  test(`the engine equals the oracle on random runs, seeds ${seedAt(from)} to ${seedAt(to - 1)}`, async () => {
    for (let run = from; run < to; run++) runAgainstOracle(seedAt(run), 50, count);
    // What was proven so far is told before the next ones begins.
    await turn();
  });
}

test('a run in which nothing happens proves nothing', () => {
  assert.ok(count.firings > 3 * runs, JSON.stringify(count));
  assert.ok(count.suppressed > runs / 10 && count.late > runs / 10 && count.restarts > runs, JSON.stringify(count));
});
