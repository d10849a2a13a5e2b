// The questions of the analytics screens. Answers stand until the socket tells newer ones.
import type { Calls } from '@tidemark/contract/calls.ts';
import type { HeatSize, RankList, RankWindow } from '@tidemark/contract/analytics.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { MoverType } from '@tidemark/contract/movers.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';

export type Line = 1 | 2;
export type Leaderboard = Output<Calls['indexLeaderboardNew']>;
export type MarketFigures = Output<Calls['getMetrics']>;

export interface RankChoice {
  readonly line: Line;
  readonly list: RankList;
  readonly window: RankWindow;
  readonly limit?: number;
  readonly symbolIds?: readonly string[];
}

export const rankQuery = (api: Api, { line, list, window, limit = 100, symbolIds }: RankChoice) =>
  callQuery(api, 'indexLeaderboardNew', {
    businessLine: line,
    lists: [list],
    window,
    limit,
    ...(symbolIds && { symbolIds: [...symbolIds] }),
  });
export const metricsQuery = (api: Api) => callQuery(api, 'getMetrics', {});
export const sectorsQuery = (api: Api) => callQuery(api, 'getListNameByPlateType', {});
/** The description is in a language. */
export const sectorQuery = (api: Api, locale: Locale, id: string) =>
  callQuery(api, 'getSectorDetail2', { plateCategoryId: id, languageType: languageOf(locale).languageType });
export const heatQuery = (api: Api, size: HeatSize, limit = 120) => callQuery(api, 'heatTopCoins', { size, limit });
export const binQuery = (api: Api, bin: number) => callQuery(api, 'riseBinCoins', { bin });
export const moverMenuQuery = (api: Api, line: Line | undefined) =>
  callQuery(api, 'changesMenuList', line === undefined ? {} : { businessLine: line });

export interface MoverFilter {
  readonly type: MoverType | undefined;
  readonly line: Line | undefined;
  readonly symbolIds: readonly string[] | undefined;
}

export const moversPerPage = 40;
/** As many as one answer may hold. */
export const mostMoverPages = 5;
/** The newest events: so many pages of them in one answer, so that none is missed or doubled while new ones come. */
export const moversQuery = (api: Api, { type, line, symbolIds }: MoverFilter, pages = 1, perPage = moversPerPage) =>
  callQuery(api, 'changesV2', {
    pageNum: 1,
    pageSize: pages * perPage,
    params: {
      ...(type && { types: [type] }),
      ...(line && { businessLine: line }),
      ...(symbolIds && { symbolIds: [...symbolIds].toSorted().slice(0, 500) }),
    },
  });
