// An alert that is armed after the ticks that concern it: those of a hole, of a start, or of a symbol that no alert watched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@tidemark/contract/time.ts';
import { minuteOf } from '../engine/missed.ts';
import { planLevels, startStanding } from '../engine/start.ts';
import { scaleOf } from '../pairs.ts';
import { openJudgedWorld, tick, type Wish } from '../testing/judged-world.ts';

/** AUSDT went to 106 and back in a hole, which is judged, while one alert was armed, of the symbol that is given. */
async function judgeHole(watched: string) {
  const world = openJudgedWorld();
  world.make(1, watched, { type: 1, price: '200' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(1_000);
  const before = world.now();
  world.pass(1_000);
  world.tell('AUSDT', 106, false);
  world.pass(1_000);
  world.tell('AUSDT', 100, false);
  world.miss();
  world.tell('AUSDT', 100.5);
  await world.recover();
  return {
    ...world,
    /** As if it had been made before the hole. */
    makeBefore(id: number, wish: Wish) {
      const now = world.now();
      world.pass(before - now);
      world.make(id, 'AUSDT', wish);
      world.pass(now - before);
    },
    firings: () => world.fired.map(({ alertId, version, price }) => [alertId, version, price]),
  };
}

test('an alert that is armed after a hole was judged still gets its ticks from within the hole', async () => {
  const world = await judgeHole('AUSDT');
  world.makeBefore(2, { type: 1, price: '105' });
  world.save();
  assert.deepEqual(world.firings(), [[2, 1, '106']]);
});

test('so does the first alert of a symbol that nobody watched when the hole was judged', async () => {
  const world = await judgeHole('BUSDT');
  world.makeBefore(2, { type: 1, price: '105' });
  assert.equal(world.isWaiting(), true, 'its past has to be asked for');
  await world.recover();
  world.save();
  assert.deepEqual(world.firings(), [[2, 1, '106']]);
});

test('a row that is read again while its alert waits for the past fires once', async () => {
  const world = await judgeHole('BUSDT');
  world.makeBefore(2, { type: 1, price: '105', frequency: 1 });
  world.readAgain(2);
  world.readAgain(2, { timeZone: 60 });
  // Of these minutes only candles are known: each alert is judged on them by itself.
  world.pass(120_000);
  world.nextFeed({ isWarm: false });
  world.tell('BUSDT', 100, false);
  const openTime = minuteOf(world.now()) - minuteMs;
  await world.recover([{ openTime, open: 10_000, high: 10_600, low: 9_900, close: 10_000 }]);
  world.readAgain(2);
  world.save();
  assert.deepEqual(world.firings(), [[2, 1, '106']]);
});

test('an alert that is edited while it waits for the past is judged in its newer version alone', async () => {
  const world = await judgeHole('BUSDT');
  world.makeBefore(2, { type: 1, price: '105' });
  world.makeBefore(3, { type: 1, price: '105' });
  const at = world.now();
  const levels = planLevels({ alertType: 1, configurePrice: '101', configurePriceUp: null, configurePriceDown: null }, scaleOf(tick));
  world.readAgain(2, { version: 2, price: '101', standing: startStanding({ type: 1, ...levels }, 2, 10_050, at) });
  await world.recover();
  world.pass(1_000);
  world.tell('AUSDT', 102);
  world.save();
  assert.deepEqual(world.firings(), [
    [3, 1, '106'],
    [2, 2, '102'],
  ]);
});

test('an alert that is deleted while it waits for the past does not fire, and its series is whole for the next one', async () => {
  const world = await judgeHole('BUSDT');
  world.makeBefore(2, { type: 1, price: '105' });
  world.readAgain(2, { isArmed: false });
  await world.recover();
  world.make(3, 'AUSDT', { type: 1, price: '101' });
  await world.recover();
  world.pass(1_000);
  world.tell('AUSDT', 102);
  world.save();
  assert.deepEqual(world.firings(), [[3, 1, '102']]);
});

test('an alert from before a hole gets its ticks though a younger one of its symbol was armed before it', async () => {
  const world = await judgeHole('BUSDT');
  world.pass(1_000);
  world.tell('AUSDT', 100.4);
  world.pass(1_000);
  world.make(3, 'AUSDT', { type: 1, price: '105', frequency: 1 });
  world.tell('AUSDT', 100.6);
  world.makeBefore(2, { type: 1, price: '105', frequency: 1 });
  world.make(4, 'AUSDT', { type: 1, price: '105' });
  await world.recover();
  world.save();
  assert.deepEqual(world.firings(), [[2, 1, '106']]);
  world.pass(1_000);
  world.tell('AUSDT', 105);
  world.save();
  assert.deepEqual(world.firings().slice(1), [
    [3, 1, '105'],
    [4, 1, '105'],
  ]);
});

test('the first price of a symbol lies within a hole: an alert that waited for it fires', async () => {
  const world = openJudgedWorld();
  await world.startJudge();
  world.tell('BUSDT', 100);
  world.pass(1_000);
  world.make(1, 'AUSDT', { type: 1, price: '105' });
  assert.equal(world.isWaiting(), false);
  world.pass(1_000);
  world.tell('AUSDT', 106, false);
  world.pass(1_000);
  world.tell('AUSDT', 100, false);
  world.miss();
  world.tell('BUSDT', 100);
  await world.recover();
  world.save();
  assert.deepEqual(world.pricesFired(), [[1, '106']]);
});

test('an alert from before the start that is read after it gets the ticks from before the start', async () => {
  const world = openJudgedWorld();
  world.tell('AUSDT', 100);
  const made = world.now();
  world.pass(1_000);
  world.tell('AUSDT', 106);
  world.pass(1_000);
  await world.startJudge();
  world.tell('AUSDT', 100);
  const now = world.now();
  world.pass(made - now);
  world.make(1, 'AUSDT', { type: 1, price: '105' });
  world.pass(now - made);
  await world.recover();
  world.save();
  assert.deepEqual(world.pricesFired(), [[1, '106']]);
});

test('an alert that is armed later than the recent ticks of a busy market reach asks for those of its own', async () => {
  const world = openJudgedWorld({}, 8);
  await world.startJudge();
  world.tell('AUSDT', 100);
  const made = world.now();
  world.pass(1_000);
  world.tell('AUSDT', 106);
  world.tell('AUSDT', 100);
  for (let nth = 0; nth < 10; nth++) {
    world.pass(10);
    world.tell('BUSDT', 100 + nth);
  }
  const now = world.now();
  world.pass(made - now);
  world.make(1, 'AUSDT', { type: 1, price: '105' });
  world.pass(now - made);
  assert.equal(world.isWaiting(), true, 'its past has to be asked for');
  await world.recover();
  world.save();
  assert.deepEqual(world.pricesFired(), [[1, '106']]);
  // What is still known is not asked for.
  world.pass(1_000);
  world.tell('BUSDT', 110);
  world.make(2, 'BUSDT', { type: 1, price: '120' });
  assert.equal(world.isWaiting(), false);
});
