import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInLanes } from './run-in-lanes.ts';
import type { Selection, SuiteName } from './select-suites.ts';

const selection = (name: SuiteName): Selection => ({ name, files: [] });

/** What has begun, and what ends a suite. */
const stage = () => {
  const begun: SuiteName[] = [];
  const ends = new Map<SuiteName, () => void>();
  const run = ({ name }: Selection): Promise<string> => {
    begun.push(name);
    return new Promise((resolve) => ends.set(name, () => resolve(`${name} ran`)));
  };
  const end = async (name: SuiteName): Promise<void> => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { begun, run, end };
};

test('faults and calls run beside verify and unit, journeys after all of them, and the answers keep their order', async () => {
  const { begun, run, end } = stage();
  const { promise: built, resolve: pagesAreThere } = Promise.withResolvers<void>();
  const all = runInLanes((['verify', 'unit', 'calls', 'faults', 'journeys'] as const).map(selection), run, built);
  assert.deepEqual(begun, ['verify']);
  await end('verify');
  assert.deepEqual(begun, ['verify', 'unit'], 'faults wait for the pages');
  pagesAreThere();
  await new Promise(setImmediate);
  assert.deepEqual(begun, ['verify', 'unit', 'faults']);
  await end('faults');
  assert.deepEqual(begun, ['verify', 'unit', 'faults', 'calls']);
  await end('calls');
  assert.deepEqual(begun, ['verify', 'unit', 'faults', 'calls'], 'journeys wait for both lanes');
  await end('unit');
  assert.deepEqual(begun, ['verify', 'unit', 'faults', 'calls', 'journeys']);
  await end('journeys');
  assert.deepEqual(await all, ['verify ran', 'unit ran', 'calls ran', 'faults ran', 'journeys ran']);
});

test('only what was chosen runs', async () => {
  const { begun, run, end } = stage();
  const all = runInLanes([selection('unit')], run, Promise.resolve());
  await new Promise(setImmediate);
  await end('unit');
  assert.deepEqual(await all, ['unit ran']);
  assert.deepEqual(begun, ['unit']);
});

test('what cannot be built fails the run', async () => {
  const { run } = stage();
  await assert.rejects(runInLanes([selection('journeys')], run, Promise.reject(new Error('no pages'))), /no pages/);
});
