import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hourMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { createHandClock } from './testing/hand-clock.ts';
import { createSimulator, type Simulator } from './index.ts';
import { scenarioNames, type ScenarioName } from './scenarios.ts';
import { createVirtualClock } from './virtual-clock.ts';

/** A quarter of the market is enough to see what happens to it. */
const coins = 240;
const now = Date.UTC(2026, 10, 12, 14, 13, 27, 350);

function play(scenario: ScenarioName | null) {
  const clock = createHandClock(now);
  const simulator = createSimulator({ clock, seed: 1, ticksPerSecond: 200, coins, scenario });
  const ticks: Tick[] = [];
  simulator.start((batch) => ticks.push(...batch));
  const during = async (ms: number) => {
    clock.advance(ms);
    return ticks.splice(0);
  };
  return { clock, simulator, during };
}

const plain = play(null);
const statusOf = async (simulator: Simulator, symbolId: string) =>
  (await simulator.catalog()).symbols.find((symbol) => symbol.symbolId === symbolId)!.status;
const candlesOf = (simulator: Simulator, symbolId: string, interval: '1m' | '5m' | '1h' | '1d' = '1m', limit = 30) =>
  simulator.candles({ symbolId, interval, limit });

/** What holds on ordinary days holds inside a bend too. */
async function assertConsistent(simulator: Simulator, symbolId: string, atMs: number) {
  const minutes = await simulator.candles({ symbolId, interval: '1m', limit: 1_000 });
  for (const [i, { ts, open, high, low, close }] of minutes.entries()) {
    assert.ok(low <= Math.min(open, close) && high >= Math.max(open, close), symbolId);
    if (i > 0) assert.equal(open, minutes[i - 1]!.close, `${symbolId} at ${new Date(ts).toISOString()}`);
  }
  for (const interval of ['5m', '1h'] as const) {
    const candles = await simulator.candles({ symbolId, interval, to: atMs, limit: 3 });
    for (const { ts, high, low, volume } of candles.slice(0, -1)) {
      const inside = minutes.filter((minute) => minute.ts >= ts && minute.ts < ts + (interval === '5m' ? 5 : 60) * minuteMs);
      assert.equal(high, Math.max(...inside.map((minute) => minute.high)));
      assert.equal(low, Math.min(...inside.map((minute) => minute.low)));
      const sum = inside.reduce((total, minute) => total + minute.volume, 0);
      assert.ok(Math.abs(volume - sum) < 1e-9 * sum + 1e-9);
    }
  }
  assert.equal(minutes.at(-1)!.close, simulator.priceAt(symbolId, atMs));
}

test('every scenario leaves history before its start as it is everywhere', async () => {
  for (const name of scenarioNames) {
    const simulator = createSimulator({ clock: createHandClock(now), seed: 1, coins, scenario: name });
    for (const symbolId of ['BTCUSDT', 'ETHUSDC', 'SOLUSDT_UMCBL']) {
      assert.deepEqual(await candlesOf(simulator, symbolId, '1m', 60), await candlesOf(plain.simulator, symbolId, '1m', 60), name);
      const yesterday = { symbolId, interval: '1d', to: now - 24 * hourMs, limit: 3 } as const;
      assert.deepEqual(await simulator.candles(yesterday), await plain.simulator.candles(yesterday), name);
    }
  }
});

