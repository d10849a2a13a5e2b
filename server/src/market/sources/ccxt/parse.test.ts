import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candleAt } from '@tidemark/contract/market.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import { createHandClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import { toCandleRow } from '../../calls.ts';
import { binance } from './binance.ts';
import { bitget } from './bitget.ts';
import { bybit } from './bybit.ts';
import type { Market, Ticker } from './exchange.ts';
import { createGuard, SourceUnavailable } from './guard.ts';
import { okx } from './okx.ts';
import { judgeCandles } from './parse-candle.ts';
import { parseMarkets, symbolIdOf, type Listing } from './parse-market.ts';
import { fundFlowRow, judgePoints, sharesOf, sharesRow, takerRow } from './parse-series.ts';
import { parseTicker } from './parse-ticker.ts';
import { parseTrades } from './parse-trade.ts';
import type { Venue } from './venue.ts';

const marketOf = (fields: object): Market =>
  ({
    id: 'X',
    base: 'BTC',
    quote: 'USDT',
    baseId: 'BTC',
    symbol: 'X',
    spot: false,
    swap: false,
    future: false,
    option: false,
    linear: false,
    inverse: false,
    contractSize: 1,
    precision: { price: 0.1, amount: 0.001 },
    limits: {},
    info: {},
    ...fields,
  }) as unknown as Market;

const perpetual = { swap: true, linear: true, settle: 'USDT' };

test('symbol ids: suffix by line, day of delivery; options, demo lines and odd settlements have none', () => {
  assert.equal(symbolIdOf(marketOf({ spot: true })), 'BTCUSDT');
  assert.equal(symbolIdOf(marketOf(perpetual)), 'BTCUSDT_UMCBL');
  assert.equal(symbolIdOf(marketOf({ swap: true, linear: true, quote: 'USDC', settle: 'USDC' })), 'BTCUSDC_CMCBL');
  assert.equal(symbolIdOf(marketOf({ swap: true, inverse: true, quote: 'USD', settle: 'BTC' })), 'BTCUSD_DMCBL');
  assert.equal(
    symbolIdOf(marketOf({ future: true, inverse: true, quote: 'USD', settle: 'BTC', expiry: Date.UTC(2026, 11, 25, 8) })),
    'BTCUSD_DMCBL_261225',
  );
  assert.equal(symbolIdOf(marketOf({ option: true })), null);
  assert.equal(symbolIdOf(marketOf({ ...perpetual, base: 'SBTC', quote: 'SUSDT', settle: 'SUSDT' })), null);
  assert.equal(symbolIdOf(marketOf({ ...perpetual, settle: 'EUR' })), null);
});

test("markets: precision from steps, status from every exchange's words, doubtful ones refused", () => {
  const status = (info: object, active?: boolean) => parseMarkets([marketOf({ spot: true, info, active })]).catalog.symbols[0]!.status;
  assert.deepEqual(
    ['online', 'gray', 'offline', 'halt'].map((word) => status({ status: word })),
    ['online', 'prelaunch', 'delisted', 'halted'],
  );
  assert.deepEqual(
    [
      status({ symbolStatus: 'maintain' }),
      status({ contractStatus: 'TRADING' }),
      status({ state: 'preopen' }),
      status({}, false),
      status({}, true),
    ],
    ['halted', 'online', 'prelaunch', 'halted', 'online'],
  );
  const contract = (fields: object) => parseMarkets([marketOf({ linear: true, settle: 'USDT', ...fields })]).catalog.symbols[0]!;
  assert.deepEqual(
    [
      contract({ swap: true, info: { fundInterval: '8' } }).fundingIntervalHours,
      contract({ swap: true, info: { fundingInterval: 240 } }).fundingIntervalHours,
    ],
    [8, 4],
  );
  assert.equal(contract({ future: true, expiry: Date.UTC(2026, 11, 25, 8) }).deliveryAt, Date.UTC(2026, 11, 25, 8));
  assert.equal('deliveryAt' in contract({ swap: true }), false);
  const { catalog, refused } = parseMarkets([
    marketOf({ spot: true, precision: { price: 0.0005, amount: 1 } }),
    marketOf({ spot: true, id: 'again' }),
    marketOf({ spot: true, base: 'ETH', precision: { price: undefined, amount: 1 } }),
    marketOf({ spot: true, base: 'not a coin!' }),
  ]);
  assert.deepEqual(
    catalog.symbols.map(({ tickSize, pricePrecision, quantityPrecision }) => [tickSize, pricePrecision, quantityPrecision]),
    [[0.0005, 4, 0]],
  );
  assert.deepEqual(
    refused.map(({ fault }) => fault),
    ['listedTwice', 'badPrecision', 'badSymbol'],
  );
});

