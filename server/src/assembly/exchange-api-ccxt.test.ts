// A bot's view: every public method of a real ccxt client, pointed at the exchange API, tells what the market knows.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Exchange } from 'ccxt';
import Fastify from 'fastify';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Metric, OrderBook, Source } from '@tidemark/source/source.ts';
import { until } from '@tidemark/testbed/until.ts';
import { addressReader } from '#edge/address.ts';
import { registerExchangeApi } from '#edge/exchange-api/index.ts';
import { exchangeMarket } from './exchange-market.ts';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];
const clock = createHandClock(Date.UTC(2026, 10, 15, 13, 7, 20));
const log = createLog({ level: 'silent' });
const simulator = createSimulator({ clock, seed: 1 });
/** Every order book that was asked for, by symbol and time. */
const booksTold = new Map<string, OrderBook>();
const feed: Source = {
  ...simulator,
  async orderBook(symbolId) {
    const book = await simulator.orderBook(symbolId);
    booksTold.set(`${symbolId} ${book.ts}`, book);
    return book;
  },
};
const market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db: {} as Database, feed });
await market.start();
const app = Fastify({ forceCloseConnections: true });
const closeSockets = await registerExchangeApi(app, {
  market: exchangeMarket(market, clock),
  clock,
  log,
  addressOf: addressReader(0),
  requestsPerSecond: 1_000,
});
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };

type Raw = Record<string, (params?: object) => Promise<{ readonly code: string; readonly data: any }>>;
const bot = await createBot(`http://127.0.0.1:${port}/exchange`);
const raw = bot as unknown as Raw;
await bot.loadMarkets();

after(async () => {
  await bot.close();
  closeSockets();
  await market.stop();
  await app.close();
});

async function createBot(base: string): Promise<Exchange> {
  const { default: Bitget } = (await import(new URL('./src/pro/bitget.js', import.meta.resolve('ccxt')).href)) as {
    default: new (config: object) => Exchange;
  };
  const hosts = ['spot', 'mix', 'margin', 'common', 'uta', 'earn'];
  const api = { ...Object.fromEntries(hosts.map((host) => [host, base])), ws: { public: `${base.replace('http', 'ws')}/v2/ws/public` } };
  const exchange = new Bitget({ enableRateLimit: false, urls: { api } });
  exchange.milliseconds = () => clock.now();
  // Without its agent ccxt refuses sockets that are not encrypted.
  await exchange.loadHttpProxyAgent();
  return exchange;
}

const quoteOf = (symbolId: string) => market.board.quote(symbolId)!;
const near = (actual: unknown, expected: number, about: string, share = 1e-6) =>
  assert.ok(Math.abs(Number(actual) - expected) <= share * Math.abs(expected), `${about}: ${String(actual)} is not ${expected}`);
const newestOf = async <M extends Metric>(metric: M, symbolId: string, period: CandleInterval, limit = 1) =>
  simulator.series({ metric, symbolId, period, limit });

/** One of each line: spot, spot in another coin, the three lines of contracts. */
const lines = [
  ['BTC/USDT', 'BTCUSDT'],
  ['ETH/BTC', 'ETHBTC'],
  ['BTC/USDT:USDT', 'BTCUSDT_UMCBL'],
  ['BTC/USDC:USDC', 'BTCUSDC_CMCBL'],
  ['BTC/USD:BTC', 'BTCUSD_DMCBL'],
] as const;
const contracts = lines.slice(2);

test('fetchTime, fetchMarkets, fetchCurrencies: the clock, every symbol with its margin, every coin with its chains', async () => {
  assert.equal(await bot.fetchTime(), clock.now());
  const markets = await bot.fetchMarkets();
  assert.equal(markets.length, market.catalog.data.symbols.length);
  const onMargin = market.catalog.data.symbols.filter(({ margin }) => margin);
  assert.ok(onMargin.length > 100);
  assert.deepEqual(markets.flatMap((row) => (row?.margin ? [String(row.id)] : [])).sort(), onMargin.map(({ symbolId }) => symbolId).sort());
  const inBoth = markets.find((row) => row?.id === 'BTCUSDT' && row.spot) as unknown as { marginModes: object };
  assert.deepEqual(inBoth.marginModes, { cross: true, isolated: true });

  const currencies = (await bot.fetchCurrencies()) as unknown as Record<
    string,
    { id: string; active: boolean; networks: Record<string, { id: string; fee?: number }> }
  >;
  assert.deepEqual(
    Object.values(currencies)
      .map(({ id }) => id)
      .sort(),
    market.catalog.data.coins.map(({ ticker }) => ticker).sort(),
  );
  assert.equal(currencies.BTC!.active, true);
  for (const ticker of ['BTC', 'USDT', 'AAVE']) {
    const { chains } = market.catalog.coin(ticker)!;
    assert.deepEqual(
      Object.values(currencies[ticker]!.networks)
        .map(({ id }) => id)
        .sort(),
      chains.map(({ chain }) => chain).sort(),
      ticker,
    );
    assert.ok(
      Object.values(currencies[ticker]!.networks).every(({ fee }) => fee === undefined),
      'nobody knows what it costs',
    );
  }
});

