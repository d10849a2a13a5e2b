import { queryOptions } from '@tanstack/react-query';
import { maxDepthLevels } from '@tidemark/contract/market-depth.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';

/** While the page is looked at. */
const refreshMs = 3_000;
/** As many rows as the order book beside them. */
const tradesShown = 17;

export const openOrders = (api: Api, symbolId: string) =>
  queryOptions({ ...callQuery(api, 'getDepth', { symbolId, limit: maxDepthLevels }), refetchInterval: refreshMs });

export const recentTrades = (api: Api, symbolId: string) =>
  queryOptions({ ...callQuery(api, 'getRecentTrades', { symbolId, limit: tradesShown }), refetchInterval: refreshMs });
