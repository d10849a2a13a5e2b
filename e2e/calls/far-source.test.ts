// The trading data screen over real exchanges' recorded payloads: what an exchange tells is drawn, what it lacks is said.
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createRecordedServer, readRecorded } from '@tidemark/testbed/exchange/recorded.ts';
import { startApp } from '../harness/app.ts';

const [stepMs, hourMs] = [300_000, 3_600_000];
const infos = (name: string, keep: (market: any) => boolean): unknown[] =>
  Object.values(readRecorded(`ccxt-static-2024-11/markets/${name}.json`))
    .filter((market: any) => keep(market) && market.info?.symbol !== undefined)
    .map((market: any) => market.info);
const peer = (path: string): any => readRecorded(`jkorf/${path}.json`).response;
/** When the n-th last period of this length began. */
const past = (n: number, lengthMs = stepMs) => Math.floor(Date.now() / lengthMs) * lengthMs - n * lengthMs;

/** The card of a metric in the page as the server wrote it. */
const cardOf = (html: string, name: string): string =>
  html.split('<section class="chart-card"').find((card) => card.includes(`<h2>${name}</h2>`)) ?? '';
const isDrawn = (html: string, name: string): boolean => /<svg class="chart-still"[^>]*><path[^>]* d="M/.test(cardOf(html, name));
/** A recorded row with some of its fields changed. */
const withFields = (row: object, fields: object): object => Object.assign({}, row, fields);
const candleAt = (ts: number, row: readonly string[]): string[] => [String(ts)].concat(row.slice(1));
const span = 'trading?range=1d&period=5m';
/** The funding of a contract in the table of the whole network. */
const fundingOf = (html: string, base: string): string => textOf(html.split('<tr>').find((row) => row.includes(`<b>${base}</b>`)) ?? '');
const textOf = (html: string): string => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

async function screenOver(
  t: TestContext,
  exchange: 'binance' | 'bitget',
  payloads: Readonly<Record<string, unknown>>,
  onFrame?: (frame: string) => string[],
) {
  const server = await createRecordedServer(payloads, onFrame);
  t.after(() => server.stop());
  const app = await startApp({ env: { SOURCE: `ccxt:${exchange}`, CCXT_BASE_URL: server.url } });
  t.after(() => app.stop());
  return async (path: string, isThere: (html: string) => boolean): Promise<string> => {
    for (const end = Date.now() + 90_000; ; await delay(500)) {
      const html = await (await fetch(`${app.url}/markets/trading-data/${path}`, { signal: AbortSignal.timeout(30_000) })).text();
      if (isThere(html)) return html;
      assert.ok(Date.now() < end, `${path} waited in vain: ${textOf(html.slice(html.indexOf('<main'))).slice(0, 4_000)}\n${app.log()}`);
    }
  };
}

