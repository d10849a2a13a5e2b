// Views of the market facts: rankings, movers, sectors, overview, heat, fear and greed, AI picks; and the numbers both
// sides print beside them (section 9).
import * as v from 'valibot';
import { coinCode, iconUrl, quoteRow, slug, symbolId } from './market.ts';
import { moverEvent, moverRules, moverTypes } from './movers.ts';
import {
  call,
  count,
  decimal,
  filled,
  fraction,
  languageType,
  listOf,
  pageInput,
  pageOf,
  queryInt,
  queryOneOf,
  region,
  text,
  timeMs,
} from './wire.ts';
import { bandNames, fearGreedParts, fearGreedFigures } from './fear-greed.ts';
import { riseBins } from './rise-bins.ts';
import { aiPicks, pickHorizons, pastPick, coinPick, pickCurvePoint, pickScore } from './picks.ts';

/** Section 1: rank subtitle. */
export const rankCoinsAtLeast = 800;
/** What the site may say of how many coins it lists; 0 = not known yet. */
export const leastCoins = (listed: number): number => (listed > 0 ? Math.min(rankCoinsAtLeast, listed) : rankCoinsAtLeast);
/** Sections 1 and 2: the lists and tabs of the rankings. */
export const rankLists = ['hot', 'gainers', 'losers', 'newListing', 'turnover', 'recommended', 'favorites'] as const;
export type RankList = (typeof rankLists)[number];
export const rankWindows = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000 } as const;
export type RankWindow = keyof typeof rankWindows;
const rankWindowNames = Object.keys(rankWindows) as RankWindow[];
/** What the tabs promise beyond the floor; printed under them. */
export const rankRules = {
  newListingDays: 30,
  recommendedTurnoverUsdt: 1_000_000,
  recommendedListedDays: 30,
  recommendedRiseAtMost: 0.2,
} as const;

/** Coins that belong to no sector. They are listed, behind all sectors; they cannot lead them. */
export const otherSectorId = 'other';

/** Section 9: thresholds depend on the volume of the pair; the answer carries those that held. */
export const fundFlowRule = {
  whaleShareOfTurnover: 0.0005,
  whaleMinUsdt: 2_000,
  whaleMaxUsdt: 200_000,
  dolphinShareOfWhale: 0.1,
  averageDays: 7,
} as const;
export const fundFlowThresholds = (meanTurnoverUsdt: number): { whale: number; dolphin: number } => {
  const whale = Math.min(
    Math.max(fundFlowRule.whaleShareOfTurnover * meanTurnoverUsdt, fundFlowRule.whaleMinUsdt),
    fundFlowRule.whaleMaxUsdt,
  );
  return { whale, dolphin: whale * fundFlowRule.dolphinShareOfWhale };
};

/**
 * What a data provider tells of the market of the whole world is shown with its name and time. Asked every ten or twenty
 * minutes, it is marked as old when some of those answers failed to come, and after two hours ours are shown instead. An index
 * of the day is old when a whole day of it is missing; what it said about earlier days stays true.
 */
export const worldFactsRule = { staleAfterMs: 2_700_000, dropAfterMs: 7_200_000, moodStaleAfterMs: 172_800_000 } as const;
const attribution = { source: filled(100) };
// On its own line: arithmetic inside the table of calls would keep all of its schemas in the browser.
const lastRiseBin = riseBins.length - 1;

const pair = { symbolId, baseSymbol: coinCode, pricedSymbol: coinCode, name: filled(100), iconUrl };
const rankRow = v.object({
  ...pair,
  rank: count,
  rankAnHourAgo: v.nullable(count),
  last: decimal,
  change24h: fraction,
  /** Within the window that was asked for; null while its beginning is not known. */
  change: v.nullable(fraction),
  /** In USDT for every quote currency; null where the worth of that currency is not known. */
  turnover24h: v.nullable(decimal),
  cap: v.nullable(decimal),
  /** null = the source does not tell. */
  listedAt: v.nullable(timeMs),
  sector: v.nullable(slug),
  /** The newest event of top movers within the last hour. */
  mover: v.nullable(v.picklist(moverTypes)),
  quote: quoteRow,
});
export type RankRow = v.InferOutput<typeof rankRow>;
const ranked = listOf(rankRow, 200);

