// What others tell of the market of the whole world, as it stands beside our own figures: never without its source, and not
// at all once it is too old.
import { worldFactsRule, type analyticsCalls, type SectorRow } from '@tidemark/contract/analytics.ts';
import { dayStart } from '@tidemark/contract/time.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { Sourced, WorldFacts } from '@tidemark/source/world-facts.ts';

/**
 * Our sectors that CoinGecko sorts coins into, too, by the names it gives its categories. Where ours holds two of
 * theirs, or another kind of coins under the same word, there is nothing to compare.
 */
const categoryOf: Readonly<Record<string, string>> = {
  stablecoin: 'stablecoins',
  gold: 'tokenized-gold',
  meme: 'meme-token',
  ai: 'artificial-intelligence',
  depin: 'depin',
  storage: 'storage',
  oracle: 'oracle',
  gaming: 'gaming',
  privacy: 'privacy-coins',
  'liquid-staking': 'liquid-staking-governance-tokens',
  rwa: 'real-world-assets-rwa',
  platform: 'exchange-based-tokens',
  dex: 'decentralized-exchange',
  defi: 'decentralized-finance-defi',
  'layer-1': 'layer-1',
  'layer-2': 'layer-2',
  solana: 'solana-ecosystem',
  pow: 'proof-of-work-pow',
  launchpad: 'launchpad',
};

const freshOf = <T>(facts: Sourced<T> | null, now: number): { readonly value: T; readonly at: number } | null =>
  facts?.known && now - facts.known.at <= worldFactsRule.dropAfterMs ? facts.known : null;
const change = (value: number | null): string | null => (value === null ? null : value.toFixed(6));

export function marketOfWorld(facts: WorldFacts['market'], now: number): Output<typeof analyticsCalls.getMetrics>['world'] {
  if (!facts) return null;
  const value = freshOf(facts, now)?.value;
  return {
    source: facts.source,
    at: facts.known?.at ?? null,
    figures: value
      ? {
          cap: value.capUsd.toFixed(0),
          capChange24h: change(value.capChange24h),
          turnover24h: value.volume24hUsd.toFixed(2),
          btcDominance: value.btcShare.toFixed(6),
          ethDominance: value.ethShare.toFixed(6),
          coins: value.coins === null ? null : Math.round(value.coins),
        }
      : null,
  };
}

export function categoriesOfWorld(facts: WorldFacts['categories'], now: number): (slug: string) => SectorRow['world'] {
  const known = freshOf(facts, now);
  if (!facts || !known) return () => null;
  const byId = new Map(known.value.map((category) => [category.id, category]));
  return (slug) => {
    const found = byId.get(categoryOf[slug] ?? '');
    return found
      ? {
          source: facts.source,
          at: known.at,
          category: found.name.slice(0, 200),
          cap: found.capUsd.toFixed(0),
          capChange24h: change(found.capChange24h),
          turnover24h: found.volume24hUsd === null ? null : found.volume24hUsd.toFixed(2),
        }
      : null;
  };
}

/** One value for each of our days; a day that the other index does not know stays empty. */
export function moodOfWorld(facts: WorldFacts['mood'], days: readonly number[]): Output<typeof analyticsCalls.fearGreed>['other'] {
  if (!facts) return null;
  const values = new Map(facts.known?.value.map(({ ts, value }) => [dayStart(ts), value]));
  const newest = facts.known?.value.at(-1);
  return {
    source: facts.source,
    newest: newest ? { at: newest.ts, value: newest.value } : null,
    history: days.map((day) => values.get(dayStart(day)) ?? null),
  };
}
