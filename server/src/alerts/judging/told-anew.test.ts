// What a judge knows of a series that it gave away, that was told to it a second time, or of which it read an alert late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { alertLimits } from '@tidemark/contract/alert-rules.ts';
import { planLevels, startStanding } from '../engine/start.ts';
import { scaleOf } from '../pairs.ts';
import { openJudgedWorld, start, tick } from '../testing/judged-world.ts';
import { createJudge } from './judge.ts';
import { tickWidth } from './messages.ts';

test('a judge that gives its series away and gets them back again and again needs no more memory', () => {
  const judge = createJudge(alertLimits);
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const ticks = 50_000;
  const data = new Float64Array(ticks * tickWidth);
  for (let at = 0; at < ticks; at++) data.set([0, 100, NaN, NaN, 100, start + at, at + 1], at * tickWidth);
  judge.ticks(data, () => 'AUSDT', start + ticks);
  const levels = planLevels({ alertType: 1, configurePrice: '500', configurePriceUp: null, configurePriceDown: null }, scaleOf(tick));
  const rounds = (count: number) => {
    for (let round = 0; round < count; round++) {
      const standing = startStanding({ type: 1, ...levels }, 1, 10_000, start);
      const row = {
        symbolId: 'AUSDT',
        businessLine: 1,
        source: 0,
        frequency: 3,
        price: '500',
        priceUp: null,
        priceDown: null,
        tick,
      } as const;
      judge.arm({ ...row, id: 1, type: 1, timeZone: -1, partition: 1, version: 1, isArmed: true, standing, born: null });
      judge.drop(new Set([1]));
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = rounds(3);
  // Every round reads some megabytes of ticks.
  assert.ok(rounds(15) - before < 20_000_000);
});

test('what was in force when a judge gave its series away is forgotten when it gets them back', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 2, price: '99', frequency: 1 });
  await world.startJudge();
  world.tell('AUSDT', 98.9);
  world.pass(1_000);
  // Back, but not for ten seconds.
  world.tell('AUSDT', 99.5);
  world.pass(3_000);
  world.save();
  await world.handOver();
  world.tell('AUSDT', 98);
  world.pass(20_000);
  world.tell('AUSDT', 98.1);
  world.save();
  await world.handOver();
  world.tell('AUSDT', 98.2);
  world.save();
  assert.deepEqual(
    world.fired.map(({ price }) => price),
    ['98.9'],
  );
});

test('what is told anew for one series of a symbol is not judged again on another', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 5, price: '0.01', frequency: 1 });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(1_000);
  world.make(2, 'AUSDT', { type: 1, price: '500' }, false);
  // Its commit is not to be seen yet.
  world.readAgain(2, { isArmed: false });
  world.save();
  world.kill();
  await world.startJudge();
  for (const price of [102, 100.2, 102.5]) {
    world.pass(500);
    world.tell('AUSDT', price);
  }
  world.readAgain(2, { isArmed: true });
  assert.ok(world.isWaiting());
  await world.recover();
  world.save();
  assert.deepEqual(world.pricesFired(), [
    [1, '0.02'],
    [1, '0.025'],
  ]);
});

test('an alert that is read late has rested since the price was back', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(1_000);
  world.make(2, 'AUSDT', { type: 7, down: '99', up: '101', frequency: 1 }, false);
  world.make(3, 'AUSDT', { type: 1, price: '101', frequency: 1 }, false);
  world.pass(500);
  world.tell('AUSDT', 105);
  world.pass(500);
  world.tell('AUSDT', 98);
  world.pass(8_000);
  world.tell('AUSDT', 98.1);
  world.readAgain(2);
  world.readAgain(3);
  world.pass(2_500);
  world.tell('AUSDT', 98.2);
  world.save();
  world.kill();
  await world.startJudge();
  world.pass(100);
  world.tell('AUSDT', 101);
  world.save();
  assert.deepEqual(world.pricesFired(), [
    [3, '105'],
    [2, '101'],
    [3, '101'],
  ]);
});

test('one that begins where it holds and was not read yet when its judge died has rested, and jumped, all the same', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  await world.startJudge();
  world.tell('AUSDT', 105);
  world.pass(1_000);
  world.make(2, 'AUSDT', { type: 8, down: '99', up: '101', frequency: 1 }, false);
  world.make(3, 'AUSDT', { type: 7, down: '104', up: '106', frequency: 1 }, false);
  world.pass(300);
  // From one side to the other; away from the channel for ten seconds, and into it again.
  world.tell('AUSDT', 98);
  world.pass(11_000);
  world.tell('AUSDT', 97.9);
  world.pass(300);
  world.tell('AUSDT', 105);
  world.save();
  world.kill();
  await world.startJudge();
  world.save();
  assert.deepEqual(world.pricesFired(), [
    [2, '98'],
    [2, '105'],
    [3, '105'],
  ]);
});

