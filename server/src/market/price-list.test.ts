// The lists of markets/{slug}, over the simulator's whole catalog.
import assert from 'node:assert/strict';
import { before, after, describe, test } from 'node:test';
import { contractAt, isContractRow, quoteAt, type SymbolItem } from '@tidemark/contract/market.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Market } from './index.ts';
import { ask, isRefusal, room, settled, start, stopAfter } from './testing/test-room.ts';
import { catalogOf, createTestSource, tickOf } from './testing/test-source.ts';

const descends = (values: readonly number[]) => values.every((value, i) => i === 0 || value <= values[i - 1]!);

describe('price lists', () => {
  let market: Market;
  before(async () => {
    const clock = createHandClock(start);
    market = room(createInProcessBus(), createSimulator({ clock, seed: 1 }), clock).market;
    await market.start();
    await settled();
  });
  after(() => market.stop());
  const list = (input: object) => ask(market, 'getHomeQuotation', { pageSize: 5000, ...input });

  test('contracts bring mark, index, funding, its time and open interest; spot pairs do not', async () => {
    for (const businessLine of [10, 11, 12]) {
      const { items } = await list({ businessLine });
      assert.ok(items.length > 0);
      for (const { symbolId, quote, deliveryAt } of items) {
        assert.ok(isContractRow(quote), symbolId);
        assert.ok(
          Number(quote[contractAt.mark]) > 0 && Number(quote[contractAt.index]) > 0 && Number(quote[contractAt.openInterest]) > 0,
          symbolId,
        );
        // A contract that ends has no funding.
        assert.equal(quote[contractAt.fundingRate] === null, deliveryAt !== undefined, symbolId);
        assert.equal(quote[contractAt.nextFundingAt] === null, deliveryAt !== undefined, symbolId);
        if (deliveryAt === undefined) assert.ok(quote[contractAt.nextFundingAt]! > start);
      }
    }
    assert.ok((await list({ businessLine: 11 })).items.some(({ deliveryAt }) => deliveryAt !== undefined && deliveryAt > start));
    assert.ok((await list({})).items.every(({ quote, margin }) => !isContractRow(quote) && margin === undefined));
  });

  test('margin pairs come with their terms; cross and isolated are told apart', async () => {
    const all = await list({ margin: 'all' });
    const cross = await list({ margin: 'cross' });
    const isolated = await list({ margin: 'isolated' });
    assert.ok(all.total > 200 && cross.total > 100 && cross.total < all.total);
    assert.equal(all.coins, new Set(all.items.map(({ baseSymbol }) => baseSymbol)).size);
    assert.ok(all.items.every(({ margin }) => margin && Number(margin.baseDailyRate) > 0 && Number(margin.quoteDailyRate) > 0));
    assert.ok(cross.items.every(({ margin }) => margin!.crossLeverage !== null));
    assert.ok(isolated.items.every(({ margin }) => margin!.isolatedLeverage !== null));
    const layerOne = await list({ margin: 'cross', category: 'layer-1' });
    assert.ok(layerOne.total > 0 && layerOne.items.every(({ sectors }) => sectors.includes('layer-1')));
  });

  test('one coin in all lines, and rows by name', async () => {
    const { items } = await list({ baseSymbol: 'BTC' });
    assert.ok(items.every(({ baseSymbol }) => baseSymbol === 'BTC'));
    for (const symbolId of ['BTCUSDT', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL'])
      assert.ok(
        items.some((item) => item.symbolId === symbolId),
        symbolId,
      );
    assert.ok(items.find(({ symbolId }) => symbolId === 'BTCUSDT')!.margin);
    const named = await list({ symbolIds: 'ETHUSDT,NOSUCHUSDT,BTCUSDT_UMCBL,ETHUSDT', sort: 'name', direction: 'asc' });
    assert.deepEqual(
      named.items.map(({ symbolId }) => symbolId),
      ['BTCUSDT_UMCBL', 'ETHUSDT'],
    );
    assert.deepEqual((await list({ baseSymbol: 'NOSUCH' })).items, []);
  });

  test('the new orders; rows without the figure come last in both directions', async () => {
    const figure = (at: (item: SymbolItem) => number) => async (input: object) => (await list(input)).items.map(at);
    const funding = (item: SymbolItem) =>
      isContractRow(item.quote) && item.quote[contractAt.fundingRate] !== null ? Number(item.quote[contractAt.fundingRate]) : Number.NaN;
    const perpetual = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));
    for (const direction of ['asc', 'desc']) {
      const rates = await figure(funding)({ businessLine: 11, sort: 'funding', direction });
      const withRate = perpetual(rates);
      assert.ok(withRate.length < rates.length);
      assert.ok(rates.slice(withRate.length).every(Number.isNaN));
      assert.ok(descends(direction === 'desc' ? withRate : withRate.toReversed()));
    }
    assert.ok(descends(await figure(({ listedAt }) => listedAt!)({ sort: 'listed' })));
    assert.ok(descends(await figure(({ margin }) => Number(margin!.baseDailyRate))({ margin: 'all', sort: 'borrow' })));
    assert.ok(
      descends(
        await figure(({ margin }) => Math.max(margin!.crossLeverage ?? 0, margin!.isolatedLeverage ?? 0))({
          margin: 'all',
          sort: 'leverage',
        }),
      ),
    );
    assert.ok(
      descends(await figure(({ quote }) => Number((quote as readonly unknown[])[contractAt.mark]))({ businessLine: 10, sort: 'mark' })),
    );
  });

  test('an order by change follows the change base that was asked for', async () => {
    for (const timezone of [0, 480]) {
      const { symbolKlines } = await ask(market, 'getOpenPrice', { bussiness: 'sp', timezone });
      const opens = new Map(symbolKlines.map(({ symbolId, openPrice }) => [symbolId, Number(openPrice)]));
      const { items } = await list({ sort: 'change', timezone });
      assert.ok(items.length > 500);
      // Openings travel rounded to the digits of their price.
      const changes = items.map(({ symbolId, quote }) => Number(quote[quoteAt.last]) / opens.get(symbolId)!);
      assert.ok(changes.every((change, i) => i === 0 || change <= changes[i - 1]! + 0.005));
    }
    const [rolling, ofDay] = [await list({ sort: 'change' }), await list({ sort: 'change', timezone: 0 })];
    assert.notDeepEqual(
      rolling.items.map(({ symbolId }) => symbolId),
      ofDay.items.map(({ symbolId }) => symbolId),
    );
  });

  test('a category nobody knows is refused', async () => {
    await assert.rejects(list({ category: 'no-such-category' }), isRefusal('notFound'));
  });
});

