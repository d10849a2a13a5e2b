import { useQuery } from '@tanstack/react-query';
import { createSymbolSearch, type Searchable, type SymbolSearch } from '@tidemark/contract/coin-search.ts';
import { anyQuote, quoteAt, type CoinHit, type SymbolItem } from '@tidemark/contract/market.ts';
import { listLineOf, type ListLine } from '@tidemark/contract/business-lines.ts';
import { maxPageSize } from '@tidemark/contract/wire.ts';
import { useMemo } from 'react';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';

/** A row of the search; the figures stand until the live ones are there. */
export interface SearchRow extends Searchable {
  readonly iconUrl: string;
  readonly last: string;
  readonly open24h: string | number;
}

export interface SearchCoins {
  readonly index: SymbolSearch<SearchRow>;
  readonly byId: ReadonlyMap<string, SearchRow>;
  readonly isPending: boolean;
  readonly isError: boolean;
}

export interface SearchLists {
  readonly hot: readonly SearchRow[];
  readonly gainers: readonly SearchRow[];
  readonly fresh: readonly SearchRow[];
  readonly volume: readonly SearchRow[];
}

const ofItem = ({ symbolId, baseSymbol, pricedSymbol, name, iconUrl, quote }: SymbolItem): SearchRow => ({
  symbolId,
  baseSymbol,
  pricedSymbol,
  name,
  iconUrl,
  last: quote[quoteAt.last],
  open24h: quote[quoteAt.open24h],
});
const ofHit = ({ symbolId, baseSymbol, pricedSymbol, name, iconUrl, last, change24h }: CoinHit): SearchRow => ({
  symbolId,
  baseSymbol,
  pricedSymbol,
  name,
  iconUrl,
  last,
  open24h: Number(last) / (1 + Number(change24h)),
});

/**
 * The answers the tables stand on, most traded first: a visitor who has seen a list has its part of the search already. A search that is
 * not open yet does not watch them: it would keep a list's request alive after its page was left.
 */
const useLine = (line: ListLine, isWanted: boolean) =>
  useQuery({
    ...callQuery(useApi(), 'getHomeQuotation', { businessLine: line, quote: anyQuote, pageNum: 1, pageSize: maxPageSize }),
    enabled: isWanted,
    subscribed: isWanted,
  });

/** Every symbol of every line. A line that does not come is missing from the search, and only that. */
export function useSearchCoins(isWanted: boolean): SearchCoins {
  const spot = useLine(listLineOf.sp, isWanted);
  const usdtM = useLine(listLineOf.umcbl, isWanted);
  const usdcM = useLine(listLineOf.cmcbl, isWanted);
  const coinM = useLine(listLineOf.dmcbl, isWanted);
  const rows = useMemo(
    () => [spot.data, usdtM.data, usdcM.data, coinM.data].flatMap((answer) => answer?.items.map(ofItem) ?? []),
    [spot.data, usdtM.data, usdcM.data, coinM.data],
  );
  const lines = [spot, usdtM, usdcM, coinM];
  return {
    index: useMemo(() => createSymbolSearch(rows), [rows]),
    byId: useMemo(() => new Map(rows.map((row) => [row.symbolId, row])), [rows]),
    isPending: lines.some((line) => line.isPending),
    isError: lines.every((line) => line.isError),
  };
}

/** Section 3, Search lists: what people look at before they have typed anything. */
export function useSearchLists(isWanted: boolean): SearchLists | null {
  const { data } = useQuery({ ...callQuery(useApi(), 'searchCoin', {}), enabled: isWanted });
  return useMemo(
    () =>
      data
        ? {
            hot: data.hotSearchList.map(ofHit),
            gainers: data.increaseList.map(ofHit),
            fresh: data.newCurrencyList.map(ofHit),
            volume: data.volList.map(ofHit),
          }
        : null,
    [data],
  );
}
