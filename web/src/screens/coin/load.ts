import { href } from '@tidemark/contract/pages.ts';
import { redirect } from 'react-router';
import { loadFirstOpens } from '#api/open-prices.ts';
import { queries } from '#api/queries.ts';
import { isOffered, type OfferedInterval } from '#features/coin-view/candle-chart.tsx';
import { candles, coinHistory, coinMarkets, coinText } from '#features/coin-view/coin-queries.ts';
import { marketName } from '#features/coin-view/market-name.ts';
import { createFormat } from '#i18n/format.ts';
import { notFound, type Load } from '#page/page.ts';

export const intervalOf = (search: URLSearchParams): OfferedInterval => {
  const asked = search.get('interval');
  return isOffered(asked) ? asked : '1h';
};

export const loadCoin: Load = async ({ api, locale, queryClient, params, url, preferences: { changeBase } }) => {
  const symbol = params.symbol ?? '';
  const [coin] = await Promise.all([
    queryClient.ensureQueryData(coinMarkets(api, symbol)).catch(() => undefined),
    queryClient.prefetchQuery(queries(api).rates()),
    queryClient.prefetchQuery(queries(api).config(locale)),
  ]);
  const inCapitals = symbol.toUpperCase();
  // Letters whose capitals are several might be no address any more.
  const isInSmall = symbol !== inCapitals && symbol.length === inCapitals.length;
  if (coin === null) throw isInSmall ? redirect(href(locale, 'coin', { symbol: inCapitals }) + url.search) : notFound();
  if (!coin) return;
  const named = (isSpot: boolean) => coin.markets.flatMap(({ symbolId }) => (symbolId.includes('_') === isSpot ? [] : [symbolId]));
  await Promise.all([
    queryClient.prefetchQuery(coinHistory(api, coin.main)),
    queryClient.prefetchQuery(coinText(api, locale, coin.main.baseSymbol)),
    queryClient.prefetchQuery(candles(api, coin.main.symbolId, intervalOf(url.searchParams))),
    loadFirstOpens(api, queryClient, 'spot', changeBase, named(true)).catch(() => null),
    loadFirstOpens(api, queryClient, 'futures', changeBase, named(false)).catch(() => null),
  ]);
  return marketName(coin.main, createFormat(locale).time);
};
