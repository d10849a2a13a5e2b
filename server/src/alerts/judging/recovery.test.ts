// A judge that is cut off, killed and started again judges every tick all the same: once, in its order, before anything newer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openJudgedWorld, start, symbols, type Wish } from '../testing/judged-world.ts';
import { createRandom } from '../testing/random.ts';

test('O1: a crossing while nobody judged is found though the same minute had been there before the alert', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  await world.startJudge();
  world.tell('AUSDT', 99);
  world.pass(20_000);
  // The high of the minute, before the alert exists.
  world.tell('AUSDT', 101.2);
  world.pass(5_000);
  world.tell('AUSDT', 100.1);
  world.pass(3_000);
  world.make(2, 'AUSDT', { type: 1, price: '101' });
  world.tell('AUSDT', 100.2);
  world.save();
  world.pass(3_000);
  world.kill();
  world.tell('AUSDT', 101.1);
  world.pass(500);
  world.tell('AUSDT', 100);
  world.pass(4_000);
  await world.startJudge();
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId, price, lateness }) => [alertId, price, lateness]),
    [[2, '101.1', null]],
  );
});

test('an alert that its judge had not read yet when it died is judged from its making on', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(1_000);
  world.make(2, 'AUSDT', { type: 1, price: '101' }, false);
  world.pass(300);
  world.tell('AUSDT', 101.2);
  world.pass(300);
  world.tell('AUSDT', 100.5);
  // How far its series is judged is kept; the dead judge never knew the alert.
  world.save();
  world.kill();
  await world.startJudge();
  world.save();
  assert.deepEqual(world.pricesFired(), [[2, '101.2']]);
});

test('one that is read long after its making, by a judge that began after its crossing, is judged from its making on', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '500' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(1_000);
  world.make(2, 'AUSDT', { type: 1, price: '101' }, false);
  // Its commit is not to be seen yet.
  world.readAgain(2, { isArmed: false });
  world.pass(300);
  world.tell('AUSDT', 101.2);
  world.pass(300);
  world.tell('AUSDT', 100.5);
  world.save();
  world.kill();
  await world.startJudge();
  world.tell('AUSDT', 100.45);
  world.pass(1_000);
  // The stretch that this judge has missed is told, and is not all that the alert has to know.
  world.tell('AUSDT', 100.4, false);
  world.miss();
  await world.recover();
  world.pass(1_000);
  world.tell('AUSDT', 100.3);
  world.readAgain(2, { isArmed: true });
  if (world.isWaiting()) await world.recover();
  world.save();
  assert.deepEqual(world.pricesFired(), [[2, '101.2']]);
});

test('O1: so is one of an alert that was made while nobody judged', async () => {
  const world = openJudgedWorld();
  world.tell('AUSDT', 102);
  world.pass(1_000);
  world.tell('AUSDT', 100);
  world.make(1, 'AUSDT', { type: 1, price: '101' });
  world.make(2, 'AUSDT', { type: 2, price: '99' });
  world.pass(1_000);
  world.tell('AUSDT', 101.5);
  world.pass(8_000);
  world.tell('AUSDT', 100);
  await world.startJudge();
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId, price, lateness }) => [alertId, price, lateness]),
    [[1, '101.5', 'late']],
  );
});

test('D1: after a hole nothing newer is judged before the hole is; a wick inside it fires at its own price and time', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '105' });
  world.make(2, 'AUSDT', { type: 2, price: '98' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(55_000);
  world.tell('AUSDT', 105.5, false);
  const wickAt = world.now();
  world.pass(10_000);
  world.miss();
  world.tell('AUSDT', 97);
  await world.recover();
  world.tell('AUSDT', 96);
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId, price, happenedAt }) => [alertId, price, happenedAt - wickAt]),
    [
      [1, '105.5', 0],
      [2, '97', 10_000],
    ],
  );
});

test('a feed whose clock is behind is judged at once, not when its clock has caught up', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '105' });
  await world.startJudge();
  world.tell('AUSDT', 100);
  world.pass(-120_000);
  world.tell('AUSDT', 106);
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId }) => alertId),
    [1],
  );
});

for (const isWarm of [true, false])
  test(`a feed whose clock is ahead ends: a crossing before the ${isWarm ? 'warm' : 'cold'} next one is told by the source`, async () => {
    const aheadMs = 120_000;
    const world = openJudgedWorld({
      ticks: async ({ from, to }) =>
        [
          { ts: start + 500, last: 109, open24h: 100 },
          { ts: start + 3_000, last: 106, open24h: 100 },
          { ts: start + 4_000, last: 100, open24h: 100 },
        ].filter(({ ts }) => ts > from && ts <= to),
    });
    world.make(1, 'AUSDT', { type: 1, price: '105' });
    world.make(2, 'AUSDT', { type: 1, price: '108' });
    await world.startJudge();
    world.pass(1_000);
    world.tell('AUSDT', 100, true, aheadMs);
    world.pass(5_000);
    world.nextFeed({ isWarm });
    world.miss();
    world.tell('AUSDT', 101);
    await world.recover();
    world.make(3, 'AUSDT', { type: 2, price: '99' });
    world.pass(1_000);
    world.tell('AUSDT', 98);
    world.pass(1_000);
    world.save();
    assert.deepEqual(world.pricesFired(), [
      [1, '106'],
      [3, '98'],
    ]);
  });

