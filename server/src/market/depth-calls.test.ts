import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradeAt } from '@tidemark/contract/market-depth.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { ask, isRefusal, room, settled, start, stopAfter } from './testing/test-room.ts';
import { createTestSource, tickOf } from './testing/test-source.ts';

test('orders and trades over the simulator: best first, newest first, in the precision of the pair, on feed and replica', async (t) => {
  const bus = createInProcessBus();
  const clock = createHandClock(start);
  const { market: feed } = room(bus, createSimulator({ clock, seed: 1 }), clock);
  const { market: replica } = room(bus, null, clock);
  stopAfter(t, feed, replica);
  await feed.start();
  await replica.start();
  await settled();
  for (const symbolId of ['BTCUSDT', 'BTCUSDT_UMCBL']) {
    const { pricePrecision, quantityPrecision } = feed.catalog.symbol(symbolId)!;
    const decimalsOf = (text: string) => text.split('.')[1]?.length ?? 0;
    const book = await ask(feed, 'getDepth', { symbolId, limit: 30 });
    assert.deepEqual(await ask(replica, 'getDepth', { symbolId, limit: 30 }), book);
    for (const [side, direction] of [
      [book.bids, -1],
      [book.asks, 1],
    ] as const) {
      assert.equal(side.length, 30);
      side.forEach(([price, size], i) => {
        assert.equal(decimalsOf(price), pricePrecision);
        assert.equal(decimalsOf(size), quantityPrecision);
        assert.ok(Number(size) > 0);
        if (i > 0) assert.ok((Number(price) - Number(side[i - 1]![0])) * direction > 0, 'the best price stands first');
      });
    }
    assert.ok(Number(book.bids[0]![0]) < Number(book.asks[0]![0]));
    const { trades } = await ask(feed, 'getRecentTrades', { symbolId, limit: 10 });
    assert.equal(trades.length, 10);
    trades.forEach((trade, i) => {
      assert.equal(decimalsOf(trade[tradeAt.price]), pricePrecision);
      assert.ok(trade[tradeAt.ts] <= clock.now());
      if (i > 0) assert.ok(trade[tradeAt.ts] <= trades[i - 1]![tradeAt.ts], 'the newest stands first');
    });
    assert.deepEqual((await ask(replica, 'getRecentTrades', { symbolId, limit: 10 })).trades, trades);
  }
  await assert.rejects(ask(feed, 'getDepth', { symbolId: 'NOSUCHUSDT' }), isRefusal('unknownSymbol'));
  await assert.rejects(ask(feed, 'getRecentTrades', { symbolId: 'NOSUCHUSDT' }), isRefusal('unknownSymbol'));
});

test('however many ask for the book of a market, its source is asked once a second', async (t) => {
  let asked = 0;
  let isBroken = false;
  const source = {
    ...createTestSource(['BTCUSDT', 'ETHUSDT']),
    async orderBook() {
      asked++;
      if (isBroken) throw new Error('the exchange is away');
      return { ts: start, bids: [[asked, 1]] as const, asks: [] };
    },
  };
  const { market, clock } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  source.tell([tickOf('BTCUSDT', 100, start)]);
  await settled();
  const bestBid = async (symbolId = 'BTCUSDT') => (await ask(market, 'getDepth', { symbolId })).bids[0]![0];
  assert.deepEqual(await Promise.all([bestBid(), bestBid(), bestBid()]), ['1.00000000', '1.00000000', '1.00000000']);
  assert.equal(asked, 1);
  assert.equal(await bestBid('ETHUSDT'), '2.00000000', 'another market has its own');
  clock.advance(1_000);
  assert.equal(await bestBid(), '3.00000000');
  isBroken = true;
  clock.advance(1_000);
  await assert.rejects(bestBid());
  isBroken = false;
  clock.advance(1_000);
  assert.equal(await bestBid(), '5.00000000', 'a failure is not kept for longer');
});

test('a source without books and trades says so', async (t) => {
  const source = createTestSource(['BTCUSDT']);
  const { market } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  await settled();
  await assert.rejects(ask(market, 'getDepth', { symbolId: 'BTCUSDT' }), isRefusal('sourceLacksData'));
  await assert.rejects(ask(market, 'getRecentTrades', { symbolId: 'BTCUSDT' }), isRefusal('sourceLacksData'));
});
