import { useQuery } from '@tanstack/react-query';
import { listLineOf, type SymbolItem } from '@tidemark/contract/market.ts';
import { useMemo } from 'react';
import { useApi } from '#api/use-api.tsx';
import { wholeList } from './list-queries.ts';

/** Every spot pair and USDT-M contract, the same answers the tables stand on. */
export function useListedCoins(isWanted: boolean): { items: readonly SymbolItem[]; isPending: boolean; isError: boolean } {
  const api = useApi();
  const spot = useQuery({ ...wholeList(api, listLineOf.sp), enabled: isWanted });
  const futures = useQuery({ ...wholeList(api, listLineOf.umcbl), enabled: isWanted });
  const items = useMemo(() => [...(spot.data?.items ?? []), ...(futures.data?.items ?? [])], [spot.data, futures.data]);
  return { items, isPending: spot.isPending || futures.isPending, isError: spot.isError && futures.isError };
}
