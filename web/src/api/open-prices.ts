// What changes are measured against when that is not the last 24 hours: the price of every symbol at the start of the day in
// the chosen time zone. Used by every change figure of the site.
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { last24h, openPriceInput, type openPriceMarkets } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { useMemo } from 'react';
import type { Api } from './client.ts';
import { useApi } from './use-api.tsx';

type OpenMarket = keyof typeof openPriceMarkets;
type Opens = Readonly<Record<string, string>>;

/** The server has read the first minute of the new day by then. */
const afterMidnightMs = 3_000;

/** What the server is still reading is asked for again. */
const askAgainMs = 5_000;

const load = async (api: Api, market: OpenMarket, base: number, signal?: AbortSignal): Promise<{ opens: Opens; isWhole: boolean }> => {
  const { symbolKlines, isWhole } = await api.call('getOpenPrice', openPriceInput(market, base), { signal });
  return { opens: Object.fromEntries(symbolKlines.map(({ symbolId, openPrice }) => [symbolId, openPrice])), isWhole };
};

/** A day ends while the page is open: then all of them are others. */
const openPrices = (api: Api, market: OpenMarket, base: number) =>
  queryOptions({
    queryKey: ['getOpenPrice', market, base],
    queryFn: ({ signal }) => load(api, market, base, signal),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isWhole === false ? askAgainMs * dataUpdateCount : dayMs - ((Date.now() + base * 60_000) % dayMs) + afterMidnightMs,
  });

const firstKey = (market: OpenMarket, base: number) => ['getOpenPrice', market, base, 'first'];

/** For a page's load(): only the rows of the first paint travel with it. */
export async function loadFirstOpens(
  api: Api,
  queryClient: QueryClient,
  market: OpenMarket,
  base: number,
  symbolIds: readonly string[],
): Promise<void> {
  if (base === last24h || queryClient.getQueryData(openPrices(api, market, base).queryKey)) return;
  const { opens } = await load(api, market, base);
  queryClient.setQueryData<Opens>(
    firstKey(market, base),
    Object.fromEntries(symbolIds.flatMap((id) => (opens[id] === undefined ? [] : [[id, opens[id]]]))),
  );
}

/** null: changes are over the last 24 hours, whose opening comes with every quote. Else undefined is what is not known (yet). */
export function useOpenOf(market: OpenMarket, base: number): ((symbolId: string) => string | undefined) | null {
  const api = useApi();
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...openPrices(api, market, base), enabled: base !== last24h });
  return useMemo(() => {
    if (base === last24h) return null;
    const opens = data?.opens ?? queryClient.getQueryData<Opens>(firstKey(market, base));
    return (symbolId) => opens?.[symbolId];
  }, [market, base, data, queryClient]);
}