test('fetchTicker, fetchTickers, fetchMarkPrice: the board, with the open of the day and turnover in USDT', async () => {
  await until(
    'openings',
    async () => (await bot.fetchTicker('BTC/USDT')).info.openUtc !== '' && (await bot.fetchTicker('BTC/USDT:USDT')).info.openUtc !== '',
  );
  for (const [symbol, symbolId] of lines) {
    const told = await bot.fetchTicker(symbol);
    const quote = quoteOf(symbolId);
    assert.deepEqual(
      [told.symbol, told.timestamp, told.last, told.bid, told.ask, told.high, told.low, told.open],
      [symbol, quote.ts, quote.last, quote.bid, quote.ask, quote.high24h, quote.low24h, quote.open24h],
    );
    near(told.baseVolume, quote.baseVolume24h, symbol);
    near(told.quoteVolume, quote.turnover24h, symbol);
    near(told.info.usdtVolume, quote.turnover24h * market.usdtPer(market.catalog.symbol(symbolId)!.pricedSymbol)!, symbol);
    const [today] = await simulator.candles({ symbolId, interval: '1d', limit: 1 });
    assert.equal(Number(told.info.openUtc), today!.open);
    assert.ok(Math.abs(Number(told.info.changeUtc24h) - (quote.last / today!.open - 1)) < 1e-5);
  }
  for (const [params, instType] of [
    [{ type: 'spot' }, 'sp'],
    [{ productType: 'USDT-FUTURES' }, 'umcbl'],
    [{ productType: 'USDC-FUTURES' }, 'cmcbl'],
    [{ productType: 'COIN-FUTURES' }, 'dmcbl'],
  ] as const) {
    const told = Object.values(await bot.fetchTickers(undefined, { ...params, ...(instType !== 'sp' && { type: 'swap' }) }));
    const quoted = market.catalog
      .symbolsOf(instType)
      .filter(({ symbolId, status }) => market.board.quote(symbolId) && status !== 'delisted');
    assert.equal(told.length, quoted.length, instType);
    assert.equal(
      told.reduce((sum, { last }) => sum + last!, 0).toFixed(4),
      quoted.reduce((sum, { symbolId }) => sum + quoteOf(symbolId).last, 0).toFixed(4),
      instType,
    );
  }
  const { markPrice, indexPrice, last } = (await bot.fetchMarkPrice('BTC/USDT:USDT')) as unknown as Record<string, number>;
  assert.deepEqual([markPrice, indexPrice], [quoteOf('BTCUSDT_UMCBL').mark, quoteOf('BTCUSDT_UMCBL').index]);
  assert.equal(last, undefined);
});

const rowsOf = async (symbolId: string, interval: CandleInterval, from: number, count: number) =>
  (await simulator.candles({ symbolId, interval, from, limit: 10_000 }))
    .slice(0, count)
    .map(({ ts, open, high, low, close }) => [ts, open, high, low, close]);
const pricesOf = (rows: readonly (readonly unknown[])[]) => rows.map((row) => row.slice(0, 5).map(Number));

