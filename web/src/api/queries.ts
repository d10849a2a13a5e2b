// Query options per call: the key is the call and its input, so that the server's answer of a page is found again in
// the browser. Answers never go stale by themselves and are not fetched again on focus (section 9); our own writes and
// notices invalidate them. Calls whose answer is in a language take the locale.
import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { CallName, Calls } from '@tidemark/contract/calls.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import { maxSparklineSymbols } from '@tidemark/contract/market.ts';
import { queryCacheRule, seoKeys } from '@tidemark/contract/site.ts';
import type { InputToSend } from '@tidemark/contract/wire.ts';
import { ApiError, isLacking } from './api-error.ts';
import { createBatch, type Batch } from './batch.ts';
import type { Api } from './client.ts';
import { parseWeekLine, type WeekLine } from './week-line.ts';

const isServer = typeof window === 'undefined';
/** On the server a cache goes with its request; a timer would keep every one of them for half an hour. */
const keptUnusedMs = isServer ? Infinity : 30 * 60_000;
const maxRetries = 2;

const passing: readonly (string | null)[] = ['offline', 'timeout', 'unavailable', 'busy', 'tooManyRequests', 'connectionUnstable'];

/** No answer, or a server that asked for patience, may go better the next time; a refusal will not. */
const isWorthRetrying = (error: unknown): boolean => error instanceof ApiError && passing.includes(error.error);

export const createQueryClient = (isRendering = isServer): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: queryCacheRule.staleTimeMs,
        gcTime: keptUnusedMs,
        refetchOnWindowFocus: queryCacheRule.refetchOnFocus,
        refetchOnReconnect: false,
        retryOnMount: ({ state }) => !isLacking(state.error),
        retry: (failures, error) => !isRendering && failures < maxRetries && isWorthRetrying(error),
      },
    },
  });
  // A line is a short text, and there is one for every row: keeping it costs less than a timer to let it go.
  client.setQueryDefaults([sparklineCall], { gcTime: Infinity });
  return client;
};

const sparklineCall = 'getMultiKlineDataNewV2' satisfies CallName;

export interface Seo {
  readonly title: string;
  readonly description: string;
}

const inLanguage = (locale: Locale) => ({ languageType: languageOf(locale).languageType });

/** The options of any call that needs no more than its input. */
export const callQuery = <N extends CallName>(api: Api, name: N, input: InputToSend<Calls[N]>) =>
  queryOptions({ queryKey: [name, input], queryFn: ({ signal }) => api.call(name, input, { signal }) });

export const queries = (api: Api) => ({
  config: (locale: Locale) => callQuery(api, 'config', inLanguage(locale)),
  rates: () => callQuery(api, 'usdtRate', {}),
  /** One key per symbol, one request for all rows that ask at the same time. */
  sparkline: (symbolId: string) => queryOptions({ queryKey: [sparklineCall, symbolId], queryFn: () => sparklinesOf(api).load(symbolId) }),
  seo: (locale: Locale, page: string) =>
    queryOptions({
      queryKey: ['getTdkMltQueryList', locale, page],
      async queryFn({ signal }): Promise<Seo> {
        const keys = seoKeys(page);
        const input = { ...inLanguage(locale), locale, translationKeys: [keys.title, keys.description] };
        const texts = new Map(
          (await api.call('getTdkMltQueryList', input, { signal })).map((text) => [text.translationKey, text.translationContent]),
        );
        return { title: texts.get(keys.title) ?? '', description: texts.get(keys.description) ?? '' };
      },
    }),
});

const sparklineBatches = new WeakMap<Api, Batch<WeekLine | null>>();

function sparklinesOf(api: Api): Batch<WeekLine | null> {
  let batch = sparklineBatches.get(api);
  if (!batch) {
    batch = createBatch({
      maxSize: maxSparklineSymbols,
      // Rendering wants it now; rows that scroll in come a few at a time.
      waitMs: isServer ? 0 : 40,
      async loadMany(symbolIds) {
        const { items } = await api.call(sparklineCall, { symbolIds: symbolIds.join(',') });
        const closes = new Map(items.map((item) => [item.symbolId, item.closes]));
        return (symbolId) => parseWeekLine(closes.get(symbolId));
      },
    });
    sparklineBatches.set(api, batch);
  }
  return batch;
}
