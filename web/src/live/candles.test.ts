import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { CandleRow, TradeRow } from '@tidemark/contract/market.ts';
import type { DataFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import { createLiveCandles, mergeCandles, type LoadCandles } from './candles.ts';
import { createLiveTrades } from './trades.ts';

const minute = 60_000;
const row = (n: number, close = '1'): CandleRow => [n * minute, '1', '2', '0.5', close, '3', '4'];
const trade = (n: number): TradeRow => [String(n), n, '1', '2', 'buy'];

function stream() {
  const claims: { arg: SubscriptionArg; onFrame: (frame: DataFrame) => void; isHeld: boolean }[] = [];
  return {
    claims,
    socket: {
      subscribe(arg: SubscriptionArg, onFrame: (frame: DataFrame) => void) {
        const claim = { arg, onFrame, isHeld: true };
        claims.push(claim);
        return () => void (claim.isHeld = false);
      },
    },
    say: (action: DataFrame['action'], ...data: unknown[]) => claims.at(-1)!.onFrame({ action, arg: claims.at(-1)!.arg, seq: 0, ts: 0, data }),
  };
}

function chart(load: LoadCandles) {
  const live = stream();
  const candles = createLiveCandles({ socket: live.socket, symbolId: 'BTCUSDT', interval: '1m', load });
  candles.start();
  return { ...live, candles, times: () => candles.state().rows.map(([ts]) => ts / minute) };
}

test('what is told while history is under way is not lost, and the newest of a candle wins', async () => {
  const { candles, say, claims, times } = chart(async () => [row(1), row(2), row(3)]);
  assert.deepEqual(claims[0]!.arg, { topic: 'candle', instType: 'sp', instId: 'BTCUSDT', channel: '1m' });
  assert.equal(candles.state().status, 'loading');
  say('snapshot', row(3, '1.5'), row(4));
  await turn();
  assert.equal(candles.state().status, 'ready');
  assert.deepEqual(times(), [1, 2, 3, 4]);
  assert.equal(candles.state().rows[2]![4], '1.5');
  say('update', row(4, '1.7'), row(5));
  assert.deepEqual(times(), [1, 2, 3, 4, 5]);
  assert.equal(candles.state().changedFrom, 3, 'the rest need not be drawn again');
  const before = candles.state();
  say('update', row(5));
  assert.equal(candles.state(), before, 'nothing new wakes nobody');
});

test('after a cut the candles in between are loaded before anything newer is shown', async () => {
  const asked: object[] = [];
  const { say, times } = chart(async (range) => {
    asked.push(range);
    return range.from === undefined ? [row(1), row(2)] : [row(2, '9'), row(3), row(4), row(5)];
  });
  await turn();
  say('snapshot', row(5), row(6));
  assert.deepEqual(times(), [1, 2]);
  await turn();
  assert.deepEqual(asked, [{}, { from: 2 * minute }]);
  assert.deepEqual(times(), [1, 2, 3, 4, 5, 6]);
});

test('a failed load is said and can be tried again; older rows come before; a stopped chart stays still', async () => {
  let isDown = true;
  const { candles, claims, say, times } = chart(async ({ to }) => {
    if (isDown) throw new Error('down');
    return to === undefined ? [row(5), row(6)] : to > 3 * minute ? [row(3), row(4)] : [];
  });
  await turn();
  assert.equal(candles.state().status, 'failed');
  isDown = false;
  candles.retry();
  await turn();
  assert.deepEqual(times(), [5, 6]);
  candles.loadOlder();
  assert.equal(candles.state().isLoadingOlder, true);
  await turn();
  assert.deepEqual(times(), [3, 4, 5, 6]);
  candles.loadOlder();
  await turn();
  assert.equal(candles.state().isWhole, true);
  candles.stop();
  assert.equal(claims[0]!.isHeld, false);
  const last = candles.state();
  say('update', row(6, '8'));
  assert.equal(candles.state(), last);
});

test('merging keeps order whatever comes', () => {
  assert.equal(mergeCandles([row(1), row(2)], [row(2)]), null);
  assert.deepEqual(mergeCandles([row(2)], [row(1), row(3)])!.rows.map(([ts]) => ts / minute), [1, 2, 3]);
});

test('trades: newest first, each once, no more than the tape holds; released with the last watcher', () => {
  const { socket, say, claims } = stream();
  const frames: (() => void)[] = [];
  const trades = createLiveTrades({ socket, symbolId: 'BTCUSDT_UMCBL', requestFrame: (fn) => void frames.push(fn) });
  let wakes = 0;
  const leave = trades.watch(() => wakes++);
  assert.deepEqual(claims[0]!.arg, { topic: 'trades', instType: 'umcbl', instId: 'BTCUSDT_UMCBL' });
  assert.equal(trades.rows(), null);
  say('snapshot', trade(1), trade(2));
  say('update', trade(2), trade(3));
  for (const fn of frames.splice(0)) fn();
  assert.equal(wakes, 1);
  assert.deepEqual(trades.rows()!.map(([id]) => id), ['3', '2', '1']);
  say('update', ...Array.from({ length: 80 }, (_, i) => trade(10 + i)));
  assert.equal(trades.rows()!.length, 50);
  assert.equal(trades.rows()![0]![0], '89');
  leave();
  assert.equal(claims[0]!.isHeld, false);
});
