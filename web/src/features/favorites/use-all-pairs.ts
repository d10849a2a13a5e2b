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

export interface AllPairs {
  /** Null until they are there. */
  readonly pairs: readonly ListedPair[] | null;
  readonly hasFailed: boolean;
  /** Asks again for those that did not come. */
  retry(): void;
}

/** Every pair of every market by name, without prices. */
export function useAllPairs(isWanted: boolean): AllPairs {
  const spot = useQuery({ ...callQuery(useApi(), 'getAllSymbol', { businessLine: 1 }), enabled: isWanted });
  const usdtM = useContracts(10, isWanted);
  const coinM = useContracts(11, isWanted);
  const usdcM = useContracts(12, isWanted);
  const [a, b, c, d] = [spot.data?.items, usdtM.data?.listDTOS, coinM.data?.listDTOS, usdcM.data?.listDTOS];
  const pairs = useMemo(() => (a && b && c && d ? [...a, ...b, ...c, ...d].map(pairOf) : null), [a, b, c, d]);
  const missing = [spot, usdtM, coinM, usdcM].filter(({ data, isError }) => data === undefined && isError);
  return {
    pairs,
    hasFailed: missing.length > 0,
    retry: () => {
      for (const { refetch } of missing) void refetch();
    },
  };
}

/** Hundreds of contracts that are the same from day to day: they come from this browser as long as their md5 stands. */
function useContracts(businessLine: ContractLine, isWanted: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ['contractSymbols', businessLine],
    queryFn: () =>
      unlessUnchanged(`${localCacheKeys.contractSymbols}.${businessLine}`, (kept: { readonly md5: string } | null) =>
        api.call('contractSymbols', { businessLine, ...(kept && { md5: kept.md5 }) }),
      ),
    enabled: isWanted,
  });
}
