// Tokens that live on chains: chains, the five lists, the places on the page (section 7, Onchain).
import * as v from 'valibot';
import { iconUrl } from './market.ts';
import {
  call,
  characters,
  count,
  decimal,
  filled,
  fraction,
  languageType,
  listOf,
  pageNum,
  pageOf,
  pageSize,
  text,
  timeMs,
} from './wire.ts';
import type { ErrorName } from './errors.ts';
import { locales } from './locales.ts';

export const onchainLists = ['hotPicks', 'newPicks', 'volume', 'fdv', 'holders'] as const;
export type OnchainList = (typeof onchainLists)[number];

/** What a person should know before touching a token; each is shown with its reason. */
const onchainRisks = ['young', 'thinLiquidity', 'concentratedHolders', 'mintable', 'freezable', 'honeypot'] as const;
export type OnchainRisk = (typeof onchainRisks)[number];

/** Where each figure becomes a risk; the reason on the chip names the figure and the bound. */
export const onchainRiskBounds = { youngMs: 24 * 3_600_000, thinLiquidityUsdt: 50_000, concentratedShare: 0.4 } as const;

const chain = v.pipe(characters, v.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/), v.maxLength(40));

const onchainToken = v.object({
  chain,
  address: filled(128),
  symbol: filled(64),
  name: filled(128),
  iconUrl,
  dex: filled(64),
  /** What the token is traded for in its main pool. */
  quoteSymbol: filled(64),
  priceUsdt: decimal,
  change: v.object({ m5: v.nullable(fraction), h1: v.nullable(fraction), h6: v.nullable(fraction), h24: v.nullable(fraction) }),
  volume24h: decimal,
  liquidity: decimal,
  fdv: v.nullable(decimal),
  /** Null until the supply is verified: a false cap is worse than none. */
  marketCap: v.nullable(decimal),
  holders: v.nullable(count),
  top10Share: v.nullable(fraction),
  buys24h: count,
  sells24h: count,
  createdAt: timeMs,
  /** The gravest first. */
  risks: listOf(v.picklist(onchainRisks), onchainRisks.length),
});
export type OnchainToken = v.InferOutput<typeof onchainToken>;

/** The page of a token at an explorer of its chain. */
const tokenUrl = v.pipe(text(300), v.regex(/^https:\/\/[\w.-]+\/\S*\{address\}\S*$/));
export const tokenPageOf = (template: string, address: string): string => template.replace('{address}', () => encodeURIComponent(address));

const list = <N extends OnchainList>(name: N, about: string) =>
  call({
    kind: 'read',
    method: 'GET',
    path: `/mix/onchain/${name}`,
    about,
    input: v.object({ languageType, chain: v.optional(chain), pageNum, pageSize: pageSize(50, 200) }),
    output: v.object({ ...pageOf(onchainToken).entries, asOf: timeMs }),
  });

export const onchainCalls = {
  onchainHotPicks: list('hotPicks', 'Tokens people trade most eagerly now.'),
  onchainNewPicks: list('newPicks', 'Young tokens with real liquidity, youngest first.'),
  onchainVolume: list('volume', 'Tokens by 24 h volume.'),
  onchainFdv: list('fdv', 'Tokens by fully diluted value.'),
  onchainHolders: list('holders', 'Tokens by number of holders.'),
  onchainChains: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/onchain/allChain',
    about: 'The chains that are covered.',
    input: v.object({ languageType }),
    output: pageOf(v.object({ chain, name: filled(64), iconUrl, tokens: count, tokenUrl: v.nullable(tokenUrl) })),
  }),
  onchainPositions: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/onchain/resourcePositionV2',
    about: 'What stands in the places above the onchain list, in one language.',
    input: v.object({ languageType, locale: v.optional(v.picklist(locales, 'unknownLocale' satisfies ErrorName)) }),
    output: v.object({
      items: listOf(
        v.object({ id: filled(64), title: filled(200), text: text(500), imageUrl: v.nullable(text(500)), link: text(500) }),
        20,
      ),
      total: count,
    }),
  }),
} as const;
