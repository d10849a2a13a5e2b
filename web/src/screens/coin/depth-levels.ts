// Open orders added up from the best price outwards, as a chart of depth shows them. Pure.
import type { BookLevelRow } from '@tidemark/contract/market-depth.ts';

export interface DepthLevel {
  readonly price: number;
  readonly size: number;
  /** Of this and of every better price. */
  readonly total: number;
}

export interface Depth {
  /** Both with the best price first. */
  readonly bids: readonly DepthLevel[];
  readonly asks: readonly DepthLevel[];
  /** Best price to sell minus best price to buy; null where a side is empty. */
  readonly spread: number | null;
  /** Prices that both sides reach, with the middle in the middle; null where a side is empty. */
  readonly shown: { readonly from: number; readonly to: number } | null;
}

export function depthOf({ bids, asks }: { readonly bids: readonly BookLevelRow[]; readonly asks: readonly BookLevelRow[] }): Depth {
  const [buyers, sellers] = [addedUp(bids), addedUp(asks)];
  const [bid, ask] = [buyers[0], sellers[0]];
  if (!bid || !ask) return { bids: buyers, asks: sellers, spread: null, shown: null };
  const middle = (bid.price + ask.price) / 2;
  const reach = Math.min(middle - buyers.at(-1)!.price, sellers.at(-1)!.price - middle);
  return { bids: buyers, asks: sellers, spread: ask.price - bid.price, shown: { from: middle - reach, to: middle + reach } };
}

function addedUp(levels: readonly BookLevelRow[]): DepthLevel[] {
  let total = 0;
  return levels.map(([price, size]) => ({ price: Number(price), size: Number(size), total: (total += Number(size)) }));
}

/** The outline of one side: a stair from the best price outwards, down to the ground at both ends. */
export function stairOf(levels: readonly DepthLevel[], x: (price: number) => number, y: (total: number) => number, edge: number): string {
  const [best] = levels;
  if (!best) return '';
  let path = `M${short(x(best.price))} ${short(y(0))}`;
  for (const { price, total } of levels) path += `H${short(x(price))}V${short(y(total))}`;
  return `${path}H${short(x(edge))}V${short(y(0))}z`;
}

const short = (value: number): string => String(Math.round(value * 10) / 10);