test('fetchOHLCV: since and limit begin with since, until ends before it, without either the newest', async () => {
  const now = clock.now();
  const midnight = now - (now % dayMs);
  for (const [symbol, symbolId] of lines) {
    for (const [interval, length] of [
      ['1m', minuteMs],
      ['5m', 5 * minuteMs],
      ['1h', hourMs],
      ['4h', 4 * hourMs],
      ['1d', dayMs],
    ] as const) {
      const since = midnight - 40 * length;
      assert.deepEqual(
        pricesOf(await bot.fetchOHLCV(symbol, interval, since, 5)),
        await rowsOf(symbolId, interval, since, 5),
        `${symbol} ${interval} since`,
      );
      assert.deepEqual(
        pricesOf(await bot.fetchOHLCV(symbol, interval, undefined, 5, { until: since + 5 * length })),
        await rowsOf(symbolId, interval, since, 5),
        `${symbol} ${interval} until`,
      );
      assert.deepEqual(
        pricesOf(await bot.fetchOHLCV(symbol, interval, since, 50, { until: since + 7 * length })),
        await rowsOf(symbolId, interval, since, 7),
        `${symbol} ${interval} since and until`,
      );
      const newest = await bot.fetchOHLCV(symbol, interval, undefined, 3);
      assert.equal(newest.length, 3);
      assert.ok(newest[2]![0]! <= now && newest[2]![0]! > now - length, 'the running candle is the last');
      const running = await bot.fetchOHLCV(symbol, interval, now - 3 * length);
      assert.equal(running.at(-1)![0], newest[2]![0], 'since a moment ago up to now');
    }
    // Long ago, where ccxt asks for the past by its own path.
    const longAgo = midnight - 400 * dayMs;
    assert.deepEqual(
      pricesOf(await bot.fetchOHLCV(symbol, '1h', longAgo, 200)),
      await rowsOf(symbolId, '1h', longAgo, 200),
      `${symbol} long ago`,
    );
  }
  const pages = await bot.fetchOHLCV('BTC/USDT:USDT', '1m', midnight - 700 * minuteMs, 600, { paginate: true });
  assert.deepEqual(
    pages.map(([ts]) => ts),
    Array.from({ length: pages.length }, (_, i) => midnight - 700 * minuteMs + i * minuteMs),
    'page by page without holes',
  );
  assert.ok(pages.length >= 600);
});

test('candles as Bitget is asked for them: startTime with endTime, each alone, before the listing, beyond the limits', async () => {
  const start = Date.UTC(2026, 10, 14, 3);
  const ask = async (params: object) =>
    pricesOf((await raw.publicSpotGetV2SpotMarketCandles!({ symbol: 'BTCUSDT', granularity: '1min', ...params })).data as unknown[][]);
  const expected = await rowsOf('BTCUSDT', '1m', start, 5);
  assert.deepEqual(await ask({ startTime: start, endTime: start + 5 * minuteMs, limit: 5 }), expected);
  assert.deepEqual(await ask({ startTime: start, limit: 5 }), expected, 'a start alone begins there');
  assert.deepEqual(await ask({ startTime: start + 20_000, limit: 5 }), expected, 'and is rounded down');
  assert.deepEqual(await ask({ endTime: start + 5 * minuteMs, limit: 5 }), expected, 'an end alone ends there');
  assert.deepEqual(
    await ask({ startTime: start - 90 * minuteMs, endTime: start + 5 * minuteMs, limit: 5 }),
    expected,
    'the newest of too many',
  );
  assert.deepEqual(await ask({ startTime: start, endTime: start, limit: 5 }), []);
  assert.deepEqual(await ask({ startTime: start + 10, endTime: start - 10 }), []);
  assert.deepEqual(await ask({ startTime: clock.now() + dayMs, limit: 5 }), [], 'the future is empty');
  assert.equal((await ask({ startTime: start - 30 * dayMs, endTime: start, limit: 90_000 })).length, 1_000);
  assert.equal((await ask({})).length, 100);
  assert.equal(
    (await raw.publicSpotGetV2SpotMarketHistoryCandles!({ symbol: 'BTCUSDT', granularity: '1min', endTime: start, limit: 1_000 })).data
      .length,
    200,
  );

  const young = market.catalog
    .symbolsOf('sp')
    .filter(({ status }) => status === 'online')
    .toSorted((a, b) => b.listedAt! - a.listedAt!)[0]!;
  const [first] = (await raw.publicSpotGetV2SpotMarketCandles!({ symbol: young.symbolId, granularity: '1day', startTime: 0, limit: 3 }))
    .data as string[][];
  assert.equal(Number(first![0]), Math.floor(young.listedAt! / dayMs) * dayMs, 'its past begins with the listing');

  const months = (
    await raw.publicSpotGetV2SpotMarketCandles!({ symbol: 'BTCUSDT', granularity: '1M', startTime: Date.UTC(2026, 0, 1), limit: 3 })
  ).data as string[][];
  assert.deepEqual(
    months.map(([ts]) => Number(ts)),
    [Date.UTC(2026, 0, 1), Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1)],
  );
});

