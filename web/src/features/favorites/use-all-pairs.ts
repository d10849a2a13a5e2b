import { useQuery } from '@tanstack/react-query';
import type { ContractLine } from '@tidemark/contract/business-lines.ts';
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { useMemo } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { unlessUnchanged } from '#session/kept-answer.ts';
import type { ListedPair } from './csv.ts';

const pairOf = ({ symbolId, baseSymbol, pricedSymbol }: Omit<ListedPair, 'name'>): ListedPair => ({
  symbolId,
  baseSymbol,
  pricedSymbol,
  name: baseSymbol,
});

/** Every pair of every market by name, without prices; null until they are there. */
export function useAllPairs(isWanted: boolean): readonly ListedPair[] | null {
  const { data: spot } = useQuery({ ...callQuery(useApi(), 'getAllSymbol', { businessLine: 1 }), enabled: isWanted });
  const usdtM = useContracts(10, isWanted);
  const coinM = useContracts(11, isWanted);
  const usdcM = useContracts(12, isWanted);
  return useMemo(
    () => (spot && usdtM && coinM && usdcM ? [...spot.items, ...usdtM, ...coinM, ...usdcM].map(pairOf) : null),
    [spot, usdtM, coinM, usdcM],
  );
}

/** Hundreds of contracts that are the same from day to day: they come from this browser as long as their md5 stands. */
function useContracts(businessLine: ContractLine, isWanted: boolean) {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['contractSymbols', businessLine],
    queryFn: () =>
      unlessUnchanged(`${localCacheKeys.contractSymbols}.${businessLine}`, (kept: { readonly md5: string } | null) =>
        api.call('contractSymbols', { businessLine, ...(kept && { md5: kept.md5 }) }),
      ),
    enabled: isWanted,
  });
  return data?.listDTOS;
}
