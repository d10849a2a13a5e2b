// Histories of the whole alert way on virtual time, with faults between any two steps: what the oracle asks for is in the log, once, and
// reached its people, once. A seed that fails is played again by `npm run simulate -- SEED`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longTest } from '@tidemark/testbed/long-test.ts';
import { simulate } from './testing/simulation/simulation.ts';

const hourMs = 3_600_000;

test('a seed is one history: played twice, it is the same to the last message', async () => {
  const [first, second] = [await simulate(7), await simulate(7)];
  assert.deepEqual(second, first);
  assert.ok(first.due > 10 && first.messages > 10 && first.faults.length > 5, JSON.stringify(first));
  assert.notEqual((await simulate(8)).fingerprint, first.fingerprint);
});

const play = async (hours: number, firstSeed = 1): Promise<string> => {
  const sums = { histories: 0, simulatedMs: 0, steps: 0, faults: 0, due: 0, messages: 0 };
  for (let seed = firstSeed; sums.simulatedMs < hours * hourMs; seed++) {
    const { simulatedMs, steps, faults, due, messages, wrong } = await simulate(seed);
    assert.deepEqual(wrong, [], `seed ${seed}`);
    sums.histories++;
    sums.simulatedMs += simulatedMs;
    sums.steps += steps;
    sums.faults += faults.length;
    sums.due += due;
    sums.messages += messages;
  }
  return JSON.stringify(sums);
};

test('2 h with faults of every kind: nothing missed, nothing twice, nothing that was acknowledged lost', async (t) => {
  t.diagnostic(await play(2));
});

longTest('100 h with faults of every kind: nothing missed, nothing twice, nothing that was acknowledged lost', async (t) => {
  t.diagnostic(await play(100, 1_000));
});
