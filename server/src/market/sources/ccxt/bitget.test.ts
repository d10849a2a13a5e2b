import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { SeriesQuery, SeriesSample } from '@tidemark/source/source.ts';
import { until } from '@tidemark/testbed/until.ts';
import { spotTicker, t0 } from './testdata/bitget-rows.ts';
import { minute, bed, started, last, isRefusal } from './testing/bitget-bed.ts';

test('markets become our catalog, lists become quotes, with funding and open interest', async (t) => {
  const all = await started(t);
  const symbols = new Map(all.market.catalog.data.symbols.map((symbol) => [symbol.symbolId, symbol]));
  assert.deepEqual(
    [...symbols.keys()].sort(),
    ['BTCUSDC_CMCBL', 'BTCUSDT', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL', 'ETHBTC', 'ETHUSDT', 'NEWCOINUSDT'],
    'the demo line is left out',
  );
  assert.deepEqual(
    [symbols.get('ETHUSDT')!.status, symbols.get('NEWCOINUSDT')!.status, symbols.get('BTCUSDT')!.status],
    ['halted', 'prelaunch', 'online'],
  );
  const perpetual = symbols.get('BTCUSDT_UMCBL')!;
  assert.deepEqual([perpetual.tickSize, perpetual.pricePrecision, perpetual.quantityPrecision, perpetual.maxLeverage], [0.5, 1, 3, 125]);
  assert.equal(all.market.catalog.coin('BTC')!.name, 'Bitcoin');
  assert.deepEqual(
    [last(all, 'BTCUSDT'), last(all, 'BTCUSDT_UMCBL'), last(all, 'BTCUSD_DMCBL'), last(all, 'BTCUSDC_CMCBL')],
    [42_000, 42_001, 42_002, 42_003],
  );
  const { fundingRate, nextFundingAt, openInterest, mark, index, turnover24h, ts } = all.market.board.quote('BTCUSDT_UMCBL')!;
  assert.deepEqual(
    { fundingRate, nextFundingAt, openInterest, mark, index, turnover24h, ts },
    {
      fundingRate: 0.0001,
      nextFundingAt: t0 + 4 * 3_600_000,
      openInterest: 5_000,
      mark: 42_005,
      index: 42_010.5,
      turnover24h: 10_000_000,
      ts: t0,
    },
  );
  assert.equal(all.market.board.quote('NEWCOINUSDT'), undefined, 'what has no ticker has no price');
});

test('the beat goes on: the next list moves the board', async (t) => {
  const all = await started(t);
  all.server.rows.spotTickers[0] = spotTicker('BTCUSDT', 42_100, t0 + 2_000);
  all.clock.advance(2_000);
  await until('the next list', () => last(all, 'BTCUSDT') === 42_100);
});

test('malformed rows are refused and counted; the others of the list live', async (t) => {
  const all = await started(t, (rows) => {
    rows.spotTickers.push(spotTicker('ETHBTC', 41_000, t0, { lastPr: 'abc' }), spotTicker('NEWCOINUSDT', 41_000, t0, { high24h: '1' }));
    rows.spotSymbols.push({ ...rows.spotSymbols[0]!, symbol: 'BADUSDT', baseCoin: 'BAD', pricePrecision: '' });
    rows.spotTickers[1] = spotTicker('ETHUSDT', 39_500, t0, { low24h: '-5' });
  });
  assert.equal(last(all, 'BTCUSDT'), 42_000);
  assert.equal(all.market.catalog.symbol('BADUSDT'), undefined);
  assert.ok(await all.metric(/market_source_rows_refused_total\{row="market",fault="\w+"\} 1/));
  for (const id of ['ETHBTC', 'NEWCOINUSDT', 'ETHUSDT']) assert.equal(last(all, id), undefined, id);
  assert.ok(await all.metric(/market_source_rows_refused_total\{row="ticker",fault="malformed"\} 1/));
  assert.ok(await all.metric(/market_source_rows_refused_total\{row="ticker",fault="badRange"\} 1/));
  assert.ok(await all.metric(/market_source_rows_refused_total\{row="ticker",fault="notPositive"\} 1/));
});

test('429: not asked again before the time the exchange named; then it recovers', async (t) => {
  const all = await started(t);
  all.server.disturb((path) =>
    path.endsWith('/tickers') ? { status: 429, headers: { 'retry-after': '20' }, body: '{"code":"429","msg":"Too Many Requests"}' } : null,
  );
  all.server.rows.spotTickers[0] = spotTicker('BTCUSDT', 43_000, t0 + 30_000);
  all.clock.advance(2_000);
  await until('the breaker', () => all.metric(/market_source_breaker_open 1/));
  await until('all lists were refused', () => all.metric(/market_source_calls_total\{call="tickers",outcome="tooMany"\} 4/));
  all.server.disturb(null);
  const asked = all.server.requests.length;
  all.clock.advance(10_000);
  await assert.rejects(
    async () => all.source.candles({ symbolId: 'BTCUSDT', interval: '1m', limit: 5 }),
    isRefusal('timeout'),
    'nothing is asked and nothing made up',
  );
  assert.equal(all.server.requests.length, asked);
  assert.equal(last(all, 'BTCUSDT'), 42_000, 'the last good value stays, with its age');
  assert.equal(all.market.board.quote('BTCUSDT')!.ts, t0);
  await until('recovery', async () => {
    all.clock.advance(5_000);
    await delay(5);
    return last(all, 'BTCUSDT') === 43_000;
  });
  assert.ok(await all.metric(/market_source_breaker_open 0/));
});

test('a server that hangs up opens the breaker after three failures; last good candles stand in', async (t) => {
  const all = await started(t);
  const query = { symbolId: 'BTCUSDT', interval: '1m', limit: 5 } as const;
  const good = await all.source.candles(query);
  all.server.disturb(() => 'hangUp');
  all.clock.advance(2_000);
  await until('the breaker', () => all.metric(/market_source_breaker_open 1/));
  assert.deepEqual(await all.source.candles(query), good);
  assert.ok(await all.metric(/market_source_stale_answers_total\{call="candles"\} 1/));
  await assert.rejects(async () => all.source.candles({ ...query, interval: '1h' }), isRefusal('timeout'));
  // However long it was away, prices are back soon after it is.
  for (let second = 0; second < 300; second++) {
    all.clock.advance(1_000);
    await delay(1);
  }
  assert.equal(last(all, 'BTCUSDT'), 42_000);
  all.server.rows.spotTickers[0] = spotTicker('BTCUSDT', 43_000, all.clock.now());
  all.server.disturb(null);
  const backAt = all.clock.now();
  await until('recovery', async () => {
    all.clock.advance(500);
    await delay(5);
    return last(all, 'BTCUSDT') === 43_000;
  });
  assert.ok(await all.metric(/market_source_breaker_open 0/));
  assert.ok(all.clock.now() - backAt <= 20_000, `asked again ${(all.clock.now() - backAt) / 1000} s after it was back`);
});

test('candles: exact, oldest first, over several pages, longer ones made from shorter; bad rows and empty answers', async (t) => {
  const all = await started(t);
  const candles = await all.source.candles({ symbolId: 'BTCUSDT', interval: '1m', to: t0 - minute, limit: 250 });
  assert.equal(candles.length, 250);
  assert.deepEqual(candles.at(-1), {
    ts: t0 - minute,
    open: 41_299,
    high: 41_304,
    low: 41_294,
    close: 41_300,
    volume: 2,
    turnover: 82_598,
  });
  assert.equal(candles[0]!.ts, t0 - 250 * minute);
  const contract = await all.source.candles({ symbolId: 'BTCUSDT_UMCBL', interval: '1m', from: t0 - 3 * minute, to: t0, limit: 10 });
  assert.deepEqual(
    contract.map(({ ts, turnover }) => [ts - t0, turnover]),
    [
      [-3 * minute, 82_594],
      [-2 * minute, 82_596],
      [-minute, 82_598],
    ],
  );
  assert.deepEqual(await all.source.candles({ symbolId: 'ETHBTC', interval: '1m', limit: 5 }), [], 'an empty series is empty');
  assert.deepEqual(await all.source.candles({ symbolId: 'NOSUCH', interval: '1m', limit: 5 }), []);
  const rows = all.server.rows.candles['SPOT BTCUSDT']!;
  rows.splice(
    -3,
    3,
    [String(t0 - minute), 'x', '1', '1', '1', '1', '1', '1'],
    [String(t0 - 3 * minute), '10', '9', '8', '10', '1', '1', '1'],
    rows.at(-1)!.with(0, String(t0 - 2 * minute)),
  );
  assert.deepEqual(
    (await all.source.candles({ symbolId: 'BTCUSDT', interval: '1m', from: t0 - 3 * minute, limit: 10 })).map(({ ts }) => ts),
    [t0 - 2 * minute],
  );
  assert.ok(await all.metric(/market_source_rows_refused_total\{row="history",fault="notANumber"\} 1/));
  assert.ok(await all.metric(/market_source_rows_refused_total\{row="history",fault="badRange"\} 1/));
});

test('funding now and before; trading data with shares recomputed; what is lacking is refused', async (t) => {
  const all = await started(t);
  assert.deepEqual(await all.source.funding('BTCUSDT_UMCBL'), { rate: 0.0001, nextAt: t0 + 4 * 3_600_000 });
  await assert.rejects(async () => all.source.funding('BTCUSDT'), isRefusal('sourceLacksData'));
  const ask = <M extends SeriesQuery['metric']>(metric: M, symbolId = 'BTCUSDT_UMCBL') =>
    all.source.series({ metric, symbolId, period: '1h', limit: 10 });
  assert.deepEqual(
    (await ask('fundingRate')).map(({ ts, values }) => [ts - t0, values.rate]),
    [
      [-12 * 3_600_000, -0.0001],
      [-4 * 3_600_000, 0.0005],
    ],
  );
  const { tradingData } = all.server.rows;
  tradingData['futures-long-short'] = [
    { longRatio: '0.6', shortRatio: '0.4', longShortRatio: '0.015', ts: String(t0) },
    { longRatio: '0.75', shortRatio: '0.25', longShortRatio: '0.03', ts: String(t0 - 3_600_000) },
    { longRatio: '0.9', shortRatio: '0.9', longShortRatio: '0.01', ts: String(t0 - 7_200_000) },
    { longRatio: '', shortRatio: null, ts: String(t0 - 7_300_000) },
  ];
  assert.deepEqual(await ask('longShortAccounts'), [
    { ts: t0 - 3_600_000, values: { long: 0.75, short: 0.25 } },
    { ts: t0, values: { long: 0.6, short: 0.4 } },
  ]);
  assert.ok(await all.metric(/market_source_rows_refused_total\{row="history",fault="badPoint"\} 2/));
  tradingData['futures-account-long-short'] = [
    { longAccountRatio: '0.5', shortAccountRatio: '0.5', longShortAccountRatio: '0.01', ts: String(t0) },
  ];
  tradingData['futures-position-long-short'] = [
    { longPositionRatio: '0.25', shortPositionRatio: '0.75', longShortPositionRatio: '0.0033', ts: String(t0) },
  ];
  assert.deepEqual(await ask('largeAccountsPositions'), [
    { ts: t0, values: { longAccounts: 0.5, shortAccounts: 0.5, longPositions: 0.25, shortPositions: 0.75 } },
  ]);
  tradingData['futures-active-buy-sell'] = [{ buyVolume: '12', sellVolume: '8', ts: String(t0) }];
  assert.deepEqual(await ask('takerVolume'), [{ ts: t0, values: { buy: 12, sell: 8 } }]);
  tradingData['spot-fund-flow'] = Object.fromEntries(
    ['whale', 'dolphin', 'fish'].flatMap((size) => [
      [`${size}BuyVolume`, '2'],
      [`${size}SellVolume`, '1'],
      [`${size}BuyRatio`, '0.2'],
      [`${size}SellRatio`, '0.1'],
    ]),
  );
  const [flow] = await ask('fundFlow', 'BTCUSDT');
  assert.deepEqual([flow!.ts, flow!.values.whaleBuy, flow!.values.fishSell], [t0, 84_000, 42_000]);
  assert.deepEqual(await ask('isolatedBorrowRatio', 'BTCUSDT'), [], 'an empty series is empty');
  await assert.rejects(async () => ask('openInterest'), isRefusal('sourceLacksData'));
  await assert.rejects(async () => ask('takerVolume', 'BTCUSDT'), isRefusal('sourceLacksData'));
});

test('open interest has no history there: it is sampled once per five minutes and offered for storing', async (t) => {
  const all = await bed(t);
  const samples: SeriesSample[] = [];
  all.source.onSamples((batch) => void samples.push(...batch));
  await all.market.start();
  await until('three lines of contracts', () => samples.length === 3);
  assert.deepEqual(
    samples.find(({ symbolId }) => symbolId === 'BTCUSDT_UMCBL'),
    { metric: 'openInterest', symbolId: 'BTCUSDT_UMCBL', ts: t0, values: { base: 5_000, value: 5_000 * 42_005 } },
  );
  const asked = all.server.requests.length;
  await until('more beats', async () => {
    all.clock.advance(2_000);
    await delay(5);
    return all.server.requests.length >= asked + 12;
  });
  assert.equal(samples.length, 3);
});

test('the catalog: a server that fails at first is asked again; a listing is noticed', async (t) => {
  const all = await bed(t);
  let failures = 2;
  all.server.disturb((path) => (path.endsWith('/symbols') && failures-- > 0 ? 'hangUp' : null));
  let isStarted = false;
  void all.market.start().then(() => (isStarted = true));
  await until('the start', async () => {
    all.clock.advance(1_000);
    await delay(5);
    return isStarted;
  });
  let changes = 0;
  all.source.onCatalogChange(() => changes++);
  all.server.rows.spotSymbols.push({ ...all.server.rows.spotSymbols[0]!, symbol: 'SOLUSDT', baseCoin: 'SOL' });
  await until('the listing', async () => {
    all.clock.advance(60_000);
    await delay(2);
    return changes === 1;
  });
  assert.ok((await all.source.catalog()).symbols.some(({ symbolId }) => symbolId === 'SOLUSDT'));
});
