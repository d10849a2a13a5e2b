import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fundFlowThresholds, leastCoins, rankCoinsAtLeast, rankLists } from './analytics.ts';
import { aiPicks, coinPick } from './picks.ts';
import { fearGreedBand } from './fear-greed.ts';
import { fundFlowSizes } from './trading-data.ts';

test('section 9, AI picks: up to 5 a day, 7-day average of at least $50,000', () => {
  assert.deepEqual(aiPicks, { perDayAtMost: 5, floorUsdt: 50_000, floorAverageDays: 7 });
});

test('section 3, Coin detail', () => {
  for (const field of 'coinIcon coinName tags longRate shortRate deciphermentTitle deciphermentContent deciphermentUpdateTime'.split(' '))
    assert.ok(field in coinPick.entries, field);
});

test('section 9, Alerts: whale, dolphin and fish by the volume of the pair', () => {
  assert.deepEqual(fundFlowSizes, ['whale', 'dolphin', 'fish']);
  assert.deepEqual(fundFlowThresholds(100_000_000), { whale: 50_000, dolphin: 5_000 });
  assert.deepEqual(fundFlowThresholds(0), { whale: 2_000, dolphin: 200 });
  assert.deepEqual(fundFlowThresholds(1e12), { whale: 200_000, dolphin: 20_000 });
});

test('sections 1 and 2: the rankings and their subtitle', () => {
  assert.equal(rankCoinsAtLeast, 800);
  assert.deepEqual([0, 60, 800, 1_200].map(leastCoins), [800, 60, 800, 800]);
  for (const list of ['gainers', 'losers', 'newListing', 'turnover', 'hot', 'recommended', 'favorites'] as const)
    assert.ok(rankLists.includes(list));
});

test('fear and greed: every value from 0 to 100 has one band, cut where the known index cuts them', () => {
  assert.deepEqual([0, 24, 25, 44, 45, 54, 55, 74, 75, 100].map(fearGreedBand), [
    'extremeFear',
    'extremeFear',
    'fear',
    'fear',
    'neutral',
    'neutral',
    'greed',
    'greed',
    'extremeGreed',
    'extremeGreed',
  ]);
});
