// Views of the market facts: rankings, movers, sectors, overview, heat, fear and greed, AI picks; and the numbers both
// sides print beside them (section 9).
import * as v from 'valibot';
import { coinCode, iconUrl, liquidityFloorUsdt, slug, symbolId } from './market.ts';
import { call, count, decimal, filled, fraction, languageType, listOf, pageInput, pageOf, queryOneOf, region, text, timeMs } from './wire.ts';

/** Section 1: rank subtitle. */
export const rankCoinsAtLeast = 800;
/** Sections 1 and 2: the lists and tabs of the rankings. */
export const rankLists = ['hot', 'gainers', 'losers', 'newListing', 'turnover', 'recommended', 'favorites'] as const;
export type RankList = (typeof rankLists)[number];

/** Section 9, AI picks. */
export const aiPicks = { perDayAtMost: 5, floorUsdt: liquidityFloorUsdt, floorAverageDays: 7 } as const;

/** Section 9: thresholds depend on the volume of the pair; the answer carries those that held. */
export const fundFlowRule = { whaleShareOfTurnover: 0.0005, whaleMinUsdt: 2_000, whaleMaxUsdt: 200_000, dolphinShareOfWhale: 0.1, averageDays: 7 } as const;
export const fundFlowSizes = ['whale', 'dolphin', 'fish'] as const;
export type FundFlowSize = (typeof fundFlowSizes)[number];
export const fundFlowThresholds = (meanTurnoverUsdt: number): { whale: number; dolphin: number } => {
  const whale = Math.min(Math.max(fundFlowRule.whaleShareOfTurnover * meanTurnoverUsdt, fundFlowRule.whaleMinUsdt), fundFlowRule.whaleMaxUsdt);
  return { whale, dolphin: whale * fundFlowRule.dolphinShareOfWhale };
};
/** Section 9: large accounts are the top 20 % by margin balance. */
export const largeAccountsShare = 0.2;

/** Sections 1 and 2: what the trading data screens draw. */
export const tradingMetrics = {
  spot: ['fundFlow', 'netInflow24h', 'whaleNetFlow5d', 'marginLongShort', 'marginLoanGrowth', 'isolatedBorrowRatio'],
  futures: ['openInterest', 'longShortAccounts', 'largeAccountsPositions', 'takerVolume', 'basis', 'fundingRate'],
  wholeNetwork: ['marketCap', 'btcDominance', 'openInterest', 'fundingRateHistory'],
} as const;

export const fearGreedBands = [
  { band: 'extremeFear', upTo: 25 },
  { band: 'fear', upTo: 46 },
  { band: 'neutral', upTo: 54 },
  { band: 'greed', upTo: 75 },
  { band: 'extremeGreed', upTo: 100 },
] as const;
export type FearGreedBand = (typeof fearGreedBands)[number]['band'];
export const fearGreedBand = (value: number): FearGreedBand => fearGreedBands.find(({ upTo }) => Math.round(value) <= upTo)?.band ?? 'extremeGreed';
const bandNames = fearGreedBands.map(({ band }) => band);
export const fearGreedParts = ['volatility', 'momentum', 'breadth', 'derivatives', 'dominance', 'interest'] as const;

/** Edges of the bars of rise and fall; no change at all is a bar of its own. */
export const riseBinEdges = [-0.1, -0.07, -0.05, -0.03, 0, 0.03, 0.05, 0.07, 0.1] as const;

export const moverTypes = [
  'newHigh24h', 'newLow24h', 'newHigh7d', 'newLow7d', 'newHigh30d', 'newLow30d', 'rise5m', 'fall5m', 'rise2h', 'fall2h', 'pullback', 'rally',
  'riseWithVolume', 'fallWithVolume', 'largeBuy', 'largeSell',
] as const;
export type MoverType = (typeof moverTypes)[number];

const pair = { symbolId, baseSymbol: coinCode, pricedSymbol: coinCode, name: filled(100), iconUrl };
const rankRow = v.object({ ...pair, rank: count, rankAnHourAgo: v.nullable(count), last: decimal, change24h: fraction, turnover24h: decimal, cap: v.nullable(decimal), listedAt: timeMs });
export type RankRow = v.InferOutput<typeof rankRow>;
const ranked = listOf(rankRow, 200);

const score = v.pipe(v.number(), v.minValue(0), v.maxValue(100));
const fearGreedPoint = v.object({ at: timeMs, value: score });

const sectorRow = v.object({
  plateCategoryId: slug,
  name: filled(100),
  coins: count,
  /** Weighted by cap; beside it what weighting hides. */
  change24h: fraction,
  medianChange24h: fraction,
  rising: count,
  falling: count,
  turnover24h: decimal,
  cap: decimal,
  leader: v.nullable(v.object({ ...pair, change24h: fraction })),
  laggard: v.nullable(v.object({ ...pair, change24h: fraction })),
  closes7d: listOf(decimal, 200),
});
export type SectorRow = v.InferOutput<typeof sectorRow>;

const moverEvent = v.object({
  id: filled(64),
  type: v.picklist(moverTypes),
  tier: v.picklist([1, 2, 3]),
  ...pair,
  businessLine: v.picklist([1, 2]),
  price: decimal,
  change: v.nullable(fraction),
  amountUsdt: v.nullable(decimal),
  at: timeMs,
  after1h: v.nullable(fraction),
  after24h: v.nullable(fraction),
});
export type MoverEvent = v.InferOutput<typeof moverEvent>;

