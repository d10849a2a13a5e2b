// Armed again by rest: where the window that watches over it could go wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertFrequency, alertType } from '@tidemark/contract/alert-rules.ts';
import { createEngine } from './engine.ts';
import { highestPrice, keepRestWindow, lowestPrice, pushPrice, reviveRestWindow, startRestWindow } from './rest-window.ts';
import { createEngineBed, noon } from '../testing/engine-bed.ts';
import { createRandom } from '../testing/random.ts';

const { risesTo, entersChannel } = alertType;
const { onceADay } = alertFrequency;
const many = { perSecond: 100, perMinute: 100, perHour: 100, perDay: 100 };

test('law: the window knows the extremes of what was in force in the last ten seconds', () => {
  const random = createRandom(9);
  const prices: { price: number; from: number }[] = [{ price: 50, from: 0 }];
  let window = startRestWindow(50, 0);
  let now = 0;
  for (let step = 0; step < 20_000; step++) {
    now += random.pick([0, 1, 50, 700, 3_000, 9_999, 10_000]);
    const inForce = prices.filter((_, n) => n === prices.length - 1 || prices[n + 1]!.from > now - 10_000).map(({ price }) => price);
    if (now >= 10_000) {
      assert.equal(highestPrice(window, now), Math.max(...inForce));
      assert.equal(lowestPrice(window, now), Math.min(...inForce));
    }
    const price = random.int(100);
    prices.push({ price, from: now });
    if (prices.length > 300) prices.shift();
    pushPrice(window, price, now, now);
    if (random.chance(0.01)) window = reviveRestWindow(JSON.parse(JSON.stringify(keepRestWindow(window))));
  }
});

test('a rest goes on through a restart', () => {
  const bed = createEngineBed({ limits: many });
  bed.start({ type: risesTo, target: '100' }, '99');
  for (const [price, seconds] of [
    ['100', 1],
    ['99.7', 1],
    ['99.6', 3],
    ['99.7', 3],
  ] as const)
    bed.tick(price, seconds);
  const fired: number[] = [];
  const engine = createEngine({ limits: many, onFire: ({ at }) => fired.push(at), onChange: () => {} });
  const series = engine.series('last');
  engine.arm(
    { id: 1, series, type: risesTo, frequency: 1, timeZone: -1, target: 10_000, upper: 0 },
    JSON.parse(JSON.stringify(bed.kept.get(1))),
  );
  engine.restore(series, JSON.parse(JSON.stringify(bed.engine.checkpoint(0))));
  const restedAt = noon + 12_000;
  engine.tick(series, 10_000, restedAt);
  assert.deepEqual(fired, [restedAt]);
});

test('an alert that waits for its day is armed at midnight, though the price rests for another one just then', () => {
  const bed = createEngineBed({ limits: many, at: Date.UTC(2026, 4, 4, 23, 59) });
  const daily = bed.start({ type: risesTo, target: '100', frequency: onceADay }, '99');
  const other = bed.start({ type: alertType.fallsTo, target: '96' }, '99');
  bed.tick('100', 0);
  bed.tick('97', 20);
  assert.deepEqual(bed.tick('95.9', 35), [other]);
  bed.tick('97', 1);
  bed.tick('97', 5);
  assert.deepEqual(bed.tick('100', 1), [daily]);
});

test('an alert that waits for its day is armed at midnight by stored minutes too', () => {
  const bed = createEngineBed({ at: Date.UTC(2026, 4, 4, 20) });
  const id = bed.start({ type: risesTo, target: '100', frequency: onceADay }, '99');
  bed.tick('100', 0);
  bed.tick('99', 60);
  bed.tick('99', 60);
  const midnight = Date.UTC(2026, 4, 5);
  const low = (minutes: number) => ({ openTime: midnight + minutes * 60_000, open: 9_900, high: 9_950, low: 9_900, close: 9_920 });
  bed.engine.judgeMissed(0, [low(-3), low(-2), low(-1), { ...low(0), high: 10_000 }], midnight + 60_000);
  assert.deepEqual(
    bed.fired.map(({ alertId, at }) => [alertId, at]),
    [
      [id, Date.UTC(2026, 4, 4, 20)],
      [id, midnight],
    ],
  );
});

test('a rest counts from the first price an alert saw, whatever was before', () => {
  const bed = createEngineBed({ limits: many });
  const channel = { type: entersChannel, lower: '90', upper: '110' } as const;
  bed.start(channel, '100');
  bed.tick('80', 0);
  bed.tick('80', 5);
  // Read inside half a second ago, while here the price was outside.
  bed.setNow(bed.now() - 500);
  const late = bed.start(channel, '100');
  bed.setNow(noon + 14_700);
  assert.deepEqual(bed.tick('100', 0), [1]);
  assert.equal(bed.shown(late), 'latched');
});

test('the level itself is enough, the time is exact, and a change of time zone begins the rest again', () => {
  const run = (move: boolean, seconds: number): number => {
    const bed = createEngineBed({ limits: many });
    const id = bed.start({ type: risesTo, target: '100' }, '99');
    bed.tick('100');
    bed.tick('99.8');
    bed.wait(4);
    if (move) bed.engine.setTimeZone(id, 60, bed.now());
    return bed.tick('100', seconds).length;
  };
  assert.deepEqual([run(false, 6), run(false, 5.999), run(true, 6), run(true, 10), run(true, 9.999)], [1, 0, 0, 1, 0]);
});
