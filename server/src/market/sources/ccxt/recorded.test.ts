// Venues against what the exchanges really sent.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Tick } from '@tidemark/source/tick.ts';
import { createRecordedServer } from '@tidemark/testbed/exchange/recorded.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { ExchangeName } from './exchange.ts';
import { createCcxtSource } from './index.ts';
import { infos, peer, recordedExchanges, recordedNow as now } from '@tidemark/testbed/exchange/recorded-exchanges.ts';

async function sourceOver(t: TestContext, name: ExchangeName, payloads: Readonly<Record<string, unknown>>) {
  const server = await createRecordedServer(payloads);
  const clock = createHandClock(now);
  const metrics = createMetrics();
  const source = createCcxtSource({ name, clock, log: createLog({ level: 'silent' }), metrics, baseUrl: server.url, isRateLimited: false });
  const ticks = new Map<string, Tick>();
  t.after(async () => {
    source.stop();
    await server.stop();
  });
  const catalog = await source.catalog();
  source.start((batch) => batch.forEach((tick) => ticks.set(tick.symbolId, tick)));
  return { source, catalog, ticks, clock, metrics };
}

test('bitget, recorded: markets, lists, candles, funding', async (t) => {
  const { source, catalog, ticks, metrics } = await sourceOver(t, 'bitget', recordedExchanges.bitget());
  assert.ok(catalog.symbols.some(({ symbolId }) => symbolId === 'BTCUSD_DMCBL'));
  assert.equal(catalog.symbols.length, 15);
  await until('the lists', () => ticks.has('BTCUSDT_UMCBL') && ticks.has('BTCUSDT'));
  const future = ticks.get('BTCUSDT_UMCBL')!;
  assert.deepEqual(
    [future.last, future.bid, future.ask, future.high24h, future.low24h, future.ts],
    [104_823.8, 104_823.5, 104_823.8, 105_289.3, 103_447.9, 1_750_332_210_370],
  );
  assert.equal(ticks.get('BTCUSDT')!.last, 37_583.69);
  // A recorded row with zero highs and lows: a contract without trades.
  await until('the row without a day', async () =>
    /rows_refused_total\{row="ticker",fault="(?:notPositive|notANumber)"\} 1/.test(await metrics.text()),
  );
  assert.equal(ticks.has('BTCUSD_DMCBL'), false);
  const [candle] = await source.candles({ symbolId: 'BTCUSDT_UMCBL', interval: '1m', to: 1_703_762_160_000, limit: 1 });
  assert.deepEqual(candle, {
    ts: 1_703_762_100_000,
    open: 43_094.7,
    high: 43_095.8,
    low: 43_080.4,
    close: 43_084.2,
    volume: 90.097,
    turnover: 3_882_338.2038,
  });
  assert.deepEqual(await source.series({ metric: 'fundingRate', symbolId: 'BTCUSDT_UMCBL', period: '1h', limit: 10 }), [
    { ts: 1_695_715_200_000, values: { rate: 0.000013 } },
    { ts: 1_695_776_400_000, values: { rate: 0.0005 } },
  ]);
});

