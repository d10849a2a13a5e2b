// Who is looked at: one pair per coin and product line, so that no coin counts twice. The pair is the one the coin is best
// known by; contracts are perpetual ones.
import type { Catalog, Coin, MarketSymbol } from '#market/catalog/catalog.ts';

export type Line = 1 | 2;
export const lines = [1, 2] as const satisfies readonly Line[];

export interface Tracked {
  /** Its place in the arrays of the views. */
  readonly index: number;
  readonly line: Line;
  readonly symbol: MarketSymbol;
  readonly coin: Coin;
  readonly isStable: boolean;
}

export interface Universe {
  readonly catalog: Catalog;
  readonly rows: readonly Tracked[];
  bySymbol(symbolId: string): Tracked | undefined;
  /** Spot first: a coin that has no pair has a cap all the same (the quote currency itself). */
  readonly capOnly: readonly Coin[];
}

const stablecoin = 'stablecoin';
const quoteOrder = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];
const isTraded = ({ status, deliveryAt }: MarketSymbol) => (status === 'online' || status === 'halted') && deliveryAt === undefined;
const preference = ({ pricedSymbol, instType }: MarketSymbol): number => {
  const at = quoteOrder.indexOf(pricedSymbol);
  return (at === -1 ? quoteOrder.length : at) + (instType === 'dmcbl' ? 100 : 0);
};

export function createUniverse(catalog: Catalog): Universe {
  const best = new Map<string, MarketSymbol>();
  for (const symbol of catalog.data.symbols) {
    if (!isTraded(symbol) || symbol.baseSymbol === 'USDT') continue;
    const key = `${symbol.instType === 'sp' ? 1 : 2} ${symbol.baseSymbol}`;
    const known = best.get(key);
    if (!known || preference(symbol) < preference(known)) best.set(key, symbol);
  }
  const rows = [...best.entries()].map(([key, symbol], index): Tracked => {
    const coin = catalog.coin(symbol.baseSymbol)!;
    return { index, line: key.startsWith('1') ? 1 : 2, symbol, coin, isStable: coin.sectors.includes(stablecoin) };
  });
  const bySymbol = new Map(rows.map((row) => [row.symbol.symbolId, row]));
  return {
    catalog,
    rows,
    bySymbol: (symbolId) => bySymbol.get(symbolId),
    capOnly: catalog.data.coins.filter(({ ticker }) => ticker === 'USDT'),
  };
}
