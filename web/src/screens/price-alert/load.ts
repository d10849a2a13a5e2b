import type { Load } from '#page/page.ts';
import { alertList, alertLog, unreadFlag } from '#features/alerts/alert-queries.ts';
import { lineOfTab, readHistory, readTab } from './choice.ts';

/** Without a session the calls refuse, nothing is in the cache, and the page asks people to log in. */
export const loadPriceAlerts: Load = async ({ api, queryClient, url, hasSession }) => {
  if (!hasSession) return;
  const { isUnreadOnly, line, page } = readHistory(url.searchParams);
  await Promise.all([
    queryClient.prefetchQuery(alertList(api)),
    queryClient.prefetchQuery(unreadFlag(api)),
    readTab(url.searchParams) === 'history'
      ? queryClient.prefetchQuery(alertLog(api, page, { isUnreadOnly, line: line && lineOfTab(line) }))
      : null,
  ]);
};
