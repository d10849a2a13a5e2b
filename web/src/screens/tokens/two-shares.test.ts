import assert from 'node:assert/strict';
import { test } from 'node:test';
import { twoShares } from './two-shares.ts';

test('long and short, as they are shown, are one whole', () => {
  for (const long of ['0.5705', '0.57049', '0.42951', '0', '1', '0.33333']) {
    const [shownLong, shownShort] = twoShares(long).map((share) => Number((share * 100).toFixed(1)));
    assert.equal((shownLong! + shownShort!).toFixed(1), '100.0', long);
  }
});