test('fetchMarkOHLCV and fetchIndexOHLCV, of today and long ago: each candle runs to where the next one begins', async () => {
  const { pricePrecision } = market.catalog.symbol('BTCUSDT_UMCBL')!;
  const cut = (price: number) => Number(price.toFixed(pricePrecision));
  const now = clock.now();
  const midnight = now - (now % dayMs);
  for (const [metric, price] of [
    ['markPrice', 'mark'],
    ['indexPrice', 'index'],
  ] as const) {
    for (const [when, since] of [
      ['today', midnight],
      ['long ago', midnight - 200 * dayMs],
    ] as const) {
      const points = await simulator.series({
        metric,
        symbolId: 'BTCUSDT_UMCBL',
        period: '1h',
        from: since,
        to: since + 5 * hourMs,
        limit: 10,
      });
      const told = pricesOf(await bot.fetchOHLCV('BTC/USDT:USDT', '1h', since, 5, { price }));
      assert.deepEqual(
        told.map(([ts, open, , , close]) => [ts, open, close]),
        points.slice(0, 5).map(({ ts, values }, i) => [ts, cut(values.price), cut(points[i + 1]!.values.price)]),
        `${price} ${when}`,
      );
    }
    const newest = pricesOf(
      await (price === 'mark'
        ? bot.fetchMarkOHLCV('BTC/USDT:USDT', '1h', undefined, 2)
        : bot.fetchIndexOHLCV('BTC/USDT:USDT', '1h', undefined, 2)),
    );
    assert.equal(newest[1]![4], cut(quoteOf('BTCUSDT_UMCBL')[price]!), 'the running one ends now');
  }
});

test('fetchTrades: the newest, and those of a stretch, by both paths', async () => {
  for (const [symbol, symbolId] of lines) {
    const made = new Map((await simulator.trades.range({ symbolId, limit: 400 })).map((trade) => [trade.id, trade]));
    for (const method of ['FillsHistory', 'Fills']) {
      const told = await bot.fetchTrades(symbol, undefined, 20, {
        method: symbol.includes(':') ? `publicMixGetV2MixMarket${method}` : `publicSpotGetV2SpotMarket${method}`,
      });
      assert.equal(told.length, 20);
      for (const { id, price, amount, side, timestamp } of told) {
        const own = made.get(id!)!;
        assert.deepEqual([price, amount, side, timestamp], [own.price, own.size, own.side, own.ts], `${symbol} ${id}`);
      }
    }
  }
  const [from, to] = [clock.now() - 30 * minuteMs, clock.now() - 20 * minuteMs];
  const stretch = await bot.fetchTrades('BTC/USDT', from, 500, { until: to });
  assert.ok(stretch.length > 0 && stretch.every(({ timestamp }) => timestamp! >= from && timestamp! <= to));
});

test('fetchFundingRate(s), fetchFundingInterval(s), fetchFundingRateHistory, fetchOpenInterest, fetchMarketLeverageTiers', async () => {
  for (const [symbol, symbolId] of contracts) {
    const quote = quoteOf(symbolId);
    const { fundingIntervalHours, maxLeverage } = market.catalog.symbol(symbolId)!;
    for (const method of ['publicMixGetV2MixMarketCurrentFundRate', 'publicMixGetV2MixMarketFundingTime']) {
      const { fundingRate, fundingTimestamp, interval } = await bot.fetchFundingRate(symbol, { method });
      near(fundingRate, quote.fundingRate!, symbol, 1e-3);
      assert.deepEqual([fundingTimestamp, interval], [quote.nextFundingAt, `${fundingIntervalHours}h`]);
    }
    assert.equal((await bot.fetchFundingInterval(symbol)).interval, `${fundingIntervalHours}h`);
    assert.equal((await bot.fetchFundingIntervals([symbol]))[symbol]!.interval, `${fundingIntervalHours}h`);
    near((await bot.fetchFundingRates([symbol]))[symbol]!.fundingRate, quote.fundingRate!, symbol, 1e-3);
    const settled = await bot.fetchFundingRateHistory(symbol, undefined, 30);
    const own = await newestOf('fundingRate', symbolId, '1h', 30);
    assert.deepEqual(
      settled.map(({ timestamp, fundingRate }) => [timestamp, fundingRate!.toFixed(8)]),
      own.map(({ ts, values }) => [ts, values.rate.toFixed(8)]),
    );
    near((await bot.fetchOpenInterest(symbol)).openInterestAmount, quote.openInterest!, symbol);
    assert.deepEqual(
      (await bot.fetchMarketLeverageTiers(symbol)).map((tier) => [tier.tier, tier.minNotional, tier.maxLeverage, tier.maxNotional]),
      [[1, 0, maxLeverage, undefined]],
    );
  }
});

