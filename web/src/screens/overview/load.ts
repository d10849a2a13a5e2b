import type { OverviewModule } from '@tidemark/contract/site.ts';
import { loadFirstOpens } from '#api/open-prices.ts';
import { queries } from '#api/queries.ts';
import { metricsQuery } from '#features/analytics/analytics-queries.ts';
import type { Load, LoadContext } from '#page/page.ts';
import { layoutQuery, readLayout } from './layout.ts';
import {
  boardQuery,
  boardRows,
  cheapQuery,
  crowdsQuery,
  eventsQuery,
  interestQuery,
  moodQuery,
  newsQuery,
  picksQuery,
  sectorFiguresQuery,
  topCoinsQuery,
  majorsShown,
} from './overview-queries.ts';

/** Each asks for itself; what does not come leaves its module to show its own state. */
const loads: Readonly<Record<OverviewModule, (context: LoadContext) => readonly Promise<unknown>[]>> = {
  globalDigitalCurrency: ({ api, queryClient }) => [queryClient.prefetchQuery(metricsQuery(api))],
  quotationCards: (context) => [loadMajors(context).catch(() => null)],
  realTimeLeaderboard: (context) => [loadBoard(context).catch(() => null)],
  fearIndex: ({ api, queryClient, locale }) => [queryClient.prefetchQuery(moodQuery(api, locale))],
  riseDistribution: ({ api, queryClient }) => [queryClient.prefetchQuery(metricsQuery(api))],
  marketHeatMap: ({ api, queryClient }) => [queryClient.prefetchQuery(topCoinsQuery(api))],
  marketChanges: ({ api, queryClient }) => [queryClient.prefetchQuery(eventsQuery(api))],
  leadingSector: ({ api, queryClient }) => [queryClient.prefetchQuery(sectorFiguresQuery(api))],
  sexySector: ({ api, queryClient }) => [queryClient.prefetchQuery(sectorFiguresQuery(api))],
  cheapCurrency: ({ api, queryClient }) => [queryClient.prefetchQuery(cheapQuery(api))],
  contractData: ({ api, queryClient }) => [
    queryClient.prefetchQuery(metricsQuery(api)),
    queryClient.prefetchQuery(crowdsQuery(api)),
    queryClient.prefetchQuery(interestQuery(api)),
  ],
  aiIndex: ({ api, queryClient, locale }) => [queryClient.prefetchQuery(picksQuery(api, locale))],
  industryTrend: ({ api, queryClient, locale }) => [queryClient.prefetchQuery(newsQuery(api, locale))],
};

async function loadMajors({ api, queryClient, preferences }: LoadContext): Promise<void> {
  const { items } = await queryClient.ensureQueryData(topCoinsQuery(api));
  const symbolIds = items.slice(0, majorsShown).map(({ symbolId }) => symbolId);
  await Promise.all([
    loadFirstOpens(api, queryClient, 'spot', preferences.changeBase, symbolIds).catch(() => null),
    ...symbolIds.map((symbolId) => queryClient.prefetchQuery(queries(api).sparkline(symbolId))),
  ]);
}

async function loadBoard({ api, queryClient }: LoadContext): Promise<void> {
  const { gainers } = await queryClient.ensureQueryData(boardQuery(api, 'gainers'));
  // Where few rise, those that fall stand below them.
  const losers = gainers.length < boardRows ? (await queryClient.ensureQueryData(boardQuery(api, 'losers'))).losers : [];
  const shown = [...gainers, ...losers].slice(0, boardRows);
  await Promise.all(shown.map(({ symbolId }) => queryClient.prefetchQuery(queries(api).sparkline(symbolId))));
}

export const loadOverview: Load = async (context) => {
  const { api, queryClient, locale, preferences } = context;
  const layout = readLayout(preferences.overview);
  queryClient.setQueryData(layoutQuery.queryKey, layout);
  const { config, rates } = queries(api);
  // Which modules there are is in the config; it comes from memory, so waiting for it costs next to nothing.
  const known = await queryClient.ensureQueryData(config(locale)).catch(() => null);
  const shown = layout.order.filter((module) => !layout.hidden.includes(module) && (known?.overviewSwitch[module] ?? true));
  // The sentence at the top needs the whole market and the sectors in any layout.
  const summary = [queryClient.prefetchQuery(metricsQuery(api)), queryClient.prefetchQuery(sectorFiguresQuery(api))];
  const all = Promise.all([queryClient.prefetchQuery(rates()), ...summary, ...shown.flatMap((module) => loads[module](context))]);
  // The server's page waits for all of it; in the browser the page is there at once, and each module when its answer comes.
  if (typeof document === 'undefined') await all;
};
