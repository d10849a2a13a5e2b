// The openings of the running day, which are others as soon as the next one begins.
import { queryOptions } from '@tanstack/react-query';
import { openPriceInput, type openPriceMarkets } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Api } from './client.ts';

export type OpenMarket = keyof typeof openPriceMarkets;
export type Opens = Readonly<Record<string, string>>;

/** The server has read the first minute of the new day by then. */
const afterMidnightMs = 3_000;

/** What the server is still reading, or could not tell, is asked for again: ever less often, but once a minute. */
const [askAgainMs, askAtLeastMs] = [5_000, 60_000];

export const loadOpens = async (
  api: Api,
  market: OpenMarket,
  base: number,
  signal?: AbortSignal,
): Promise<{ opens: Opens; endsAt: number }> => {
  const { symbolKlines, isWhole } = await api.call('getOpenPrice', openPriceInput(market, base), { signal });
  // The answer itself tells of which day it is: a clock that is ahead would ask for the new one before it has begun.
  const openedAt = Math.min(...symbolKlines.map(({ openTime }) => openTime));
  return {
    opens: Object.fromEntries(symbolKlines.map(({ symbolId, openPrice }) => [symbolId, openPrice])),
    endsAt: isWhole ? openedAt + dayMs - ((openedAt + base * 60_000) % dayMs) : 0,
  };
};

/** A day ends while the page is open, or in the background: then all of them are others. */
export const openPrices = (api: Api, market: OpenMarket, base: number) =>
  queryOptions({
    queryKey: ['getOpenPrice', market, base],
    queryFn: ({ signal }) => loadOpens(api, market, base, signal),
    refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) => {
      const leftMs = data ? data.endsAt + afterMidnightMs - Date.now() : 0;
      return leftMs > 0 ? leftMs : Math.min(askAtLeastMs, askAgainMs * (dataUpdateCount + errorUpdateCount));
    },
    refetchIntervalInBackground: true,
  });
