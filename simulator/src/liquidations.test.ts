// Positions that the simulator closes by force: the same for any query by any process, as many as on real exchanges, and on the side
// that the price went against.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import type { Liquidation } from '@tidemark/source/source.ts';
import { createHandClock } from './testing/hand-clock.ts';
import { createSimulator } from './index.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27, 350);
const world = (seed: number, ms = now) => {
  const clock = createHandClock(ms);
  return { clock, simulator: createSimulator({ clock, seed, coins: 40 }) };
};
const { simulator } = world(1);
const all = (symbolId: string, from: number, to: number, source = simulator) =>
  source.liquidations.range!({ symbolId, from, to, limit: 1_000 });
const byTime = (events: readonly Liquidation[]) => events.toSorted((a, b) => a.ts - b.ts || a.value - b.value);
const sumOf = (events: readonly Liquidation[], side: Liquidation['side']) =>
  events.reduce((sum, event) => (event.side === side ? sum + event.value : sum), 0);
const close = (a: number, b: number, about: string) =>
  assert.ok(Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(b)), `${about}: ${a} != ${b}`);

test('what is closed in a period is the sum of single liquidations, in every length of period', async () => {
  for (const symbolId of ['BTCUSDT_UMCBL', 'BTCUSD_DMCBL', 'XRPUSDT_UMCBL'])
    for (const period of ['5m', '1h', '4h'] as const)
      for (const { ts, values } of await simulator.series({ metric: 'liquidations', symbolId, period, limit: 4 })) {
        const inside = await all(symbolId, ts, Math.min(now, ts + { '5m': 5 * minuteMs, '1h': hourMs, '4h': 4 * hourMs }[period]) - 1);
        assert.ok(inside.length < 1_000);
        close(values.long, sumOf(inside, 'long'), `${symbolId} ${period} long`);
        close(values.short, sumOf(inside, 'short'), `${symbolId} ${period} short`);
      }
});

test('another process, and one that watched, tell the same ones, and nobody tells what is to come', async () => {
  const later = world(1, now - hourMs);
  const heard: Liquidation[] = [];
  const hearings: string[] = [];
  const stop = later.simulator.liquidations.watch(
    ['BTCUSDT_UMCBL', 'BTCUSDT'],
    (batch) => heard.push(...batch),
    (symbolIds, hearing) => hearings.push(`${hearing} ${symbolIds.join()}`),
  );
  assert.deepEqual(hearings, ['heard BTCUSDT_UMCBL'], 'spot has none');
  assert.deepEqual(await all('BTCUSDT_UMCBL', now - hourMs + 1, now, later.simulator), []);
  for (let second = 0; second < 3_600; second++) later.clock.advance(1_000);
  stop();
  const here = await all('BTCUSDT_UMCBL', now - hourMs + 1, now);
  assert.ok(here.length > 3, `${here.length}`);
  assert.deepEqual(byTime(heard), byTime(here));
  for (const { ts, price, size, value } of here) {
    const [candle] = await simulator.candles({ symbolId: 'BTCUSDT_UMCBL', interval: '1m', to: ts, limit: 1 });
    assert.ok(price >= candle!.low && price <= candle!.high, `${price} was not traded at ${new Date(ts).toISOString()}`);
    close(price * size, value, 'its worth');
  }
});

test('a source that has stopped tells nobody any more', () => {
  const stopped = world(1, now - hourMs);
  const heard: Liquidation[] = [];
  stopped.simulator.liquidations.watch(
    ['BTCUSDT_UMCBL'],
    (batch) => heard.push(...batch),
    () => {},
  );
  stopped.simulator.stop();
  stopped.clock.advance(hourMs);
  assert.deepEqual(heard, []);
});

test('the largest of all contracts come first, as many as are asked for', async () => {
  const top = await simulator.liquidations.range!({ from: now - dayMs, to: now, limit: 15 });
  assert.equal(top.length, 15);
  assert.deepEqual(
    top,
    top.toSorted((a, b) => b.value - a.value),
  );
  const bitcoin = await all('BTCUSDT_UMCBL', now - dayMs, now);
  assert.deepEqual(
    top.filter(({ symbolId }) => symbolId === 'BTCUSDT_UMCBL'),
    bitcoin.slice(0, top.filter(({ symbolId }) => symbolId === 'BTCUSDT_UMCBL').length),
  );
});

for (const seed of process.env['LONG'] === '1' ? [1, 977, 12, 40, 7] : [1, 977])
  test(`seed ${seed}: a day closes as much of what is open as on real exchanges, and mostly of those it went against`, async () => {
    const of = world(seed).simulator;
    const limits = { BTCUSDT_UMCBL: [0.004, 0.02], ETHUSDT_UMCBL: [0.006, 0.035], XRPUSDT_UMCBL: [0.006, 0.045] } as const;
    for (const [symbolId, [least, most]] of Object.entries(limits)) {
      const query = { symbolId, period: '1d', to: now - dayMs, limit: 200 } as const;
      const [closed, open, days] = await Promise.all([
        of.series({ ...query, metric: 'liquidations' }),
        of.series({ ...query, metric: 'openInterest' }),
        of.candles({ symbolId, interval: '1d', to: query.to, limit: query.limit }),
      ]);
      const shares = closed.map(({ values }, i) => (values.long + values.short) / open[i]!.values.value).sort((a, b) => a - b);
      const median = shares[100]!;
      assert.ok(median >= least && median <= most, `${symbolId}: the median day closes ${median} of what is open`);
      assert.ok(shares.at(-1)! < 0.2, `${symbolId}: the worst day closes ${shares.at(-1)}`);
      assert.ok(shares.at(-1)! > 3 * median, `${symbolId}: bad days stand out`);
      const moved = days.flatMap(({ open: from, close: to }, i) =>
        Math.abs(to / from - 1) > 0.02 ? [{ move: to / from - 1, values: closed[i]!.values }] : [],
      );
      const matching = moved.filter(({ move, values }) => move < 0 === values.long > values.short).length;
      assert.ok(matching >= 0.9 * moved.length, `${symbolId}: ${matching} of ${moved.length} days`);
    }
  });

test('a flash crash closes longs by the dozen within minutes, and hardly a short before it turns', async () => {
  const clock = createHandClock(now);
  const crashing = createSimulator({ clock, seed: 1, coins: 20, scenario: 'flash-crash' });
  clock.advance(2 * minuteMs);
  const crash = await all('BTCUSDT_UMCBL', now, clock.now(), crashing);
  const [hourBefore, [open]] = [
    await all('BTCUSDT_UMCBL', now - hourMs, now - 1, crashing),
    await crashing.series({ metric: 'openInterest', symbolId: 'BTCUSDT_UMCBL', period: '1d', limit: 1 }),
  ];
  assert.ok(sumOf(crash, 'long') > 10 * (sumOf(hourBefore, 'long') + sumOf(hourBefore, 'short')), 'far more than in the hour before');
  assert.ok(sumOf(crash, 'long') > 0.03 * open!.values.value, `${sumOf(crash, 'long') / open!.values.value} of what is open`);
  assert.ok(sumOf(crash, 'short') < 0.1 * sumOf(crash, 'long'));
});
