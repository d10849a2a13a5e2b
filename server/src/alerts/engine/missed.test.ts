import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertFrequency, alertType } from '@tidemark/contract/alert-rules.ts';
import { missedPrices } from './missed.ts';
import { createEngineBed, noon } from '../testing/engine-bed.ts';

const minute = (n: number, open: number, high: number, low: number, close: number) => ({
  openTime: noon + n * 60_000,
  open,
  high,
  low,
  close,
});
const many = { perSecond: 100, perMinute: 100, perHour: 100, perDay: 100 };

test('a missed minute is judged in the order its candle suggests, at its beginning, and rested upon from its end', () => {
  const prices = (candle: ReturnType<typeof minute>) =>
    missedPrices(candle, null, noon + 3_600_000).map(({ price, at, from }) => [price, at - noon, from - noon]);
  assert.deepEqual(prices(minute(0, 10, 14, 8, 12)), [
    [10, 0, 60_000],
    [8, 0, 60_000],
    [14, 0, 60_000],
    [12, 60_000, 60_000],
  ]);
  assert.deepEqual(
    prices(minute(0, 12, 14, 8, 10)).map(([price]) => price),
    [12, 14, 8, 10],
  );
});

test('a minute judged in part tells only what lies beyond the prices seen in it', () => {
  const seen = { at: noon + 20_000, high: 13, low: 9 };
  const prices = (candle: ReturnType<typeof minute>, until = noon + 3_600_000) =>
    missedPrices(candle, seen, until).map(({ price, at }) => [price, at - noon]);
  assert.deepEqual(prices(minute(0, 10, 13, 9, 12)), [[12, 60_000]]);
  assert.deepEqual(prices(minute(0, 10, 14, 9, 12)), [
    [14, 20_000],
    [12, 60_000],
  ]);
  assert.deepEqual(prices(minute(-1, 10, 14, 9, 12)), []);
  assert.deepEqual(prices(minute(1, 10, 14, 9, 12), noon + 60_000), [], 'not begun when the feed came back');
  assert.deepEqual(prices(minute(1, 10, 10, 10, 10), noon + 70_000).at(-1), [10, 70_000]);
});

test('not older than 15 min is delivered late, older is only logged', () => {
  const bed = createEngineBed({ limits: many });
  for (const target of ['101', '102']) bed.start({ type: alertType.risesTo, target, frequency: alertFrequency.onceOnly }, '100');
  bed.tick('100', 0);
  bed.engine.judgeMissed(0, [minute(1, 10_000, 10_100, 10_000, 10_000), minute(5, 10_000, 10_200, 10_000, 10_000)], noon + 20 * 60_000);
  assert.deepEqual(
    bed.fired.map(({ alertId, at, lateness }) => [alertId, at - noon, lateness]),
    [
      [1, 60_000, 'logOnly'],
      [2, 300_000, 'late'],
    ],
  );
});

test('a rest nobody saw is not assumed: a dip within a minute arms nothing, a whole minute below does', () => {
  const dips = createEngineBed({ limits: many });
  dips.start({ type: alertType.risesTo, target: '100' }, '99');
  dips.tick('100', 0);
  const tenMinutes = noon + 600_000;
  dips.engine.judgeMissed(0, [minute(1, 9_999, 9_999, 9_900, 9_999), minute(2, 9_999, 10_001, 9_999, 10_000)], tenMinutes);
  assert.equal(dips.fired.length, 1);

  const rests = createEngineBed({ limits: many });
  rests.start({ type: alertType.risesTo, target: '100' }, '99');
  rests.tick('100', 0);
  rests.engine.judgeMissed(
    0,
    [minute(1, 9_999, 9_999, 9_900, 9_900), minute(2, 9_900, 9_950, 9_900, 9_950), minute(3, 9_950, 10_001, 9_950, 10_000)],
    tenMinutes,
  );
  assert.deepEqual(
    rests.fired.map(({ at }) => at - noon),
    [0, 180_000],
  );
});

test('an alert made within a missed minute is judged by its close, not by what may have been before', () => {
  const bed = createEngineBed({ limits: many });
  bed.tick('100', 0);
  bed.setNow(noon + 90_000);
  const high = bed.start({ type: alertType.risesTo, target: '101', frequency: alertFrequency.onceOnly }, '100');
  const low = bed.start({ type: alertType.fallsTo, target: '99.5', frequency: alertFrequency.onceOnly }, '100');
  bed.engine.judgeMissed(0, [minute(0, 10_000, 10_200, 9_000, 10_000), minute(1, 10_000, 10_500, 9_000, 9_900)], noon + 120_000);
  assert.deepEqual(
    bed.fired.map(({ alertId, at }) => [alertId, at - noon]),
    [[low, 120_000]],
  );
  assert.equal(bed.shown(high), 'armed');
});
