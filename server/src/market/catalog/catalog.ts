// What can be looked at: coins and the symbols they trade as. CatalogData travels as it is over the bus; a Catalog is the
// same with the questions answered quickly.
import type { InstType } from '@tidemark/contract/socket.ts';
import type { CatalogData, Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';

export interface Catalog {
  readonly data: CatalogData;
  symbol(symbolId: string): MarketSymbol | undefined;
  coin(ticker: string): Coin | undefined;
  /** In catalog order. */
  symbolsOf(instType: InstType): readonly MarketSymbol[];
}

export const emptyCatalog: CatalogData = { coins: [], symbols: [] };

/** Refuses a catalog that contradicts itself: everything else leans on it. */
export function createCatalog(data: CatalogData): Catalog {
  const symbols = new Map<string, MarketSymbol>();
  const coins = new Map<string, Coin>();
  const lines = new Map<InstType, MarketSymbol[]>();
  for (const coin of data.coins) {
    if (coins.has(coin.ticker)) throw new Error(`catalog: coin ${coin.ticker} is listed twice`);
    coins.set(coin.ticker, coin);
  }
  for (const symbol of data.symbols) {
    if (symbols.has(symbol.symbolId)) throw new Error(`catalog: symbol ${symbol.symbolId} is listed twice`);
    if (!coins.has(symbol.baseSymbol)) throw new Error(`catalog: symbol ${symbol.symbolId} is of an unknown coin`);
    symbols.set(symbol.symbolId, symbol);
    const line = lines.get(symbol.instType);
    if (line) line.push(symbol);
    else lines.set(symbol.instType, [symbol]);
  }
  return {
    data,
    symbol: (symbolId) => symbols.get(symbolId),
    coin: (ticker) => coins.get(ticker),
    symbolsOf: (instType) => lines.get(instType) ?? [],
  };
}
