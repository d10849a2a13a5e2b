import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { contentCalls, halving, halvingStates, minedSupply } from './content.ts';

test('section 9, Halving: 210,000 blocks, 21 million coins, a tick a second', () => {
  assert.equal(halving.blocksPerHalving, 210_000);
  assert.equal(halving.maxSupply, 21_000_000);
  assert.equal(halving.tickMs, 1_000);
  assert.equal(halving.nextHeight, 5 * halving.blocksPerHalving);
});

test('section 4, Bitcoin halving: what the countdown shows', () => {
  assert.deepEqual(halvingStates, ['nextEstimated', 'ended', 'fourthEnded']);
});

test('each past halving stands at its height and halves the reward', () => {
  for (const { number, height, rewardAfter, at } of halving.past) {
    assert.equal(height, number * halving.blocksPerHalving);
    assert.equal(rewardAfter, halving.firstReward / 2 ** number);
    assert.equal(at % 1000, 0);
  }
  assert.deepEqual(halving.past.map(({ at }) => new Date(at).toISOString().slice(0, 10)), ['2012-11-28', '2016-07-09', '2020-05-11', '2024-04-20']);
});

test('mined supply at the halvings, between them, and at the end', () => {
  assert.deepEqual([0, 210_000, 420_000, 630_000, 840_000, 1_050_000].map(minedSupply), [0, 10_500_000, 15_750_000, 18_375_000, 19_687_500, 20_343_750]);
  assert.equal(minedSupply(840_010), 19_687_500 + 31.25);
  assert.ok(minedSupply(10_000_000) <= halving.maxSupply && minedSupply(10_000_000) > 20_999_999);
});

test('section 7: getWebInstitute asks for bizType 4', () => {
  assert.deepEqual(v.parse(contentCalls.getWebInstitute.input, { startTimeStamp: 1_737_072_000_000 }), { startTimeStamp: 1_737_072_000_000, bizType: 4 });
  assert.equal(v.is(contentCalls.getWebInstitute.input, { bizType: 3 }), false);
});
