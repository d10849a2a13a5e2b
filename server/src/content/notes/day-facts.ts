// A whole day of the market in figures: for the notes of its end and for the paper of the next morning.
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import { type CoinPast, type MarketPast } from './market-past.ts';
import type { CoinChange } from './note.ts';

export interface CoinDay extends CoinChange {
  readonly past: CoinPast;
  readonly candle: Candle;
  /** Its place among the days of the coin. */
  readonly at: number;
}

export interface SectorDay {
  readonly slug: string;
  readonly coins: number;
  readonly rising: number;
  /** Of the coin in the middle. */
  readonly change: number;
}

export interface DayFacts {
  /** Coins that were traded above the floor, by rank. */
  readonly coins: readonly CoinDay[];
  readonly rising: number;
  readonly falling: number;
  readonly median: number;
  /** Best first. */
  readonly sectors: readonly SectorDay[];
}

/** A sector of fewer coins is a coin or two. */
const fewestInSector = 4;

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** null = too little is known of that day. */
export function dayFacts({ coins }: MarketPast, day: number): DayFacts | null {
  const found = coins.flatMap((past): CoinDay[] => {
    const at = past.days.findLastIndex(({ ts }) => ts === day);
    const candle = past.days[at];
    const before = past.days[at - 1];
    if (!candle || !before || before.ts !== day - dayMs || before.close <= 0 || candle.turnover < liquidityFloorUsdt) return [];
    return [{ coin: past.ticker, change: candle.close / before.close - 1, past, candle, at }];
  });
  if (found.length === 0) return null;
  const bySector = new Map<string, number[]>();
  for (const { past, change } of found) {
    for (const slug of past.sectors) {
      const list = bySector.get(slug);
      if (list) list.push(change);
      else bySector.set(slug, [change]);
    }
  }
  const sectors = [...bySector]
    .filter(([slug, changes]) => changes.length >= fewestInSector && slug !== 'other')
    .map(([slug, changes]): SectorDay => ({
      slug,
      coins: changes.length,
      rising: changes.filter((change) => change > 0).length,
      change: median(changes),
    }))
    .sort((a, b) => b.change - a.change || (a.slug < b.slug ? -1 : 1));
  return {
    coins: found,
    rising: found.filter(({ change }) => change > 0).length,
    falling: found.filter(({ change }) => change < 0).length,
    median: median(found.map(({ change }) => change)),
    sectors,
  };
}
