// Every screen over what four exchanges really sent: what an exchange does not tell is missing, with the reason, and never 0. Pages are
// read as the server writes them; that nobody is asked to try again for what can never come is looked at in a browser (replay.spec.ts).
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pageNames, pages, type PageName } from '@tidemark/contract/pages.ts';
import { tradingTabs } from '@tidemark/contract/trading-data.ts';
import { recordedExchanges } from '@tidemark/testbed/exchange/recorded-exchanges.ts';
import { createRecordedServer } from '@tidemark/testbed/exchange/recorded.ts';
import { toldNow } from '@tidemark/testbed/exchange/told-now.ts';
import { until } from '@tidemark/testbed/until.ts';
import { startApp } from '../harness/app.ts';
import { textsOf, type PageText } from '../harness/page-texts.ts';

/** Contracts that their recordings have prices of. */
const contractOf = { bitget: 'BTCUSDT_UMCBL', binance: 'BTCUSDT_UMCBL', okx: 'BTCUSD_DMCBL', bybit: 'BTCUSD_DMCBL' } as const;

/** Charts of a pair and of that contract that the exchange never tells anything for (docs/sources.md): spot, futures. */
const neverTold = { bitget: [0, 0], binance: [3, 0], okx: [2, 0], bybit: [3, 5] } as const;

/** Screens that need a name in their address, or show nothing of a market. */
const addressesOf = (contract: string): readonly string[] => {
  const named: Partial<Record<PageName, readonly string[]>> = {
    coin: ['BTCUSDT', contract].map((symbolId) => `${pages.coin.path}/${symbolId}`),
    sectorDetail: [`${pages.sectorDetail.path}/layer-1`],
    sharedList: [],
    tradingData: [
      `${pages.tradingData.path}/wholeNetwork`,
      ...tradingTabs.map(
        (tab) => `${pages.tradingData.path}/trading?tab=${tab}&symbol=${tab === 'spot' ? 'BTCUSDT' : contract}&range=1d&period=5m`,
      ),
    ],
    rank: ['', '?line=futures', '?window=1h', '?window=7d'].map((query) => pages.rank.path + query),
    movers: ['', '?type=longLiquidated'].map((query) => pages.movers.path + query),
  };
  return pageNames.flatMap((name) => named[name] ?? [pages[name].path]);
};

const notAvailable = 'Not available from the current data source.';
/** A figure that is nothing but zero, with its unit. */
const zero = /^[^\p{L}\d]*0(?:[.,]0+)?(?:\s?[%\p{L}×]{1,12})?$/u;
/** Zeros that are known: what they count is on the page, or they are marks of a scale. */
const knownZeros: readonly { readonly place: RegExp; readonly why: string }[] = [
  { place: /rise-bars|bins-twin/, why: 'coins whose change is known, by change' },
  { place: /span\.breadth/, why: 'coins of a sector whose change is known' },
  { place: /span\.scale/, why: 'the middle of a scale of colours' },
  { place: /chart-[xy]/, why: 'the mark of an axis' },
  { place: /nav\.chips/, why: 'events that were found' },
  { place: /maker-count/, why: 'letters that were typed' },
  { place: /picks-table/, why: 'picks that were judged' },
  { place: /chart-card header p span\.chg/, why: 'two values that were told and are alike' },
];
const unknownZeros = (texts: readonly PageText[]): PageText[] =>
  texts.filter(({ text, place }) => zero.test(text) && !knownZeros.some((known) => known.place.test(place)));
const broken = /\b(?:NaN|undefined|null|Infinity|1970)\b/;
const within = (texts: readonly PageText[], place: RegExp): string =>
  texts
    .filter((one) => place.test(one.place))
    .map(({ text }) => text)
    .join(' ');

/** What an exchange lets one address ask of it in ten seconds, as it publishes it: of each path, or of all together. */
const limits: Readonly<Record<keyof typeof contractOf, { readonly most: number; readonly isOfPath: boolean }>> = {
  bitget: { most: 200, isOfPath: true },
  binance: { most: 1_000, isOfPath: false },
  okx: { most: 100, isOfPath: true },
  bybit: { most: 1_200, isOfPath: false },
};
const limitMs = 10_000;
/** Of those that came, the most in any ten seconds. */
function mostAtOnce(times: readonly number[]): number {
  let [most, from] = [0, 0];
  for (const [at, time] of times.entries()) {
    while (time - times[from]! >= limitMs) from++;
    most = Math.max(most, at - from + 1);
  }
  return most;
}

