// Several exchanges side by side: every figure worked out by hand, sums that are whole or unknown, and exchanges that answer nothing good.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { hourMs, minuteMs } from '@tidemark/contract/time.ts';
import { venueCalls, type VenueMetric } from '@tidemark/contract/venues.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { CatalogData, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Metric, SeriesPoint, SeriesQuery, Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import * as v from 'valibot';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createByVenue } from './by-venue.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27);
const hour = Date.UTC(2026, 10, 12, 14);
const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };

const contract = (symbolId: string, baseSymbol: string, more: Partial<MarketSymbol> = {}): MarketSymbol => ({
  symbolId,
  instType: symbolId.endsWith('_DMCBL') ? 'dmcbl' : 'umcbl',
  baseSymbol,
  pricedSymbol: symbolId.endsWith('_DMCBL') ? 'USD' : 'USDT',
  pricePrecision: 8,
  tickSize: 1e-8,
  quantityPrecision: 2,
  status: 'online',
  maxLeverage: 50,
  listedAt: 0,
  tags: [],
  fundingIntervalHours: 8,
  ...more,
});
const tickOf = (symbolId: string, last: number, more: Partial<Tick> = {}): Tick => ({
  symbolId,
  ts: now,
  last,
  bid: last,
  ask: last,
  open24h: last,
  high24h: last,
  low24h: last,
  baseVolume24h: 10,
  turnover24h: 10 * last,
  ...more,
});

type Points = { readonly [M in Metric]?: readonly SeriesPoint<M>[] };
interface Exchange extends Source {
  tell(ticks: readonly Tick[]): void;
  isAway: boolean;
}

/** An exchange that tells what the test wrote down. */
function exchangeOf(
  name: string,
  symbols: readonly MarketSymbol[],
  points: Readonly<Record<string, Points>> = {},
  candles: Readonly<Record<string, readonly Candle[]>> = {},
): Exchange {
  let onTicks: ((ticks: readonly Tick[]) => void) | null = null;
  const within = <T extends { readonly ts: number }>(
    all: readonly T[],
    { from = -Infinity, to = Infinity, limit }: Pick<SeriesQuery, 'from' | 'to' | 'limit'>,
  ) => all.filter(({ ts }) => ts >= from && ts <= to).slice(-limit);
  const catalog: CatalogData = {
    coins: [...new Set(symbols.map(({ baseSymbol }) => baseSymbol))].map((baseSymbol, i) => ({
      ticker: baseSymbol,
      name: baseSymbol,
      rank: i + 1,
      supply: null,
      sectors: [],
      chains: [],
      listedAt: null,
    })),
    symbols,
  };
  const exchange: Exchange = {
    name,
    simulated: false,
    isAway: false,
    catalog: async () => catalog,
    start: (listener) => void (onTicks = listener),
    stop: () => void (onTicks = null),
    tell: (ticks) => onTicks?.(ticks),
    async series<M extends Metric>(query: SeriesQuery<M>) {
      if (exchange.isAway) throw new Error('nobody there');
      return within(points[query.symbolId]?.[query.metric] ?? [], query);
    },
    async candles(query) {
      if (exchange.isAway) throw new Error('nobody there');
      return within(candles[query.symbolId] ?? [], query);
    },
  };
  return exchange;
}

async function bed(t: TestContext, own: Exchange, beside: readonly Exchange[], ownTicks: readonly Tick[]) {
  const clock = createHandClock(now);
  const metrics = createMetrics();
  const feed: Source = { ...own, beside };
  const market = createMarket({
    bus: createInProcessBus(),
    clock,
    log: createLog({ level: 'silent' }),
    metrics,
    db: {} as Database,
    feed,
  });
  t.after(() => market.stop());
  await market.start();
  const settle = async () => {
    for (let i = 0; i < 8; i++) await turn();
  };
  /** Lists come every half minute, as long as an exchange is there. */
  const live = async (ms: number, ticksOf: ReadonlyMap<Exchange, readonly Tick[]>) => {
    for (let passed = 0; passed <= ms; passed += 30_000) {
      for (const [exchange, ticks] of [[own, ownTicks] as const, ...ticksOf])
        exchange.tell(ticks.map((tick) => Object.assign({}, tick, { ts: clock.now() })));
      if (passed < ms) clock.advance(30_000);
      await settle();
    }
  };
  await settle();
  const calls = createByVenue({ market, clock });
  const { venueSeries, venueTable } = venueCalls;
  return {
    clock,
    live,
    metrics,
    settle,
    series: async (symbolId: string, metric: VenueMetric, limit = 3) =>
      v.parse(venueSeries.output, await calls.venueSeries(visitor, v.parse(venueSeries.input, { symbolId, metric, period: '1h', limit }))),
    table: async (symbolId?: string) =>
      v.parse(venueTable.output, await calls.venueTable(visitor, v.parse(venueTable.input, { symbolId }))),
  };
}