/** What the area of a tile stands for. */
export const heatSizes = ['cap', 'turnover'] as const;
export type HeatSize = (typeof heatSizes)[number];
const heatTile = v.object({ ...pair, sector: v.nullable(slug), size: decimal, last: decimal, change24h: fraction, quote: quoteRow });
export type HeatTile = v.InferOutput<typeof heatTile>;

const score = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
const fearGreedPoint = v.object({ at: timeMs, value: score });

const sectorRow = v.object({
  plateCategoryId: slug,
  name: filled(100),
  /** Members that count: traded above the floor. */
  coins: count,
  /** Weighted by what weighedBy says; beside it what weighting hides. */
  change24h: fraction,
  /** By cap; by turnover where no cap of a member is known. */
  weighedBy: v.picklist(heatSizes),
  medianChange24h: fraction,
  rising: count,
  falling: count,
  turnover24h: decimal,
  /** Of all sectors' turnover. */
  turnoverShare: fraction,
  /** Against the mean day of the last week; null while that is not known. */
  turnoverGrowth: v.nullable(fraction),
  /** Of the members whose supply is known; null = of none. */
  cap: v.nullable(decimal),
  leader: v.nullable(v.object({ ...pair, change24h: fraction })),
  laggard: v.nullable(v.object({ ...pair, change24h: fraction })),
  closes7d: listOf(decimal, 200),
  /** The same kind of coins on all markets, as a data provider sorts and counts them; null = none told, or too long ago. */
  world: v.nullable(
    v.object({
      ...attribution,
      at: timeMs,
      category: filled(200),
      cap: decimal,
      capChange24h: v.nullable(fraction),
      turnover24h: v.nullable(decimal),
    }),
  ),
});
export type SectorRow = v.InferOutput<typeof sectorRow>;

/** The rate is that of one settlement; rows are compared by what they would pay in eight hours. */
const fundingRow = v.object({
  ...pair,
  fundingRate: fraction,
  fundingIntervalHours: count,
  nextFundingAt: v.nullable(timeMs),
  last: decimal,
  change24h: fraction,
});