test('trading data by both generations of paths, fetchLongShortRatioHistory among them', async () => {
  const perpetual = { symbol: 'ETHUSDT', period: '1h' };
  for (const [v2, v3, metric, long, short, of] of [
    ['v2/mix/market/account-long-short', 'AccountLongShort', 'largeAccountsPositions', 'longAccounts', 'shortAccounts', 'Account'],
    ['v2/mix/market/position-long-short', 'PositionLongShort', 'largeAccountsPositions', 'longPositions', 'shortPositions', 'Position'],
    ['v2/mix/market/long-short', 'LongShort', 'longShortAccounts', 'long', 'short', ''],
  ] as const) {
    const [own] = (await newestOf(metric, 'ETHUSDT_UMCBL', '1h')) as unknown as [{ ts: number; values: Record<string, number> }];
    for (const { data } of [
      await raw[`publicUtaGetV3MarketFutures${v3}`]!(perpetual),
      await bot.request(v2, ['public', 'mix'], 'GET', perpetual),
    ]) {
      assert.equal(data.length, 100);
      const row = data.at(-1);
      assert.deepEqual(
        [Number(row.ts), row[`long${of}Ratio`], row[`short${of}Ratio`]],
        [own.ts, own.values[long]!.toFixed(4), own.values[short]!.toFixed(4)],
      );
    }
  }
  const [accounts] = await newestOf('largeAccountsPositions', 'ETHUSDT_UMCBL', '1h');
  const ofContract = await bot.fetchLongShortRatioHistory('ETH/USDT:USDT', '1h');
  assert.deepEqual(
    [ofContract.length, ofContract.at(-1)!.timestamp, ofContract.at(-1)!.longShortRatio],
    [100, accounts!.ts, Number((accounts!.values.longAccounts / accounts!.values.shortAccounts / 100).toFixed(4))],
  );
  const [borrowed] = await newestOf('marginLongShort', 'BTCUSDT', '1h');
  const ofPair = await bot.fetchLongShortRatioHistory('BTC/USDT', '24h');
  assert.deepEqual(
    [ofPair.length, ofPair.at(-1)!.timestamp, ofPair.at(-1)!.longShortRatio],
    [24, borrowed!.ts, Number(borrowed!.values.ratio.toFixed(4))],
  );

  const [taker] = await newestOf('takerVolume', 'ETHUSDT_UMCBL', '1h');
  for (const { data } of [
    await raw.publicUtaGetV3MarketFuturesActiveBuySell!(perpetual),
    await bot.request('v2/mix/market/taker-buy-sell', ['public', 'mix'], 'GET', perpetual),
  ]) {
    assert.deepEqual(
      [Number(data.at(-1).ts), data.at(-1).buyVolume, data.at(-1).sellVolume],
      [taker!.ts, taker!.values.buy.toFixed(6), taker!.values.sell.toFixed(6)],
    );
  }
  for (const [v2, v3, metric, field, value] of [
    ['v2/margin/market/long-short-ratio', 'MarginLongShort', 'marginLongShort', 'longShortRatio', 'ratio'],
    ['v2/margin/market/loan-growth', 'MarginLoanGrowth', 'marginLoanGrowth', 'growthRate', 'growth'],
    ['v2/margin/market/isolated-borrow-rate', 'MarginIsolatedBorrow', 'isolatedBorrowRatio', 'borrowRate', 'ratio'],
  ] as const) {
    const [own] = (await newestOf(metric, 'BTCUSDT', '1d')) as unknown as [{ ts: number; values: Record<string, number> }];
    for (const { data } of [
      await raw[`publicUtaGetV3Market${v3}`]!({ symbol: 'BTCUSDT', period: '30d' }),
      await bot.request(v2, ['public', 'margin'], 'GET', { symbol: 'BTCUSDT', period: '30d' }),
    ]) {
      assert.equal(data.length, 30);
      assert.ok(
        Math.abs(Number(data.at(-1)[field]) - own.values[value]!) <= 5e-5,
        `${v3}: ${data.at(-1)[field]} is not ${own.values[value]}`,
      );
    }
  }
});

