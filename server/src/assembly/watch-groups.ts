// showWatchGroup of getAllPartitionV2 (section 7): the favorites categories of the caller, as further partitions of the spot list.
// Pages are rendered for all visitors, so they never ask for it, and the browser's own book of favorites knows the categories of a visitor,
// too: it is for programs that have nothing but the calls.
import type { Calls } from '@tidemark/contract/calls.ts';
import type { favoriteCalls } from '@tidemark/contract/favorites.ts';
import { suffixOf } from '@tidemark/contract/business-lines.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';

type Partitions = Handlers<Pick<Calls, 'getAllPartitionV2'>>['getAllPartitionV2'];

export const withWatchGroups =
  (partitions: Partitions, { listCategories }: Pick<Handlers<typeof favoriteCalls>, 'listCategories'>): Partitions =>
  async (caller, input) => {
    const answer = await partitions(caller, input);
    if (!input.showWatchGroup || caller.userId === null) return answer;
    const { items } = await listCategories(caller, {});
    return {
      ...answer,
      watchGroups: items.map(({ groupId, name, symbolIds }) => {
        const spot = symbolIds.filter((symbolId) => suffixOf(symbolId) === null);
        return { groupId, name, count: spot.length, symbolIds: spot };
      }),
    };
  };
