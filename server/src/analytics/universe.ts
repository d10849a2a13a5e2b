// Who is looked at: one pair per coin and product line, so that no coin counts twice. The pair is the one the coin is best
// known by among those that have a price; contracts are perpetual ones.
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
  /** Now that this pair has a price it should stand for its coin: the universe is to be made again. */
  isOutdatedBy(symbolId: string): boolean;
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

const keyOf = ({ instType, baseSymbol }: MarketSymbol) => `${instType === 'sp' ? 1 : 2} ${baseSymbol}`;

export function createUniverse(catalog: Catalog, hasPrice: (symbolId: string) => boolean): Universe {
  const best = new Map<string, MarketSymbol>();
  /** Whether the first should stand for the coin instead of the second. */
  const isBetter = (symbol: MarketSymbol, known: MarketSymbol): boolean => {
    const [own, others] = [hasPrice(symbol.symbolId), hasPrice(known.symbolId)];
    return own === others ? preference(symbol) < preference(known) : own;
  };
  const isWanted = (symbol: MarketSymbol) => isTraded(symbol) && symbol.baseSymbol !== 'USDT';
  for (const symbol of catalog.data.symbols) {
    if (!isWanted(symbol)) continue;
    const known = best.get(keyOf(symbol));
    if (!known || isBetter(symbol, known)) best.set(keyOf(symbol), symbol);
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
    isOutdatedBy(symbolId) {
      if (bySymbol.has(symbolId)) return false;
      const symbol = catalog.symbol(symbolId);
      const known = symbol && isWanted(symbol) && best.get(keyOf(symbol));
      return known ? isBetter(symbol, known) : false;
    },
    capOnly: catalog.data.coins.filter(({ ticker }) => ticker === 'USDT'),
  };
}