test('fund flow, its hours and the days of whales are the takers’ orders in base currency', async () => {
  const [flow] = await newestOf('fundFlow', 'BTCUSDT', '1h');
  for (const { data } of [
    await raw.publicUtaGetV3MarketSpotFundFlow!({ symbol: 'BTCUSDT', period: '1h' }),
    await bot.request('v2/spot/market/fund-flow', ['public', 'spot'], 'GET', { symbol: 'BTCUSDT', period: '1h' }),
  ]) {
    near(data.whaleBuyVolume, flow!.values.whaleBuy / quoteOf('BTCUSDT').last, 'whales', 1e-4);
    near(data.fishSellVolume, flow!.values.fishSell / quoteOf('BTCUSDT').last, 'fish', 1e-4);
  }
  const hours = await newestOf('fundFlow', 'BTCUSDT', '1h', 24);
  const { data: net } = await raw.publicUtaGetV3MarketSpotNetFlow!({ symbol: 'BTCUSDT' });
  assert.deepEqual(
    net.map(({ ts }: { ts: string }) => Number(ts)),
    hours.map(({ ts }) => ts),
  );
  const trades = await simulator.trades.range({ symbolId: 'BTCUSDT', from: hours[20]!.ts, to: hours[21]!.ts - 1, limit: 10_000 });
  near(
    net[20].netFlow,
    trades.reduce((sum, { side, size }) => sum + (side === 'buy' ? size : -size), 0),
    'an hour',
    0.02,
  );
  const days = await newestOf('fundFlow', 'BTCUSDT', '1d', 5);
  const { data: whales } = await raw.publicUtaGetV3MarketSpotWhaleFlow!({ symbol: 'BTCUSDT' });
  assert.deepEqual(
    whales.map(({ date, volume }: { date: string; volume: string }) => [Number(date), Math.sign(Number(volume))]),
    days.map(({ ts, values }) => [ts, Math.sign(values.whaleBuy - values.whaleSell)]),
  );
});

test('fetchTradingFees, fetchDepositWithdrawFee(s), fee levels and announcements', async () => {
  assert.deepEqual([(await bot.fetchTradingFees())['BTC/USDT']!.taker, (await bot.fetchTradingFees())['BTC/USDT']!.maker], [0.001, 0.001]);
  const ofContracts = await bot.fetchTradingFees({ type: 'swap' });
  assert.deepEqual([ofContracts['BTC/USDT:USDT']!.taker, ofContracts['BTC/USDT:USDT']!.maker], [0.0006, 0.0002]);
  const onMargin = await bot.fetchTradingFees({ margin: true });
  assert.equal(Object.keys(onMargin).length, market.catalog.data.symbols.filter(({ margin }) => margin).length);
  const chains = (await bot.fetchDepositWithdrawFees(['USDT'])) as unknown as Record<string, { networks: object }>;
  assert.equal(Object.keys(chains.USDT!.networks).length, market.catalog.coin('USDT')!.chains.length);
  assert.equal(((await bot.fetchDepositWithdrawFee('BTC')) as { withdraw: { fee?: number } }).withdraw.fee, undefined);
  for (const [method, taker] of [
    ['publicSpotGetV2SpotMarketVipFeeRate', '0.001'],
    ['publicMixGetV2MixMarketVipFeeRate', '0.0006'],
  ] as const) {
    assert.deepEqual(
      (await raw[method]!()).data.map((row: Record<string, string>) => [row.level, row.takerFeeRate]),
      [['0', taker]],
    );
  }

  const listed = market.catalog
    .symbolsOf('sp')
    .filter(({ listedAt, status }) => status === 'online' && listedAt! <= clock.now() && listedAt! > clock.now() - 31 * dayMs)
    .toSorted((a, b) => b.listedAt! - a.listedAt!);
  assert.ok(listed.length > 0, 'something was listed within the month');
  const { data: news } = await raw.publicCommonGetV2PublicAnnoucements!({ language: 'en_US' });
  assert.deepEqual([news.length, news[0].cTime], [Math.min(10, listed.length), String(listed[0]!.listedAt)]);
  assert.match(news[0].annTitle, /^\w+\/\w+ is listed$/);
  const { data: next } = await raw.publicCommonGetV2PublicAnnoucements!({
    language: 'en_US',
    annType: 'coin_listings',
    cursor: news[0].annId,
  });
  assert.equal(next[0]?.annId, news[1]?.annId);
  assert.deepEqual((await raw.publicCommonGetV2PublicAnnoucements!({ language: 'en_US', annType: 'maintenance_system_updates' })).data, []);
});

