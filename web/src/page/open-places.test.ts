import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlaces } from './open-places.ts';

test('section 3: no link leads to the onchain list while the operator has switched it off', () => {
  const places = [{ page: 'spot' }, { page: 'onChain' }, { page: 'rank' }] as const;
  assert.deepEqual(openPlaces(places, true), places);
  assert.deepEqual(openPlaces(places, false), [{ page: 'spot' }, { page: 'rank' }]);
});
