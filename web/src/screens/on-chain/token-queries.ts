import { queryOptions } from '@tanstack/react-query';
import type { Locale } from '@tidemark/contract/locales.ts';
import { onchainLists, type OnchainList } from '@tidemark/contract/onchain.ts';
import type { Api } from '#api/client.ts';
import { callQuery } from '#api/queries.ts';

const callOf = {
  hotPicks: 'onchainHotPicks',
  newPicks: 'onchainNewPicks',
  volume: 'onchainVolume',
  fdv: 'onchainFdv',
  holders: 'onchainHolders',
} as const satisfies Record<OnchainList, string>;
/** As many as a first look needs; the rest follows in the browser. */
export const shownTokens = 60;
const tokensPerPage = 200;

export interface OnchainChoice {
  readonly list: OnchainList;
  readonly chain: string | undefined;
}

/** An unknown list is the first one; an unknown chain is left to the server, which knows the chains. */
export const chosenOf = (search: URLSearchParams): OnchainChoice => ({
  list: onchainLists.find((list) => list === search.get('list')) ?? onchainLists[0],
  chain: search.get('chain') ?? undefined,
});

export const chains = (api: Api) =>
  queryOptions({ queryKey: ['onchainChains'], queryFn: ({ signal }) => api.call('onchainChains', {}, { signal }) });

export const tokens = (api: Api, { list, chain }: OnchainChoice) =>
  queryOptions({
    queryKey: [callOf[list], chain ?? null],
    queryFn: ({ signal }) => api.call(callOf[list], { chain, pageSize: shownTokens }, { signal }),
  });

/** The whole list, page after page: a search for a token looks in all of it. */
export const allTokens = (api: Api, { list, chain }: OnchainChoice) =>
  queryOptions({
    queryKey: [callOf[list], chain ?? null, 'all'],
    async queryFn({ signal }) {
      const page = (pageNum: number) => api.call(callOf[list], { chain, pageNum, pageSize: tokensPerPage }, { signal });
      const first = await page(1);
      const items = [...first.items];
      for (let pageNum = 2; items.length < first.total; pageNum++) {
        const next = await page(pageNum);
        if (next.items.length === 0) break;
        items.push(...next.items);
      }
      return { ...first, items };
    },
  });

export const positions = (api: Api, locale: Locale) => callQuery(api, 'onchainPositions', { locale });
