import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { contentCalls, forecastHalving, halving, halvingPrices, halvingStateAt, halvingStates, minedSupply } from './content.ts';

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
  assert.deepEqual(
    halving.past.map(({ at }) => new Date(at).toISOString().slice(0, 10)),
    ['2012-11-28', '2016-07-09', '2020-05-11', '2024-04-20'],
  );
});

test('section 4: the state at the heights where it changes', () => {
  assert.deepEqual(
    [839_999, 840_000, 842_015, 842_016, 1_049_999, 1_050_000].map((height) => halvingStateAt(height, halving.nextHeight)),
    ['nextEstimated', 'fourthEnded', 'fourthEnded', 'nextEstimated', 'nextEstimated', 'ended'],
  );
  assert.equal(halvingStateAt(900_000, 840_000), 'fourthEnded', 'the operator still counts to the fourth');
  assert.equal(halvingStateAt(1_100_000, 1_260_000), 'nextEstimated', 'the operator counts to the sixth');
});

test('the forecast counts blocks to the next multiple and its band narrows with them', () => {
  const config = { nextHeight: halving.nextHeight, blocksPerHalving: halving.blocksPerHalving };
  const asOf = Date.UTC(2026, 10, 15);
  const at = (height: number, averageIntervalMs = 600_000, lastBlockAt = asOf) =>
    forecastHalving({ height, averageIntervalMs, lastBlockAt, asOf }, config);
  assert.deepEqual(
    [839_999, 840_000, 1_049_999, 1_050_000].map((height) => [at(height).blocksLeft, at(height).reward, at(height).number]),
    [
      [1, 6.25, 4],
      [210_000, 3.125, 5],
      [1, 3.125, 5],
      [210_000, 1.5625, 6],
    ],
  );
  assert.equal(at(1_049_999).estimatedAt, asOf + 600_000);
  assert.equal(at(1_049_999, 500_000).estimatedAt, asOf + 500_000, 'close by, what is measured counts');
  assert.equal(at(1_000_000, 500_000).estimatedAt, asOf + 144 * 500_000 + 49_856 * 600_000, 'far away, the target does');
  assert.equal(at(1_000_000, 600_000, asOf - 300_000).estimatedAt, at(1_000_000).estimatedAt - 300_000, 'the clock runs between blocks');
  assert.ok(at(1_000_000, 625_000).estimatedAt - at(1_000_000).estimatedAt <= 3_600_000, 'one block of an hour is an hour');
  assert.equal(at(1_049_999, 600_000, asOf - 3_600_000).estimatedAt, asOf, 'what is overdue is expected now');
  for (const height of [840_000, 975_850, 1_040_000, 1_049_990, 1_049_999]) {
    const { earliestAt, estimatedAt, latestAt } = at(height);
    assert.ok(asOf <= earliestAt && earliestAt < estimatedAt && estimatedAt < latestAt, String(height));
  }
  assert.ok(at(1_049_000).latestAt - at(1_049_000).earliestAt < at(975_850).latestAt - at(975_850).earliestAt);
  assert.deepEqual(
    halvingPrices.map(({ number }) => number),
    halving.past.map(({ number }) => number),
  );
});

test('mined supply at the halvings, between them, and at the end', () => {
  assert.deepEqual(
    [0, 210_000, 420_000, 630_000, 840_000, 1_050_000].map(minedSupply),
    [0, 10_500_000, 15_750_000, 18_375_000, 19_687_500, 20_343_750],
  );
  assert.equal(minedSupply(840_010), 19_687_500 + 31.25);
  assert.ok(minedSupply(10_000_000) <= halving.maxSupply && minedSupply(10_000_000) > 20_999_999);
});

test('section 7: getWebInstitute asks for bizType 4', () => {
  assert.deepEqual(v.parse(contentCalls.getWebInstitute.input, { startTimeStamp: 1_737_072_000_000 }), {
    startTimeStamp: 1_737_072_000_000,
    bizType: 4,
  });
  assert.equal(v.is(contentCalls.getWebInstitute.input, { bizType: 3 }), false);
});
