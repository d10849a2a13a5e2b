import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offeredSteps } from './target-steps.ts';

test('section 3: quick targets are those of the public config, for the way the alert looks', () => {
  const config = { increasePricing: ['0.02', '0.5'], downPricing: ['0.07'] };
  for (const rise of [1, 3, 5] as const) assert.deepEqual(offeredSteps(rise, config), [0.02, 0.5], `type ${rise}`);
  for (const fall of [2, 4, 6] as const) assert.deepEqual(offeredSteps(fall, config), [-0.07], `type ${fall}`);
  assert.deepEqual(offeredSteps(1, undefined), []);
});
