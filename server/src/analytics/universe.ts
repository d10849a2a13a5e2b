// Which pairs are tracked: one per coin and product line, so that no coin counts twice. The pair is the one the coin is best
// known by among those that have a price; contracts are perpetual ones. What is traded counts over all pairs of the coin.
import type { Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Catalog } from '#market/catalog/catalog.ts';

export type Line = 1 | 2;
export const lines = [1, 2] as const satisfies readonly Line[];

export interface Tracked {
  /** Its place in the arrays of the views. */
  readonly index: number;
  readonly line: Line;
  readonly symbol: MarketSymbol;
  /** All pairs of the coin on this line, the one above among them. */
  readonly pairs: readonly MarketSymbol[];
  readonly coin: Coin;
  readonly isStable: boolean;
  /** The currency everything is measured in: it costs one of itself, even if a pair of it says otherwise. */
  readonly isUnit: boolean;
}

export interface Universe {
  readonly catalog: Catalog;
  readonly rows: readonly Tracked[];
  /** Of the pair that stands for a coin. */
  bySymbol(symbolId: string): Tracked | undefined;
  /** Of any pair of the coin. */
  byAnyPair(symbolId: string): Tracked | undefined;
  /** Now that this pair has a price it should stand for its coin: the universe is to be made again. */
  isOutdatedBy(symbolId: string): boolean;
  /** It has a cap also where it has no pair. */
  readonly unit: Coin | undefined;
}

const stablecoin = 'stablecoin';
const unit = 'USDT';
const quoteOrder = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];
const isTraded = ({ status, deliveryAt }: MarketSymbol) => (status === 'online' || status === 'halted') && deliveryAt === undefined;
const preference = ({ pricedSymbol, instType }: MarketSymbol): number => {
  const at = quoteOrder.indexOf(pricedSymbol);
  return (at === -1 ? quoteOrder.length : at) + (instType === 'dmcbl' ? 100 : 0);
};

const keyOf = ({ instType, baseSymbol }: MarketSymbol) => `${instType === 'sp' ? 1 : 2} ${baseSymbol}`;

export function createUniverse(catalog: Catalog, hasPrice: (symbolId: string) => boolean): Universe {
  const best = new Map<string, MarketSymbol>();
  const pairsOf = new Map<string, MarketSymbol[]>();
  /** Whether the first should stand for the coin instead of the second. */
  const isBetter = (symbol: MarketSymbol, known: MarketSymbol): boolean => {
    const [own, others] = [hasPrice(symbol.symbolId), hasPrice(known.symbolId)];
    return own === others ? preference(symbol) < preference(known) : own;
  };
  for (const symbol of catalog.data.symbols) {
    if (!isTraded(symbol)) continue;
    const pairs = pairsOf.get(keyOf(symbol));
    if (pairs) pairs.push(symbol);
    else pairsOf.set(keyOf(symbol), [symbol]);
    const known = best.get(keyOf(symbol));
    if (!known || isBetter(symbol, known)) best.set(keyOf(symbol), symbol);
  }
  const rows = [...best.entries()].map(([key, symbol], index): Tracked => {
    const coin = catalog.coin(symbol.baseSymbol)!;
    return {
      index,
      line: key.startsWith('1') ? 1 : 2,
      symbol,
      pairs: pairsOf.get(key)!,
      coin,
      isStable: coin.sectors.includes(stablecoin),
      isUnit: coin.ticker === unit,
    };
  });
  const bySymbol = new Map(rows.map((row) => [row.symbol.symbolId, row]));
  const byAnyPair = new Map(rows.flatMap((row) => row.pairs.map(({ symbolId }) => [symbolId, row] as const)));
  return {
    catalog,
    rows,
    bySymbol: (symbolId) => bySymbol.get(symbolId),
    byAnyPair: (symbolId) => byAnyPair.get(symbolId),
    isOutdatedBy(symbolId) {
      if (bySymbol.has(symbolId)) return false;
      const symbol = catalog.symbol(symbolId);
      const known = symbol && isTraded(symbol) && best.get(keyOf(symbol));
      return known ? isBetter(symbol, known) : false;
    },
    unit: catalog.coin(unit),
  };
}
