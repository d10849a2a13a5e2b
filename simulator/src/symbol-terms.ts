// What a symbol is sold with: tags, leverage, and the terms on which it can be borrowed.
import type { SymbolTag } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { MarginTerms } from '@tidemark/source/catalog-data.ts';
import type { SimulatedCoin } from './coins.ts';
import { draw, drawNormal, drawUniform, keyOf } from './draw.ts';

const newForDays = 30;

export function createTags(seed: number, coins: readonly SimulatedCoin[], nowMs: number): (coin: SimulatedCoin) => SymbolTag[] {
  const week = Math.floor(nowMs / dayMs / 7);
  const key = keyOf(seed, 'tags');
  const isHot = (coin: SimulatedCoin) =>
    !coin.isStable && (coin.rank <= 3 || (coin.rank <= 300 && draw(key, week * 1_000 + coin.rank) % 25 === 0));
  const isSpecial = (coin: SimulatedCoin) => coin.rank > coins.length * 0.6 && drawUniform(key, -coin.rank) < 0.03;
  return (coin) => {
    const tags: SymbolTag[] = [];
    if (nowMs - coin.listedAt < newForDays * dayMs) tags.push('new');
    if (isHot(coin)) tags.push('hot');
    if (isSpecial(coin) && !tags.includes('new')) tags.push('st');
    return tags;
  };
}

export const leverageOf = (place: number): number =>
  place <= 2 ? 125 : place <= 12 ? 100 : place <= 60 ? 75 : place <= 180 ? 50 : place <= 360 ? 25 : 20;

/** The largest pairs of these quotes can be traded on margin: 300 in all. */
const marginPairs: Readonly<Record<string, number>> = { USDT: 245, USDC: 40, BTC: 15 };

/** place: of the pair among those of its quote, 1 = largest. */
export function marginOf(seed: number, coin: SimulatedCoin, quote: string, place: number): MarginTerms | undefined {
  if (place > (marginPairs[quote] ?? 0)) return undefined;
  const vary = (purpose: number) => drawNormal(keyOf(seed, `margin/${coin.known.ticker}${quote}`), purpose);
  const dailyRate = (usual: number, purpose: number) => Math.round(usual * Math.exp(0.3 * vary(purpose)) * 1e8) / 1e8;
  return {
    crossLeverage: place <= 10 ? 5 : place <= 160 ? 3 : null,
    isolatedLeverage: place <= 10 ? 10 : place <= 60 ? 5 : 3,
    baseDailyRate: dailyRate(place <= 10 ? 0.00008 : place <= 80 ? 0.0003 : 0.0007, 1),
    quoteDailyRate: dailyRate(quote === 'BTC' ? 0.00006 : 0.0002, 2),
  };
}
