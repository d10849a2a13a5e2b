// The favorites of this page's user: an account's, or a visitor's kept in this browser. A change that the user asks for is
// shown at once and sent in order; an answer that refuses takes it back. The server's state is read again after every
// change, here, in another tab or on another device, and what is still on its way is put on top of it.
import type { Calls } from '@tidemark/contract/calls.ts';
import { checkCategoryCount, checkCategoryName, favoriteLimits, type FavoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import {
  addFavorites,
  changeCategories,
  deleteCategory,
  noFavorites,
  removeFavorites,
  renameCategory,
  sortCategories,
  sortFavorites,
  unshareList,
  type CategoryChoice,
  type Favorites,
} from '@tidemark/contract/favorite-steps.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { Api } from '#api/client.ts';
import { localFavorites, readLocal, readReported, writeLocal, writeReported, type LocalStore } from './local-list.ts';
import { mergeLocal, type Merged } from './merge-local.ts';
import { mayComeThroughLater, readPending, writePending, type FavoriteCall } from './pending-calls.ts';
import { planRestore } from './restore.ts';

/** null: a visitor. */
export type Owner = string | null;

export interface FavoritesState {
  readonly owner: Owner;
  readonly favorites: Favorites;
  readonly limits: FavoriteLimits;
  /** Before that, only what this browser knows is shown. */
  readonly isReady: boolean;
  readonly hasFailed: boolean;
}

export interface FavoritesDeps {
  readonly api: Pick<Api, 'call'>;
  readonly store: LocalStore;
  /** The other tabs of this browser look again. */
  postToTabs(): void;
}

interface Step {
  readonly apply: (favorites: Favorites) => Favorites;
  /** Those that have no answer yet. */
  calls: readonly FavoriteCall[];
  isDone: boolean;
}

/** Whether a pair exists is the server's to say; pages offer only those that do. */
const any = () => true;

export const toFavorites = ({ version, symbolIds, shareToken, items }: Output<Calls['listCategories']>): Favorites => ({
  version,
  symbolIds,
  shareToken,
  categories: items.map(({ groupId, name, createdDate, symbolIds: pairs, shareToken: token }) => ({
    id: groupId,
    name,
    createdAt: createdDate,
    symbolIds: pairs,
    shareToken: token,
  })),
});

export type FavoritesStore = ReturnType<typeof createFavoritesStore>;

export function createFavoritesStore({ api, store, postToTabs }: FavoritesDeps) {
  const watchers = new Set<() => void>();
  let owner: Owner | undefined;
  const known = Promise.withResolvers<void>();
  let base = noFavorites;
  let limits: FavoriteLimits = favoriteLimits;
  let isReady = false;
  let hasFailed = false;
  let steps: Step[] = [];
  /** Of an earlier page, still to be sent. */
  let unsent: readonly FavoriteCall[] = [];
  let hasLeft = false;
  let sent: Promise<unknown> = Promise.resolve();
  let reading: Promise<void> | null = null;
  let isReadAgain = false;
  let state: FavoritesState = { owner: null, favorites: base, limits, isReady, hasFailed };

  function show(): void {
    const favorites = steps.reduce((shown, { apply }) => {
      try {
        return apply(shown);
      } catch {
        // Something else happened meanwhile that leaves no place for it; the server's answer will say so.
        return shown;
      }
    }, base);
    state = { owner: owner ?? null, favorites, limits, isReady, hasFailed };
    for (const fn of watchers) fn();
  }

  function read(): Promise<void> {
    if (reading) {
      isReadAgain = true;
      return reading;
    }
    reading = readAll();
    return reading;
  }

  async function readAll(): Promise<void> {
    try {
      do {
        isReadAgain = false;
        const asked = owner;
        const done = new Set(steps.filter((step) => step.isDone));
        const answer = await api.call('listCategories', {});
        if (owner !== asked) continue;
        // An answer that overtook a newer one is older news.
        if (!isReady || answer.version >= base.version) {
          base = toFavorites(answer);
          ({ limits } = answer);
          steps = steps.filter((step) => !done.has(step));
        }
        isReady = true;
        hasFailed = false;
        show();
      } while (isReadAgain);
    } catch {
      hasFailed = !isReady;
      show();
    } finally {
      // In the same turn as the last look at isReadAgain: later callers start a new read.
      reading = null;
    }
  }

  const send = (call: FavoriteCall): Promise<unknown> => api.call(call[0], call[1], { keepalive: true });

  /** Shown at once, sent after what was asked for before; gives the last answer. Rejects, or throws, when it is refused. */
  async function take(apply: Step['apply'], calls: readonly FavoriteCall[]): Promise<unknown> {
    // Whose favorites they are may not be known yet on a page that has just come.
    if (owner === undefined) await known.promise;
    apply(state.favorites);
    if (owner === null) {
      base = apply(localFavorites(store));
      writeLocal(store, base.symbolIds);
      show();
      postToTabs();
      return undefined;
    }
    const step: Step = { apply, calls, isDone: false };
    steps.push(step);
    show();
    const answer = sent.then(async () => {
      let data: unknown;
      for (const call of calls) {
        data = await send(call);
        step.calls = step.calls.slice(1);
      }
      return data;
    });
    sent = answer.catch(() => {});
    try {
      const data = await answer;
      step.isDone = true;
      if (hasLeft) keepPending();
      postToTabs();
      void read();
      return data;
    } catch (error) {
      // A browser that leaves the page cuts what is on its way: that is not the server's no.
      if (hasLeft && mayComeThroughLater(error)) unsent = [...unsent, ...step.calls];
      steps = steps.filter((other) => other !== step);
      if (hasLeft) keepPending();
      show();
      void read();
      throw error;
    }
  }

  function keepPending(): void {
    if (owner) writePending(store, owner, [...unsent, ...steps.flatMap((step) => step.calls)]);
  }

  /** What an earlier page showed and had no answer to. Every call may be repeated; what is refused now was decided meanwhile. */
  async function sendPending(): Promise<void> {
    unsent = owner ? readPending(store, owner) : [];
    while (unsent.length > 0) {
      try {
        await send(unsent[0]!);
      } catch (error) {
        if (mayComeThroughLater(error)) return;
      }
      unsent = unsent.slice(1);
      keepPending();
    }
  }

  const mustBeOwner = (): void => void (owner === null && refuse('notLoggedIn'));
  const same = (favorites: Favorites) => favorites;

  return {
    state: () => state,
    /** From then on it is known whose favorites these are, and what is asked for is kept. */
    opened: known.promise,
    watch(fn: () => void): () => void {
      watchers.add(fn);
      return () => void watchers.delete(fn);
    },

    /** Whose favorites these are. A visitor's go into the account at login; null when there was nothing to tell. */
    async open(next: Owner): Promise<Merged | null> {
      if (owner === next) return null;
      owner = next;
      known.resolve();
      steps = [];
      base = localFavorites(store);
      isReady = next === null;
      hasFailed = false;
      show();
      if (next === null) return null;
      await sendPending();
      await read();
      return this.merge();
    },

    /** The page is about to go: changes that it shows and no answer has confirmed are left to the next one. */
    leave(): void {
      hasLeft = true;
      keepPending();
    },

    async merge(): Promise<Merged | null> {
      const local = readLocal(store);
      if (owner === null || owner === undefined || !isReady || local.length === 0) return null;
      const reported = readReported(store);
      const merged = await mergeLocal(local, {
        symbolIds: base.symbolIds,
        totalLimit: limits.totalLimit,
        add: async (symbolIds) => (await api.call('addFavorites', { symbolIds: [...symbolIds] })).added,
      });
      writeLocal(store, merged.left);
      writeReported(store, merged.left);
      await read();
      return merged.added > 0 || merged.left.join() !== reported.join() ? merged : null;
    },

    /** Something may have changed elsewhere. */
    async refresh(version?: number): Promise<void> {
      if (owner === undefined || (version !== undefined && isReady && version <= base.version)) return;
      if (owner !== null) return read();
      base = localFavorites(store);
      show();
    },

    add: (symbolIds: readonly string[], groupId?: string) =>
      take(
        (favorites) => addFavorites(favorites, symbolIds, groupId === undefined ? [] : [groupId], any, limits),
        [['addFavorites', { symbolIds: [...symbolIds], groupId }]],
      ),

    /** Out of a category, or without one out of All, which the person has confirmed. Answers how to undo it. */
    async remove(symbolIds: readonly string[], groupId?: string): Promise<() => Promise<void>> {
      const before = state.favorites;
      await take(
        (favorites) => removeFavorites(favorites, groupId, symbolIds, true),
        [['removeFavorites', { symbolIds: [...symbolIds], groupId, confirmed: true }]],
      );
      return async () => {
        const { apply, calls } = planRestore(before, state.favorites, { symbolIds, groupId, limits });
        await take(apply, calls);
      };
    },

    sort: (symbolIds: readonly string[], groupId?: string) =>
      take((favorites) => sortFavorites(favorites, groupId, symbolIds), [['sortFavorites', { symbolIds: [...symbolIds], groupId }]]),

    async addCategory(name: string): Promise<string> {
      mustBeOwner();
      const { categories } = state.favorites;
      const wrong = checkCategoryName(
        name,
        categories.map((category) => category.name),
      );
      if (wrong) refuse(wrong);
      const full = checkCategoryCount(categories.length, limits);
      if (full) refuse(full, { 0: limits.groupLimit });
      const made = await take(same, [['addCategory', { name }]]);
      await read();
      return (made as Output<Calls['addCategory']>).groupId;
    },
    renameCategory: (groupId: string, name: string) =>
      take((favorites) => renameCategory(favorites, groupId, name), [['updateCategory', { groupId, name }]]),
    deleteCategory: (groupId: string) => take((favorites) => deleteCategory(favorites, groupId), [['deleteCategory', { groupId }]]),
    sortCategories: (groupIds: readonly string[]) =>
      take((favorites) => sortCategories(favorites, groupIds), [['sortCategories', { groupIds: [...groupIds] }]]),
    changeCategories: ({ symbolId, groupIds, knownGroupIds = [] }: CategoryChoice) =>
      take(
        (favorites) => changeCategories(favorites, { symbolId, groupIds, knownGroupIds }, any, limits),
        [['changeFavoriteCategories', { symbolId, groupIds: [...groupIds], knownGroupIds: [...knownGroupIds] }]],
      ),

    async share(groupId?: string): Promise<string> {
      mustBeOwner();
      const made = await take(same, [['shareFavorites', { groupId }]]);
      return (made as Output<Calls['shareFavorites']>).shareToken;
    },
    unshare: (groupId?: string) => take((favorites) => unshareList(favorites, groupId), [['unshareFavorites', { groupId }]]),
  };
}