test('binance, recorded: markets, lists with book and funding, candles, trading data', async (t) => {
  const { source, catalog, ticks, metrics } = await sourceOver(t, 'binance', recordedExchanges.binance());
  const ids = catalog.symbols.map(({ symbolId }) => symbolId);
  for (const id of ['BTCUSDT', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL', 'ETHUSD_DMCBL']) assert.ok(ids.includes(id), id);
  await until('the lists', () => ticks.has('BTCUSDT') && ticks.has('BTCUSDT_UMCBL'));
  assert.deepEqual([ticks.get('BTCUSDT')!.last, ticks.get('BTCUSDT')!.turnover24h], [73_369.84, 5_167_027_510.687287]);
  const { last, bid, ask, fundingRate, nextFundingAt } = ticks.get('BTCUSDT_UMCBL')!;
  assert.deepEqual([last, bid, ask], [4.000002, 4, 4.000002]);
  assert.deepEqual([fundingRate, nextFundingAt], [0.00038246, 1_597_392_000_000]);
  assert.equal(catalog.symbols.find(({ symbolId }) => symbolId === 'BTCUSDT_UMCBL')!.fundingIntervalHours, 8);
  const [candle] = await source.candles({ symbolId: 'BTCUSDT', interval: '1h', from: 1_706_628_191_000, to: 1_706_637_600_000, limit: 3 });
  assert.deepEqual(candle, {
    ts: 1_706_630_400_000,
    open: 43_519.34,
    high: 43_936,
    low: 43_171,
    close: 43_488.71,
    volume: 20.55495,
    turnover: 891_428.4285807,
  });
  const query = { symbolId: 'BTCUSDT_UMCBL', period: '5m', limit: 10 } as const;
  assert.deepEqual(await source.series({ ...query, metric: 'openInterest' }), [
    { ts: 1_583_127_900_000, values: { base: 20_403.637, value: Number('150570784.07809979') } },
    { ts: 1_583_128_200_000, values: { base: 20_401.367, value: Number('149940752.14464448') } },
  ]);
  const [first] = await source.series({ ...query, metric: 'longShortAccounts' });
  assert.ok(
    Math.abs(first!.values.long / first!.values.short - 0.6622 / 0.3378) < 1e-9,
    'from the shares: the recorded ratio of that row is wrong',
  );
  assert.deepEqual(
    (await source.series({ ...query, metric: 'takerVolume' })).map(({ values }) => values),
    [
      { buy: 343.929, sell: 248.503 },
      { buy: 387.33, sell: 248.503 },
    ],
  );
  // Its first row has shares that add up to 1.05.
  assert.equal((await source.series({ ...query, metric: 'largeAccountsPositions' })).length, 1);
  assert.match(await metrics.text(), /market_source_rows_refused_total\{row="history",fault="badPoint"\} 1/);
});

test('binance: a contract that ends has no funding, and a mark that is not told costs no price', async (t) => {
  const [perpetual] = infos('binance', (m) => m.linear && !m.option) as [Record<string, unknown>];
  const ending = {
    ...perpetual,
    symbol: 'BTCUSDT_261225',
    pair: 'BTCUSDT',
    contractType: 'CURRENT_QUARTER',
    deliveryDate: Date.UTC(2026, 11, 25, 8),
  };
  const ticker = peer('binance/rest/UsdFutures.ExchangeData.GetTicker');
  const { ticks, catalog } = await sourceOver(t, 'binance', {
    '/api/v3/exchangeInfo': { symbols: [] },
    '/fapi/v1/exchangeInfo': { symbols: [perpetual, ending] },
    '/dapi/v1/exchangeInfo': { symbols: [] },
    '/api/v3/ticker/24hr': [],
    '/dapi/v1/ticker/24hr': [],
    '/fapi/v1/ticker/24hr': [ticker, { ...ticker, symbol: ending.symbol }],
    '/fapi/v1/ticker/bookTicker': [],
    '/fapi/v1/fundingInfo': [],
    '/dapi/v1/fundingInfo': [],
    '/fapi/v1/premiumIndex': [
      { symbol: 'BTCUSDT', markPrice: '0.00000000', indexPrice: '0.00000000', lastFundingRate: '0.00010000', nextFundingTime: now + 1 },
      { symbol: ending.symbol, markPrice: '4.10', indexPrice: '4.05', lastFundingRate: '0.00000000', nextFundingTime: 0 },
    ],
  });
  const endingId = catalog.symbols.find(({ deliveryAt }) => deliveryAt !== undefined)!.symbolId;
  await until('the lists', () => ticks.has('BTCUSDT_UMCBL') && ticks.has(endingId));
  const { mark, index, fundingRate, nextFundingAt } = ticks.get(endingId)!;
  assert.deepEqual(
    { mark, index, fundingRate, nextFundingAt },
    { mark: 4.1, index: 4.05, fundingRate: undefined, nextFundingAt: undefined },
  );
  assert.deepEqual(
    [ticks.get('BTCUSDT_UMCBL')!.mark, ticks.get('BTCUSDT_UMCBL')!.index, ticks.get('BTCUSDT_UMCBL')!.fundingRate],
    [undefined, undefined, 0.0001],
  );
});

test('okx, recorded: markets, lists, candles, columns of trading data', async (t) => {
  const { source, catalog, ticks } = await sourceOver(t, 'okx', recordedExchanges.okx());
  assert.ok(catalog.symbols.some(({ symbolId }) => symbolId === 'SUSHIUSDT_UMCBL'));
  const hoursOf = (id: string) => catalog.symbols.find(({ symbolId }) => symbolId === id)!.fundingIntervalHours;
  assert.deepEqual(
    [hoursOf('BTCUSDT_UMCBL'), hoursOf('SUSHIUSDT_UMCBL')],
    [8, undefined],
    'from the two settlements that were told; of the other contract none were',
  );
  await until('the lists', () => ticks.has('BTCUSDT') && ticks.has('BTCUSD_DMCBL'));
  assert.equal(ticks.get('BTCUSDT')!.baseVolume24h, 21_266.19145051);
  // 2,222 contracts of 100 dollars.
  assert.equal(ticks.get('BTCUSD_DMCBL')!.turnover24h, 222_200);
  const { mark, index, openInterest } = ticks.get('BTCUSD_DMCBL')!;
  assert.deepEqual({ mark, index, openInterest }, { mark: 9_998.5, index: 9_997.25, openInterest: 555.55 });
  const candles = await source.candles({ symbolId: 'BTCUSDT', interval: '1h', from: 1_706_628_191_000, to: 1_706_637_600_000, limit: 3 });
  assert.deepEqual(
    candles.map(({ ts, close }) => [ts, close]),
    [
      [1_706_630_400_000, 43_495.9],
      [1_706_634_000_000, 43_398.6],
      [1_706_637_600_000, 43_373.9],
    ],
    'newest first there, oldest first here',
  );
  const contract = { symbolId: 'BTCUSDT_UMCBL', period: '1h', limit: 10 } as const;
  assert.deepEqual(
    (await source.series({ ...contract, metric: 'takerVolume' })).map(({ values }) => values),
    [
      { buy: 7_002.7541, sell: 5_312.7876 },
      { buy: 7_149.4855, sell: 7_596.2651 },
    ],
  );
  const [accounts] = await source.series({ ...contract, metric: 'longShortAccounts' });
  assert.deepEqual(accounts, { ts: 1_630_502_100_000, values: { long: 1.25 / 2.25, short: 1 / 2.25 } });
  assert.deepEqual(
    (await source.series({ symbolId: 'BTCUSDT', period: '5m', limit: 10, metric: 'marginLongShort' })).map(({ values }) => values.ratio),
    [0.5767, 0.4614],
  );
});

test('bybit, recorded: markets, lists without a time, inverse amounts, shares', async (t) => {
  const { source, catalog, ticks } = await sourceOver(t, 'bybit', recordedExchanges.bybit());
  assert.deepEqual(catalog.symbols.map(({ symbolId }) => symbolId).sort(), ['BTCUSDT', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL']);
  await until('the lists', () => ticks.has('BTCUSDT') && ticks.has('BTCUSD_DMCBL'));
  const { last, ts, baseVolume24h, turnover24h, openInterest, fundingRate } = ticks.get('BTCUSD_DMCBL')!;
  assert.deepEqual(
    { last, ts, baseVolume24h, turnover24h, openInterest, fundingRate },
    { last: 16_597, ts: now, baseVolume24h: 2_352.94950046, turnover24h: 49_337_318, openInterest: 22_505.67, fundingRate: -0.001034 },
  );
  const candles = await source.candles({ symbolId: 'BTCUSD_DMCBL', interval: '1h', to: 1_670_608_800_000, limit: 3 });
  assert.deepEqual(
    candles.map(({ ts: at, volume }) => [at, volume]),
    [
      [1_670_601_600_000, 0.37288112],
      [1_670_605_200_000, 0.24469757],
      [1_670_608_800_000, 15.74462667],
    ],
  );
  assert.deepEqual(await source.series({ metric: 'longShortAccounts', symbolId: 'BTCUSDT_UMCBL', period: '1h', limit: 5 }), [
    { ts: 1_729_123_200_000, values: { long: 0.5707, short: 0.4293 } },
  ]);
});