const hours = (...agos: number[]) => agos.map((ago) => hour - ago * hourMs);
const held = (ago: number, base: number, price: number): SeriesPoint<'openInterest'> => ({
  ts: hour - ago * hourMs,
  values: { base, value: base * price },
});
const candle = (ago: number, volume: number, turnover: number): Candle => ({
  ts: hour - ago * hourMs,
  open: turnover / volume,
  high: turnover / volume,
  low: turnover / volume,
  close: turnover / volume,
  volume,
  turnover,
});

const btc = 'BTCUSDT_UMCBL';
const inverse = 'BTCUSD_DMCBL';
const pepe = 'PEPEUSDT_UMCBL';

test('open interest in dollars, whatever a contract counts: coins, thousands of coins, or dollars', async (t) => {
  const own = exchangeOf('ccxt:bitget', [contract(btc, 'BTC'), contract(inverse, 'BTC'), contract(pepe, 'PEPE')], {
    [btc]: { openInterest: [held(2, 100, 50_000), held(1, 110, 51_000), held(0, 120, 52_000)] },
    // 10,000 contracts of 100 dollars at 50,000 dollars are 20 coins.
    [inverse]: { openInterest: [held(0, 20, 50_000)] },
    // A million coins.
    [pepe]: { openInterest: [held(0, 1_000_000, 0.00001)] },
  });
  const binance = exchangeOf('ccxt:binance', [contract(btc, 'BTC'), contract('1000PEPEUSDT_UMCBL', '1000PEPE')], {
    [btc]: { openInterest: [held(2, 200, 50_010), held(1, 200, 51_010), held(0, 210, 52_010)] },
    // As many coins, counted by the thousand at a thousand times the price.
    '1000PEPEUSDT_UMCBL': { openInterest: [held(0, 1_000, 0.01)] },
  });
  const bybit = exchangeOf('ccxt:bybit', [contract('SHIB1000USDT_UMCBL', 'SHIB1000'), contract(inverse, 'BTC', { contractSize: 1 })], {
    // A million contracts of one dollar.
    [inverse]: { openInterest: [held(0, 20, 50_000)] },
  });
  const { series, live } = await bed(t, own, [binance, bybit], [tickOf(btc, 52_000), tickOf(inverse, 50_000), tickOf(pepe, 0.00001)]);
  await live(
    0,
    new Map([
      [binance, [tickOf(btc, 52_010), tickOf('1000PEPEUSDT_UMCBL', 0.01)]],
      [bybit, [tickOf('SHIB1000USDT_UMCBL', 0.01), tickOf(inverse, 50_000)]],
    ]),
  );
  const bitcoin = await series(btc, 'openInterest');
  assert.deepEqual(
    bitcoin.venues.map(({ venue, name, state }) => [venue, name, state]),
    [
      ['own', 'Bitget', 'told'],
      ['binance', 'Binance', 'told'],
      ['bybit', 'Bybit', 'notListed'],
    ],
  );
  assert.deepEqual(bitcoin.points, [
    [hours(2)[0], '15002000', '5000000', '10002000', null],
    [hours(1)[0], '15812000', '5610000', '10202000', null],
    [hour, '17162100', '6240000', '10922100', null],
  ]);
  assert.deepEqual((await series(inverse, 'openInterest')).points, [[hour, '2000000', '1000000', null, '1000000']]);
  assert.deepEqual((await series(pepe, 'openInterest')).points, [[hour, '20', '10', '10', null]]);
});