test('of two ticks in one millisecond that the source tells of a hole the second one counts too', async () => {
  const world = openJudgedWorld({
    ticks: async ({ from, to }) =>
      [100, 106, 100].map((last) => ({ ts: start + 3_000, last, open24h: 100 })).filter(({ ts }) => ts > from && ts <= to),
  });
  world.make(1, 'AUSDT', { type: 1, price: '105' });
  await world.startJudge();
  world.pass(1_000);
  world.tell('AUSDT', 100);
  world.pass(5_000);
  world.nextFeed({ isWarm: true });
  world.miss();
  world.tell('AUSDT', 101);
  await world.recover();
  world.miss();
  await world.recover();
  world.save();
  assert.deepEqual(
    world.fired.map(({ alertId, price, happenedAt }) => [alertId, price, happenedAt]),
    [[1, '106', start + 3_000]],
  );
});

test('an alert that is armed a moment after its crossing fires though the feed before was ahead of time', async () => {
  const world = openJudgedWorld();
  world.make(1, 'AUSDT', { type: 1, price: '200' });
  await world.startJudge();
  world.tell('AUSDT', 110, true, 120_000);
  world.pass(1_000);
  world.tell('AUSDT', 100, true, 120_000);
  world.pass(1_000);
  world.tell('AUSDT', 100);
  world.pass(1_000);
  const made = world.now();
  world.pass(100);
  world.tell('AUSDT', 106);
  world.pass(100);
  world.tell('AUSDT', 100);
  const now = world.now();
  world.pass(made - now);
  world.make(2, 'AUSDT', { type: 1, price: '105' });
  world.pass(now - made);
  world.save();
  assert.deepEqual(world.pricesFired(), [[2, '106']]);
});

const seeds = Number(process.env['RECOVERY_SEEDS'] ?? 20);
test(`${seeds} random markets with kills, holes and alerts made meanwhile: the same firings as without any`, async () => {
  for (let seed = 1; seed <= seeds; seed++) {
    const run = async (hasFaults: boolean): Promise<string[]> => {
      const [random, faults] = [createRandom(seed), createRandom(seed + 1_000_000)];
      const world = openJudgedWorld();
      await world.startJudge();
      let [isDead, isCut, nextId] = [false, false, 1];
      const wishes: (() => Wish)[] = [
        () => ({ type: 1, price: (100 + random.next() * 6).toFixed(2), frequency: random.pick([1, 3] as const) }),
        () => ({ type: 2, price: (100 - random.next() * 6).toFixed(2), frequency: random.pick([1, 3] as const) }),
        () => ({ type: 3, price: '0.02', frequency: 1 }),
        () => ({ type: 5, price: '0.03', frequency: 1 }),
        () => ({ type: 8, up: (101 + random.next() * 3).toFixed(2), down: (99 - random.next() * 3).toFixed(2), frequency: 1 }),
      ];
      const prices = new Map(symbols.map((symbolId) => [symbolId, 100]));
      for (let step = 0; step < 400; step++) {
        world.pass(50 + random.int(1_500));
        const symbolId = random.pick(symbols);
        if (random.chance(0.08)) world.make(nextId++, symbolId, random.pick(wishes)());
        if (world.isWaiting() && !isDead && !isCut) await world.recover();
        const price = Number((prices.get(symbolId)! + (random.next() - 0.5) * 2).toFixed(2));
        prices.set(symbolId, price);
        world.tell(symbolId, price, !isCut);
        if (!hasFaults) continue;
        const fault = faults.next();
        if (isDead) {
          if (fault < 0.1) {
            await world.startJudge();
            isDead = false;
          }
        } else if (isCut) {
          if (fault < 0.2) {
            world.miss();
            isCut = false;
            if (fault < 0.1) await world.recover();
          }
        } else if (fault < 0.03) {
          await world.recover();
          isCut = true;
        } else if (fault < 0.06) {
          world.kill();
          isDead = true;
        } else if (fault < 0.36) world.save();
      }
      if (isDead) await world.startJudge();
      else {
        world.miss();
        await world.recover();
      }
      world.save();
      return world.fired
        .map(({ alertId, version, fireSeq, price, happenedAt, suppressedBy }) =>
          [alertId, version, fireSeq, price, happenedAt - start, suppressedBy].join(' '),
        )
        .sort();
    };
    const [whole, broken] = [await run(false), await run(true)];
    assert.deepEqual(broken, whole, `seed ${seed}`);
    assert.ok(whole.length > 0);
  }
});