test('when a market was listed is not known where nobody tells; a coin has the first of what is known', () => {
  const { coins, symbols } = parseMarkets([
    marketOf({ spot: true }),
    marketOf({ ...perpetual, created: 5_000 }),
    marketOf({ spot: true, quote: 'USDC', created: 7_000 }),
    marketOf({ spot: true, base: 'ETH', created: 0 }),
  ]).catalog;
  assert.deepEqual(
    symbols.map(({ listedAt }) => listedAt),
    [null, 5_000, 7_000, null],
  );
  assert.deepEqual(Object.fromEntries(coins.map(({ ticker, listedAt }) => [ticker, listedAt])), { BTC: 5_000, ETH: null });
});

test('amounts of contracts are told in base currency, as finely as that is counted', () => {
  const volumeOf = (fields: object, countsContracts: Venue['countsContracts'], volume: number) => {
    const [symbol] = parseMarkets([marketOf({ swap: true, contract: true, ...fields })], { countsContracts }).catalog.symbols;
    const candle = toCandleRow({ ts: 0, open: 1, high: 1, low: 1, close: 1, volume, turnover: 1 }, symbol!);
    return candle[candleAt.baseVolume];
  };
  const inverse = { inverse: true, quote: 'USD', settle: 'BTC', contractSize: 100, precision: { price: 0.1, amount: 1 } };
  const linear = { linear: true, settle: 'USDT', contractSize: 0.01, precision: { price: 0.1, amount: 1 } };
  assert.equal(volumeOf(inverse, binance.countsContracts, 12_496.63178), '12496.63178000');
  assert.equal(volumeOf(inverse, bybit.countsContracts, 0.37288112), '0.37288112');
  assert.equal(volumeOf(linear, okx.countsContracts, 0.47), '0.47');
  assert.equal(volumeOf({ ...linear, contractSize: 1, precision: { price: 0.1, amount: 0.001 } }, binance.countsContracts, 0.471), '0.471');
  assert.equal(
    volumeOf({ ...inverse, contractSize: 1, precision: { price: 0.1, amount: 0.001 } }, bitget.countsContracts, 0.471),
    '0.471',
    'counted in base currency there',
  );
});

test('okx: the interval of funding is what lies between two settlements, where that can be one', async () => {
  const hours = async (answer: unknown, id = 'X') =>
    (await okx.fundingHours!({ publicGetPublicFundingRate: () => Promise.resolve(answer) } as never))(marketOf({ ...perpetual, id })!);
  const row = (fundingTime: unknown, nextFundingTime: unknown) => ({ data: [null, { instId: 'X', fundingTime, nextFundingTime }] });
  const at = Date.UTC(2026, 0, 1, 8);
  assert.deepEqual(await Promise.all([4, 8].map((apart) => hours(row(String(at), String(at + apart * 3_600_000))))), [4, 8]);
  for (const answer of [
    row(String(at), String(at)),
    row(String(at), String(at - 3_600_000)),
    row(String(at), String(at + 5_400_000)),
    row(String(at), ''),
    row('', String(at)),
    row('0', String(at)),
    row('soon', 'later'),
    { data: 'none' },
    {},
    null,
  ]) {
    assert.equal(await hours(answer), NaN, JSON.stringify(answer));
  }
  assert.equal(await hours(row(String(at), String(at + 3_600_000)), 'Y'), NaN, 'nothing is told of another contract');
});

const now = Date.UTC(2026, 0, 1);
const ticker = (fields: object): Ticker =>
  ({
    last: 10,
    bid: 9,
    ask: 11,
    open: 8,
    high: 12,
    low: 7,
    baseVolume: 5,
    quoteVolume: 50,
    timestamp: now,
    info: {},
    ...fields,
  }) as unknown as Ticker;
