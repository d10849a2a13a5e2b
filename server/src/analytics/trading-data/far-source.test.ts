// Trading data of real exchanges, as they were recorded, through the same calls that the screens make.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { pairMetricNames, pairMetrics, tradingDataCalls, type PairMetric } from '@tidemark/contract/trading-data.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createRecordedServer, readRecorded } from '@tidemark/testbed/exchange/recorded.ts';
import { until } from '@tidemark/testbed/until.ts';
import * as v from 'valibot';
import { createMarket } from '#market/index.ts';
import { createCcxtSource } from '#market/sources/ccxt/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createTradingData } from './index.ts';

const now = Date.UTC(2026, 8, 1);
const log = createLog({ level: 'silent' });
const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };

const infos = (name: string, keep: (market: any) => boolean): unknown[] =>
  Object.values(readRecorded(`ccxt-static-2024-11/markets/${name}.json`))
    .filter((market: any) => keep(market) && market.info?.symbol !== undefined)
    .map((market: any) => market.info);
const peer = (path: string): any => readRecorded(`jkorf/${path}.json`).response;
const example = (name: string, method: string, has: RegExp): any =>
  readRecorded(`ccxt-doc-examples-4.5.84/rest/${name}.json`).examples.find(
    (entry: any) => entry.method === method && has.test(JSON.stringify(entry.example)),
  ).example;

const near = (text: string | null | undefined, expected: number) =>
  assert.ok(Math.abs(Number(text) - expected) <= 1e-8 * expected, `${text} is not ${expected}`);

async function deskOver(
  t: TestContext,
  name: 'bitget' | 'binance',
  payloads: Readonly<Record<string, unknown>>,
  symbolIds: readonly string[],
) {
  const server = await createRecordedServer(payloads);
  const clock = createHandClock(now);
  const metrics = createMetrics();
  const source = createCcxtSource({ name, clock, log, metrics, baseUrl: server.url, isRateLimited: false });
  const db = {} as Database;
  const market = createMarket({ bus: createInProcessBus(), clock, log, metrics, db, feed: source });
  t.after(async () => {
    await market.stop();
    await server.stop();
  });
  await market.start();
  await until('prices of all', () => symbolIds.every((symbolId) => market.board.quote(symbolId)));
  const { calls } = createTradingData({ market, clock, wallClock: clock, db, log, isKeeper: null });
  return async (symbolId: string, metric: PairMetric, ts: number | undefined, period = '5m') =>
    v.parse(
      tradingDataCalls.tradingSeries.output,
      await calls.tradingSeries(
        visitor,
        v.parse(tradingDataCalls.tradingSeries.input, {
          symbolId,
          metric,
          period,
          limit: 2,
          ...(ts !== undefined && { from: ts, to: ts }),
        }),
      ),
    );
}

