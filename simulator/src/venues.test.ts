// The further exchanges that the simulator plays: its own figures times a number that stays the same.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, hourMs } from '@tidemark/contract/time.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { createSimulator } from './index.ts';
import { createHandClock } from './testing/hand-clock.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27, 350);
const symbolId = 'BTCUSDT_UMCBL';

test('three of them, with contracts, sides and funding of their own; lists, past and liquidations agree', async () => {
  const clock = createHandClock(now);
  const simulator = createSimulator({ clock, seed: 1, coins: 40 });
  const own = new Map<string, Tick>();
  simulator.start((ticks) => ticks.forEach((tick) => own.set(tick.symbolId, tick)));
  const all = (await simulator.catalog()).symbols.filter(({ instType }) => instType !== 'sp');
  const shares = new Set<string>();
  assert.equal(simulator.beside.length, 3);
  for (const venue of simulator.beside) {
    const { symbols } = await venue.catalog();
    assert.ok(symbols.length > 0.2 * all.length && symbols.length < all.length, `${venue.name}: ${symbols.length} of ${all.length}`);
    const told = new Map<string, Tick>();
    venue.start((ticks) => ticks.forEach((tick) => told.set(tick.symbolId, tick)));
    assert.equal(told.size, symbols.filter((symbol) => own.has(symbol.symbolId)).length);
    const tick = told.get(symbolId)!;
    const share = tick.turnover24h / own.get(symbolId)!.turnover24h;
    shares.add(share.toFixed(6));
    const close = (a: number, b: number, about: string) =>
      assert.ok(Math.abs(a / b - 1) < 1e-9, `${venue.name} ${about}: ${a} is not ${b}`);
    close(tick.openInterest!, own.get(symbolId)!.openInterest! * share, 'open now');
    const query = { symbolId, period: '1h', limit: 5 } as const;
    const series = async <M extends 'openInterest' | 'takerVolume' | 'liquidations' | 'longShortAccounts'>(metric: M) =>
      [await venue.series!({ ...query, metric }), await simulator.series({ ...query, metric })] as const;
    const [held, ownHeld] = await series('openInterest');
    held.forEach(({ ts, values }, i) => close(values.value, ownHeld[i]!.values.value * share, `open at ${ts}`));
    const [taken] = await series('takerVolume');
    const candles = await venue.candles!({ symbolId, interval: '1h', limit: 5 });
    taken.forEach(({ ts, values }, i) => close(values.buy + values.sell, candles[i]!.volume, `takers at ${ts} and the candle`));
    const [sides, ownSides] = await series('longShortAccounts');
    sides.forEach(({ values: { long, short } }, i) => {
      assert.equal(long + short, 1);
      assert.notEqual(long, ownSides[i]!.values.long);
    });
    const [closed] = await series('liquidations');
    const { ts, values } = closed[2]!;
    const single = await venue.liquidations!.range!({ symbolId, from: ts, to: ts + hourMs - 1, limit: 1_000 });
    if (values.long + values.short > 0)
      close(
        single.reduce((sum, { value }) => sum + value, 0),
        values.long + values.short,
        'liquidations one by one',
      );
    const rates = await venue.series!({ metric: 'fundingRate', symbolId, period: '1d', from: now - dayMs, limit: 9 });
    assert.equal(rates.length, 3);
    venue.stop();
  }
  assert.equal(shares.size, 3, 'no two are alike');
  simulator.stop();
});