test('a series that begins with a price which was told afterwards is not judged on that past again', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.miss();
  world.pass(1_000);
  for (const price of [102, 100.2]) {
    world.tell('AUSDT', price, false);
    world.pass(500);
  }
  world.make(2, 'AUSDT', { type: 5, price: '0.01', frequency: 1 }, false);
  world.pass(500);
  world.tell('AUSDT', 100.1, false);
  await world.recover();
  // The first alert of its series; the next hole begins before any live tick.
  world.readAgain(2);
  world.miss();
  await world.recover();
  world.pass(500);
  world.tell('AUSDT', 100);
  world.save();
  assert.deepEqual(world.fired, []);
});

test('an alert is not armed by candles of a stretch that the others of its series were told tick by tick', async () => {
  const world = openJudgedWorld({
    ticks: async () => {
      throw new Error('it does not answer');
    },
  });
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  world.nextFeed({ isWarm: false });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(1_000);
  world.make(2, 'AUSDT', { type: 1, price: '101' }, false);
  world.readAgain(2, { isArmed: false });
  world.nextFeed({ isWarm: false });
  world.pass(500);
  for (const price of [100, 101.5, 100.5]) {
    world.tell('AUSDT', price);
    world.pass(500);
  }
  world.save();
  world.kill();
  await world.startJudge();
  world.tell('AUSDT', 100.4);
  world.readAgain(2, { isArmed: true });
  assert.ok(world.isWaiting());
  await world.recover();
  world.save();
  assert.deepEqual(world.pricesFired(), [[2, '101.5']]);
});

test('ticks that waited while a hole was asked for say nothing of symbols that nobody asked about', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.tell('BUSDT', 100);
  world.miss();
  world.pass(1_000);
  // Heard before the hole, and waiting.
  world.tell('AUSDT', 100.1);
  world.pass(1_000);
  world.make(2, 'BUSDT', { type: 1, price: '101' }, false);
  world.pass(500);
  world.tell('BUSDT', 102, false);
  world.pass(500);
  world.tell('BUSDT', 100, false);
  world.pass(500);
  world.tell('BUSDT', 100.2);
  await world.recover();
  world.readAgain(2);
  if (world.isWaiting()) await world.recover();
  world.save();
  assert.deepEqual(world.pricesFired(), [[2, '102']]);
});

test('an alert that its judge knew is not judged again on a past of which a part is lost', async () => {
  const world = openJudgedWorld({
    ticks: async () => {
      throw new Error('it does not answer');
    },
  });
  await world.startJudge();
  world.tell('AUSDT', 100);
  // It holds where it begins, and fires after the price has rested outside for ten seconds.
  world.make(1, 'AUSDT', { type: 7, down: '99', up: '101' });
  world.pass(1_000);
  world.tell('AUSDT', 102);
  world.pass(2_000);
  world.tell('AUSDT', 100.9, true, 0, false);
  world.pass(12_000);
  world.tell('AUSDT', 100.5);
  world.pass(500);
  world.tell('AUSDT', 100.4);
  world.save();
  assert.deepEqual(world.fired, []);
  world.kill();
  await world.startJudge(null);
  world.save();
  assert.deepEqual(world.pricesFired(), [], 'the price was outside for two seconds');
  world.tell('AUSDT', 101.2);
  world.pass(4_000);
  world.tell('AUSDT', 101.3);
  world.save();
  world.kill();
  await world.startJudge(null);
  world.pass(7_000);
  world.tell('AUSDT', 100.8);
  world.save();
  assert.deepEqual(world.pricesFired(), [[1, '100.8']]);
});

test('what two feeds have told at once is judged once', async () => {
  const world = openJudgedWorld();
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.feedBeside();
  for (const price of [100.5, 100]) {
    world.pass(1_000);
    world.tell('AUSDT', price);
  }
  world.make(1, 'AUSDT', { type: 1, price: '100.3' });
  world.pass(1_000);
  world.tell('AUSDT', 100.1);
  world.hearBeside();
  world.miss();
  await world.recover();
  world.pass(1_000);
  world.tell('AUSDT', 100.35);
  world.save();
  assert.deepEqual(world.pricesFired(), [[1, '100.35']]);
});

test('of an alert that was made on an old price, what was in force by then is asked for', async () => {
  const passed = [{ ts: start + 1_000, last: 100.3, open24h: 100 }];
  const world = openJudgedWorld({ ticks: async ({ from, to }) => passed.filter(({ ts }) => ts > from && ts <= to) });
  world.tell('AUSDT', 100.8);
  world.nextFeed({ isWarm: false });
  world.pass(5_000);
  // The process that made it saw an old price inside, where the price had not been for four seconds.
  world.make(1, 'AUSDT', { type: 7, down: '100.5', up: '102' }, false);
  await world.startJudge();
  world.pass(11_000);
  world.tell('AUSDT', 101);
  world.save();
  assert.deepEqual(world.pricesFired(), [[1, '101']]);
});