test('binance, recorded: every futures chart of the screen has its figures; ratios are those of the two shares', async (t) => {
  const fapi = (name: string) => peer(`binance/rest/UsdFutures.ExchangeData.${name}`);
  const rows = {
    openInterest: fapi('GetOpenInterestHistory'),
    longShortAccounts: fapi('GetGlobalLongShortAccountRatio'),
    takerVolume: fapi('GetTakerBuySellVolumeRatio'),
  };
  const ask = await deskOver(
    t,
    'binance',
    {
      '/api/v3/exchangeInfo': { symbols: infos('binance', (m) => m.spot) },
      '/fapi/v1/exchangeInfo': { symbols: infos('binance', (m) => m.linear && !m.option) },
      '/dapi/v1/exchangeInfo': { symbols: infos('binance', (m) => m.inverse) },
      '/api/v3/ticker/24hr': [readRecorded('ccxt-static-2024-11/response/binance.json').methods.fetchTicker[0].httpResponse],
      '/fapi/v1/ticker/24hr': [fapi('GetTicker')],
      '/fapi/v1/ticker/bookTicker': [fapi('GetBookPrice')],
      '/fapi/v1/premiumIndex': [].concat(fapi('GetMarkPrice')),
      '/dapi/v1/ticker/24hr': [],
      '/dapi/v1/ticker/bookTicker': [],
      '/dapi/v1/premiumIndex': [],
      '/futures/data/openInterestHist': rows.openInterest,
      '/futures/data/globalLongShortAccountRatio': rows.longShortAccounts,
      '/futures/data/takerlongshortRatio': rows.takerVolume,
      '/futures/data/topLongShortAccountRatio': fapi('GetTopLongShortAccountRatio'),
      '/futures/data/topLongShortPositionRatio': fapi('GetTopLongShortPositionRatio'),
    },
    ['BTCUSDT_UMCBL', 'BTCUSDT'],
  );
  const symbolId = 'BTCUSDT_UMCBL';
  for (const row of rows.openInterest) {
    const { points, fields, available } = await ask(symbolId, 'openInterest', Number(row.timestamp));
    assert.deepEqual([available, fields], [true, ['usd', 'base', 'contracts']]);
    assert.equal(points.length, 1);
    near(points[0]![1], Number(row.sumOpenInterestValue));
    near(points[0]![2], Number(row.sumOpenInterest));
  }
  for (const row of rows.longShortAccounts) {
    const [point] = (await ask(symbolId, 'longShortAccounts', Number(row.timestamp))).points;
    assert.ok(Math.abs(Number(point![3]) - Number(row.longAccount) / Number(row.shortAccount)) < 1e-6, 'whatever the recorded ratio says');
  }
  for (const row of rows.takerVolume) {
    const [point] = (await ask(symbolId, 'takerVolume', Number(row.timestamp))).points;
    assert.deepEqual(point!.slice(1, 3).map(Number), [Number(row.buyVol), Number(row.sellVol)]);
    assert.ok(Math.abs(Number(point![3]) - Number(row.buyVol) / Number(row.sellVol)) < 1e-6);
  }
  for (const metric of pairMetricNames.filter((name) => name.startsWith('margin') || name === 'isolatedBorrowRatio')) {
    assert.equal(pairMetrics[metric].tab, 'spot');
    const { available, points } = await ask('BTCUSDT', metric, undefined);
    assert.deepEqual([available, points], [false, []], `${metric}: this exchange does not tell it, and the answer says so`);
  }
});

test('bitget, recorded: its combined ratio is a hundredth of the ratio of its shares, and is not believed', async (t) => {
  const recorded = example('bitget', 'fetchLongShortRatioHistory', /longAccountRatio/);
  const [row] = recorded.data;
  assert.ok(
    Math.abs(Number(row.longShortAccountRatio) * 100 - Number(row.longAccountRatio) / Number(row.shortAccountRatio)) < 0.01,
    'as it was recorded',
  );
  const renamed = (long: string, short: string) => ({
    ...recorded,
    data: [{ [long]: row.longAccountRatio, [short]: row.shortAccountRatio, ts: row.ts }],
  });
  const ask = await deskOver(
    t,
    'bitget',
    {
      '/api/v2/spot/public/symbols': { code: '00000', data: infos('bitget', (m) => m.spot) },
      '/api/v2/margin/currencies': peer('bitget/rest/Spot.Margin.GetMarginSymbols'),
      '/api/v2/mix/market/contracts': (params: URLSearchParams) => ({
        code: '00000',
        data: params.get('productType') === 'USDT-FUTURES' ? infos('bitget', (m) => m.linear) : [],
      }),
      '/api/v2/spot/market/tickers': example('bitget', 'fetchTickers', /LINKUSDT|37583\.69/),
      '/api/v2/mix/market/tickers': (params: URLSearchParams) =>
        params.get('productType') === 'USDT-FUTURES' ? example('bitget', 'fetchTicker', /104823\.8/) : { code: '00000', data: [] },
      '/api/v3/market/futures-account-long-short': recorded,
      '/api/v3/market/futures-position-long-short': renamed('longPositionRatio', 'shortPositionRatio'),
      '/api/v3/market/futures-long-short': renamed('longRatio', 'shortRatio'),
      '/api/v2/mix/market/history-fund-rate': peer('bitget/rest/Futures.ExchangeData.GetHistoricalFundingRate'),
    },
    ['BTCUSDT_UMCBL'],
  );
  for (const metric of ['largeAccounts', 'largePositions', 'longShortAccounts'] as const) {
    const { points, available } = await ask('BTCUSDT_UMCBL', metric, Number(row.ts));
    assert.equal(available, true, metric);
    assert.deepEqual(
      points.map(([ts, long, short]) => [ts, Number(long), Number(short)]),
      [[Number(row.ts), 0.58, 0.42]],
      metric,
    );
    assert.ok(Math.abs(Number(points[0]![3]) - 0.58 / 0.42) < 1e-6, metric);
  }
  assert.equal((await ask('BTCUSDT_UMCBL', 'fundingRate', undefined, '1d')).available, true);
});
