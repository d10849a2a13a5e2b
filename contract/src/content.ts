// Editorial content: news trends, morning paper, calendar, policy, coin texts; and the facts of the halving (section 9).
// The cms calls succeed with code 200.
import * as v from 'valibot';
import { defaultLocale, type Locale } from './locales.ts';
import { coinCode, iconUrl, symbolId } from './market.ts';
import { policy, policyCountry } from './policy.ts';
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
  queryTime,
  text,
  timeMs,
  type Schema,
} from './wire.ts';

/** Section 9, Halving. */
export const halving = {
  blocksPerHalving: 210_000,
  maxSupply: 21_000_000,
  firstReward: 50,
  targetBlockMs: 600_000,
  tickMs: 1_000,
  /** Four so far; the fifth is the one counted down to. */
  past: [
    { number: 1, height: 210_000, at: 1_354_116_278_000, rewardAfter: 25 },
    { number: 2, height: 420_000, at: 1_468_082_773_000, rewardAfter: 12.5 },
    { number: 3, height: 630_000, at: 1_589_225_023_000, rewardAfter: 6.25 },
    { number: 4, height: 840_000, at: 1_713_571_767_000, rewardAfter: 3.125 },
  ],
  nextHeight: 1_050_000,
} as const;
/** Section 4: what the countdown shows. */
export const halvingStates = ['nextEstimated', 'ended', 'fourthEnded'] as const;
export type HalvingState = (typeof halvingStates)[number];
/** The words 'fourth halving ended' stay for one difficulty period after it. */
const justEndedBlocks = 2_016;
/** The quickest of the last two eras took 577 s a block; two percent over the target is as slow as a period has been since. */
const paceMs = { quick: 577_000, slow: 612_000 } as const;

export interface HalvingForecast {
  readonly state: HalvingState;
  /** The height that is counted down to, and which halving that is. */
  readonly targetHeight: number;
  readonly number: number;
  readonly blocksLeft: number;
  /** Coins for a block now. */
  readonly reward: number;
  readonly estimatedAt: number;
  readonly earliestAt: number;
  readonly latestAt: number;
}

/** Blocks find their pace again within a difficulty period: what is measured now counts that far, the target beyond it. */
/** The pace of a day is believed for a day: of the weeks after it one slow block says nothing. */
const measuredBlocks = 144;

export function forecastHalving(
  now: { height: number; averageIntervalMs: number; lastBlockAt: number; asOf: number },
  config: { nextHeight: number; blocksPerHalving: number },
): HalvingForecast {
  const { height, averageIntervalMs, lastBlockAt, asOf } = now;
  const era = Math.floor(height / config.blocksPerHalving);
  const targetHeight = (era + 1) * config.blocksPerHalving;
  const blocksLeft = targetHeight - height;
  const near = Math.min(blocksLeft, measuredBlocks);
  const chance = 1.645 * halving.targetBlockMs * Math.sqrt(blocksLeft);
  // From the last block: seen again a minute later it is a minute closer, whether a block has come or not.
  const estimatedAt = Math.round(Math.max(asOf, lastBlockAt + near * averageIntervalMs + (blocksLeft - near) * halving.targetBlockMs));
  return {
    state: halvingStateAt(height, config.nextHeight),
    targetHeight,
    number: era + 1,
    blocksLeft,
    reward: halving.firstReward / 2 ** era,
    estimatedAt,
    earliestAt: Math.round(Math.max(asOf, Math.min(asOf + blocksLeft * paceMs.quick, estimatedAt) - chance)),
    latestAt: Math.round(Math.max(asOf + blocksLeft * paceMs.slow, estimatedAt) + chance),
  };
}

/** Which of the three the countdown shows, for the halving that the operator's config counts down to. */
export function halvingStateAt(height: number, nextHeight: number): HalvingState {
  const fourth = halving.past[3].height;
  if (height >= nextHeight) return nextHeight === fourth ? 'fourthEnded' : 'ended';
  return height >= fourth && height < fourth + justEndedBlocks ? 'fourthEnded' : 'nextEstimated';
}

/** Rounded daily closes in USD, of public record; a year before, on the day, a year after. */
export const halvingPrices = [
  { number: 1, before: 2.5, at: 12, after: 1_000 },
  { number: 2, before: 270, at: 650, after: 2_500 },
  { number: 3, before: 7_200, at: 8_600, after: 57_000 },
  { number: 4, before: 28_000, at: 65_000, after: 85_000 },
] as const;

/** Coins mined up to a height: every era gives half of what the one before gave. */
export const minedSupply = (height: number): number => {
  let mined = 0;
  for (let era = 0, left = height; left > 0 && era < 33; era++, left -= halving.blocksPerHalving) {
    mined += Math.min(left, halving.blocksPerHalving) * (halving.firstReward / 2 ** era);
  }
  return mined;
};

/** Section 7: what getWebInstitute asks for. */
const newsTrendsBizType = 4;

/** What an article can be about. */
export const newsTopics = [
  'markets',
  'bitcoin',
  'ethereum',
  'defi',
  'stablecoins',
  'etf',
  'regulation',
  'exchange',
  'security',
  'mining',
  'nft',
  'macro',
  'institutions',
  'ai',
  'layer2',
  'derivatives',
  'sectors',
  'sentiment',
  'listing',
] as const;
export type NewsTopic = (typeof newsTopics)[number];
/**
 * headline: from an outlet's feed, the link leads there. note: our own sentence about a fact of this market, the link leads to our page of
 * it.
 */
const articleKinds = ['headline', 'note'] as const;

