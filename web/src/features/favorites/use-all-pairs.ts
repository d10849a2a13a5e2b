import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import type { ListedPair } from './csv.ts';

/** Every pair of every market by name, without prices; null until they are there. */
export function useAllPairs(isWanted: boolean): readonly ListedPair[] | null {
  const { data } = useQuery({ ...callQuery(useApi(), 'getAllSymbol', {}), enabled: isWanted });
  return useMemo(
    () => data?.items.map(({ symbolId, baseSymbol, pricedSymbol }) => ({ symbolId, baseSymbol, pricedSymbol, name: baseSymbol })) ?? null,
    [data],
  );
}