const levelsOf = (rows: readonly (readonly unknown[])[]) => Array.from(rows, ([price, size]) => [Number(price), Number(size)]);

test('fetchOrderBook, fetchL2OrderBook, merged depths: the orders of the market, best first, with the best of the ticker', async () => {
  for (const [symbol, symbolId] of lines) {
    const own = await simulator.orderBook(symbolId);
    const told = await bot.fetchOrderBook(symbol, 150);
    assert.deepEqual([levelsOf(told.bids), levelsOf(told.asks), told.timestamp], [own.bids, own.asks, own.ts], symbol);
    assert.equal(told.bids.length, 150);
    assert.ok(
      told.bids.every(([price], i) => i === 0 || price! < told.bids[i - 1]![0]!) &&
        told.asks.every(([price], i) => i === 0 || price! > told.asks[i - 1]![0]!) &&
        told.bids[0]![0]! < told.asks[0]![0]!,
    );
    assert.deepEqual(levelsOf((await bot.fetchOrderBook(symbol, 5)).asks), own.asks.slice(0, 5));
    assert.deepEqual(levelsOf((await bot.fetchL2OrderBook(symbol, 15)).bids), own.bids.slice(0, 15));
  }
  // A symbol that ticks now has the same on the ticker and in the book.
  let moved = '';
  const stop = market.onChange(
    (symbolIds) =>
      (moved =
        symbolIds.find((symbolId) => market.catalog.symbol(symbolId)!.instType === 'sp' && quoteOf(symbolId).ts === clock.now()) ?? moved),
  );
  await until('a tick of now', () => moved !== '' && quoteOf(moved).ts === clock.now(), { between: () => clock.advance(50) });
  stop();
  const [ticker] = (await raw.publicSpotGetV2SpotMarketTickers!({ symbol: moved })).data;
  const { data: book } = await raw.publicSpotGetV2SpotMarketOrderbook!({ symbol: moved, limit: 1 });
  assert.deepEqual(
    [levelsOf(book.bids), levelsOf(book.asks)],
    [[[Number(ticker.bidPr), Number(ticker.bidSz)]], [[Number(ticker.askPr), Number(ticker.askSz)]]],
  );

  const own = await simulator.orderBook('BTCUSDT');
  const { data: merged } = await raw.publicSpotGetV2SpotMarketMergeDepth!({ symbol: 'BTCUSDT', precision: 'scale2', limit: 'max' });
  const { tickSize } = market.catalog.symbol('BTCUSDT')!;
  assert.deepEqual([Number(merged.scale), merged.precision], [100 * tickSize, 'scale2']);
  for (const side of ['bids', 'asks'] as const) {
    near(
      levelsOf(merged[side]).reduce((sum, [, size]) => sum + size!, 0),
      own[side].reduce((sum, [, size]) => sum + size, 0),
      `all ${side}`,
      1e-4,
    );
    assert.ok(
      levelsOf(merged[side]).every(([price]) => Math.abs(price! / (100 * tickSize) - Math.round(price! / (100 * tickSize))) < 1e-6),
    );
  }
  assert.ok(
    Number(merged.bids[0][0]) <= own.bids[0]![0] && Number(merged.asks[0][0]) >= own.asks[0]![0],
    'nothing looks better than it is',
  );
  assert.equal((await raw.publicMixGetV2MixMarketMergeDepth!({ symbol: 'BTCUSDT', productType: 'USDT-FUTURES' })).data.bids.length, 100);
  await assert.rejects(async () => raw.publicSpotGetV2SpotMarketOrderbook!({ symbol: 'BTCUSDT', type: 'step9' }), /40020/);
});

