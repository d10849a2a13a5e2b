// The calls of the alerts under their keys. Own writes and notices make them be asked again.
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { BusinessLine } from '@tidemark/contract/market.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';

/** The distance to a target moves with the price. */
const distanceEveryMs = 3_000;
const allAlerts = { pageNum: 1, pageSize: 200, params: {} };

export const alertList = (api: Api) => queryOptions({ ...callQuery(api, 'listAlerts', allAlerts), refetchInterval: distanceEveryMs });
export const alertParameters = (api: Api, line: BusinessLine, symbolId: string) =>
  queryOptions({ ...callQuery(api, 'alertParameters', { businessLine: line, symbolId }), refetchInterval: distanceEveryMs });
export const unreadFlag = (api: Api) => callQuery(api, 'alertUnreadFlag', {});
export const logPageSize = 30;
export const alertLog = (api: Api, pageNum: number, isUnreadOnly: boolean) =>
  callQuery(api, 'listAlertLog', { pageNum, pageSize: logPageSize, params: isUnreadOnly ? { status: 0 as const } : {} });

export const alertsChanged = (queryClient: QueryClient): void => {
  for (const name of ['listAlerts', 'alertParameters']) void queryClient.invalidateQueries({ queryKey: [name] });
};
export const logChanged = (queryClient: QueryClient): void => {
  for (const name of ['listAlertLog', 'alertUnreadFlag', 'listAlerts']) void queryClient.invalidateQueries({ queryKey: [name] });
};
