import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quoteAt, sparklinePoints } from '@tidemark/contract/market.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Bus } from '#platform/bus/bus.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import * as topics from '#topics/index.ts';
import { ask, isRefusal, room, settled, start, stopAfter } from './testing/test-room.ts';
import { createTestSource, tickOf } from './testing/test-source.ts';

test('feed: ticks are on the board before listeners and the bus hear of them; bad ones reach nobody', async (t) => {
  const bus = createInProcessBus();
  const source = createTestSource(['BTCUSDT', 'ETHUSDT']);
  const { market, metrics } = room(bus, source);
  stopAfter(t, market);
  const heard: string[] = [];
  bus.subscribe(topics.feedStarted, () => heard.push('started'));
  bus.subscribe(topics.quotes, ({ quotes }) => heard.push(`bus ${quotes.map((quote) => `${quote.symbolId} ${quote.last}`).join()}`));
  market.onChange((ids) => heard.push(`change ${ids.map((id) => `${id} ${market.board.quote(id)!.last}`).join()}`));
  assert.equal(market.isReady(), false);
  await market.start();
  await settled();
  source.tell([tickOf('BTCUSDT', 100, start), tickOf('ETHUSDT', NaN, start), tickOf('NOSUCH', 1, start)]);
  await settled();
  assert.deepEqual(heard, ['started', 'change BTCUSDT 100', 'bus BTCUSDT 100']);
  assert.equal(market.isReady(), true);
  assert.deepEqual(market.fiatRates(), { USD: 1, EUR: 0.5 });
  const text = await metrics.text();
  assert.match(text, /market_ticks_refused_total\{fault="notANumber"\} 1/);
  assert.match(text, /market_ticks_refused_total\{fault="unknownSymbol"\} 1/);
});

test('replica: waits for a feed, then has the same board, and follows it', async (t) => {
  const bus = createInProcessBus();
  const source = createTestSource(['BTCUSDT', 'ETHUSDT']);
  const { market: replica } = room(bus, null);
  const replicaStarted = replica.start();
  await settled();
  assert.equal(replica.isReady(), false);
  const { market: feed } = room(bus, source);
  stopAfter(t, replica, feed);
  await feed.start();
  source.tell([tickOf('BTCUSDT', 100, start), tickOf('ETHUSDT', 10, start)]);
  await replicaStarted;
  await settled();
  assert.deepEqual(replica.board.all(), feed.board.all());
  assert.deepEqual(replica.catalog.data, feed.catalog.data);
  const changes: string[] = [];
  replica.onChange((ids) => changes.push(...ids));
  source.tell([tickOf('BTCUSDT', 101, start + 1)]);
  await settled();
  assert.equal(replica.board.encodedRow('BTCUSDT'), feed.board.encodedRow('BTCUSDT'));
  assert.deepEqual(changes, ['BTCUSDT']);
  assert.deepEqual(replica.fiatRates(), feed.fiatRates());
});

test('replica: lost messages are noticed by the hole in the numbers and fetched again', async (t) => {
  const inner = createInProcessBus();
  let isCut = false;
  const lossy: Bus = {
    ...inner,
    subscribe: (topic, handler) =>
      inner.subscribe(topic, (payload) => void (isCut && topic.name === topics.quotes.name ? null : handler(payload))),
  };
  const source = createTestSource(['A', 'B', 'C']);
  const { market: feed } = room(inner, source);
  const { market: replica, metrics, clock } = room(lossy, null);
  stopAfter(t, feed, replica);
  await feed.start();
  source.tell(['A', 'B', 'C'].map((id) => tickOf(id, 1, start)));
  await replica.start();
  source.tell([tickOf('C', 2, start + 1)]);
  await settled();
  isCut = true;
  source.tell([tickOf('A', 5, start + 2), tickOf('B', 6, start + 2)]);
  await settled();
  isCut = false;
  source.tell([tickOf('C', 3, start + 3)]);
  await settled();
  assert.equal(replica.board.quote('C')!.last, 3);
  assert.equal(replica.board.quote('A')!.last, 1);
  clock.advance(1_000);
  await settled();
  assert.deepEqual(replica.board.all(), feed.board.all());
  assert.match(await metrics.text(), /market_replica_recoveries_total\{reason="hole"\} 1/);
});