/** Section 3, Coin detail. */
export const coinPick = v.object({
  coinId: filled(64),
  symbolId,
  coinIcon: iconUrl,
  coinName: coinCode,
  tags: listOf(filled(64), 20),
  longRate: fraction,
  shortRate: fraction,
  deciphermentTitle: text(300),
  deciphermentContent: text(8000),
  deciphermentUpdateTime: timeMs,
  factors: listOf(v.object({ name: filled(64), value: decimal, weight: fraction }), 20),
});
export type CoinPick = v.InferOutput<typeof coinPick>;
const pastPick = v.object({ coinId: filled(64), coinName: coinCode, pickedAt: timeMs, change: fraction, btcChange: fraction });

export const analyticsCalls = {
  fearGreed: call({
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
      parts: listOf(v.object({ part: v.picklist(fearGreedParts), weight: fraction, value: v.nullable(score) }), 10),
      history: listOf(v.object({ ...fearGreedPoint.entries, btcPrice: v.nullable(decimal) }), 3650),
    }),
  }),
  indexLeaderboardNew: call({
    method: 'POST',
    path: '/mix/index/indexLeaderboardNew',
    about: 'The rankings, and the rule of who is in them.',
    input: v.object({ languageType, region, businessLine: v.optional(queryOneOf([1, 2]), 1) }),
    output: v.object({
      hot: ranked,
      gainers: ranked,
      losers: ranked,
      newListing: ranked,
      turnover: ranked,
      recommended: ranked,
      rule: v.object({ floorUsdt: count, windowMs: count, coins: count }),
      asOf: timeMs,
    }),
  }),
  changesV2: call({
    method: 'POST',
    path: '/reach/market/changesV2',
    about: 'Top movers: what happened to prices, newest first.',
    input: pageInput({ type: v.optional(v.picklist(moverTypes)), businessLine: v.optional(v.picklist([1, 2])), symbolIds: v.optional(listOf(symbolId, 500)) }, 50),
    output: pageOf(moverEvent),
  }),
  changesMenuList: call({
    method: 'POST',
    path: '/reach/market/changesMenuList',
    about: 'The kinds of mover events with how many there were in the last 24 hours.',
    input: v.object({ languageType }),
    output: v.object({ items: listOf(v.object({ type: v.picklist(moverTypes), count }), moverTypes.length), total: count }),
  }),
  getListNameByPlateType: call({
    method: 'GET',
    path: '/mix/market/getListNameByPlateType',
    about: 'The sectors with how they do.',
    input: v.object({ languageType }),
    output: pageOf(sectorRow),
  }),
  getSectorDetail2: call({
    method: 'GET',
    path: '/mix/market/getSectorDetail2',
    about: 'One sector: description, line, members.',
    input: v.object({ languageType, plateCategoryId: filled(64) }),
    output: v.object({ sector: sectorRow, description: text(4000), members: ranked, asOf: timeMs }),
  }),
  getMetrics: call({
    method: 'GET',
    path: '/mix/market/global/getMetrics',
    about: 'The whole market: cap, turnover, dominance, open interest, funding, rise and fall.',
    input: v.object({ languageType }),
    output: v.object({
      cap: decimal,
      capChange24h: fraction,
      turnover24h: decimal,
      btcDominance: fraction,
      btcDominanceWithoutStablecoins: fraction,
      activeCoins: count,
      openInterest: v.nullable(decimal),
      fundingRate: v.nullable(fraction),
      longShortRatio: v.nullable(decimal),
      riseDistribution: listOf(v.object({ from: v.nullable(fraction), to: v.nullable(fraction), count }), 20),
      asOf: timeMs,
    }),
  }),
  heatTopCoins: call({
    method: 'GET',
    path: '/mix/market/heat/topCoins',
    about: 'Tiles of the heat map.',
    input: v.object({ languageType, size: v.optional(v.picklist(['cap', 'turnover']), 'cap') }),
    output: v.object({ items: listOf(v.object({ ...pair, sector: v.nullable(slug), size: decimal, last: decimal, change24h: fraction }), 500), total: count, asOf: timeMs }),
  }),
  getAiRecommendListV2: call({
    method: 'POST',
    path: '/mix/public/getAiRecommendListV2',
    about: 'The picks of today.',
    input: v.object({ languageType }),
    output: v.object({ items: listOf(coinPick, aiPicks.perDayAtMost), total: count, pickedAt: v.nullable(timeMs) }),
  }),
  getAiCoinRecommendByCoinId: call({
    method: 'POST',
    path: '/mix/public/getAiCoinRecommendByCoinId',
    about: 'One pick in full.',
    input: v.object({ languageType, coinId: filled(64) }),
    output: coinPick,
  }),
  getAiCoinRecommendList: call({
    method: 'POST',
    path: '/mix/public/getAiCoinRecommendList',
    about: 'Past picks and how they did against BTC.',
    input: pageInput({ coinId: v.optional(filled(64)) }, 50),
    output: pageOf(pastPick),
  }),
} as const;
