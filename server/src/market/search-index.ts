// Coin search over the catalog: what contract/coin-search.ts says of a coin's texts, and what only the catalog knows, the name of every
// pair ('BTC/USDT', 'btcusdt perp') and contract addresses. Built once per catalog.
import { closeness, closenessOf, coinTexts, enoughMatches, misspeltClosenessOf, type CoinTexts } from '@tidemark/contract/coin-search.ts';
import { normalizeKeyword, withoutSeparators } from '@tidemark/contract/keyword.ts';
import type { Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Catalog } from './catalog/catalog.ts';

export interface Found {
  readonly coin: Coin;
  /** The pair that was named; null = the coin was. */
  readonly symbol: MarketSymbol | null;
}

export interface SearchIndex {
  /** The closest first; among equals the larger coin. */
  find(keyword: string): readonly Found[];
}

interface Entry extends CoinTexts {
  readonly coin: Coin;
}

/** No address is shorter, no name longer. */
const addressLength = 20;
const pairKey = (text: string): string => withoutSeparators(normalizeKeyword(text));

export function createSearchIndex(catalog: Catalog): SearchIndex {
  const entries = catalog.data.coins
    .map((coin): Entry => ({ coin, ...coinTexts(coin.ticker, coin.name) }))
    .sort((a, b) => a.coin.rank - b.coin.rank);
  const byAddress = new Map(
    catalog.data.coins.flatMap((coin) => coin.chains.flatMap(({ address }) => (address ? [[address.toLowerCase(), coin] as const] : []))),
  );
  const pairs = new Map<string, MarketSymbol>();
  for (const symbol of catalog.data.symbols) {
    const written = [symbol.symbolId, symbol.baseSymbol + symbol.pricedSymbol + (symbol.instType === 'sp' ? '' : 'perp')];
    for (const key of written.map(pairKey)) if (!pairs.has(key)) pairs.set(key, symbol);
  }
  // A contract is named by its pair alone where no spot pair is.
  for (const symbol of catalog.data.symbols) {
    const key = pairKey(symbol.baseSymbol + symbol.pricedSymbol);
    if (!pairs.has(key)) pairs.set(key, symbol);
  }

  return {
    find(typed) {
      const keyword = normalizeKeyword(typed);
      if (keyword === '') return [];
      const address = keyword.length >= addressLength ? byAddress.get(keyword) : undefined;
      if (address) return [{ coin: address, symbol: null }];
      const ranked = new Map<Coin, { readonly symbol: MarketSymbol | null; readonly close: number }>();
      const add = (coin: Coin, close: number, symbol: MarketSymbol | null = null) => {
        if (close > 0 && !ranked.has(coin)) ranked.set(coin, { symbol, close });
      };
      // A ticker that reads like a pair is still a ticker first.
      const exact = entries.find(({ ticker }) => ticker === keyword);
      if (exact) add(exact.coin, closeness.ticker);
      const pair = pairs.get(pairKey(keyword));
      const pairCoin = pair && catalog.coin(pair.baseSymbol);
      if (pairCoin) add(pairCoin, closeness.ticker, pair);
      for (const entry of entries) add(entry.coin, closenessOf(entry, keyword));
      if (ranked.size < enoughMatches) for (const entry of entries) add(entry.coin, misspeltClosenessOf(entry, keyword));
      return [...ranked].sort(([, a], [, b]) => b.close - a.close).map(([coin, { symbol }]) => ({ coin, symbol }));
    },
  };
}
