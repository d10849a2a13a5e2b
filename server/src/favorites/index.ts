// Favorites: the pairs a user starred, in categories of their own, each list in their order.
// Owns favorite_list and favorite_category. Promises: changes of one user follow each other, so that limits and names hold
// under concurrent requests, and edits of two devices end in one state that has both; a change is announced after its commit;
// no user can reach another's categories, and a read-only link shows its list and nothing else; what belonged to a deleted
// account goes, also when the message about the deletion was lost. Refuses by the contract's rules of
// sections 3 and 5, pairs the market does not have, and removal from All without confirmation.
import type { FavoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import type { favoriteCalls } from '@tidemark/contract/favorites.ts';
import type { Caller, Handlers, UserId } from '@tidemark/contract/wire.ts';
import type { MarketCalls } from '#market/calls.ts';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import { sweepOwners, sweepOwnersMs } from '#platform/jobs/sweep-owners.ts';
import type { Log } from '#platform/log.ts';
import { accountDeleted, favoritesChanged } from '#topics/index.ts';
import { createCalls } from './calls.ts';
import { createRows } from './rows.ts';
import { createStore } from './store.ts';
import { ownerColumns } from './tables.ts';

export interface FavoritesDeps {
  readonly db: Pick<Database, 'orm'>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  /** The limits as the config call tells them to this caller. */
  readonly limits: (caller: Caller) => FavoriteLimits | Promise<FavoriteLimits>;
  /** May this pair be starred? */
  readonly isSymbol: (symbolId: string) => boolean;
  readonly priceList: MarketCalls['getHomeQuotation'];
  /** Those of them that still have an account. */
  readonly whichExist: (userIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export interface FavoritesRoom {
  readonly calls: Handlers<typeof favoriteCalls>;
  /** What the room keeps of a user, in their own words. */
  exportOf(userId: UserId): Promise<object>;
  /** All pairs the user has starred. */
  starred(userId: UserId): Promise<readonly string[]>;
  start(): void;
  stop(): Promise<void>;
}

/** How many pairs users keep, all together: a measure of interest that names no user. */
export const countFavorites = (db: FavoritesDeps['db']): Promise<number> => createStore(db.orm).countAll();

export function createFavorites({ db, bus, clock, log, limits, isSymbol, priceList, whichExist }: FavoritesDeps): FavoritesRoom {
  const store = createStore(db.orm);
  const jobs = createJobs({ clock, log, room: 'favorites' });

  return {
    calls: createCalls({
      store,
      clock,
      limits,
      isSymbol,
      rows: createRows(priceList),
      changed: (userId, version) => bus.publish(favoritesChanged, { userId, version }),
    }),
    async exportOf(userId) {
      const { symbolIds, shareToken, categories } = await store.load(userId);
      return {
        symbolIds,
        shareToken,
        categories: categories.map(({ name, createdAt, symbolIds: pairs, shareToken: ofCategory }) => ({
          name,
          createdAt,
          symbolIds: pairs,
          shareToken: ofCategory,
        })),
      };
    },
    starred: async (userId) => (await store.load(userId)).symbolIds,
    start() {
      jobs.onStop(
        bus.subscribe(accountDeleted, ({ userId }) =>
          jobs.once('removing the favorites of a deleted account', () => store.forget([userId])),
        ),
      );
      void jobs.every(sweepOwnersMs, 'looking for favorites without an account', () =>
        sweepOwners({ orm: db.orm, columns: ownerColumns, whichExist, forget: store.forget }),
      )();
    },
    stop: jobs.stop,
  };
}
