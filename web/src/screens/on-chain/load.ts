import { queryOptions } from '@tanstack/react-query';
import { onchainLists, type OnchainList } from '@tidemark/contract/onchain.ts';
import type { Api } from '#api/client.ts';
import { queries } from '#api/queries.ts';
import { notFound, type Load } from '#page/page.ts';

const callOf = {
  hotPicks: 'onchainHotPicks',
  newPicks: 'onchainNewPicks',
  volume: 'onchainVolume',
  fdv: 'onchainFdv',
  holders: 'onchainHolders',
} as const satisfies Record<OnchainList, string>;
const shownTokens = 60;

export interface OnchainChoice {
  readonly list: OnchainList;
  readonly chain: string | undefined;
}

/** A list nobody knows is the first one; a chain nobody knows is judged by who knows the chains. */
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

export const loadOnchain: Load = async ({ api, queryClient, url }) => {
  const chosen = chosenOf(url.searchParams);
  const known = await queryClient.ensureQueryData(chains(api)).catch(() => null);
  if (known && chosen.chain !== undefined && !known.items.some(({ chain }) => chain === chosen.chain)) throw notFound();
  await Promise.all([queryClient.prefetchQuery(tokens(api, chosen)), queryClient.prefetchQuery(queries(api).rates())]);
};
