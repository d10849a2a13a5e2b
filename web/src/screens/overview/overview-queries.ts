// What the modules ask for, no more than they show: all of it travels with the page.
import { queryOptions } from '@tanstack/react-query';
import type { RankList, RankRow, SectorRow } from '@tidemark/contract/analytics.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';
import { heatQuery, moversQuery, rankQuery } from '#features/analytics/analytics-queries.ts';
import { newestQuery } from '#features/news/news-queries.ts';

export const majorsShown = 6;
export const tilesShown = 60;
export const boardLists = ['hot', 'gainers', 'losers', 'turnover', 'newListing'] as const satisfies readonly RankList[];
export type BoardList = (typeof boardLists)[number];
export const boardRows = 10;
/** As many as stand beside the heat map. */
export const eventsShown = 13;
export const cheapRule = { below: 0.2, shown: 8 } as const;
export const sectorsShown = 7;
const contractsShown = 5;
const interestDays = 30;
export const newsShown = 6;

const inLanguage = (locale: Locale) => ({ languageType: languageOf(locale).languageType });

/** The largest coins are the first tiles of the heat map: one answer for both modules. */
export const topCoinsQuery = (api: Api) => heatQuery(api, 'cap', tilesShown);
export const boardChoice = (list: BoardList) => ({ line: 1, list, window: '24h', limit: boardRows }) as const;
export const boardQuery = (api: Api, list: BoardList) => rankQuery(api, boardChoice(list));
export const eventsQuery = (api: Api) => moversQuery(api, { type: undefined, line: undefined, symbolIds: undefined }, 1, 5 * eventsShown);
export const moodQuery = (api: Api, locale: Locale) => callQuery(api, 'fearGreed', { ...inLanguage(locale), days: 1 });
export const picksQuery = (api: Api, locale: Locale) => callQuery(api, 'getAiRecommendListV2', inLanguage(locale));

export type SectorFigures = Omit<SectorRow, 'closes7d'>;
export const sectorFiguresQuery = (api: Api) =>
  queryOptions({
    queryKey: ['overview', 'sectors'],
    queryFn: async ({ signal }): Promise<SectorFigures[]> =>
      (await api.call('getListNameByPlateType', {}, { signal })).items.map(({ closes7d: _line, ...figures }) => figures),
  });

/** Priced in dollars: a price in another coin says nothing about cheap. */
const inDollars = (row: RankRow): boolean => ['USDT', 'USDC', 'USD'].includes(row.pricedSymbol);
export const cheapQuery = (api: Api) =>
  queryOptions({
    queryKey: ['overview', 'cheap'],
    async queryFn({ signal }): Promise<RankRow[]> {
      const { turnover } = await api.call('indexLeaderboardNew', { lists: ['turnover'], limit: 200 }, { signal });
      return turnover.filter((row) => inDollars(row) && Number(row.last) < cheapRule.below).slice(0, cheapRule.shown);
    },
  });

export interface Crowd {
  readonly symbolId: string;
  readonly baseSymbol: string;
  /** Accounts that are long for each that is short. */
  readonly ratio: number;
}

/** The most traded contracts and who holds them. */
export const crowdsQuery = (api: Api) =>
  queryOptions({
    queryKey: ['overview', 'crowds'],
    async queryFn({ signal }): Promise<Crowd[]> {
      const { turnover } = await api.call(
        'indexLeaderboardNew',
        { businessLine: 2, lists: ['turnover'], limit: contractsShown },
        { signal },
      );
      const now = await Promise.all(turnover.map(({ symbolId }) => api.call('tradingNow', { symbolId }, { signal })));
      return now.flatMap(({ symbolId, baseSymbol, longShort }) =>
        longShort === null ? [] : [{ symbolId, baseSymbol, ratio: Number(longShort) }],
      );
    },
  });

export interface InterestDays {
  readonly times: readonly number[];
  readonly dollars: readonly number[];
  /** The past is still being added up, which takes minutes after the first start. */
  readonly building: { readonly done: number; readonly total: number } | null;
}

export const interestQuery = (api: Api) =>
  queryOptions({
    queryKey: ['overview', 'interest'],
    async queryFn({ signal }): Promise<InterestDays> {
      const { points, building } = await api.call(
        'networkSeries',
        { metric: 'openInterest', period: '1d', limit: interestDays },
        { signal },
      );
      const known = points.flatMap(([time, usd]) => (typeof usd === 'string' ? [[time, Number(usd)] as const] : []));
      return { times: known.map(([time]) => time), dollars: known.map(([, usd]) => usd), building };
    },
  });

/** One day makes no line. */
export const isLine = ({ times }: InterestDays): boolean => times.length > 1;

export const newsQuery = (api: Api, locale: Locale) => newestQuery(api, locale, newsShown);
