// The questions about news. Figures move with the market, so screens ask again now and then.
import type { Calls } from '@tidemark/contract/calls.ts';
import type { NewsTopic } from '@tidemark/contract/content.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';

export type DayOfNews = Output<Calls['getWebInstitute']>;

const inLanguage = (locale: Locale) => ({ languageType: languageOf(locale).languageType });
const ofDay = (day: number | undefined) => (day === undefined ? {} : { startTimeStamp: day });

/** Without a day: the newest that has articles. */
export const dayQuery = (api: Api, locale: Locale, day: number | undefined) =>
  callQuery(api, 'getWebInstitute', { ...inLanguage(locale), ...ofDay(day) });
export const paperQuery = (api: Api, locale: Locale, day: number | undefined) =>
  callQuery(api, 'getCurrentMorningPaper', { ...inLanguage(locale), ...ofDay(day) });
export const latestQuery = (api: Api, locale: Locale) => callQuery(api, 'getLatestOneContent', inLanguage(locale));
export const eventsQuery = (api: Api, locale: Locale) =>
  callQuery(api, 'calendarEvents', { ...inLanguage(locale), pageNum: 1, pageSize: 50 });
export const newestQuery = (api: Api, locale: Locale, shown: number) =>
  callQuery(api, 'getNewsList', { ...inLanguage(locale), pageNum: 1, pageSize: shown });

export interface NewsFilter {
  readonly topic: NewsTopic | undefined;
  readonly coin: string | undefined;
  /** About any of them. */
  readonly coins: readonly string[] | undefined;
}

export const earlierPerPage = 40;
/** As many as one answer may hold; further back, days have pages of their own. */
export const mostEarlierPages = 5;
/** As many coins as one question may name. */
const mostCoins = 200;

/** Articles before a moment: so many pages of them in one answer, so that none is missed or doubled. */
export const earlierQuery = (api: Api, locale: Locale, before: number, { topic, coin, coins }: NewsFilter, pages = 1) =>
  callQuery(api, 'getNewsList', {
    ...inLanguage(locale),
    pageNum: 1,
    pageSize: pages * earlierPerPage,
    params: {
      before,
      ...(topic && { topic }),
      ...(coin && { baseSymbol: coin }),
      ...(coins && { baseSymbols: coins.slice(0, mostCoins) }),
    },
  });