test('Coin-M of an exchange that tells no rates: dollars count, what nobody knows the worth of comes last', async (t) => {
  const ids = ['ADAUSD_DMCBL', 'BTCUSD_DMCBL', 'ETHXYZ_DMCBL'];
  const { fiatRates: _none, ...source } = createTestSource(ids);
  const { coins, symbols } = catalogOf(['ADAUSDT', 'BTCUSDT', 'ETHUSDT']);
  const asContract = (symbol: MarketSymbol, symbolId: string): MarketSymbol => ({
    ...symbol,
    symbolId,
    instType: 'dmcbl',
    pricedSymbol: symbolId.slice(3, 6),
  });
  const catalog = { coins, symbols: symbols.map((symbol, i) => asContract(symbol, ids[i]!)) };
  const { market } = room(createInProcessBus(), { ...source, catalog: async () => catalog });
  stopAfter(t, market);
  await market.start();
  const traded = (id: string, turnover24h: number) => ({ ...tickOf(id, 10, start), turnover24h });
  source.tell(ids.map((id, i) => traded(id, [50, 7_200, 9_000][i]!)));
  for (const direction of ['desc', 'asc']) {
    const { items } = await ask(market, 'getHomeQuotation', { businessLine: 11, direction });
    assert.deepEqual(
      items.map(({ baseSymbol }) => baseSymbol),
      direction === 'desc' ? ['BTC', 'ADA', 'ETH'] : ['ADA', 'BTC', 'ETH'],
    );
  }
  const { items } = await ask(market, 'topExchangeList', {});
  assert.deepEqual(
    items.map(({ name, turnover24hUsdt, pairs }) => [name, turnover24hUsdt, pairs]),
    [['Coin-M', '7250.00', 2]],
  );
});

test('a source without terms of margin says so instead of an empty list', async (t) => {
  const source = createTestSource(['BTCUSDT']);
  const { market } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  source.tell([tickOf('BTCUSDT', 10, start)]);
  assert.equal((await ask(market, 'getHomeQuotation', {})).total, 1);
  for (const margin of ['all', 'cross', 'isolated'])
    await assert.rejects(ask(market, 'getHomeQuotation', { margin }), isRefusal('sourceLacksData'));
});

test('what is counted is what is listed: a pair without a price, or gone, is in no count of coins, pairs or categories', async (t) => {
  const { coins, symbols } = catalogOf(['XRPUSDT', 'BTCUSDT', 'ETHUSDT', 'ADAUSDT']);
  const source = createTestSource([]);
  const [gone, ...online] = symbols as [MarketSymbol, ...MarketSymbol[]];
  const catalog = { coins, symbols: [{ ...gone, status: 'delisted' as const }, ...online] };
  const { market } = room(createInProcessBus(), { ...source, catalog: async () => catalog });
  stopAfter(t, market);
  await market.start();
  const counts = async () => {
    const [{ items, total, coins: coinsTold }, { quotes, categories }] = await Promise.all([
      ask(market, 'getHomeQuotation', {}),
      ask(market, 'getAllPartitionV2', {}),
    ]);
    return [items.length, total, coinsTold, quotes[0]?.count ?? 0, categories[0]?.count ?? 0, categories[0]?.countByQuote['USDT'] ?? 0];
  };
  assert.deepEqual(await counts(), [0, 0, 0, 0, 0, 0]);
  source.tell(['BTCUSDT', 'XRPUSDT'].map((id) => tickOf(id, 10, start)));
  assert.deepEqual(await counts(), [1, 1, 1, 1, 1, 1]);
  source.tell([tickOf('ADAUSDT', 10, start)]);
  assert.deepEqual(await counts(), [2, 2, 2, 2, 2, 2], 'the first price of a pair brings it into the counts');
});

test('a coin that trades for dollars only is worth those, at the price of USDT in them', async (t) => {
  const { fiatRates: _none, ...source } = createTestSource(['BTCUSD', 'USDTUSD']);
  const { market } = room(createInProcessBus(), source);
  stopAfter(t, market);
  await market.start();
  source.tell([tickOf('BTCUSD', 50_000, start)]);
  assert.equal(market.usdtPer('BTC'), 50_000);
  source.tell([tickOf('USDTUSD', 0.8, start)]);
  assert.equal(market.usdtPer('BTC'), 62_500);
  assert.equal(market.usdtPer('EUR'), null);
});
