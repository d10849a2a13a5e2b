// The calls of the alerts under their keys. Own writes and notices make them be asked again.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { alertLimits, alertSwitch } from '@tidemark/contract/alert-rules.ts';
import type { BusinessLine } from '@tidemark/contract/business-lines.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';

/** The distance to a target moves with the price. */
const distanceEveryMs = 3_000;
/** Thousands of alerts that were fired or turned off are not asked for every three seconds. */
const longListEveryMs = 30_000;
const alertsPerPage = 200;

/** All alerts of the person, page after page. */
export const alertList = (api: Api) =>
  queryOptions({
    queryKey: ['listAlerts'],
    async queryFn({ signal }) {
      const first = await api.call('listAlerts', { pageNum: 1, pageSize: alertsPerPage, params: {} }, { signal });
      const items = [...first.items];
      for (let pageNum = 2; items.length < first.total; pageNum++) {
        const page = await api.call('listAlerts', { pageNum, pageSize: alertsPerPage, params: {} }, { signal });
        if (page.items.length === 0) break;
        items.push(...page.items);
      }
      // While a release goes on, a process of the one before does not tell them.
      const limits = (first.limits as typeof first.limits | undefined) ?? alertLimits;
      return { ...first, items, limits };
    },
    refetchInterval: ({ state }) => ((state.data?.total ?? 0) > alertsPerPage ? longListEveryMs : distanceEveryMs),
  });
/** Those of a pair that are on. */
export const alertsOfPair = (api: Api, symbolId: string) =>
  queryOptions({
    ...callQuery(api, 'listAlerts', { pageSize: alertsPerPage, params: { symbolId, switch: alertSwitch.open } }),
    refetchInterval: distanceEveryMs,
  });
/** So many marks of a pair say more than a chart can show. */
const marksOfPair = 100;
export const logOfPair = (api: Api, symbolId: string) => callQuery(api, 'listAlertLog', { pageSize: marksOfPair, params: { symbolId } });
export const alertParameters = (api: Api, line: BusinessLine, symbolId: string) =>
  queryOptions({ ...callQuery(api, 'alertParameters', { businessLine: line, symbolId }), refetchInterval: distanceEveryMs });
export const unreadFlag = (api: Api) => callQuery(api, 'alertUnreadFlag', {});
export const logPageSize = 30;
export const alertLog = (
  api: Api,
  pageNum: number,
  filter: { readonly isUnreadOnly?: boolean; readonly line?: BusinessLine | undefined } = {},
) =>
  callQuery(api, 'listAlertLog', {
    pageNum,
    pageSize: logPageSize,
    params: { ...(filter.isUnreadOnly && { status: 0 as const }), ...(filter.line && { businessLine: filter.line }) },
  });

/** Done when they have answered. */
export const askAlertsAgain = async (queryClient: QueryClient): Promise<void> => {
  await Promise.all(['listAlerts', 'alertParameters'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
};
export const alertsChanged = (queryClient: QueryClient): void => void askAlertsAgain(queryClient);
export const logChanged = (queryClient: QueryClient): void => {
  for (const name of ['listAlertLog', 'alertUnreadFlag', 'listAlerts']) void queryClient.invalidateQueries({ queryKey: [name] });
};