test("volume and takers at each exchange's own prices; funding as of eight hours; nothing but dollars is added up", async (t) => {
  const taker = (ago: number, buy: number, sell: number): SeriesPoint<'takerVolume'> => ({
    ts: hour - ago * hourMs,
    values: { buy, sell },
  });
  const settled = (ago: number, rate: number): SeriesPoint<'fundingRate'> => ({ ts: hour - ago * hourMs, values: { rate } });
  const sides = (ago: number, long: number): SeriesPoint<'longShortAccounts'> => ({
    ts: hour - ago * hourMs,
    values: { long, short: 1 - long },
  });
  const own = exchangeOf(
    'my engine',
    [contract(btc, 'BTC')],
    {
      [btc]: {
        takerVolume: [taker(1, 6, 4), taker(0, 1, 3)],
        fundingRate: [settled(6, 0.0001)],
        longShortAccounts: [sides(1, 0.6), sides(0, 0.5)],
        liquidations: [{ ts: hours(1)[0]!, values: { long: 700, short: 300 } }],
      },
    },
    { [btc]: [candle(1, 10, 500_000), candle(0, 4, 204_000)] },
  );
  const okx = exchangeOf(
    'ccxt:okx',
    [contract(btc, 'BTC', { fundingIntervalHours: 4 })],
    {
      [btc]: {
        takerVolume: [taker(1, 10, 20), taker(0, 0, 0)],
        fundingRate: [settled(6, 0.0002), settled(2, 0.0001)],
        longShortAccounts: [sides(1, 0.75), sides(0, 0.8)],
        liquidations: [{ ts: hours(1)[0]!, values: { long: 50, short: 0 }, isPartial: true }],
      },
    },
    { [btc]: [candle(1, 30, 1_530_000), candle(0, 1, 51_000)] },
  );
  const { series, table, live } = await bed(t, own, [okx], [tickOf(btc, 51_000, { fundingRate: 0.0001, openInterest: 2 })]);
  await live(0, new Map([[okx, [tickOf(btc, 51_000, { mark: 51_010, fundingRate: 0.0003, openInterest: 3 })]]]));
  assert.deepEqual((await series(btc, 'volume', 2)).points, [
    [hours(1)[0], '2030000', '500000', '1530000'],
    [hour, '255000', '204000', '51000'],
  ]);
  // (6 - 4) x 50,000 and (10 - 20) x 51,000.
  assert.deepEqual((await series(btc, 'takerNet', 2)).points, [
    [hours(1)[0], '-410000', '100000', '-510000'],
    [hour, '-102000', '-102000', '0'],
  ]);
  // Every four hours 0.01% is every eight 0.02%.
  assert.deepEqual((await series(btc, 'fundingRate', 3)).points, [
    [hours(2)[0], null, '0.0001', '0.0002'],
    [hours(1)[0], null, '0.0001', '0.0002'],
    [hour, null, '0.0001', '0.0002'],
  ]);
  assert.deepEqual((await series(btc, 'longShort', 2)).points, [
    [hours(1)[0], null, '1.5', '3'],
    [hour, null, '1', '4'],
  ]);
  const closed = await series(btc, 'liquidations', 2);
  assert.deepEqual(
    closed.points.find(([ts]) => ts === hours(1)[0]),
    [hours(1)[0], '1000', '1000', null],
    'of what was heard in part nothing is added',
  );
  const { items, total } = await table(btc);
  assert.deepEqual(
    items.map(({ name, turnover24hUsd, openInterestUsd, fundingOfEightHours, longShort, takerBuy24hUsd }) => [
      name,
      turnover24hUsd,
      openInterestUsd,
      fundingOfEightHours,
      longShort,
      takerBuy24hUsd,
    ]),
    [
      [null, '510000', '102000', '0.0001', '1', null],
      ['OKX', '510000', '153030', '0.0006', '4', null],
    ],
    'of two hours no day is made',
  );
  assert.deepEqual([total.turnover24hUsd, total.openInterestUsd, total.takerBuy24hUsd], ['1020000', '255030', null]);
  assert.deepEqual(
    (await table()).items.map(({ openInterestUsd, fundingOfEightHours }) => [openInterestUsd, fundingOfEightHours]),
    [
      ['102000', '0.0001'],
      ['153030', '0.0006'],
    ],
  );
});

