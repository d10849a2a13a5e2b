// The trading data screen over a real exchange's recorded payloads: what the exchange tells is drawn, what it lacks is said. The
// payloads are not ours to keep: without them this is skipped.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createRecordedServer, readRecorded, recordedAbsent } from '@tidemark/testbed/exchange/recorded.ts';
import { startApp } from '../harness/app.ts';

const stepMs = 300_000;
const infos = (keep: (market: any) => boolean): unknown[] => Object.values(readRecorded('ccxt-static-2024-11/markets/binance.json')).filter((market: any) => keep(market) && market.info?.symbol !== undefined).map((market: any) => market.info);
const fapi = (name: string): any => readRecorded(`jkorf/binance/rest/UsdFutures.ExchangeData.${name}.json`).response;
/** The same figures, told of the last minutes. */
const moved = (name: string) => () => fapi(name).map((row: object, i: number) => Object.assign({}, row, { timestamp: Math.floor(Date.now() / stepMs) * stepMs - (i + 1) * stepMs }));

const undo: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const undoOne of undo.toReversed()) await undoOne();
});

/** The card of a metric in the page as the server wrote it. */
const cardOf = (html: string, name: string): string => html.split('<section class="chart-card"').find((card) => card.includes(`<h2>${name}</h2>`)) ?? '';

test('over Binance: its futures charts are drawn, the margin figures it does not tell are said to be missing', { skip: recordedAbsent }, async () => {
  const now = () => Date.now();
  const ticker = (row: any) => () => [{ ...row, closeTime: now() }];
  const server = await createRecordedServer({
    '/api/v3/exchangeInfo': { symbols: infos((m) => m.spot) },
    '/fapi/v1/exchangeInfo': { symbols: infos((m) => m.linear && !m.option) },
    '/dapi/v1/exchangeInfo': { symbols: infos((m) => m.inverse) },
    '/api/v3/ticker/24hr': ticker(readRecorded('ccxt-static-2024-11/response/binance.json').methods.fetchTicker[0].httpResponse),
    '/fapi/v1/ticker/24hr': ticker(fapi('GetTicker')),
    '/fapi/v1/ticker/bookTicker': [fapi('GetBookPrice')],
    '/fapi/v1/premiumIndex': [].concat(fapi('GetMarkPrice')),
    '/dapi/v1/ticker/24hr': [],
    '/dapi/v1/ticker/bookTicker': [],
    '/dapi/v1/premiumIndex': [],
    '/futures/data/openInterestHist': moved('GetOpenInterestHistory'),
    '/futures/data/globalLongShortAccountRatio': moved('GetGlobalLongShortAccountRatio'),
    '/futures/data/takerlongshortRatio': moved('GetTakerBuySellVolumeRatio'),
  });
  undo.push(() => server.stop());
  const app = await startApp({ env: { SOURCE: 'ccxt:binance', CCXT_BASE_URL: server.url } });
  undo.push(() => app.stop());
  const page = async (search: string) => (await fetch(`${app.url}/markets/trading-data/trading?range=1d&period=5m&${search}`)).text();
  const until = async (search: string, isThere: (html: string) => boolean) => {
    for (const end = Date.now() + 60_000; ; await delay(500)) {
      const html = await page(search);
      if (isThere(html)) return html;
      assert.ok(Date.now() < end, 'waited in vain');
    }
  };
  await until('tab=futures&symbol=BTCUSDT_UMCBL', (html) => ['Open interest', 'Long / short accounts', 'Taker volume'].every((name) => /<path[^>]* d="M/.test(cardOf(html, name))));
  const spot = await until('tab=spot&symbol=BTCUSDT', (html) => cardOf(html, 'Margin long / short').includes('does not tell this figure'));
  for (const name of ['Loan growth', 'Isolated borrow ratio']) assert.match(cardOf(spot, name), /does not tell this figure/, name);
});
