// Funding, trading data, fees and order books as ccxt reads them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@tidemark/contract/time.ts';
import { until } from '@tidemark/testbed/until.ts';
import { clock, simulator, sentBooks, market, bot, raw, quoteOf, near, newestOf, lines, contracts, heard } from './testing/exchange-bot.ts';

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
    const fetched = await bot.fetchOrderBook(symbol, 150);
    assert.deepEqual([levelsOf(fetched.bids), levelsOf(fetched.asks), fetched.timestamp], [own.bids, own.asks, own.ts], symbol);
    assert.equal(fetched.bids.length, 150);
    assert.ok(
      fetched.bids.every(([price], i) => i === 0 || price! < fetched.bids[i - 1]![0]!) &&
        fetched.asks.every(([price], i) => i === 0 || price! > fetched.asks[i - 1]![0]!) &&
        fetched.bids[0]![0]! < fetched.asks[0]![0]!,
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

test('watchOrderBook and watchOrderBookForSymbols: the book and what changes in it add up to the book that is asked for', async () => {
  for (const [symbol, symbolId] of [lines[0], lines[2]]) {
    const seen: string[] = [];
    for (let frames = 0; frames < 4; frames++) {
      const book = await heard(bot.watchOrderBook(symbol), `${symbol} frame ${frames}`);
      seen.push(JSON.stringify([book.timestamp, book.bids[0]]));
      const own = sentBooks.get(`${symbolId} ${book.timestamp}`)!;
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
    const own = sentBooks.get(`${coin}USDT${book.symbol!.includes(':') ? '_UMCBL' : ''} ${book.timestamp}`)!;
    assert.deepEqual([levelsOf(book.bids), levelsOf(book.asks)], [own.bids.slice(0, limit), own.asks.slice(0, limit)], `books${limit}`);
  }
});
