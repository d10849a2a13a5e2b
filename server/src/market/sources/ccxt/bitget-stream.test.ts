import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Trade } from '@tidemark/source/source.ts';
import { until } from '@tidemark/testbed/until.ts';
import { messageEveryMs } from './pace.ts';
import { mixTicker, socketTicker, spotTicker, t0 } from './testdata/bitget-rows.ts';
import { minute, started, last } from './testing/bitget-bed.ts';

test('followed symbols come by socket; out-of-order and malformed frames are refused; others are let go', async (t) => {
  const all = await started(t);
  const arg = { instType: 'SPOT', channel: 'ticker', instId: 'BTCUSDT' };
  all.source.follow(['BTCUSDT', 'NOSUCH']);
  await until('the subscription', () => all.server.isSubscribed('SPOT', 'ticker', 'BTCUSDT'));
  all.server.push(arg, [socketTicker('BTCUSDT', 42_050, t0 + 100)], t0 + 100);
  await until('the first frame', () => last(all, 'BTCUSDT') === 42_050);
  all.server.push(arg, [socketTicker('BTCUSDT', 41_000, t0 + 50)], t0 + 50);
  await until('an old frame', () => all.metric(/rows_refused_total\{row="socketTicker",fault="outOfOrder"\} 1/));
  all.server.push(arg, [socketTicker('BTCUSDT', 42_060, t0 + 200, { lastPr: 'nonsense' })], t0 + 200);
  await until('a malformed frame', () => all.metric(/rows_refused_total\{row="socketTicker",fault="malformed"\} 1/));
  all.server.push(arg, [socketTicker('BTCUSDT', 42_070, t0 + 300)], t0 + 300);
  await until('a good frame after bad ones', () => last(all, 'BTCUSDT') === 42_070);
  assert.ok(!all.ticks.some((tick) => tick.last === 41_000 || tick.last === 42_060));
  all.source.follow([]);
  all.clock.advance(messageEveryMs);
  await until('the unsubscription', () => !all.server.isSubscribed('SPOT', 'ticker', 'BTCUSDT'));
});

test('a cut socket comes back by itself; a silence is filled from trades before anything newer is told', async (t) => {
  const all = await started(t);
  const arg = { instType: 'USDT-FUTURES', channel: 'ticker', instId: 'BTCUSDT' };
  all.source.follow(['BTCUSDT_UMCBL']);
  await until('the subscription', () => all.server.isSubscribed('USDT-FUTURES', 'ticker', 'BTCUSDT'));
  all.server.push(arg, [socketTicker('BTCUSDT', 42_010, t0 + 400)], t0 + 400);
  await until('the first frame', () => last(all, 'BTCUSDT_UMCBL') === 42_010);
  assert.equal(all.market.board.quote('BTCUSDT_UMCBL')!.openInterest, 5_000, 'what the socket does not tell stays');

  all.server.disturb(() => 'hangUp');
  all.server.cutSockets();
  await until('the cut', () => all.metric(/market_source_reconnects_total 1/));
  all.clock.advance(30_000);
  const trade = (id: number, price: number, ts: number) => ({
    symbol: 'BTCUSDT',
    tradeId: String(id),
    side: 'Buy',
    price: String(price),
    size: '0.5',
    ts: String(ts),
  });
  all.server.rows.trades['BTCUSDT'] = [trade(3, 44_500, t0 + 20_000), trade(2, 41_500, t0 + 10_000), trade(1, 42_010, t0 + 300)];
  all.server.disturb(null);
  await until('the subscription again', async () => {
    all.clock.advance(1_000);
    await delay(5);
    return all.server.isSubscribed('USDT-FUTURES', 'ticker', 'BTCUSDT');
  });
  const now = all.clock.now();
  all.server.push(arg, [socketTicker('BTCUSDT', 42_300, now)], now);
  all.server.rows.mixTickers['USDT-FUTURES'] = [mixTicker('BTCUSDT', 42_300, now)];
  await until('the newest price', async () => {
    all.clock.advance(500);
    await delay(5);
    return last(all, 'BTCUSDT_UMCBL') === 42_300;
  });
  assert.deepEqual(
    all.ticks.filter(({ symbolId, ts }) => symbolId === 'BTCUSDT_UMCBL' && ts > t0).map((tick) => tick.last),
    [42_010, 41_500, 44_500, 42_300],
  );
  assert.ok(await all.metric(/market_source_gaps_total\{outcome="filled"\} 1/));
});

test('a silence longer than the trades reach back is filled from whole minutes of candles', async (t) => {
  const all = await started(t);
  all.source.follow(['BTCUSDT']);
  await until('the subscription', () => all.server.isSubscribed('SPOT', 'ticker', 'BTCUSDT'));
  all.server.disturb(() => 'hangUp');
  all.clock.advance(150_000);
  const later = t0 + 150_000;
  all.server.rows.candles['SPOT BTCUSDT'] = [[t0 + minute, 42_100, 44_000, 41_900, 41_950, 1, 42_000, 42_000].map(String)];
  all.server.rows.trades['BTCUSDT'] = [
    { symbol: 'BTCUSDT', tradeId: '1', side: 'Buy', price: '42000', size: '1', ts: String(later - 100) },
  ];
  all.server.disturb(null);
  all.server.rows.spotTickers[0] = spotTicker('BTCUSDT', 42_222, later);
  await until('the newest price', async () => {
    all.clock.advance(5_000);
    await delay(5);
    return last(all, 'BTCUSDT') === 42_222;
  });
  assert.deepEqual(
    all.ticks.filter(({ symbolId, ts }) => symbolId === 'BTCUSDT' && ts > t0).map((tick) => tick.last),
    [42_100, 44_000, 41_900, 41_950, 42_222],
  );
});