// Each waits for the beat an exchange allows.
describe('trading data over exchanges', { concurrency: 2 }, () => {
  test('over Binance: its futures charts are drawn, the margin figures it does not tell are said to be missing', async (t) => {
    const fapi = (name: string) => peer(`binance/rest/UsdFutures.ExchangeData.${name}`);
    /** The same figures, told of the last minutes. */
    const moved = (name: string) => () => fapi(name).map((row: object, i: number) => withFields(row, { timestamp: past(i + 1) }));
    const ticker = (row: any) => () => [{ ...row, closeTime: Date.now() }];
    const until = await screenOver(t, 'binance', {
      '/api/v3/exchangeInfo': { symbols: infos('binance', (m) => m.spot) },
      '/fapi/v1/exchangeInfo': { symbols: infos('binance', (m) => m.linear && !m.option) },
      '/dapi/v1/exchangeInfo': { symbols: infos('binance', (m) => m.inverse) },
      '/api/v3/ticker/24hr': ticker(readRecorded('ccxt-static-2024-11/response/binance.json').methods.fetchTicker[0].httpResponse),
      '/fapi/v1/ticker/24hr': ticker(fapi('GetTicker')),
      '/fapi/v1/ticker/bookTicker': [fapi('GetBookPrice')],
      '/fapi/v1/premiumIndex': () => [{ ...fapi('GetMarkPrice'), nextFundingTime: past(-1, 8 * hourMs) }],
      '/fapi/v1/fundingInfo': fapi('GetFundingInfo'),
      '/dapi/v1/fundingInfo': [],
      '/dapi/v1/ticker/24hr': [],
      '/dapi/v1/ticker/bookTicker': [],
      '/dapi/v1/premiumIndex': [],
      '/futures/data/openInterestHist': moved('GetOpenInterestHistory'),
      '/futures/data/globalLongShortAccountRatio': moved('GetGlobalLongShortAccountRatio'),
      '/futures/data/takerlongshortRatio': moved('GetTakerBuySellVolumeRatio'),
    });
    await until(`${span}&tab=futures&symbol=BTCUSDT_UMCBL`, (html) =>
      ['Open interest', 'Long/short ratio (accounts)', 'Taker buy/sell volume'].every((name) => isDrawn(html, name)),
    );
    const spot = await until(`${span}&tab=spot&symbol=BTCUSDT`, (html) =>
      cardOf(html, 'Margin long/short ratio').includes('Not available from the current data source'),
    );
    for (const name of ['Margin loan growth', 'Isolated borrow ratio'])
      assert.match(cardOf(spot, name), /Not available from the current data source/, name);
    await until('wholeNetwork', (html) => /\+0\.0382%/.test(fundingOf(html, 'BTC')));
  });

  test('over Bitget: both tabs are drawn, ratios are those of the two shares, and what one line lacks is said', async (t) => {
    const example = (method: string, has: RegExp): any =>
      readRecorded('ccxt-doc-examples-4.5.84/rest/bitget.json').examples.find(
        (entry: any) => entry.method === method && has.test(JSON.stringify(entry.example)),
      ).example;
    const ok = (data: unknown) => ({ code: '00000', msg: 'success', requestTime: Date.now(), data });
    const [accounts] = example('fetchLongShortRatioHistory', /longAccountRatio/).data;
    const [margin] = example('fetchLongShortRatioHistory', /40\.66/).data;
    assert.equal(accounts.longShortAccountRatio, '0.0138', 'a hundredth of 0.58 to 0.42, as it was recorded');
    /** A recorded row, or one in the recorded shape, told of the last periods. */
    const rowsOf =
      (row: object, lengthMs = stepMs) =>
      () =>
        ok([3, 2, 1].map((n) => withFields(row, { ts: String(past(n, lengthMs)) })));
    const candles = (name: string) => () =>
      ok(
        peer(`bitget/rest/Futures.ExchangeData.${name}`).data.map((row: string[], i: number, all: unknown[]) =>
          candleAt(past(all.length - i), row),
        ),
      );
    const byLine = (linear: unknown, inverse: unknown) => (params: URLSearchParams) =>
      params.get('productType') === 'USDT-FUTURES' ? linear : params.get('productType') === 'COIN-FUTURES' ? inverse : ok([]);
    const now = (answer: any) => ok(answer.data.map((row: object) => withFields(row, { ts: String(Date.now()) })));
    const spotCandles = () =>
      ok([2, 1].map((n) => candleAt(past(n, 24 * hourMs), peer('bitget/rest/Spot.ExchangeData.GetKlines').data[0])));
    /** Whoever subscribes to trades hears the recorded ones, as of this moment. */
    const trades = (frame: string): string[] => {
      if (frame === 'ping') return ['pong'];
      const [, ack, push] = readRecorded('jkorf/bitget/ws/Spot.Trades.json').frames.map(({ json }: any) => json);
      return JSON.parse(frame)
        .args.filter(({ channel, instId }: any) => channel === 'trade' && instId === 'BTCUSDT')
        .flatMap((arg: object) =>
          [
            { ...ack, arg },
            { ...push, arg, data: push.data.map((row: object, i: number) => withFields(row, { ts: String(Date.now() - i) })) },
          ].map((one) => JSON.stringify(one)),
        );
    };
    const until = await screenOver(
      t,
      'bitget',
      {
        '/api/v2/spot/public/symbols': ok(infos('bitget', (m) => m.spot)),
        '/api/v2/margin/currencies': peer('bitget/rest/Spot.Margin.GetMarginSymbols'),
        '/api/v2/mix/market/contracts': byLine(ok(infos('bitget', (m) => m.linear)), ok(infos('bitget', (m) => m.inverse))),
        '/api/v2/spot/market/tickers': () => now(example('fetchTickers', /37583\.69/)),
        '/api/v2/mix/market/tickers': (params: URLSearchParams) => byLine(now(example('fetchTicker', /104823\.8/)), ok([]))(params),
        '/api/v2/spot/market/candles': spotCandles,
        '/api/v2/spot/market/history-candles': spotCandles,
        '/api/v2/mix/market/candles': candles('GetKlines'),
        '/api/v2/mix/market/history-candles': candles('GetKlines'),
        '/api/v2/mix/market/history-index-candles': candles('GetHistoricalIndexPriceKlines'),
        '/api/v2/mix/market/history-fund-rate': () =>
          ok(
            peer('bitget/rest/Futures.ExchangeData.GetHistoricalFundingRate').data.map((row: object, i: number) =>
              withFields(row, { fundingTime: String(past(i, 8 * hourMs)) }),
            ),
          ),
        '/api/v3/market/futures-account-long-short': rowsOf(accounts),
        '/api/v3/market/futures-position-long-short': rowsOf({
          longPositionRatio: accounts.longAccountRatio,
          shortPositionRatio: accounts.shortAccountRatio,
          longShortPositionRatio: accounts.longShortAccountRatio,
        }),
        '/api/v3/market/futures-long-short': rowsOf({
          longRatio: accounts.longAccountRatio,
          shortRatio: accounts.shortAccountRatio,
          longShortRatio: accounts.longShortAccountRatio,
        }),
        '/api/v3/market/futures-active-buy-sell': rowsOf({ buyVolume: '120.5', sellVolume: '100' }),
        '/api/v3/market/margin-long-short': rowsOf(margin, hourMs),
        '/api/v3/market/margin-loan-growth': rowsOf({ growthRate: '0.0125' }, hourMs),
        '/api/v3/market/margin-isolated-borrow': rowsOf({ borrowRate: '0.25' }, hourMs),
      },
      trades,
    );
    const ratios = ['Long/short ratio (accounts)', 'Top traders (accounts)', 'Top traders (positions)'];
    const futures = await until(`${span}&tab=futures&symbol=BTCUSDT_UMCBL`, (html) =>
      [...ratios, 'Open interest', 'Taker buy/sell volume', 'Basis', 'Funding rate'].every((name) => isDrawn(html, name)),
    );
    for (const name of ratios) assert.match(textOf(cardOf(futures, name)), / 1\.38 /, `${name}: 0.58 to 0.42`);
    assert.match(textOf(cardOf(futures, 'Taker buy/sell volume')), /Taker buy 120\.50 (?:BTC )?Taker sell 100\.00 /);
    const spot = await until(`${span}&tab=spot&symbol=BTCUSDT`, (html) =>
      ['Fund flow', '24h net inflow', '5d whale net flow', 'Margin long/short ratio', 'Margin loan growth', 'Isolated borrow ratio'].every(
        (name) => isDrawn(html, name),
      ),
    );
    assert.match(textOf(cardOf(spot, 'Margin long/short ratio')), /40\.66/);
    const coinM = await until(`${span}&tab=futures&symbol=BTCUSD_DMCBL`, (html) =>
      cardOf(html, 'Taker buy/sell volume').includes('Not available from the current data source'),
    );
    for (const name of ratios) assert.match(cardOf(coinM, name), /Not available from the current data source/, name);
    await until('wholeNetwork', (html) => /[+−]0\.\d{4}%/.test(fundingOf(html, 'BTC')));
  });
});