test('flash-crash: the market falls by a sixth in two minutes with many times the volume, and comes back', async () => {
  const { clock, simulator, during } = play('flash-crash');
  const before = simulator.priceAt('BTCUSDT', now)!;
  const ticks = await during(2 * minuteMs);
  const lowest = (symbolId: string) => Math.min(...ticks.filter((tick) => tick.symbolId === symbolId).map((tick) => tick.last));
  assert.ok(lowest('BTCUSDT') < before * 0.87, String(lowest('BTCUSDT') / before));
  assert.ok(lowest('BTCUSDT_UMCBL') < before * 0.87);
  assert.ok(lowest('DOGEUSDT') < simulator.priceAt('DOGEUSDT', now)! * 0.8);
  assert.ok(lowest('USDCUSDT') > 0.98);
  for (const tick of ticks) assert.ok(tick.low24h <= tick.last && tick.high24h >= tick.last, tick.symbolId);
  simulator.stop();
  plain.simulator.stop();
  await during(10 * minuteMs);
  const crash = await candlesOf(simulator, 'BTCUSDT', '1m', 14);
  const usual = crash[0]!.volume;
  assert.ok(Math.max(...crash.map(({ volume }) => volume)) > 3 * usual);
  await assertConsistent(simulator, 'BTCUSDT', clock.now());
  await assertConsistent(simulator, 'ETHUSDT_UMCBL', clock.now());
  await during(30 * minuteMs);
  plain.clock.advance(clock.now() - plain.clock.now());
  assert.equal(simulator.priceAt('BTCUSDT', clock.now()), plain.simulator.priceAt('BTCUSDT', clock.now()));
});

test('rally: the market rises by a ninth within a quarter of an hour, and keeps most of it for another', async () => {
  const { clock, simulator, during } = play('rally');
  const [bitcoin, doge, dollar] = ['BTCUSDT', 'DOGEUSDT', 'USDCUSDT'].map((symbolId) => simulator.priceAt(symbolId, now)!) as [
    number,
    number,
    number,
  ];
  simulator.stop();
  await during(15 * minuteMs + 10 * secondMs);
  assert.ok(simulator.priceAt('BTCUSDT', clock.now())! > bitcoin * 1.09);
  assert.ok(simulator.priceAt('DOGEUSDT', clock.now())! > doge * 1.1);
  assert.ok(Math.abs(simulator.priceAt('USDCUSDT', clock.now())! / dollar - 1) < 0.01);
  await assertConsistent(simulator, 'BTCUSDT', clock.now());
  await during(15 * minuteMs);
  assert.ok(simulator.priceAt('BTCUSDT', clock.now())! > bitcoin * 1.06);
});

test('depeg: a dollar is worth 88 cents, pairs in it rise, and the rest does not mind', async () => {
  const { clock, simulator, during } = play('depeg');
  const [bitcoin, inCoin] = [simulator.priceAt('BTCUSDT', now)!, simulator.priceAt('BTCUSDC', now)!];
  simulator.stop();
  await during(5 * minuteMs + 10 * secondMs);
  const at = clock.now();
  assert.ok(simulator.priceAt('USDCUSDT', at)! < 0.9);
  assert.ok(simulator.priceAt('BTCUSDC', at)! > inCoin * 1.08);
  assert.ok(Math.abs(simulator.priceAt('BTCUSDT', at)! / bitcoin - 1) < 0.05);
  const perpetual = simulator.priceAt('BTCUSDC_CMCBL', at)!;
  assert.ok(Math.abs(perpetual / simulator.priceAt('BTCUSDC', at)! - 1) < 0.006);
  await assertConsistent(simulator, 'USDCUSDT', at);
});

test('listing-day: a coin is announced, opens on a minute, and doubles', async () => {
  const { clock, simulator, during } = play('listing-day');
  let changes = 0;
  simulator.onCatalogChange(() => changes++);
  assert.equal(await statusOf(simulator, 'TACUSDT'), 'prelaunch');
  assert.deepEqual(await candlesOf(simulator, 'TACUSDT'), []);
  const ticks = await during(3 * minuteMs);
  assert.equal(changes, 1);
  assert.equal(await statusOf(simulator, 'TACUSDT'), 'online');
  const heard = ticks.filter(({ symbolId }) => symbolId === 'TACUSDT');
  const openedAt = Date.UTC(2026, 10, 12, 14, 14);
  assert.ok(heard.length > 10 && heard.every(({ ts }) => ts >= openedAt));
  const candles = await candlesOf(simulator, 'TACUSDT');
  assert.equal(candles[0]!.ts, openedAt);
  assert.ok(Math.max(...candles.map(({ high }) => high)) > 1.9 * candles[0]!.open);
  const tick = heard.at(-1)!;
  assert.equal(tick.open24h, candles[0]!.open);
  assert.equal(tick.low24h, Math.min(...candles.map(({ low }) => low)));
  assert.ok((await simulator.catalog()).symbols.find(({ symbolId }) => symbolId === 'TACUSDT')!.tags.includes('new'));
  await assertConsistent(simulator, 'TACUSDT', clock.now());
  simulator.stop();
});

