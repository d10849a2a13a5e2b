import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickCostOfTrade } from '@tidemark/contract/picks.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { curveOf, type JudgedPick } from './scorecard.ts';

const begin = Date.UTC(2026, 9, 1);
const pickOf = (day: number, change: number, btc: number): JudgedPick => ({
  ts: begin + day * dayMs,
  outcomes: [{ days: 7, change }],
  day: [{ days: 7, btc, random: 0, median: 0 }],
});

test('the curve buys the picks of a day, sells them after a week with costs, and only then buys again', () => {
  const picks = [
    pickOf(7, 0.1, 0.05),
    pickOf(0, 0.04, 0.02),
    pickOf(0, 0.02, 0.02),
    // While the money is in the first picks nothing is bought.
    pickOf(3, 5, 5),
    // Its week is not over.
    { ...pickOf(14, 0, 0), outcomes: [] },
  ];
  const curve = curveOf(picks, String).map(({ at, picks: worth, btc }) => [(at - begin) / dayMs, Number(worth), Number(btc)]);
  const first = 100 * (1 + 0.03 - pickCostOfTrade);
  assert.deepEqual(curve, [
    [0, 100, 100],
    [7, first, 102],
    [14, first * (1 + 0.1 - pickCostOfTrade), 102 * 1.05],
  ]);
});

test('there is no curve before the first week is over', () =>
  assert.deepEqual(curveOf([{ ...pickOf(0, 0, 0), outcomes: [] }], String), []));