export const analyticsCalls = {
  fearGreed: call({
    kind: 'read',
    method: 'POST',
    path: '/cms/fearGreed',
    success: '200',
    about: 'The fear and greed index: now, before, its parts with their weights, its history.',
    input: v.object({ languageType, days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3650)), 365) }),
    output: v.object({
      value: score,
      band: v.picklist(bandNames),
      updatedAt: timeMs,
      yesterday: v.nullable(score),
      lastWeek: v.nullable(score),
      lastMonth: v.nullable(score),
      bands: listOf(v.object({ band: v.picklist(bandNames), upTo: score }), 10),
      /** weight: the share it has in this value; nominal: the share it has when every part is known. */
      parts: listOf(
        v.object({
          part: v.picklist(fearGreedParts),
          weight: fraction,
          nominalWeight: fraction,
          value: v.nullable(score),
          figures: listOf(v.object({ figure: v.picklist(fearGreedFigures), value: v.nullable(decimal) }), 5),
          /** Days of figures known so far, up to those that are ranked. */
          days: count,
        }),
        10,
      ),
      /** How long it has stood in its band. */
      streakDays: count,
      lastExtreme: v.nullable(v.object({ band: v.picklist(bandNames), at: timeMs })),
      /** Oldest first. parts: in the order of `parts`. */
      history: listOf(v.object({ ...fearGreedPoint.entries, btcPrice: v.nullable(decimal), parts: listOf(v.nullable(score), 10) }), 3650),
      /**
       * An index of another provider, to compare; null = none was named. newest: null = it has not answered yet. history: one for each day
       * of ours.
       */
      other: v.nullable(v.object({ ...attribution, newest: v.nullable(fearGreedPoint), history: listOf(v.nullable(score), 3650) })),
    }),
  }),
  indexLeaderboardNew: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/index/indexLeaderboardNew',
    about: 'The rankings, and the rule of who is in them.',
    input: v.object({
      languageType,
      region,
      businessLine: v.optional(queryOneOf([1, 2]), 1),
      window: v.optional(v.picklist(rankWindowNames), '24h'),
      /** Left out: all of them. What is not asked for comes back empty. */
      lists: v.optional(listOf(v.picklist(rankLists), rankLists.length)),
      limit: v.optional(queryInt(1, 200), 100),
      /** The pairs of the list of favorites. */
      symbolIds: v.optional(listOf(symbolId, 500), []),
    }),
    output: v.object({
      hot: ranked,
      gainers: ranked,
      losers: ranked,
      newListing: ranked,
      turnover: ranked,
      recommended: ranked,
      favorites: ranked,
      /** coins: how many different coins pass the rule; listed: how many there are. */
      rule: v.object({ floorUsdt: count, windowMs: count, coins: count, listed: count }),
      asOf: timeMs,
    }),
  }),
  changesV2: call({
    kind: 'read',
    method: 'POST',
    path: '/reach/market/changesV2',
    about: 'Top movers: what happened to prices, newest first.',
    input: pageInput(
      {
        types: v.optional(listOf(v.picklist(moverTypes), moverTypes.length)),
        businessLine: v.optional(v.picklist([1, 2])),
        symbolIds: v.optional(listOf(symbolId, 500)),
      },
      50,
    ),
    output: pageOf(moverEvent),
  }),
  changesMenuList: call({
    kind: 'read',
    method: 'POST',
    path: '/reach/market/changesMenuList',
    about: 'The kinds of mover events that the source tells of, with how many there were in the last 24 hours.',
    input: v.object({ languageType, businessLine: v.optional(queryOneOf([1, 2])) }),
    output: v.object({
      items: listOf(v.object({ type: v.picklist(moverTypes), count }), moverTypes.length),
      total: count,
      rules: moverRules,
      asOf: timeMs,
    }),
  }),
  getListNameByPlateType: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/market/getListNameByPlateType',
    about: 'The sectors with how they do.',
    input: v.object({ languageType }),
    output: v.object({ ...pageOf(sectorRow).entries, asOf: timeMs }),
  }),
  getSectorDetail2: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/market/getSectorDetail2',
    about: 'One sector: description, line, members.',
    input: v.object({ languageType, plateCategoryId: filled(64) }),
    /** line: the sector's index, 100 at its beginning, weighted as its change is; the last point is now. */
    output: v.object({
      sector: sectorRow,
      description: text(4000),
      members: ranked,
      line: listOf(v.tuple([timeMs, decimal]), 400),
      asOf: timeMs,
    }),
  }),
  getMetrics: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/market/global/getMetrics',
    about: 'The whole market: cap, turnover, dominance, open interest, funding, rise and fall.',
    input: v.object({ languageType }),
    output: v.object({
      /** Of the coins whose supply is known; null = of none. So are the shares of it. */
      cap: v.nullable(decimal),
      capChange24h: v.nullable(fraction),
      /** null = there is no spot pair whose money has a known worth. */
      turnover24h: v.nullable(decimal),
      btcDominance: v.nullable(fraction),
      btcDominanceWithoutStablecoins: v.nullable(fraction),
      btcDominanceYesterday: v.nullable(fraction),
      ethDominance: v.nullable(fraction),
      /** null = of no stablecoin; figures without them are not known either. */
      stablecoinCap: v.nullable(decimal),
      activeCoins: count,
      rising: count,
      falling: count,
      openInterest: v.nullable(decimal),
      fundingRate: v.nullable(fraction),
      longShortRatio: v.nullable(decimal),
      /** null = there is no contract whose money has a known worth. */
      contractTurnover24h: v.nullable(decimal),
      /** Perpetual contracts above the floor with the highest and the lowest funding; none is in both. */
      fundingHighest: listOf(fundingRow, 10),
      fundingLowest: listOf(fundingRow, 10),
      riseDistribution: listOf(v.object({ from: v.nullable(fraction), to: v.nullable(fraction), count }), 20),
      /**
       * All markets together, as a data provider counts them; null = none was named. figures: null = never told (at: null), or too long
       * ago.
       */
      world: v.nullable(
        v.object({
          ...attribution,
          at: v.nullable(timeMs),
          figures: v.nullable(
            v.object({
              cap: decimal,
              capChange24h: v.nullable(fraction),
              turnover24h: decimal,
              btcDominance: fraction,
              ethDominance: fraction,
              coins: v.nullable(count),
            }),
          ),
        }),
      ),
      asOf: timeMs,
    }),
  }),
  riseBinCoins: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/market/global/riseBin',
    about: 'The coins in one bar of rise and fall, by turnover.',
    input: v.object({ languageType, bin: queryInt(0, lastRiseBin), limit: v.optional(queryInt(1, 200), 100) }),
    output: v.object({ items: ranked, total: count, asOf: timeMs }),
  }),
  heatTopCoins: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/market/heat/topCoins',
    about: 'Tiles of the heat map.',
    input: v.object({ languageType, size: v.optional(v.picklist(heatSizes), 'cap'), limit: v.optional(queryInt(1, 500), 120) }),
    weight: { field: 'limit', per: 250 },
    /** sizedBy: turnover, too, where caps were asked for and none is known. */
    output: v.object({ items: listOf(heatTile, 500), total: count, sizedBy: v.picklist(heatSizes), asOf: timeMs }),
  }),
  getAiRecommendListV2: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/getAiRecommendListV2',
    about: 'The picks of today.',
    input: v.object({ languageType }),
    output: v.object({ items: listOf(coinPick, aiPicks.perDayAtMost), total: count, pickedAt: v.nullable(timeMs), coins: count }),
  }),
  getAiCoinRecommendByCoinId: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/getAiCoinRecommendByCoinId',
    about: 'One pick in full.',
    input: v.object({ languageType, coinId: filled(64) }),
    output: v.object({ pick: coinPick, isToday: v.boolean(), past: listOf(pastPick, 200) }),
  }),
  getAiCoinRecommendList: call({
    kind: 'read',
    method: 'POST',
    path: '/mix/public/getAiCoinRecommendList',
    about: 'Past picks and how all of them did against BTC and against picking at random.',
    input: pageInput({ coinId: v.optional(filled(64)) }, 50),
    output: v.object({
      ...pageOf(pastPick).entries,
      scores: listOf(pickScore, pickHorizons.length),
      /** Oldest first; empty while the first week is not over. */
      curve: listOf(pickCurvePoint, 1000),
      liveSince: v.nullable(timeMs),
      firstDay: v.nullable(timeMs),
    }),
  }),
  bitcoinHalving: call({
    kind: 'read',
    method: 'GET',
    path: '/mix/market/bitcoinHalving',
    about: 'Where the chain of Bitcoin stands on its way to the next halving.',
    input: v.object({ languageType }),
    output: v.object({
      height: count,
      lastBlockAt: timeMs,
      averageIntervalMs: count,
      price: v.nullable(decimal),
      /** Of this market, on the day of the last halving; null = its history does not go back so far. */
      priceAtLastHalving: v.nullable(decimal),
      asOf: timeMs,
    }),
  }),
} as const;
