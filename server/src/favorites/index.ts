// Favorites: the pairs somebody starred, in categories of their own, each list in their order.
// Owns favorite_list and favorite_category. Promises: changes of one user follow each other, so that limits and names hold
// whoever asks at once, and edits of two devices end in one state that has both; a change is announced after its commit;
// nobody can reach another's categories; what belonged to a deleted account goes. Refuses by the contract's rules of
// sections 3 and 5, pairs the market does not have, and removal from All without confirmation.
import type { favoriteCalls, FavoriteLimits } from '@tidemark/contract/favorites.ts';
import type { Caller, Handlers } from '@tidemark/contract/wire.ts';
import type { MarketCalls } from '#market/calls.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log.ts';
import { accountDeleted, favoritesChanged } from '#topics.ts';
import { createCalls } from './calls.ts';
import { createRows } from './rows.ts';
import { createStore } from './store.ts';

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
}

export interface FavoritesRoom {
  readonly calls: Handlers<typeof favoriteCalls>;
  start(): void;
  stop(): Promise<void>;
}

export function createFavorites({ db, bus, clock, log, limits, isSymbol, priceList }: FavoritesDeps): FavoritesRoom {
  const store = createStore(db.orm);
  const running = new Set<Promise<void>>();
  let unsubscribe: Unsubscribe = () => {};

  const forget = (userId: string) => {
    const run = store
      .forget(userId)
      .catch((error: unknown) => log.error({ err: error, room: 'favorites' }, 'removing the favorites of a deleted account failed'))
      .finally(() => running.delete(run));
    running.add(run);
  };

  return {
    calls: createCalls({ store, clock, limits, isSymbol, rows: createRows(priceList), changed: (userId, version) => bus.publish(favoritesChanged, { userId, version }) }),
    start() {
      unsubscribe = bus.subscribe(accountDeleted, ({ userId }) => forget(userId));
    },
    async stop() {
      unsubscribe();
      await Promise.all(running);
    },
  };
}
