import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currencyUnits } from '@tidemark/contract/money.ts';
import { offeredUnits } from './offered-units.ts';

test('section 3: the currencies to choose from are those of the public config, and the one that is chosen', () => {
  const codes = (...given: Parameters<typeof offeredUnits>) => offeredUnits(...given).map(({ code }) => code);
  assert.deepEqual(codes('USD', ['EUR', 'USD']), ['EUR', 'USD']);
  assert.deepEqual(codes('JPY', ['EUR', 'USD']), ['EUR', 'USD', 'JPY']);
  assert.equal(offeredUnits('USD', undefined), currencyUnits);
});