test('delisting: a coin is halted, then gone, and nothing more is heard of it', async () => {
  const { simulator, during } = play('delisting');
  let changes = 0;
  simulator.onCatalogChange(() => changes++);
  assert.equal(await statusOf(simulator, 'XEMUSDT'), 'online');
  await during(10 * secondMs);
  assert.equal(await statusOf(simulator, 'XEMUSDT'), 'halted');
  assert.ok((await during(10 * secondMs)).every(({ symbolId }) => !symbolId.startsWith('XEM')));
  await during(20 * secondMs);
  assert.equal(await statusOf(simulator, 'XEMUSDT'), 'delisted');
  assert.equal(await statusOf(simulator, 'BTCUSDT'), 'online');
  assert.equal(changes, 2);
  await during(2 * minuteMs);
  const [last] = await candlesOf(simulator, 'XEMUSDT', '1m', 1);
  assert.equal(last!.ts, Date.UTC(2026, 10, 12, 14, 13));
  simulator.stop();
});

test('stale-feed: the largest coins fall silent while the rest goes on; feed-outage: all of them; both come back', async () => {
  for (const name of ['stale-feed', 'feed-outage'] as const) {
    const { simulator, during } = play(name);
    await during(7 * secondMs);
    const silent = await during(30 * secondMs);
    assert.ok(
      silent.every(({ symbolId }) => !symbolId.startsWith('BTCUSD')),
      name,
    );
    assert.equal(
      silent.some(({ symbolId }) => symbolId === 'XEMUSDT'),
      name === 'stale-feed',
    );
    await during(15 * secondMs);
    const back = await during(20 * secondMs);
    assert.ok(
      back.some(({ symbolId }) => symbolId === 'BTCUSDT'),
      name,
    );
    simulator.stop();
  }
});

test('the virtual clock runs faster from the present on, timers included', () => {
  const wall = createHandClock(now);
  const clock = createVirtualClock(wall, 60);
  assert.equal(clock.now(), now);
  let rung = 0;
  clock.after(minuteMs, () => (rung = clock.now()));
  let beats = 0;
  const stop = clock.every(10 * secondMs, () => beats++);
  wall.advance(999);
  assert.equal(rung, 0);
  wall.advance(1);
  assert.equal(rung, now + minuteMs);
  stop();
  wall.advance(5_000);
  assert.ok(beats >= 5 && beats <= 6, String(beats));
  assert.equal(clock.now(), now + 6 * minuteMs);
});

test('sped up, an hour passes in a minute with as many ticks a real second as ever, and ends where it would', async () => {
  const wall = createHandClock(now);
  const simulator = createSimulator({ clock: createVirtualClock(wall, 60), seed: 1, ticksPerSecond: 400, speed: 60 });
  let count = 0;
  let newest = 0;
  simulator.start((ticks) => {
    count += ticks.length;
    for (const { ts } of ticks) newest = Math.max(newest, ts);
  });
  count = 0;
  wall.advance(2_000);
  simulator.stop();
  assert.ok(Math.abs(newest - (now + 2 * minuteMs)) <= 5 * secondMs);
  // Highs and lows of the minutes come on top.
  assert.ok(count >= 780 && count < 780 + 3 * 3 * 2_100, String(count));
  const there = createHandClock(now + 2 * minuteMs);
  const slow = createSimulator({ clock: there, seed: 1 });
  assert.equal(simulator.priceAt('BTCUSDT', now + 2 * minuteMs), slow.priceAt('BTCUSDT', now + 2 * minuteMs));
});
