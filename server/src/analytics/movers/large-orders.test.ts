import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultMoverRules } from '@tidemark/contract/movers.ts';
import type { Trade } from '@tidemark/source/source.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import type { BoardView } from '../board-view.ts';
import type { NewEvent } from './event-store.ts';
import { createLargeOrders } from './large-orders.ts';

const at = Date.UTC(2026, 0, 15, 12);
const trade = (id: string, ts: number, size = 1): Trade => ({ symbolId: 'BTCUSDT', id, ts, price: 100, size, side: 'buy' });

/** One pair, its trades as they are told at each look, and what was recorded of them. */
function watch(trades: () => readonly Trade[], usdtPer: () => number | null = () => 1) {
  const row = { index: 0, line: 1, symbol: { symbolId: 'BTCUSDT', pricedSymbol: 'USDT' }, isStable: false };
  const view = {
    columns: { pairTurnover: [1e9] },
    order: (line: number) => (line === 1 ? [0] : []),
    universe: { rows: [row] },
  } as unknown as BoardView;
  const recorded: NewEvent[] = [];
  const orders = createLargeOrders({
    view,
    clock: createHandClock(at),
    log: createLog({ level: 'silent' }),
    rules: defaultMoverRules,
    market: { usdtPer, trades: async (queries) => queries.map(({ from = 0 }) => trades().filter(({ ts }) => ts >= from)) },
    reported: { isNews: () => true, add: () => {} },
    record: async (event) => void recorded.push(event),
  });
  return { orders, recorded };
}

for (const [first, second] of [
  ['99', '100'],
  ['b7f0', 'a1c2'],
  ['1000', '999'],
] as const) {
  test(`an order of the same millisecond is seen once, whatever its id: ${second} after ${first}`, async () => {
    let reported = Array.from({ length: 120 }, (_, n) => trade(`before-${n}`, at + n));
    const { orders, recorded } = watch(() => reported);
    await orders.run();
    reported = [...reported, trade(first, at + 1_000)];
    await orders.run();
    reported = [...reported, trade(second, at + 1_000, 1_000_000)];
    await orders.run();
    await orders.run();
    assert.deepEqual(
      recorded.map(({ amountUsdt }) => amountUsdt),
      [100_000_000],
    );
  });
}

test('while nobody knows what the money is worth nothing is learnt of it: the first rate makes no order large', async () => {
  let reported = Array.from({ length: 120 }, (_, n) => trade(`before-${n}`, at + n, 10_000));
  let rate: number | null = null;
  const { orders, recorded } = watch(
    () => reported,
    () => rate,
  );
  await orders.run();
  rate = 1;
  reported = [...reported, trade('usual', at + 1_000, 10_000)];
  await orders.run();
  reported = [...reported, trade('usual too', at + 2_000, 10_000)];
  await orders.run();
  assert.deepEqual(recorded, []);
});