test('replica: after the bus was away it asks for everything', async (t) => {
  const inner = createInProcessBus();
  let comeBack = () => {};
  const away: Bus = { ...inner, subscribe: () => () => {}, onReconnect: (handler) => ((comeBack = handler), () => {}) };
  const source = createTestSource(['A']);
  const { market: feed } = room(inner, source);
  const { market: replica } = room(away, null);
  stopAfter(t, feed, replica);
  await feed.start();
  source.tell([tickOf('A', 1, start)]);
  await replica.start();
  source.tell([tickOf('A', 2, start + 1)]);
  await settled();
  assert.equal(replica.board.quote('A')!.last, 1);
  comeBack();
  await settled();
  assert.deepEqual(replica.board.all(), feed.board.all());
});

test('replica: follows a feed that restarts with another catalog, and an old message changes nothing', async (t) => {
  const bus = createInProcessBus();
  const first = createTestSource(['A', 'B']);
  const { market: feed, clock } = room(bus, first);
  const { market: replica } = room(bus, null);
  await feed.start();
  first.tell([tickOf('A', 1, start), tickOf('B', 1, start)]);
  const stale = feed.board.quote('B')!;
  await replica.start();
  await feed.stop();
  clock.advance(5_000);
  const second = createTestSource(['B', 'D']);
  const { market: restarted } = room(bus, second, createHandClock(start + 5_000));
  stopAfter(t, replica, restarted);
  await restarted.start();
  second.tell([tickOf('B', 2, start + 5_000), tickOf('D', 4, start + 5_000)]);
  await settled();
  assert.deepEqual(replica.board.all(), restarted.board.all());
  assert.equal(replica.board.quote('A'), undefined);
  bus.publish(topics.quotes, { epoch: start, quotes: [stale] });
  await settled();
  assert.equal(replica.board.quote('B')!.last, 2);
});

