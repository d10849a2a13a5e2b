import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '@tidemark/contract/errors.ts';
import { createFavoritesStore } from './create-favorites-store.ts';
import { createAccount, createStore } from './testing/fake-account.ts';
import { readLocal, writeLocal } from './local-list.ts';

const settle = async () => {
  for (let i = 0; i < 60; i++) await Promise.resolve();
};
const openStore = async (account = createAccount(), store = createStore()) => {
  const posted: string[] = [];
  const favorites = createFavoritesStore({ api: account.api, store, postToTabs: () => posted.push('tabs') });
  account.onChange((version) => void favorites.refresh(version));
  const merged = await favorites.open('ada');
  return { favorites, account, store, posted, merged };
};
const ids = (favorites: { state(): { favorites: { symbolIds: readonly string[] } } }) => favorites.state().favorites.symbolIds;
const isRefusal = (name: string) => (error: unknown) =>
  (error instanceof Refusal && error.error === name) || (error as { error?: string }).error === name;

test("a visitor's favorites live in this browser, in their order; other tabs are told and look again", async () => {
  const store = createStore();
  const posted: string[] = [];
  const account = createAccount();
  const favorites = createFavoritesStore({ api: account.api, store, postToTabs: () => posted.push('tabs') });
  await favorites.open(null);
  await favorites.add(['BTCUSDT']);
  await favorites.add(['ETHUSDT', 'BTCUSDT', 'SOLUSDT']);
  await favorites.sort(['SOLUSDT', 'BTCUSDT', 'ETHUSDT']);
  const undo = await favorites.remove(['BTCUSDT']);
  assert.deepEqual(ids(favorites), ['SOLUSDT', 'ETHUSDT']);
  await undo();
  assert.deepEqual(readLocal(store), ['SOLUSDT', 'BTCUSDT', 'ETHUSDT']);
  assert.equal(posted.length, 5);
  assert.deepEqual(account.asked, [], 'nothing of it leaves the browser');
  const other = createFavoritesStore({ api: account.api, store, postToTabs() {} });
  await other.open(null);
  await other.add(['XRPUSDT']);
  await favorites.refresh();
  assert.deepEqual(ids(favorites), ['SOLUSDT', 'BTCUSDT', 'ETHUSDT', 'XRPUSDT']);
  await favorites.add(['ADAUSDT']);
  assert.deepEqual(readLocal(store), ['SOLUSDT', 'BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'ADAUSDT']);
  await assert.rejects(favorites.addCategory('Mine'), isRefusal('notLoggedIn'));
});

test("what a stranger wrote into the browser's store is not taken for favorites", async () => {
  for (const text of ['{', '7', '{"a":1}', '[1,null,"<b>","BTCUSDT","BTCUSDT"]']) {
    const store = createStore();
    store.setItem('favorites', text);
    assert.deepEqual(readLocal(store), text.startsWith('[') ? ['BTCUSDT'] : []);
  }
});

test('limits hold for visitors too', async () => {
  const store = createStore();
  writeLocal(
    store,
    Array.from({ length: 500 }, (_, i) => `C${i}USDT`),
  );
  const favorites = createFavoritesStore({ api: createAccount().api, store, postToTabs() {} });
  await favorites.open(null);
  await assert.rejects(
    favorites.add(['BTCUSDT']),
    (error: unknown) => error instanceof Refusal && error.error === 'favoritesLimit' && error.values?.[0] === 500,
  );
});

test('a change is shown before the server has answered, and taken back when it refuses', async () => {
  const account = createAccount((id) => id !== 'NOPEUSDT');
  const { favorites } = await openStore(account);
  const release = account.hold();
  const added = favorites.add(['BTCUSDT']);
  const refused = favorites.add(['NOPEUSDT']);
  refused.catch(() => {});
  const third = favorites.add(['ETHUSDT']);
  assert.deepEqual(ids(favorites), ['BTCUSDT', 'NOPEUSDT', 'ETHUSDT']);
  release();
  await added;
  await assert.rejects(refused, isRefusal('unknownSymbol'));
  await third;
  await settle();
  assert.deepEqual(ids(favorites), ['BTCUSDT', 'ETHUSDT']);
  assert.deepEqual(account.favorites().symbolIds, ['BTCUSDT', 'ETHUSDT']);
});

test('a star pressed before the page knows whose favorites these are waits for it', async () => {
  for (const owner of ['ada', null]) {
    const account = createAccount();
    const store = createStore();
    const favorites = createFavoritesStore({ api: account.api, store, postToTabs() {} });
    const pressed = favorites.add(['BTCUSDT']);
    await settle();
    assert.deepEqual([account.asked, readLocal(store)], [[], []]);
    await favorites.open(owner);
    await pressed;
    assert.deepEqual(ids(favorites), ['BTCUSDT']);
    assert.deepEqual([account.favorites().symbolIds, readLocal(store)], owner ? [['BTCUSDT'], []] : [[], ['BTCUSDT']]);
  }
});

test('what was shown and not yet answered when the page went away is sent by the next one, for the same person only', async () => {
  const store = createStore();
  const account = createAccount();
  const first = await openStore(account, store);
  const group = await first.favorites.addCategory('Mine');
  await settle();
  const release = account.hold();
  const lost = [
    first.favorites.add(['BTCUSDT', 'ETHUSDT'], group),
    first.favorites.sort(['ETHUSDT', 'BTCUSDT'], group),
    first.favorites.remove(['BTCUSDT']),
  ];
  for (const answer of lost) answer.catch(() => {});
  assert.deepEqual(ids(first.favorites), ['ETHUSDT']);
  first.favorites.leave();
  // The browser cuts what is under way, and the page hears of it before it is gone.
  account.setDown(true);
  release();
  await settle();
  assert.deepEqual(account.favorites().symbolIds, [], 'none of it has been written');

  const again = createAccount();
  await again.api.call('addCategory', { name: 'Mine' });
  const stranger = createFavoritesStore({ api: createAccount().api, store, postToTabs() {} });
  await stranger.open('bob');
  assert.deepEqual(ids(stranger), []);
  again.setDown(true);
  const offline = createFavoritesStore({ api: again.api, store, postToTabs() {} });
  await offline.open('ada');
  again.setDown(false);
  const next = createFavoritesStore({ api: again.api, store, postToTabs() {} });
  await next.open('ada');
  assert.deepEqual(ids(next), ['ETHUSDT']);
  assert.deepEqual(again.favorites().categories[0]!.symbolIds, ['ETHUSDT']);
  next.leave();
  assert.equal(store.getItem('favoritesPending'), null, 'and it is sent once');
});

test('what the rules of section 5 refuse is refused before anything is sent', async () => {
  const account = createAccount(undefined, { groupLimit: 2, groupCoinLimit: 2, totalLimit: 3 });
  const { favorites } = await openStore(account);
  await favorites.addCategory('DeFi');
  const before = account.asked.length;
  for (const [name, error] of [
    ['x', 'categoryNameLength'],
    ['n'.repeat(27), 'categoryNameTooLong'],
    ['moon 🚀', 'categoryNameEmoji'],
    ['a/b', 'categoryNameCharacters'],
    [' defi ', 'categoryNameTaken'],
  ] as const) {
    await assert.rejects(favorites.addCategory(name), isRefusal(error), name);
  }
  await assert.rejects(favorites.add(['A1', 'A2', 'A3', 'A4']), isRefusal('favoritesLimit'));
  await assert.rejects(favorites.add(['A1', 'A2', 'A3'], 'g1'), isRefusal('categoryFull'));
  assert.equal(account.asked.length, before);
  await favorites.addCategory('Other');
  await assert.rejects(
    favorites.addCategory('Third'),
    (error: unknown) => error instanceof Refusal && error.error === 'categoryLimit' && error.values?.[0] === 2,
  );
  await assert.rejects(favorites.renameCategory('g2', 'DEFI'), isRefusal('categoryNameTaken'));
});

test('a pair taken out of All leaves every category; undo puts it back into all of them, at its old places', async () => {
  const { favorites, account } = await openStore();
  const [one, two] = [await favorites.addCategory('One'), await favorites.addCategory('Two')];
  await favorites.add(['A', 'B', 'C'], one);
  await favorites.add(['C', 'B', 'D'], two);
  await settle();
  const before = account.favorites();
  const undo = await favorites.remove(['B']);
  assert.deepEqual(
    account.favorites().categories.map(({ symbolIds }) => symbolIds),
    [
      ['A', 'C'],
      ['C', 'D'],
    ],
  );
  await favorites.add(['E'], one);
  await undo();
  assert.deepEqual(account.favorites().symbolIds, ['A', 'B', 'C', 'D', 'E'], 'what was added meanwhile stays behind what was there');
  assert.deepEqual(
    account.favorites().categories.map(({ symbolIds }) => symbolIds),
    [['A', 'B', 'C', 'E'], before.categories[1]!.symbolIds],
  );
  const undoOne = await favorites.remove(['A'], one);
  assert.deepEqual(account.favorites().symbolIds, ['A', 'B', 'C', 'D', 'E'], 'out of a category only');
  await undoOne();
  assert.deepEqual(account.favorites().categories[0]!.symbolIds, ['A', 'B', 'C', 'E']);
});

test("at login a visitor's favorites join the account's behind what is there, and leave the browser", async () => {
  const store = createStore();
  writeLocal(store, ['B', 'C', 'A']);
  const account = createAccount();
  await account.api.call('addFavorites', { symbolIds: ['A', 'X'] });
  const { favorites, merged } = await openStore(account, store);
  assert.deepEqual(merged, { added: 2, left: [] });
  assert.deepEqual(ids(favorites), ['A', 'X', 'B', 'C']);
  assert.deepEqual(readLocal(store), []);
  await favorites.open(null);
  assert.deepEqual(ids(favorites), []);
});

test('what does not fit or is no longer traded stays in the browser, and is told once', async () => {
  const store = createStore();
  writeLocal(store, ['B', 'GONE', 'C', 'D', 'E']);
  const account = createAccount((id) => id !== 'GONE', { groupLimit: 1, groupCoinLimit: 9, totalLimit: 4 });
  await account.api.call('addFavorites', { symbolIds: ['A'] });
  const { favorites, merged } = await openStore(account, store);
  assert.deepEqual(ids(favorites), ['A', 'B', 'C']);
  assert.deepEqual(merged, { added: 2, left: ['D', 'E', 'GONE'] });
  assert.deepEqual(readLocal(store), ['D', 'E', 'GONE']);
  const again = await openStore(account, store);
  assert.deepEqual(again.merged, { added: 1, left: ['E', 'GONE'] }, 'there was room for one more');
  assert.equal((await openStore(account, store)).merged, null);
});

test('a merge that cannot reach the server loses nothing and is made later', async () => {
  const store = createStore();
  writeLocal(store, ['B']);
  const account = createAccount();
  account.setDown(true);
  const { favorites } = await openStore(account, store);
  assert.deepEqual([ids(favorites), favorites.state().isReady, favorites.state().hasFailed], [['B'], false, true]);
  account.setDown(false);
  await favorites.refresh();
  assert.deepEqual(await favorites.merge(), { added: 1, left: [] });
  assert.deepEqual(ids(favorites), ['B']);
});

test('two devices that edit at once end in one agreed state with the edits of both', async () => {
  const word = fc.tuple(fc.constantFrom('add', 'join', 'sort', 'remove', 'undo', 'rename'), fc.nat(3));
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 10 }), fc.array(word, { maxLength: 10 }), async (first, second) => {
      const account = createAccount();
      const devices = [await openStore(account), await openStore(account)].map(({ favorites }) => favorites);
      const group = await devices[0]!.addCategory('One');
      await devices[0]!.add(['A', 'B', 'C', 'D'], group);
      await settle();
      const own = [
        ['E', 'F', 'G', 'H'],
        ['I', 'J', 'K', 'L'],
      ];
      const kept = [new Set<string>(), new Set<string>()];
      const edit = async (which: 0 | 1, words: readonly (readonly [string, number])[]) => {
        const favorites = devices[which]!;
        for (const [what, n] of words) {
          const id = own[which]![n]!;
          if (what === 'add') {
            await favorites.add([id]);
            kept[which]!.add(id);
          } else if (what === 'join') {
            await favorites.changeCategories({ symbolId: id, groupIds: [group], knownGroupIds: [] });
            kept[which]!.add(id);
          } else if (what === 'sort') await favorites.sort([...ids(favorites)].reverse());
          else if (what === 'rename') await favorites.renameCategory(group, `Name ${which} ${n}`);
          else {
            const undo = await favorites.remove([id]);
            if (what === 'undo') await undo();
            else kept[which]!.delete(id);
          }
        }
      };
      await Promise.all([edit(0, first), edit(1, second)]);
      await settle();
      assert.deepEqual(devices[0]!.state().favorites, devices[1]!.state().favorites);
      assert.deepEqual(devices[0]!.state().favorites, account.favorites());
      assert.deepEqual(account.favorites().symbolIds.toSorted(), ['A', 'B', 'C', 'D', ...kept[0]!, ...kept[1]!].toSorted());
    }),
    { seed: 20261115, numRuns: 60 },
  );
});

test('a link is made once, and taken back', async () => {
  const { favorites, account } = await openStore();
  const token = await favorites.share();
  assert.equal(await favorites.share(), token);
  await settle();
  assert.equal(favorites.state().favorites.shareToken, token);
  await favorites.unshare();
  assert.equal(account.favorites().shareToken, null);
});
