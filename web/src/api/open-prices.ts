// What changes are measured against when that is not the last 24 hours: the price of every symbol at the start of the day in
// the chosen time zone. Used by every change figure of the site.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { last24h } from '@tidemark/contract/market.ts';
import { useMemo } from 'react';
import type { Api } from './client.ts';
import { loadOpens, openPrices, type OpenMarket, type Opens } from './open-prices-query.ts';
import { useApi } from './use-api.tsx';

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
  const { opens } = await loadOpens(api, market, base);
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