const listing = { symbol: { symbolId: 'BTCUSDT_UMCBL' }, market: marketOf(perpetual) } as unknown as Listing;

test('tickers: absent, negative, contradictory and future ones are refused; an empty side of the book is not', () => {
  const parse = (fields: object, venue = bitget) => parseTicker(ticker(fields), listing, venue, now);
  assert.deepEqual(parse({ info: { fundingRate: '0.0001', holdingAmount: '70' }, markPrice: 10.1 }), {
    symbolId: 'BTCUSDT_UMCBL',
    ts: now,
    last: 10,
    bid: 9,
    ask: 11,
    open24h: 8,
    high24h: 12,
    low24h: 7,
    baseVolume24h: 5,
    turnover24h: 50,
    mark: 10.1,
    fundingRate: 0.0001,
    openInterest: 70,
  });
  assert.deepEqual(
    [
      { last: undefined },
      { open: undefined },
      { timestamp: undefined },
      { last: -1 },
      { high: 9.5 },
      { bid: 12 },
      { timestamp: now + 60_000 },
      { baseVolume: undefined },
      { info: { fundingRate: 'x' } },
    ].map((fields) => parse(fields)),
    ['notANumber', 'notANumber', 'notANumber', 'notPositive', 'badRange', 'badRange', 'fromTheFuture', 'notANumber', 'notANumber'],
  );
  const bare = parse({ bid: undefined, ask: 0 });
  assert.ok(typeof bare === 'object' && bare.bid === 10 && bare.ask === 10);
  const ending = { ...listing, market: marketOf({ ...perpetual, swap: false, future: true }) };
  const unfunded = parseTicker(ticker({ info: { fundingRate: '0' } }), ending, bitget, now);
  assert.ok(typeof unfunded === 'object' && !('fundingRate' in unfunded), 'a contract that ends has none');
  const timeless = parse({ timestamp: undefined }, bybit);
  assert.ok(typeof timeless === 'object' && timeless.ts === now);
});

test('what a volume is counted in differs by exchange and line', () => {
  const inverse = marketOf({ swap: true, inverse: true, contractSize: 100 })!;
  const linear = marketOf(perpetual)!;
  assert.deepEqual(okx.amounts(ticker({ info: { volCcy24h: '3', vol24h: '400' } }), inverse), { base: 3, turnover: 40_000 });
  assert.deepEqual(okx.amounts(ticker({ info: { volCcy24h: '3', vol24h: '400' } }), linear), { base: 3, turnover: 30 });
  assert.deepEqual(bybit.amounts(ticker({}), inverse), { base: 50, turnover: 5 });
  const row = ['1', '10', '12', '9', '11', '200', '3', '4'];
  const amounts = ({ volume, turnover }: { volume: number; turnover: number }) => [volume, turnover];
  assert.deepEqual(amounts(bitget.candle(row, linear)), [200, 3]);
  assert.deepEqual(amounts(binance.candle(row, linear)), [200, 4]);
  assert.deepEqual(amounts(binance.candle(row, inverse)), [4, 20_000]);
  assert.deepEqual(amounts(okx.candle(row, linear)), [3, 4]);
  assert.deepEqual(amounts(bybit.candle(row, inverse)), [3, 200]);
});

test('candles: put in order; NaN, negative, contradictory and repeated rows are refused', () => {
  const candle = (ts: number, fields: object = {}) => ({ ts, open: 2, high: 3, low: 1, close: 2, volume: 1, turnover: 2, ...fields });
  const { candles, refused } = judgeCandles([
    candle(2),
    candle(1),
    candle(3, { open: NaN }),
    candle(4, { volume: -1 }),
    candle(5, { high: 1.5 }),
    candle(1, { close: 2.5 }),
  ]);
  assert.deepEqual(
    candles.map(({ ts, close }) => [ts, close]),
    [
      [1, 2.5],
      [2, 2],
    ],
  );
  assert.deepEqual(refused, ['notANumber', 'notPositive', 'badRange', 'listedTwice']);
});

