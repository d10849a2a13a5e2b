// What the quote currencies of rows are worth that came from elsewhere than a list of the market.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useSeededQuotes } from '#live/use-quote.tsx';
import { worthQuery } from './list-queries.ts';

export function useQuoteWorth(): void {
  const { data } = useQuery(worthQuery(useApi()));
  useSeededQuotes(useMemo(() => (data?.items ?? []).map(({ quote }) => quote), [data]));
}
