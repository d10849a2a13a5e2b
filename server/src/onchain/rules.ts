// What makes a token risky, hot or new, and the order of the five lists. Pure.
import { onchainRiskBounds, type OnchainList, type OnchainRisk } from '@tidemark/contract/onchain.ts';
import type { OnchainPool } from '@tidemark/source/onchain-market.ts';

/** The gravest first. What is not known is not held against a token. */
export function risksOf(pool: OnchainPool, nowMs: number): OnchainRisk[] {
  const is: Readonly<Record<OnchainRisk, boolean>> = {
    honeypot: pool.isHoneypot === true,
    freezable: pool.isFreezable === true,
    mintable: pool.isMintable === true,
    concentratedHolders: pool.top10Share !== null && pool.top10Share >= onchainRiskBounds.concentratedShare,
    thinLiquidity: pool.liquidity < onchainRiskBounds.thinLiquidityUsdt,
    young: nowMs - pool.createdAt < onchainRiskBounds.youngMs,
  };
  return (Object.keys(is) as OnchainRisk[]).filter((risk) => is[risk]);
}

/** Below this the price is made by the last trade alone. */
const realLiquidityUsdt = 20_000;
const newForMs = 7 * 86_400_000;

const isReal = (pool: OnchainPool) => pool.liquidity >= realLiquidityUsdt && pool.isHoneypot !== true;

/** Trades beside what the pool can bear, and how much it moves; thin and concentrated pools count for less. */
function heatOf(pool: OnchainPool): number {
  const safety = Math.min(1, pool.liquidity / onchainRiskBounds.thinLiquidityUsdt) * (1 - 0.5 * (pool.top10Share ?? 0));
  const eagerness = Math.log10(1 + pool.buys24h + pool.sells24h) * Math.log10(1 + pool.volume24h / pool.liquidity + 1);
  return safety * eagerness * (1 + Math.min(1, Math.abs(pool.change.h1 ?? 0)));
}

interface Order {
  readonly has: (pool: OnchainPool, nowMs: number) => boolean;
  /** The largest leads. */
  readonly by: (pool: OnchainPool) => number;
}

const orders: Readonly<Record<OnchainList, Order>> = {
  hotPicks: { has: isReal, by: heatOf },
  newPicks: { has: (pool, nowMs) => isReal(pool) && nowMs - pool.createdAt <= newForMs, by: (pool) => pool.createdAt },
  volume: { has: () => true, by: (pool) => pool.volume24h },
  fdv: { has: (pool) => pool.fdv !== null, by: (pool) => pool.fdv ?? 0 },
  holders: { has: (pool) => pool.holders !== null, by: (pool) => pool.holders ?? 0 },
};

export function selectList(pools: readonly OnchainPool[], list: OnchainList, nowMs: number): OnchainPool[] {
  const { has, by } = orders[list];
  return pools.filter((pool) => has(pool, nowMs)).sort((a, b) => by(b) - by(a) || (a.address < b.address ? -1 : 1));
}

/** The steepest rise of a day among tokens that can really be traded; null = none rose. */
export function topGainer(pools: readonly OnchainPool[]): OnchainPool | null {
  const risen = pools.filter((pool) => pool.liquidity >= 10 * realLiquidityUsdt && isReal(pool) && (pool.change.h24 ?? 0) > 0);
  return risen.sort((a, b) => b.change.h24! - a.change.h24!)[0] ?? null;
}