test('trading data: shares are recomputed, never read as a combined ratio; bad rows are counted', () => {
  assert.deepEqual(sharesOf(0.7724, 0.2276), { long: 0.7724, short: 0.2276 });
  assert.equal(sharesOf(0.7724, 0.9), null);
  const row = { longRatio: '0.7724', shortRatio: '0.2276', longShortRatio: '0.0339', ts: '5' };
  const { points, refused } = judgePoints([row, row, { ...row, ts: '' }, null], sharesRow('longRatio', 'shortRatio', 'ts'));
  assert.ok(Math.abs(points[0]!.values.long / points[0]!.values.short - 3.3937) < 1e-3);
  assert.equal(refused, 3);
  assert.deepEqual(judgePoints({ not: 'a list' }, takerRow(1, 2, 0)), { points: [], refused: 1 });
  assert.deepEqual(
    judgePoints(
      [
        [3, '-1', '2'],
        [2, '1', '2'],
      ],
      takerRow(1, 2, 0),
    ),
    { points: [{ ts: 2, values: { buy: 1, sell: 2 } }], refused: 1 },
  );
  assert.equal(fundFlowRow(1, 10)({ whaleBuyVolume: '1' }), null, 'a part is not made up');
});

test('trades: put in order, repeated and broken ones refused', () => {
  const trade = (id: string, timestamp: number, fields: object = {}) => ({ id, timestamp, price: 1, amount: 2, side: 'buy', ...fields });
  const { trades, refused } = parseTrades(
    [trade('b', 2), trade('a', 1), trade('a', 1), trade('c', 3, { price: 0 }), trade('d', 4, { side: undefined }), {}],
    'X',
  );
  assert.deepEqual(
    trades.map(({ id }) => id),
    ['a', 'b'],
  );
  assert.deepEqual(refused, ['listedTwice', 'notPositive', 'badSide', 'notANumber']);
});

test('the breaker: opens after three failures, lets one call through to see, waits longer each time', async () => {
  const clock = createHandClock(0);
  const guard = createGuard({ name: 'x', clock, metrics: createMetrics(), retryAfterMs: () => null });
  const fail = () => guard.run('call', () => Promise.reject(new Error('down')));
  for (let i = 0; i < 3; i++) await assert.rejects(fail, /down/);
  await assert.rejects(fail, SourceUnavailable);
  assert.equal(guard.waitMs(), 1_000);
  clock.advance(1_000);
  let letThrough = (_: string) => {};
  const probe = guard.run('call', () => new Promise<string>((resolve) => (letThrough = resolve)));
  await assert.rejects(() => guard.run('call', async () => 'second'), SourceUnavailable, 'only one is let through');
  letThrough('well');
  assert.equal(await probe, 'well');
  assert.equal(await guard.run('call', async () => 'again'), 'again');
  for (let i = 0; i < 3; i++) await assert.rejects(fail, /down/);
  clock.advance(1_000);
  await assert.rejects(fail, /down/);
  assert.equal(guard.waitMs(), 2_000);
});

/** As ccxt names it. */
class RateLimitExceeded extends Error {}

test('the wait that an exchange names is obeyed to its end, whatever calls that were under way come to', async () => {
  const clock = createHandClock(0);
  let named: number | null = 20 * minuteMs;
  const guard = createGuard({ name: 'x', clock, metrics: createMetrics(), retryAfterMs: () => named });
  const [well, unwell] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const [first, second] = [guard.run('call', () => well.promise), guard.run('call', () => unwell.promise)];
  await assert.rejects(
    guard.run('call', () => Promise.reject(new RateLimitExceeded('too much'))),
    /too much/,
  );
  assert.equal(guard.waitMs(), 20 * minuteMs);
  named = null;
  well.resolve('well');
  unwell.reject(new RateLimitExceeded('too much'));
  await first;
  await assert.rejects(second, /too much/);
  let asked = 0;
  const ask = () => guard.run('call', async () => ++asked);
  clock.advance(20 * minuteMs - 1);
  await assert.rejects(ask, SourceUnavailable);
  assert.equal(asked, 0);
  clock.advance(1);
  assert.equal(await ask(), 1);
  assert.equal(guard.waitMs(), 0);
});
