import { loadFirstOpens } from '#api/open-prices.ts';
import { queries } from '#api/queries.ts';
import { isOffered, type OfferedInterval } from '#features/coin-view/candle-chart.tsx';
import { candles, coinMarkets, coinText } from '#features/coin-view/coin-queries.ts';
import { notFound, type Load } from '#page/page.ts';

export const intervalOf = (search: URLSearchParams): OfferedInterval => {
  const asked = search.get('interval');
  return isOffered(asked) ? asked : '1h';
};

export const loadCoin: Load = async ({ api, locale, queryClient, params, url, preferences: { changeBase } }) => {
  const [coin] = await Promise.all([
    queryClient.ensureQueryData(coinMarkets(api, params.symbol ?? '')).catch(() => undefined),
    queryClient.prefetchQuery(queries(api).rates()),
  ]);
  if (coin === null) throw notFound();
  if (!coin) return;
  const named = (isSpot: boolean) => coin.markets.flatMap(({ symbolId }) => (symbolId.includes('_') === isSpot ? [] : [symbolId]));
  await Promise.all([
    queryClient.prefetchQuery(coinText(api, locale, coin.main.baseSymbol)),
    queryClient.prefetchQuery(candles(api, coin.main.symbolId, intervalOf(url.searchParams))),
    loadFirstOpens(api, queryClient, 'spot', changeBase, named(true)).catch(() => null),
    loadFirstOpens(api, queryClient, 'futures', changeBase, named(false)).catch(() => null),
  ]);
};