/** For readers of feeds and calendars, in every language of the site. */
export const contentFeeds = { news: 'feeds/news.xml', calendar: 'feeds/calendar.ics' } as const;
export const contentFeedPath = (locale: Locale, feed: keyof typeof contentFeeds): string =>
  `${locale === defaultLocale ? '' : `/${locale}`}/${contentFeeds[feed]}`;

/** What an event of the calendar is. */
export const calendarCategories = [
  'listing',
  'delivery',
  'options',
  'mining',
  'halving',
  'anniversary',
  'macro',
  'unlock',
  'upgrade',
  'exchange',
  'other',
] as const;
export type CalendarCategory = (typeof calendarCategories)[number];

const id = filled(64);
const link = text(1000);
/** symbolId: the pair the coin is shown by; null = it has none here. */
const taggedCoin = v.object({ baseSymbol: coinCode, symbolId: v.nullable(symbolId), iconUrl, changeSince: v.nullable(fraction) });

const article = v.object({
  id,
  kind: v.picklist(articleKinds),
  title: filled(300),
  summary: text(2000),
  source: text(100),
  /** Of a note: a path of ours in the reader's language. */
  link,
  imageUrl: v.nullable(text(500)),
  topics: listOf(v.picklist(newsTopics), newsTopics.length),
  /** The one coin a note is about. */
  coin: v.nullable(coinCode),
  /** With the change since publication. */
  coins: listOf(taggedCoin, 50),
  publishedAt: timeMs,
});
export type Article = v.InferOutput<typeof article>;

const calendarEvent = v.object({
  id,
  title: filled(300),
  categories: listOf(v.picklist(calendarCategories), 10),
  coin: v.nullable(coinCode),
  startTime: timeMs,
  /** True: computed from the pace of blocks, and may come days earlier or later. */
  isEstimated: v.boolean(),
  /** Empty, a path of ours in the reader's language, or an https address. */
  link,
  source: text(100),
});
export type CalendarEvent = v.InferOutput<typeof calendarEvent>;

const morningPaper = v.object({
  id,
  title: filled(300),
  points: listOf(filled(1000), 20),
  publishedAt: timeMs,
  /** The day it tells of, UTC: the one before it came out. */
  day: timeMs,
});
export type MorningPaper = v.InferOutput<typeof morningPaper>;

const coinText = v.object({
  symbol: coinCode,
  name: filled(100),
  iconUrl,
  description: text(8000),
  website: v.nullable(link),
  launchedAt: v.nullable(timeMs),
  maxSupply: v.nullable(decimal),
  circulatingSupply: v.nullable(decimal),
});
export type CoinText = v.InferOutput<typeof coinText>;

const cms = <I extends Schema, O extends Schema>(path: `/${string}`, about: string, input: I, output: O) =>
  call({ kind: 'read', method: 'POST', path: `/cms${path}`, success: '200', about, input, output });

export const contentCalls = {
  getLatestOneContent: cms(
    '/webInstitute/getLatestOneContent',
    'The newest article.',
    v.object({ languageType }),
    v.object({ content: v.nullable(article) }),
  ),
  getWebInstitute: cms(
    '/webInstitute/getWebInstitute',
    'The articles of a day of news trends.',
    v.object({ languageType, startTimeStamp: v.optional(queryTime), bizType: v.optional(v.literal(newsTrendsBizType), newsTrendsBizType) }),
    v.object({ ...pageOf(article).entries, dayStart: timeMs, previousDay: v.nullable(timeMs), nextDay: v.nullable(timeMs) }),
  ),
  getCurrentModel: cms(
    '/quotesPage/getCurrentModel',
    'What the content part of the markets pages is made of now: policies by country.',
    v.object({ languageType, country: v.optional(policyCountry) }),
    v.object({ modelId: id, updatedAt: timeMs, policies: listOf(policy, 400) }),
  ),
  getCurrentMorningPaper: cms(
    '/quotesPage/getCurrentMorningPaper',
    'The morning paper of today, or the one that came out on a given day.',
    v.object({ languageType, startTimeStamp: v.optional(queryTime) }),
    v.object({ paper: v.nullable(morningPaper) }),
  ),
  getNewsList: cms(
    '/quotesPage/getNewsList',
    'News, newest first.',
    // baseSymbols: about any of them, as a user's favorites are.
    pageInput({
      topic: v.optional(v.picklist(newsTopics)),
      baseSymbol: v.optional(coinCode),
      baseSymbols: v.optional(listOf(coinCode, 200)),
      kind: v.optional(v.picklist(articleKinds)),
      before: v.optional(queryTime),
    }),
    pageOf(article),
  ),
  calendarEvents: cms(
    '/news/calendar/event/appMainList',
    'Events to come and just past.',
    pageInput(
      {
        from: v.optional(queryTime),
        to: v.optional(queryTime),
        baseSymbol: v.optional(coinCode),
        category: v.optional(v.picklist(calendarCategories)),
      },
      50,
    ),
    pageOf(calendarEvent),
  ),
  getCryptoListBySymbol: cms(
    '/crypto/getCryptoListBySymbol',
    'Texts about several coins. Unknown ones are left out.',
    v.object({ languageType, symbols: v.pipe(listOf(coinCode, 100), v.minLength(1)) }),
    v.object({ items: listOf(coinText, 100), total: count }),
  ),
  getCryptoBySymbol: cms('/crypto/getCryptoBySymbol', 'The text about one coin.', v.object({ languageType, symbol: coinCode }), coinText),
} as const;
