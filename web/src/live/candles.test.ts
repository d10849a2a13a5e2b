import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { maxCandles, type CandleRow } from '@tidemark/contract/market.ts';
import type { DataFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import { createLiveCandles, mergeCandles, type LoadCandles } from './candles.ts';

const minute = 60_000;
const row = (n: number, close = '1'): CandleRow => [n * minute, '1', '2', '0.5', close, '3', '4'];

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
    say: (action: DataFrame['action'], ...data: unknown[]) =>
      claims.at(-1)!.onFrame({ action, arg: claims.at(-1)!.arg, seq: 0, ts: 0, data }),
  };
}

function chart(load: LoadCandles, initial?: readonly CandleRow[]) {
  const live = stream();
  const later: (() => void)[] = [];
  const candles = createLiveCandles({
    socket: live.socket,
    symbolId: 'BTCUSDT',
    interval: '1m',
    load,
    initial,
    after: (_ms, fn) => void later.push(fn),
  });
  candles.start();
  return { ...live, candles, later, times: () => candles.state().rows.map(([ts]) => ts / minute) };
}

/** A market whose minutes go by; what it tells of them, as the server does: the newest of a range, no more than was asked for. */
function market(first: number, last: number) {
  const asked: { from?: number; to?: number }[] = [];
  let isDown = false;
  const load: LoadCandles = async (range) => {
    asked.push(range);
    if (isDown) throw new Error('down');
    const { from = 0, to = Infinity } = range;
    const rows = Array.from({ length: last - first + 1 }, (_, at) => row(first + at)).filter(([ts]) => ts >= from && ts <= to);
    return rows.slice(-(range.from === undefined ? 5 : maxCandles));
  };
  return {
    load,
    asked,
    goOn: (minutes: number) => void (last += minutes),
    lastTwo: () => [row(last - 1), row(last)],
    setDown: (down: boolean) => void (isDown = down),
  };
}
const isUnbroken = (times: readonly number[]) => times.every((time, at) => at === 0 || time === times[at - 1]! + 1);

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
  assert.deepEqual(
    mergeCandles([row(2)], [row(1), row(3)])!.rows.map(([ts]) => ts / minute),
    [1, 2, 3],
  );
});

test('chart continuity: another interval and back again shows the history of the page, and no hole up to now', async () => {
  const btc = market(1, 720);
  const page = await btc.load({});
  btc.goOn(30);
  const { say, times } = chart(btc.load, page);
  assert.deepEqual(times(), [716, 717, 718, 719, 720], 'what came with the page is shown at once');
  say('snapshot', ...btc.lastTwo());
  assert.equal(times().at(-1), 720, 'nothing newer before what lies between');
  await turn();
  assert.ok(isUnbroken(times()), times().join());
  assert.deepEqual([times()[0], times().at(-1)], [716, 750]);
});

test('chart continuity: a cut that is shorter than an interval, and one that is longer', async () => {
  const btc = market(1, 100);
  const { say, times } = chart(btc.load);
  await turn();
  say('snapshot', ...btc.lastTwo());
  btc.goOn(1);
  say('snapshot', ...btc.lastTwo());
  await turn();
  assert.deepEqual([times().at(-1), btc.asked.length], [101, 1], 'it joins on: nothing has to be asked for');
  btc.goOn(7);
  say('snapshot', ...btc.lastTwo());
  btc.goOn(1);
  say('update', ...btc.lastTwo());
  await turn();
  assert.ok(isUnbroken(times()), times().join());
  assert.deepEqual([times().at(-1), btc.asked.length], [109, 2], 'one question for the whole stretch, however much is told meanwhile');
  btc.goOn(5);
  say('snapshot', ...btc.lastTwo());
  btc.goOn(20);
  say('snapshot', ...btc.lastTwo());
  for (let turns = 0; turns < 4; turns++) await turn();
  assert.ok(isUnbroken(times()), 'cut again while the first stretch was under way');
  assert.equal(times().at(-1), 134);
});

test('chart continuity: a machine that slept longer than one call can tell begins anew', async () => {
  const btc = market(1, 100);
  const { candles, say, times } = chart(btc.load);
  await turn();
  btc.goOn(maxCandles + 500);
  say('snapshot', ...btc.lastTwo());
  await turn();
  await turn();
  assert.ok(isUnbroken(times()), times().join());
  assert.deepEqual([times().length, times().at(-1), candles.state().isWhole], [5, 100 + maxCandles + 500, false]);
});

test('chart continuity: a stretch that could not be loaded is asked for again, and nothing told meanwhile is lost', async () => {
  const btc = market(1, 100);
  const { say, times, later } = chart(btc.load);
  await turn();
  btc.setDown(true);
  btc.goOn(10);
  say('snapshot', ...btc.lastTwo());
  await turn();
  btc.goOn(1);
  say('update', ...btc.lastTwo());
  await turn();
  assert.deepEqual([times().at(-1), later.length], [100, 1], 'rather nothing new than a hole');
  btc.setDown(false);
  later.shift()!();
  await turn();
  assert.ok(isUnbroken(times()), times().join());
  assert.equal(times().at(-1), 111);
});

test('other shapes do not become candles', async () => {
  const { say, times } = chart(async () => [row(1)]);
  await turn();
  say('update', null, {}, [], [Number.NaN, '1', '2', '1', '1', '1', '1'], [2 * minute, '1', 'x', '1', '1', '1', '1'], row(2));
  assert.deepEqual(times(), [1, 2]);
});