test('calls over the simulator answer to the contract', async (t) => {
  const bus = createInProcessBus();
  const clock = createHandClock(start);
  const simulator = createSimulator({ clock, seed: 1 });
  const { market } = room(bus, simulator, clock);
  const { market: replica } = room(bus, null, clock);
  stopAfter(t, market, replica);
  await market.start();
  await replica.start();
  await settled();

  await t.test('getHomeQuotation: sorted by turnover across quote currencies, paged', async () => {
    const all = await ask(market, 'getHomeQuotation', { businessLine: '1', pageSize: '5000' });
    assert.ok(all.total >= 1_100 && all.items.length === all.total && all.coins >= 850);
    assert.equal(all.items[0]!.symbolId, 'BTCUSDT');
    assert.equal(all.asOf, start);
    for (const { name, iconUrl, cap, symbolId, quote } of all.items) {
      assert.ok(name.length > 0 && iconUrl.startsWith('/assets/coins/') && Number(cap) > 0, symbolId);
      assert.ok(
        Number(quote[quoteAt.high24h]) >= Number(quote[quoteAt.last]) && Number(quote[quoteAt.last]) >= Number(quote[quoteAt.low24h]),
        symbolId,
      );
    }
    const page = await ask(market, 'getHomeQuotation', { pageNum: 3, pageSize: 50 });
    assert.deepEqual(page.items, all.items.slice(100, 150));
    assert.deepEqual((await ask(replica, 'getHomeQuotation', { pageNum: 3, pageSize: 50 })).items, page.items);
  });

  await t.test('getHomeQuotation: filters and the other orders', async () => {
    const usdc = await ask(market, 'getHomeQuotation', { quote: 'USDC', pageSize: 500 });
    assert.equal(usdc.total, 420);
    assert.ok(usdc.items.every((item) => item.pricedSymbol === 'USDC'));
    const memes = await ask(market, 'getHomeQuotation', { category: 'meme', quote: 'USDT', sort: 'change', pageSize: 500 });
    const change = (item: (typeof memes.items)[number]) => Number(item.quote[quoteAt.last]) / Number(item.quote[quoteAt.open24h]);
    assert.ok(
      memes.total > 30 &&
        memes.items.every((item, i) => item.sectors.includes('meme') && (i === 0 || change(memes.items[i - 1]!) >= change(item))),
    );
    const caps = await ask(market, 'getHomeQuotation', { quote: 'USDT', sort: 'cap', pageSize: 5 });
    assert.equal(caps.items[0]!.symbolId, 'BTCUSDT');
    const names = await ask(market, 'getHomeQuotation', { quote: 'USDT', sort: 'name', direction: 'asc', pageSize: 3 });
    assert.deepEqual(
      names.items.map((item) => item.baseSymbol),
      names.items.map((item) => item.baseSymbol).sort(),
    );
    const futures = await ask(market, 'getHomeQuotation', { businessLine: 10, pageSize: 1 });
    assert.equal(futures.total, market.catalog.symbolsOf('umcbl').filter(({ status }) => status === 'online').length);
    assert.ok(futures.items[0]!.maxLeverage! >= 100);
    // Of the 17 Coin-M contracts two have not opened yet.
    assert.equal((await ask(market, 'getHomeQuotation', { businessLine: 11 })).total, 15);
    assert.equal((await ask(market, 'getHomeQuotation', { businessLine: 12 })).total, 55);
    await assert.rejects(ask(market, 'getHomeQuotation', { category: 'no-such-sector' }), isRefusal('notFound'));
  });

  await t.test('symbols, partitions, contracts, chains; short answers to those who have them', async () => {
    const symbols = await ask(market, 'getAllSymbol', {});
    assert.equal(symbols.total, market.catalog.data.symbols.length);
    assert.deepEqual(
      [...new Set((await ask(market, 'getAllSymbol', { businessLine: 2 })).items.map((item) => item.contractLine))],
      [10, 12, 11],
    );
    const partitions = await ask(market, 'getAllPartitionV2', {});
    assert.deepEqual(
      partitions.quotes.map(({ quote }) => quote),
      ['USDT', 'USDC', 'BTC', 'EUR', 'ETH'],
    );
    assert.ok(['new', 'hot', 'meme', 'layer-1'].every((slug) => partitions.categories.some((category) => category.slug === slug)));
    for (const { slug, count } of partitions.categories)
      assert.equal((await ask(market, 'getHomeQuotation', { category: slug, pageSize: 1 })).total, count, slug);
    assert.deepEqual(await ask(market, 'getAllPartitionV2', { md5Value: partitions.md5Value }), {
      md5Value: partitions.md5Value,
      unchanged: true,
      quotes: [],
      categories: [],
      watchGroups: null,
    });
    const contracts = await ask(market, 'contractSymbols', { businessLine: 10 });
    assert.equal(contracts.listDTOS.length, 550);
    assert.equal((await ask(market, 'contractSymbols', { businessLine: 10, md5: contracts.md5 })).unchanged, true);
    assert.equal((await ask(market, 'contractSymbols', { businessLine: 12 })).listDTOS.length, 55);
    const coinMargined = (await ask(market, 'contractSymbols', { businessLine: 11 })).listDTOS;
    assert.deepEqual(
      coinMargined
        .filter(({ deliveryAt }) => deliveryAt !== null)
        .map(({ symbolCodeDisplayName }) => symbolCodeDisplayName)
        .slice(0, 2),
      ['BTCUSD 261225', 'BTCUSD 270326'],
    );
    const chains = await ask(market, 'getCoinChainList', {});
    assert.equal(chains.total, market.catalog.data.coins.length);
  });

  await t.test('candles: the same from the feed and through the bus; wrong questions are refused', async () => {
    const input = { symbolId: 'BTCUSDT', interval: '1h', limit: '24' };
    const here = await ask(market, 'getMoreKlineData', input);
    assert.equal(here.candles.length, 24);
    assert.equal(here.candles.at(-1)![4], market.board.row('BTCUSDT')![quoteAt.last]);
    assert.deepEqual(await ask(replica, 'getMoreKlineData', input), here);
    await assert.rejects(ask(market, 'getMoreKlineData', { symbolId: 'NOSUCHUSDT' }), isRefusal('unknownSymbol'));
    await assert.rejects(ask(market, 'getMoreKlineData', { symbolId: 'BTCUSDT', from: start, to: start - 1 }), isRefusal('badRange'));
  });

  await t.test('sparklines end with the newest price and leave strangers out', async () => {
    const lines = await ask(replica, 'getMultiKlineDataNewV2', { symbolIds: 'BTCUSDT,NOSUCH,ETHBTC,BTCUSDT' });
    assert.deepEqual(
      lines.items.map((item) => item.symbolId),
      ['BTCUSDT', 'ETHBTC'],
    );
    assert.equal(lines.items[0]!.closes.length, sparklinePoints);
    assert.equal(lines.items[0]!.closes.at(-1), replica.board.row('BTCUSDT')![quoteAt.last]);
    const candles = await ask(market, 'getMoreKlineData', { symbolId: 'BTCUSDT', interval: '4h', limit: sparklinePoints });
    assert.deepEqual(
      lines.items[0]!.closes,
      candles.candles.map((row) => row[4]),
    );
  });

  await t.test('search finds by ticker, name and pair, best match first', async () => {
    const found = async (keyword: string) => (await ask(market, 'searchCoin', { keyword })).items.map((item) => item.baseSymbol);
    assert.equal((await found('eth'))[0], 'ETH');
    assert.equal((await found('bitcoin'))[0], 'BTC');
    assert.equal((await found('btc/usdt'))[0], 'BTC');
    const lists = await ask(market, 'searchCoin', {});
    assert.equal(lists.volList[0]!.baseSymbol, 'BTC');
    assert.ok(lists.hotSearchList.length > 0 && lists.newCurrencyList.length === 10);
    const changes = lists.increaseList.map((item) => Number(item.change24h));
    assert.deepEqual(
      changes,
      changes.toSorted((a, b) => b - a),
    );
  });
});

