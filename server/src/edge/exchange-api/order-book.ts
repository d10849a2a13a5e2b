// Open orders in the exchange's shapes: levels as texts, merged to coarser prices, and what changed between two books. Pure.
import type { ApiOrderBook, ApiSymbol } from './shapes.ts';

export type LevelText = readonly [price: string, size: string];

export interface BookTexts {
  readonly ts: number;
  readonly bids: readonly LevelText[];
  readonly asks: readonly LevelText[];
}

export const bookTexts = ({ pricePrecision, quantityPrecision }: ApiSymbol, { ts, bids, asks }: ApiOrderBook): BookTexts => {
  const texts = (levels: ApiOrderBook['bids']): LevelText[] =>
    levels.map(([price, size]) => [price.toFixed(pricePrecision), size.toFixed(quantityPrecision)]);
  return { ts, bids: texts(bids), asks: texts(asks) };
};

export const topOf = ({ ts, bids, asks }: BookTexts, levels: number): BookTexts => ({
  ts,
  bids: bids.slice(0, levels),
  asks: asks.slice(0, levels),
});

/** Levels that are new or hold another amount, and with the size '0' those that are gone; null = nothing changed. */
export function bookChange(before: BookTexts, after: BookTexts): BookTexts | null {
  const bids = sideChange(before.bids, after.bids);
  const asks = sideChange(before.asks, after.asks);
  return bids.length + asks.length === 0 ? null : { ts: after.ts, bids, asks };
}

function sideChange(before: readonly LevelText[], after: readonly LevelText[]): LevelText[] {
  const was = new Map(before);
  const is = new Map(after);
  const changed = after.filter(([price, size]) => was.get(price) !== size);
  const gone = before.flatMap(([price]): LevelText[] => (is.has(price) ? [] : [[price, '0']]));
  return changed.concat(gone);
}

/** Levels of `step` together, each at the price that is worse for the taker, so that nothing looks better than it is. */
export function mergeLevels({ ts, bids, asks }: ApiOrderBook, step: number): ApiOrderBook {
  const merge = (levels: ApiOrderBook['bids'], round: (value: number) => number) => {
    const merged = new Map<number, number>();
    for (const [price, size] of levels) {
      // A quotient of decimals misses the whole number by a hair.
      const at = round(Number((price / step).toFixed(6)));
      merged.set(at, (merged.get(at) ?? 0) + size);
    }
    return [...merged].map(([at, size]): [number, number] => [at * step, size]);
  };
  return { ts, bids: merge(bids, Math.floor), asks: merge(asks, Math.ceil) };
}
