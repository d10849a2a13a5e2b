// A bot's view: every public method of a real ccxt client, pointed at the exchange API, tells what the market knows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import { until } from '@tidemark/testbed/until.ts';
import { clock, simulator, market, bot, raw, quoteOf, near, lines, heard } from './testing/exchange-bot.ts';

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
    const answered = await bot.fetchTicker(symbol);
    const quote = quoteOf(symbolId);
    assert.deepEqual(
      [answered.symbol, answered.timestamp, answered.last, answered.bid, answered.ask, answered.high, answered.low, answered.open],
      [symbol, quote.ts, quote.last, quote.bid, quote.ask, quote.high24h, quote.low24h, quote.open24h],
    );
    near(answered.baseVolume, quote.baseVolume24h, symbol);
    near(answered.quoteVolume, quote.turnover24h, symbol);
    near(answered.info.usdtVolume, quote.turnover24h * market.usdtPer(market.catalog.symbol(symbolId)!.pricedSymbol)!, symbol);
    const [today] = await simulator.candles({ symbolId, interval: '1d', limit: 1 });
    assert.equal(Number(answered.info.openUtc), today!.open);
    assert.ok(Math.abs(Number(answered.info.changeUtc24h) - (quote.last / today!.open - 1)) < 1e-5);
  }
  for (const [params, instType] of [
    [{ type: 'spot' }, 'sp'],
    [{ productType: 'USDT-FUTURES' }, 'umcbl'],
    [{ productType: 'USDC-FUTURES' }, 'cmcbl'],
    [{ productType: 'COIN-FUTURES' }, 'dmcbl'],
  ] as const) {
    const answered = Object.values(await bot.fetchTickers(undefined, { ...params, ...(instType !== 'sp' && { type: 'swap' }) }));
    const quoted = market.catalog
      .symbolsOf(instType)
      .filter(({ symbolId, status }) => market.board.quote(symbolId) && status !== 'delisted');
    assert.equal(answered.length, quoted.length, instType);
    assert.equal(
      answered.reduce((sum, { last }) => sum + last!, 0).toFixed(4),
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
      const answered = pricesOf(await bot.fetchOHLCV('BTC/USDT:USDT', '1h', since, 5, { price }));
      assert.deepEqual(
        answered.map(([ts, open, , , close]) => [ts, open, close]),
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
      const answered = await bot.fetchTrades(symbol, undefined, 20, {
        method: symbol.includes(':') ? `publicMixGetV2MixMarket${method}` : `publicSpotGetV2SpotMarket${method}`,
      });
      assert.equal(answered.length, 20);
      for (const { id, price, amount, side, timestamp } of answered) {
        const own = made.get(id!)!;
        assert.deepEqual([price, amount, side, timestamp], [own.price, own.size, own.side, own.ts], `${symbol} ${id}`);
      }
    }
  }
  const [from, to] = [clock.now() - 30 * minuteMs, clock.now() - 20 * minuteMs];
  const stretch = await bot.fetchTrades('BTC/USDT', from, 500, { until: to });
  assert.ok(stretch.length > 0 && stretch.every(({ timestamp }) => timestamp! >= from && timestamp! <= to));
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
