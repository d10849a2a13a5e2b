import { networkMetricNames, networkPeriods } from '@tidemark/contract/trading-data.ts';
import { firstVenueMetric } from '@tidemark/contract/venues.ts';
import { queries } from '#api/queries.ts';
import { notFound, type Load } from '#page/page.ts';
import { metricsOf, readPair, readSpan } from './chosen.ts';
import {
  firstNetworkVenueMetric,
  fundingNow,
  largestLiquidations,
  liquidationLevels,
  networkSeries,
  networkVenues,
  pairNow,
  pairPrices,
  pairSeries,
  topMarkets,
  venueSeries,
  venueTable,
} from './series-queries.ts';

export const loadTradingData: Load = async ({ api, queryClient, params, url }) => {
  const rates = queryClient.prefetchQuery(queries(api).rates());
  // A chart whose answer does not come in time shows its own state.
  if (params.type === 'wholeNetwork') {
    const { range, period } = readNetworkSpan(url.searchParams);
    await Promise.all([
      rates,
      ...networkMetricNames.map((metric) => queryClient.prefetchQuery(networkSeries(api, metric, range, period))),
      queryClient.prefetchQuery(fundingNow(api)),
      queryClient.prefetchQuery(topMarkets(api)),
      queryClient.prefetchQuery(largestLiquidations(api)),
      queryClient.prefetchQuery(venueTable(api)),
      queryClient.prefetchQuery(networkVenues(api, firstNetworkVenueMetric, range, period)),
    ]);
    return;
  }
  const chosen = readPair(url.searchParams);
  const now = queryClient.ensureQueryData(pairNow(api, chosen.symbolId)).catch((error: unknown) => {
    if (isUnknownSymbol(error)) throw notFound();
  });
  await Promise.all([
    now,
    rates,
    queryClient.prefetchQuery(pairPrices(api, chosen)),
    ...(chosen.tab === 'futures'
      ? [
          queryClient.prefetchQuery(largestLiquidations(api, chosen.symbolId)),
          queryClient.prefetchQuery(liquidationLevels(api, chosen.symbolId)),
          queryClient.prefetchQuery(venueTable(api, chosen.symbolId)),
          queryClient.prefetchQuery(venueSeries(api, chosen, firstVenueMetric)),
        ]
      : []),
    ...metricsOf(chosen.tab).map((metric) => queryClient.prefetchQuery(pairSeries(api, chosen, metric))),
  ]);
};

const isUnknownSymbol = (error: unknown): boolean => error instanceof Error && 'error' in error && error.error === 'unknownSymbol';

export const readNetworkSpan = (search: URLSearchParams) => {
  const { range, period } = readSpan(search, networkPeriods, '90d');
  return { range, period: networkPeriods.find((option) => option === period) ?? '1d' };
};
