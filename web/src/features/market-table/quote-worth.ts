// What the quote currencies of a list are worth. The spot list has their pairs among its rows; other lists ask for them.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Api } from '#api/client.ts';
import { useApi } from '#api/use-api.tsx';
import { useSeededQuotes } from '#live/use-quote.tsx';

export const worthQuery = (api: Api) =>
  queryOptions({
    queryKey: ['quoteWorth'],
    queryFn: async ({ signal }) =>
      (await api.call('getHomeQuotation', { symbolIds: 'USDCUSDT,BTCUSDT,ETHUSDT,USDTUSD' }, { signal })).items.map(({ quote }) => quote),
  });

export function useQuoteWorth(): void {
  const { data } = useQuery(worthQuery(useApi()));
  useSeededQuotes(useMemo(() => data ?? [], [data]));
}