test('a zero is found wherever it stands, and a figure that only has zeros in it is none', () => {
  const page = (inside: string) => textsOf(`<body>0<main><p class="a b">${inside}</p><script>0</script></main>`);
  for (const figure of ['0', '$0.00', '0%', '+0.00%', '−0', '0 BTC', '0.0 h', '<b>0</b> coins', '\u20660.00\u2069'])
    assert.equal(unknownZeros(page(figure)).length, 1, figure);
  for (const figure of ['10', '0.01%', '--', '1,000', '00:00', 'Top 0 of 3']) assert.deepEqual(unknownZeros(page(figure)), [], figure);
  assert.deepEqual(page('<i>x</i> &lt; 1<br>'), [
    { text: 'x', place: 'main p.a.b i' },
    { text: '< 1', place: 'main p.a.b' },
  ]);
});

describe('every screen over recordings', { concurrency: 2 }, () => {
  for (const name of Object.keys(recordedExchanges) as (keyof typeof recordedExchanges)[])
    test(name, async (t) => {
      const server = await createRecordedServer(toldNow(recordedExchanges[name](), Date.now));
      t.after(() => server.stop());
      // Of this server OKX has no answers: it is away from the start.
      const env = { SOURCE: `ccxt:${name}`, CCXT_BASE_URL: server.url, ...(name === 'bitget' && { VENUES: 'okx' }) };
      const app = await startApp({ env });
      t.after(() => app.stop());
      const read = async (address: string): Promise<PageText[]> => {
        const response = await fetch(`${app.url}/${address}`, { signal: AbortSignal.timeout(60_000) });
        assert.equal(response.status, 200, address);
        return textsOf(await response.text());
      };
      const contract = contractOf[name];
      await until('prices of spot and of the contract', async () => {
        const response = await fetch(`${app.url}/${pages.coin.path}/${contract}`, { signal: AbortSignal.timeout(60_000) });
        const coin = textsOf(await response.text());
        // Contracts may be known a moment later than pairs.
        return response.status === 200 && within(coin, /coin-markets|table/).includes('BTC') && within(coin, /num/).length > 0;
      });
      const texts = new Map<string, PageText[]>();
      for (const address of addressesOf(contract)) {
        const page = await read(address);
        texts.set(address, page);
        assert.deepEqual(unknownZeros(page), [], `${name} ${address}: is it known to be zero?`);
        assert.deepEqual(
          page.filter(({ text }) => broken.test(text)),
          [],
          `${name} ${address}`,
        );
      }
      const saidOn = (address: string, place = /main/): string => within(texts.get(address)!, place);
      // What did not come in time, on a busy machine, is on the page when it is read again.
      const says = (address: string, what: string, isSaid: (page: readonly PageText[]) => boolean) =>
        until(`${address} says before any script runs: ${what}`, async () => {
          if (isSaid(texts.get(address)!)) return true;
          texts.set(address, await read(address));
          return false;
        });
      for (const { path } of [pages.margin, pages.onChain, pages.bitcoinHalving, pages.fearGreed])
        await says(path, 'there is nothing', (page) => within(page, /main/).includes(notAvailable));
      for (const [i, tab] of tradingTabs.entries()) {
        const address = addressesOf(contract).find((one) => one.includes(`tab=${tab}`))!;
        const isMissing = ({ text, place }: PageText) => /chart-none/.test(place) && text === notAvailable;
        await says(address, 'charts are missing', (page) => page.filter(isMissing).length >= neverTold[name][i]!);
      }
      const overview = pages.overview.path;
      assert.match(saidOn(overview, /ov-globalDigitalCurrency/), /Market cap -- .*Market cap unavailable/, 'no supplies, no caps');
      assert.match(saidOn(overview, /ov-marketHeatMap/), /Market cap unavailable.*\bBTC\b/, 'the heat map goes by turnover');
      assert.match(saidOn(pages.sectors.path), /weighted by turnover, because market caps are unavailable/);
      const coin = saidOn(`${pages.coin.path}/BTCUSDT`, /coin-figures/);
      assert.match(coin, name === 'okx' ? /Listed Jan 22, 2019/ : /Listed --/, 'nobody told when it was listed');
      const futures = addressesOf(contract).find((address) => address.includes('tab=futures'))!;
      if (name === 'bitget') assert.match(saidOn(futures), /OKX: No data since \w+ \d+, \d{4}, \d\d:\d\d UTC/, 'who is away since when');
      assert.match(saidOn(futures), /Liquidation levels/);
      assert.equal(
        /Long liquidated/.test(saidOn(pages.movers.path, /nav\.chips/)),
        name !== 'bitget',
        'of what is never told there are not none',
      );
      const { most, isOfPath } = limits[name];
      const asked = Map.groupBy(server.requests.keys(), (i) => (isOfPath ? server.requests[i]!.split('?')[0]! : 'all'));
      for (const [path, those] of asked) {
        const came = mostAtOnce(those.map((i) => server.arrivedAt[i]!));
        assert.ok(came <= most, `${name} ${path}: ${came} in ten seconds, ${most} are allowed`);
      }
    });
});