test('trades: a stretch of them, and a stream that refuses old ones', async (t) => {
  const all = await started(t);
  const row = (id: number, price: string, ts: number) => ({
    symbol: 'BTCUSDT',
    tradeId: String(id),
    side: 'Sell',
    price,
    size: '2',
    ts: String(ts),
  });
  all.server.rows.trades['BTCUSDT'] = [row(2, '42002', t0 - 1_000), row(1, '42001', t0 - 2_000), row(3, '-1', t0 - 500)];
  assert.deepEqual(await all.source.trades.range({ symbolId: 'BTCUSDT', from: t0 - 1_500, limit: 10 }), [
    { id: '2', symbolId: 'BTCUSDT', ts: t0 - 1_000, price: 42_002, size: 2, side: 'sell', order: `${t0 - 1_000} sell` },
  ]);
  const heard: Trade[] = [];
  const stop = all.source.trades.watch(['BTCUSDT'], (trades) => void heard.push(...trades));
  await until('the subscription', () => all.server.isSubscribed('SPOT', 'trade', 'BTCUSDT'));
  const arg = { instType: 'SPOT', channel: 'trade', instId: 'BTCUSDT' };
  all.server.push(arg, [{ ts: String(t0), price: '42000', size: '0.1', side: 'buy', tradeId: '10' }], t0);
  await until('a trade', () => heard.length === 1);
  assert.deepEqual(heard[0], { id: '10', symbolId: 'BTCUSDT', ts: t0, price: 42_000, size: 0.1, side: 'buy', order: `${t0} buy` });
  all.server.push(arg, [{ ts: String(t0 - 9), price: '42000', size: '0.1', side: 'buy', tradeId: '9' }], t0);
  await until('an old trade', () => all.metric(/rows_refused_total\{row="socketTrade",fault="outOfOrder"\} 1/));

  all.server.cutSockets();
  all.server.rows.trades['BTCUSDT'] = [row(12, '42012', t0 + 12), row(11, '42011', t0 + 11), row(10, '42000', t0)];
  await until('the subscription again', async () => {
    all.clock.advance(500);
    await delay(5);
    return all.server.isSubscribed('SPOT', 'trade', 'BTCUSDT');
  });
  all.server.push(arg, [{ ts: String(t0 + 13), price: '42013', size: '0.1', side: 'buy', tradeId: '13' }], t0 + 13);
  await until('what was missed', () => heard.length === 4);
  assert.deepEqual(
    heard.map(({ id }) => id),
    ['10', '11', '12', '13'],
    'each once, in order',
  );
  stop();
});

test('an exchange that counts: eight messages a second at most, also after a cut, and each list once in two seconds', async (t) => {
  const ids = Array.from({ length: 24 }, (_, i) => `C${i}USDT`);
  const all = await started(t, (rows) => {
    for (const id of ids) {
      rows.spotSymbols.push({ ...rows.spotSymbols[0]!, symbol: id, baseCoin: id.slice(0, -4) });
      rows.spotTickers.push(spotTicker(id, 42_000, t0));
    }
  });
  await until('the new symbols', () => all.market.board.quote(ids.at(-1)!));
  const { server, clock } = all;
  const messages = () => server.frames.filter((frame) => frame.startsWith('{')).length;
  const lists = () => server.requests.filter((request) => request.includes('tickers')).length;
  /** Hand in hand with the exchange: what is sent has arrived before time goes on. */
  const followAll = async () => {
    const [from, before] = [clock.now(), messages()];
    const isWhole = () => ids.every((id) => server.isSubscribed('SPOT', 'ticker', id));
    while (!isWhole()) {
      const sent = messages();
      clock.advance(messageEveryMs);
      await until('the next message', () => messages() > sent || isWhole());
      assert.ok(messages() - before <= (clock.now() - from) / messageEveryMs + 1, `${messages() - before} in ${clock.now() - from} ms`);
    }
  };
  const listsBefore = lists();
  const startedAt = clock.now();
  all.source.follow(ids);
  await followAll();
  server.cutSockets();
  await until('the cut', () => all.metric(/market_source_reconnects_total 24/));
  // The pause before the first try.
  clock.advance(500);
  await followAll();
  const rounds = Math.ceil((clock.now() - startedAt) / 2_000) + 1;
  assert.ok(lists() - listsBefore <= 4 * rounds, `${lists() - listsBefore} lists in ${rounds} rounds`);
});

test('a socket that breaks while subscriptions wait for their turn costs a reconnect, not the program', async (t) => {
  const all = await started(t, undefined, true);
  all.source.follow(['BTCUSDT', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL', 'BTCUSDC_CMCBL']);
  for (let waiting = 0; waiting < 3; waiting++) all.clock.advance(messageEveryMs);
  await until('the first subscription', () => all.server.isSubscribed('SPOT', 'ticker', 'BTCUSDT'), { everyMs: 1 });
  all.server.cutSockets();
  // Those that had waited go out by now, on a socket that is gone; an unhandled rejection would end this process.
  await delay(500);
  await until(
    'all subscriptions again',
    () =>
      all.server.isSubscribed('SPOT', 'ticker', 'BTCUSDT') &&
      all.server.isSubscribed('USDT-FUTURES', 'ticker', 'BTCUSDT') &&
      all.server.isSubscribed('COIN-FUTURES', 'ticker', 'BTCUSD') &&
      all.server.isSubscribed('USDC-FUTURES', 'ticker', 'BTCPERP'),
    { between: () => all.clock.advance(500) },
  );
});