test('a source without candles says so', async (t) => {
  const source = createTestSource(['BTCUSDT']);
  const { market } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  source.tell([tickOf('BTCUSDT', 1, start)]);
  await assert.rejects(ask(market, 'getMoreKlineData', { symbolId: 'BTCUSDT' }), isRefusal('sourceLacksData'));
  assert.deepEqual((await ask(market, 'getMultiKlineDataNewV2', { symbolIds: 'BTCUSDT' })).items, []);
});

test('a listener that throws takes nothing from the others, and only its own room hears that it has missed something', async (t) => {
  const source = createTestSource(['A']);
  const { market, metrics } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  const heard: string[] = [];
  market.onQuotes(
    () => {
      throw new Error('a view with a fault');
    },
    () => heard.push('the faulty one missed it'),
  );
  market.onQuotes((quotes) => heard.push(`quote ${quotes[0]!.last}`));
  market.onChange(() => {
    throw new Error('another');
  });
  market.onChange((ids) => heard.push(`change ${ids.join()}`));
  market.onMissed(() => heard.push('everybody missed it'));
  source.tell([tickOf('A', 1, start)]);
  assert.deepEqual(heard, ['the faulty one missed it', 'quote 1', 'change A']);
  assert.match(await metrics.text(), /market_listener_failures_total 2/);
});