test('one that is away leaves a hole and says since when; the sum comes back with it', async (t) => {
  const own = exchangeOf('ccxt:bitget', [contract(btc, 'BTC')], {
    [btc]: { openInterest: [held(3, 1, 50_000), held(2, 1, 50_000), held(1, 1, 50_000), held(0, 1, 50_000)] },
  });
  const points = [held(3, 2, 50_000), held(2, 2, 50_000)];
  const okx = exchangeOf('ccxt:okx', [contract(btc, 'BTC')], { [btc]: { openInterest: points } });
  const { series, table, live, clock, metrics } = await bed(t, own, [okx], [tickOf(btc, 50_000, { openInterest: 1 })]);
  const heard = new Map([[okx, [tickOf(btc, 50_000, { openInterest: 2 })]]]);
  await live(2 * minuteMs, heard);
  const heardAt = clock.now();
  assert.equal((await table(btc)).total.openInterestUsd, '150000');
  assert.deepEqual(
    (await series(btc, 'openInterest', 4)).points,
    [
      [hours(3)[0], '150000', '50000', '100000'],
      [hours(2)[0], '150000', '50000', '100000'],
    ],
    'what an exchange has not published yet is waited for',
  );
  await live(hourMs, new Map());
  const away = await table(btc);
  assert.deepEqual(
    away.items.map(({ state, awaySince, openInterestUsd }) => [state, awaySince, openInterestUsd]),
    [
      ['told', null, '50000'],
      ['away', heardAt, null],
    ],
  );
  assert.equal(away.total.openInterestUsd, null, 'not a smaller sum');
  assert.deepEqual((await table()).total.turnover24hUsd, null);
  const hole = await series(btc, 'openInterest', 4);
  assert.deepEqual([hole.venues[1]!.state, hole.venues[1]!.awaySince], ['away', heardAt]);
  assert.deepEqual(
    hole.points.map(([, sum, ours, theirs]) => [sum, ours, theirs]),
    [
      ['150000', '50000', '100000'],
      ['150000', '50000', '100000'],
      [null, '50000', null],
      [null, '50000', null],
    ],
  );
  assert.match(await metrics.text(), /market_venue_away\{venue="okx"\} 1/);
  points.push(held(1, 3, 50_000), held(0, 3, 50_000));
  await live(minuteMs, heard);
  assert.equal((await table(btc)).total.openInterestUsd, '150000');
  assert.deepEqual(
    (await series(btc, 'openInterest', 4)).points.map(([, sum]) => sum),
    ['150000', '150000', '200000', '200000'],
  );
});

test('one that cannot be reached at all is away from the start; one that does not answer a question is away from then on', async (t) => {
  const own = exchangeOf('ccxt:bitget', [contract(btc, 'BTC')], { [btc]: { openInterest: [held(0, 1, 50_000)] } });
  const silent = exchangeOf('ccxt:okx', [contract(btc, 'BTC')]);
  const mute = exchangeOf('ccxt:bybit', [contract(btc, 'BTC')], { [btc]: { openInterest: [held(0, 1, 50_000)] } });
  silent.catalog = async () => {
    throw new Error('nobody there');
  };
  const { series, live, clock } = await bed(t, own, [silent, mute], [tickOf(btc, 50_000)]);
  const heard = new Map([[mute, [tickOf(btc, 50_000)]]]);
  await live(0, heard);
  mute.isAway = true;
  const { venues, points } = await series(btc, 'openInterest');
  assert.deepEqual(
    venues.map(({ state, awaySince }) => [state, awaySince]),
    [
      ['told', null],
      ['away', now],
      ['away', clock.now()],
    ],
  );
  assert.deepEqual(points, [[hour, null, '50000', null, null]]);
});

test('what cannot be believed is refused and counted by venue and reason, and makes nobody present', async (t) => {
  const own = exchangeOf('ccxt:bitget', [contract(btc, 'BTC')]);
  const okx = exchangeOf('ccxt:okx', [contract(btc, 'BTC')]);
  const { table, live, metrics, clock } = await bed(t, own, [okx], [tickOf(btc, 50_000)]);
  const faults: Readonly<Record<string, Partial<Tick>>> = {
    notANumber: { openInterest: NaN },
    notPositive: { last: 0 },
    badRange: { high24h: 40_000 },
    // Counted in contracts of a hundredth.
    worthDiffers: { baseVolume24h: 1_000 },
  };
  await live(2 * minuteMs, new Map([[okx, Object.values(faults).map((fault) => tickOf(btc, 50_000, fault))]]));
  okx.tell([
    tickOf(btc, 50_000, { ts: clock.now() - 2 * hourMs }),
    tickOf(btc, 50_000, { ts: clock.now() + minuteMs }),
    ...Array.from({ length: 1_000 }, (_, i) => tickOf(`X${i}USDT_UMCBL`, 1)),
  ]);
  const { items } = await table(btc);
  assert.deepEqual([items[1]!.state, items[1]!.awaySince], ['away', now]);
  const told = await metrics.text();
  for (const fault of [...Object.keys(faults), 'old', 'fromTheFuture'])
    assert.match(told, new RegExp(`market_venue_ticks_refused_total\\{fault="${fault}",venue="okx"\\} [1-9]`), fault);
});

test('without other exchanges there is nothing to compare, and nothing is said', async (t) => {
  const own = exchangeOf('ccxt:bitget', [contract(btc, 'BTC')], { [btc]: { openInterest: [held(0, 1, 50_000)] } });
  const { series, table } = await bed(t, own, [], [tickOf(btc, 50_000)]);
  assert.deepEqual([(await series(btc, 'openInterest')).available, (await table()).available, (await table()).items], [false, false, []]);
});