/** What comes by socket while the market's time goes on. */
async function heard<T>(asked: Promise<T>, what: string): Promise<T> {
  let isHeard = false;
  const answer = asked.finally(() => (isHeard = true));
  answer.catch(() => {});
  await until(what, () => isHeard, { between: () => clock.advance(100) });
  return answer;
}

test('watchOrderBook and watchOrderBookForSymbols: the book and what changes in it add up to the book that is asked for', async () => {
  for (const [symbol, symbolId] of [lines[0], lines[2]]) {
    const seen: string[] = [];
    for (let frames = 0; frames < 4; frames++) {
      const book = await heard(bot.watchOrderBook(symbol), `${symbol} frame ${frames}`);
      seen.push(JSON.stringify([book.timestamp, book.bids[0]]));
      const own = booksTold.get(`${symbolId} ${book.timestamp}`)!;
      assert.deepEqual([levelsOf(book.bids), levelsOf(book.asks)], [own.bids, own.asks], `${symbol} frame ${frames}`);
    }
    assert.equal(new Set(seen).size, 4, 'each frame told something new');
    await heard(bot.unWatchOrderBook(symbol), 'the end');
  }
  for (const [limit, coin] of [
    [1, 'ETH'],
    [5, 'SOL'],
    [15, 'XRP'],
  ] as const) {
    const book = await heard(bot.watchOrderBookForSymbols([`${coin}/USDT`, `${coin}/USDT:USDT`], limit), `books${limit}`);
    const own = booksTold.get(`${coin}USDT${book.symbol!.includes(':') ? '_UMCBL' : ''} ${book.timestamp}`)!;
    assert.deepEqual([levelsOf(book.bids), levelsOf(book.asks)], [own.bids.slice(0, limit), own.asks.slice(0, limit)], `books${limit}`);
  }
});

test('watchTicker, watchTickers, watchBidsAsks, watchTrades, watchTradesForSymbols, watchOHLCV', async () => {
  const ticker = await heard(bot.watchTicker('BTC/USDT'), 'watchTicker');
  assert.equal(ticker.last, simulator.priceAt('BTCUSDT', ticker.timestamp!));
  assert.ok(Number(ticker.info.openUtc) > 0 && ticker.bidVolume! > 0 && ticker.askVolume! > 0);
  const tickers = Object.values(await heard(bot.watchTickers(['BTC/USDT:USDT', 'ETH/USDT:USDT']), 'watchTickers'));
  assert.ok(
    tickers.length > 0 &&
      tickers.every(
        ({ symbol, last, timestamp }) =>
          last === simulator.priceAt(symbol === 'BTC/USDT:USDT' ? 'BTCUSDT_UMCBL' : 'ETHUSDT_UMCBL', timestamp!),
      ),
  );
  const [best] = Object.values(await heard(bot.watchBidsAsks(['BTC/USDT']), 'watchBidsAsks'));
  assert.ok(best!.bid! < best!.ask! && best!.bidVolume! > 0);

  const begun = clock.now() - hourMs;
  const trades = [
    ...(await heard(bot.watchTrades('BTC/USDT'), 'watchTrades')),
    ...(await heard(bot.watchTradesForSymbols(['BTC/USDT', 'BTC/USDT:USDT']), 'watchTradesForSymbols')),
  ];
  for (const { symbol, id, price, amount, side, timestamp } of trades) {
    const own = (
      await simulator.trades.range({ symbolId: symbol === 'BTC/USDT' ? 'BTCUSDT' : 'BTCUSDT_UMCBL', from: begun, limit: 10_000 })
    ).find((trade) => trade.id === id)!;
    assert.deepEqual([price, amount, side, timestamp], [own.price, own.size, own.side, own.ts], id);
  }
  const candles = await heard(bot.watchOHLCV('BTC/USDT', '5m'), 'watchOHLCV');
  const [own] = await rowsOf('BTCUSDT', '5m', candles.at(-1)![0]!, 1);
  assert.deepEqual(candles.at(-1)!.slice(0, 2), own!.slice(0, 2));
  const ended = bot as unknown as Record<
    'unWatchTicker' | 'unWatchTrades' | 'unWatchOHLCV',
    (symbol: string, timeframe?: string) => Promise<unknown>
  >;
  await heard(ended.unWatchTicker('BTC/USDT'), 'unWatchTicker');
  await heard(ended.unWatchOHLCV('BTC/USDT', '5m'), 'unWatchOHLCV');
});
