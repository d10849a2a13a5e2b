import { useQuery } from '@tanstack/react-query';
import { type SymbolItem } from '@tidemark/contract/market.ts';
import { listLineOf, type ListLine } from '@tidemark/contract/business-lines.ts';
import { useMemo } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { wholeList } from '#features/market-table/list-queries.ts';

interface FavoriteRows {
  /** Every pair this page knows. */
  readonly items: readonly SymbolItem[];
  /** The wanted ones in their order; null while they load. */
  readonly rows: readonly SymbolItem[] | null;
  /** Favorites that no list shows now. */
  readonly notListed: readonly string[];
}

const useLine = (line: ListLine, isWanted: boolean) => useQuery({ ...wholeList(useApi(), { line }), enabled: isWanted });

/** An account's rows come with the page; what was starred since, and all of a visitor's, is taken from the whole lists. */
export function useFavoriteRows(symbolIds: readonly string[] | null, isOwner: boolean): FavoriteRows {
  const { data: own } = useQuery({ ...callQuery(useApi(), 'listFavorites', {}), enabled: isOwner });
  const known = useMemo(() => new Map(own?.items.map((item) => [item.symbolId, item])), [own]);
  const isMissing = symbolIds !== null && symbolIds.some((id) => !known.has(id));
  const spot = useLine(listLineOf.sp, isMissing);
  const usdtM = useLine(listLineOf.umcbl, isMissing);
  const usdcM = useLine(listLineOf.cmcbl, isMissing);
  const coinM = useLine(listLineOf.dmcbl, isMissing);
  const isWaiting = isMissing && [spot, usdtM, usdcM, coinM].some((line) => line.isPending || line.isError);

  return useMemo(() => {
    const all = new Map(
      [spot.data, usdtM.data, usdcM.data, coinM.data].flatMap(
        (answer) => answer?.items.map((item) => [item.symbolId, item] as const) ?? [],
      ),
    );
    // Objects that are on the page already stay, so that their rows need not be drawn again.
    for (const [id, item] of known) all.set(id, item);
    const rows = symbolIds?.flatMap((id) => all.get(id) ?? []) ?? null;
    return {
      items: [...all.values()],
      rows: isWaiting && rows?.length === 0 ? null : rows,
      notListed: isWaiting || !symbolIds ? [] : symbolIds.filter((id) => !all.has(id)),
    };
  }, [symbolIds, known, isWaiting, spot.data, usdtM.data, usdcM.data, coinM.data]);
}
