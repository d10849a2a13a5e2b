import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useShownFavorites } from '#features/favorites/use-shown-favorites.ts';

/** As many pairs as one question may name. */
const mostPairs = 100;

/** The coins of the user's favorite pairs, in order; null while they are not known. */
export function useFavoriteCoins(isOn: boolean): readonly string[] | null {
  const { favorites } = useShownFavorites();
  const symbolIds = useMemo(() => favorites?.symbolIds.slice(0, mostPairs).toSorted() ?? null, [favorites]);
  const { data } = useQuery({
    ...callQuery(useApi(), 'getHomeQuotation', { symbolIds: symbolIds?.join(',') ?? '', pageSize: mostPairs }),
    enabled: isOn && symbolIds !== null && symbolIds.length > 0,
  });
  return useMemo(() => {
    if (!isOn || symbolIds === null) return null;
    if (symbolIds.length === 0) return [];
    return data ? [...new Set(data.items.map(({ baseSymbol }) => baseSymbol))].toSorted() : null;
  }, [isOn, symbolIds, data]);
}
