import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '@tidemark/contract/errors.ts';
import { createBook } from './book.ts';
import { createAccount, createStore } from './testing/fake-account.ts';
import { readLocal, writeLocal } from './local-list.ts';

const settle = async () => {
  for (let i = 0; i < 60; i++) await Promise.resolve();
};
const openBook = async (account = createAccount(), store = createStore()) => {
  const told: string[] = [];
  const book = createBook({ api: account.api, store, tellTabs: () => told.push('tabs') });
  account.onChange((version) => void book.refresh(version));
  const merged = await book.open('ada');
  return { book, account, store, told, merged };
};
const ids = (book: { state(): { favorites: { symbolIds: readonly string[] } } }) => book.state().favorites.symbolIds;
const isRefusal = (name: string) => (error: unknown) => (error instanceof Refusal && error.error === name) || (error as { error?: string }).error === name;

test('a visitor\'s favorites live in this browser, in their order; other tabs are told and look again', async () => {
  const store = createStore();
  const told: string[] = [];
  const account = createAccount();
  const book = createBook({ api: account.api, store, tellTabs: () => told.push('tabs') });
  await book.open(null);
  await book.add(['BTCUSDT']);
  await book.add(['ETHUSDT', 'BTCUSDT', 'SOLUSDT']);
  await book.sort(['SOLUSDT', 'BTCUSDT', 'ETHUSDT']);
  const undo = await book.remove(['BTCUSDT']);
  assert.deepEqual(ids(book), ['SOLUSDT', 'ETHUSDT']);
  await undo();
  assert.deepEqual(readLocal(store), ['SOLUSDT', 'BTCUSDT', 'ETHUSDT']);
  assert.equal(told.length, 5);
  assert.deepEqual(account.asked, [], 'nothing of it leaves the browser');
  const other = createBook({ api: account.api, store, tellTabs() {} });
  await other.open(null);
  await other.add(['XRPUSDT']);
  await book.refresh();
  assert.deepEqual(ids(book), ['SOLUSDT', 'BTCUSDT', 'ETHUSDT', 'XRPUSDT']);
  await book.add(['ADAUSDT']);
  assert.deepEqual(readLocal(store), ['SOLUSDT', 'BTCUSDT', 'ETHUSDT', 'XRPUSDT', 'ADAUSDT']);
  await assert.rejects(book.addCategory('Mine'), isRefusal('notLoggedIn'));
});

test('what a stranger wrote into the browser\'s store is not taken for favorites', async () => {
  for (const text of ['{', '7', '{"a":1}', '[1,null,"<b>","BTCUSDT","BTCUSDT"]']) {
    const store = createStore();
    store.setItem('favorites', text);
    assert.deepEqual(readLocal(store), text.startsWith('[') ? ['BTCUSDT'] : []);
  }
});

test('limits hold for visitors too', async () => {
  const store = createStore();
  writeLocal(store, Array.from({ length: 500 }, (_, i) => `C${i}USDT`));
  const book = createBook({ api: createAccount().api, store, tellTabs() {} });
  await book.open(null);
  await assert.rejects(book.add(['BTCUSDT']), (error: unknown) => error instanceof Refusal && error.error === 'favoritesLimit' && error.values?.[0] === 500);
});

test('a change is shown before the server has answered, and taken back when it refuses', async () => {
  const account = createAccount((id) => id !== 'NOPEUSDT');
  const { book } = await openBook(account);
  const release = account.hold();
  const added = book.add(['BTCUSDT']);
  const refused = book.add(['NOPEUSDT']);
  refused.catch(() => {});
  const third = book.add(['ETHUSDT']);
  assert.deepEqual(ids(book), ['BTCUSDT', 'NOPEUSDT', 'ETHUSDT']);
  release();
  await added;
  await assert.rejects(refused, isRefusal('unknownSymbol'));
  await third;
  await settle();
  assert.deepEqual(ids(book), ['BTCUSDT', 'ETHUSDT']);
  assert.deepEqual(account.favorites().symbolIds, ['BTCUSDT', 'ETHUSDT']);
});

test('a star pressed before the page knows whose favorites these are waits for it', async () => {
  for (const owner of ['ada', null]) {
    const account = createAccount();
    const store = createStore();
    const book = createBook({ api: account.api, store, tellTabs() {} });
    const pressed = book.add(['BTCUSDT']);
    await settle();
    assert.deepEqual([account.asked, readLocal(store)], [[], []]);
    await book.open(owner);
    await pressed;
    assert.deepEqual(ids(book), ['BTCUSDT']);
    assert.deepEqual([account.favorites().symbolIds, readLocal(store)], owner ? [['BTCUSDT'], []] : [[], ['BTCUSDT']]);
  }
});

test('what was shown and not yet answered when the page went away is sent by the next one, for the same person only', async () => {
  const store = createStore();
  const account = createAccount();
  const first = await openBook(account, store);
  const group = await first.book.addCategory('Mine');
  await settle();
  const release = account.hold();
  const lost = [first.book.add(['BTCUSDT', 'ETHUSDT'], group), first.book.sort(['ETHUSDT', 'BTCUSDT'], group), first.book.remove(['BTCUSDT'])];
  for (const answer of lost) answer.catch(() => {});
  assert.deepEqual(ids(first.book), ['ETHUSDT']);
  first.book.leave();
  // The browser cuts what is under way, and the page hears of it before it is gone.
  account.setDown(true);
  release();
  await settle();
  assert.deepEqual(account.favorites().symbolIds, [], 'none of it has been written');

  const again = createAccount();
  await again.api.call('addCategory', { name: 'Mine' });
  const stranger = createBook({ api: createAccount().api, store, tellTabs() {} });
  await stranger.open('bob');
  assert.deepEqual(ids(stranger), []);
  again.setDown(true);
  const offline = createBook({ api: again.api, store, tellTabs() {} });
  await offline.open('ada');
  again.setDown(false);
  const next = createBook({ api: again.api, store, tellTabs() {} });
  await next.open('ada');
  assert.deepEqual(ids(next), ['ETHUSDT']);
  assert.deepEqual(again.favorites().categories[0]!.symbolIds, ['ETHUSDT']);
  next.leave();
  assert.equal(store.getItem('favoritesPending'), null, 'and it is sent once');
});

test('what the rules of section 5 refuse is refused before anything is sent', async () => {
  const account = createAccount(undefined, { groupLimit: 2, groupCoinLimit: 2, totalLimit: 3 });
  const { book } = await openBook(account);
  await book.addCategory('DeFi');
  const before = account.asked.length;
  for (const [name, error] of [['x', 'categoryNameLength'], ['n'.repeat(27), 'categoryNameTooLong'], ['moon 🚀', 'categoryNameEmoji'], ['a/b', 'categoryNameCharacters'], [' defi ', 'categoryNameTaken']] as const) {
    await assert.rejects(book.addCategory(name), isRefusal(error), name);
  }
  await assert.rejects(book.add(['A1', 'A2', 'A3', 'A4']), isRefusal('favoritesLimit'));
  await assert.rejects(book.add(['A1', 'A2', 'A3'], 'g1'), isRefusal('categoryFull'));
  assert.equal(account.asked.length, before);
  await book.addCategory('Other');
  await assert.rejects(book.addCategory('Third'), (error: unknown) => error instanceof Refusal && error.error === 'categoryLimit' && error.values?.[0] === 2);
  await assert.rejects(book.renameCategory('g2', 'DEFI'), isRefusal('categoryNameTaken'));
});

test('a pair taken out of All leaves every category; undo puts it back into all of them, at its old places', async () => {
  const { book, account } = await openBook();
  const [one, two] = [await book.addCategory('One'), await book.addCategory('Two')];
  await book.add(['A', 'B', 'C'], one);
  await book.add(['C', 'B', 'D'], two);
  await settle();
  const before = account.favorites();
  const undo = await book.remove(['B']);
  assert.deepEqual(account.favorites().categories.map(({ symbolIds }) => symbolIds), [['A', 'C'], ['C', 'D']]);
  await book.add(['E'], one);
  await undo();
  assert.deepEqual(account.favorites().symbolIds, ['A', 'B', 'C', 'D', 'E'], 'what was added meanwhile stays behind what was there');
  assert.deepEqual(account.favorites().categories.map(({ symbolIds }) => symbolIds), [['A', 'B', 'C', 'E'], before.categories[1]!.symbolIds]);
  const undoOne = await book.remove(['A'], one);
  assert.deepEqual(account.favorites().symbolIds, ['A', 'B', 'C', 'D', 'E'], 'out of a category only');
  await undoOne();
  assert.deepEqual(account.favorites().categories[0]!.symbolIds, ['A', 'B', 'C', 'E']);
});

test('at login a visitor\'s favorites join the account\'s behind what is there, and leave the browser', async () => {
  const store = createStore();
  writeLocal(store, ['B', 'C', 'A']);
  const account = createAccount();
  await account.api.call('addFavorites', { symbolIds: ['A', 'X'] });
  const { book, merged } = await openBook(account, store);
  assert.deepEqual(merged, { added: 2, left: [] });
  assert.deepEqual(ids(book), ['A', 'X', 'B', 'C']);
  assert.deepEqual(readLocal(store), []);
  await book.open(null);
  assert.deepEqual(ids(book), []);
});

test('what does not fit or is no longer traded stays in the browser, and is told once', async () => {
  const store = createStore();
  writeLocal(store, ['B', 'GONE', 'C', 'D', 'E']);
  const account = createAccount((id) => id !== 'GONE', { groupLimit: 1, groupCoinLimit: 9, totalLimit: 4 });
  await account.api.call('addFavorites', { symbolIds: ['A'] });
  const { book, merged } = await openBook(account, store);
  assert.deepEqual(ids(book), ['A', 'B', 'C']);
  assert.deepEqual(merged, { added: 2, left: ['D', 'E', 'GONE'] });
  assert.deepEqual(readLocal(store), ['D', 'E', 'GONE']);
  const again = await openBook(account, store);
  assert.deepEqual(again.merged, { added: 1, left: ['E', 'GONE'] }, 'there was room for one more');
  assert.equal((await openBook(account, store)).merged, null);
});

test('a merge that cannot reach the server loses nothing and is made later', async () => {
  const store = createStore();
  writeLocal(store, ['B']);
  const account = createAccount();
  account.setDown(true);
  const { book } = await openBook(account, store);
  assert.deepEqual([ids(book), book.state().isReady, book.state().hasFailed], [['B'], false, true]);
  account.setDown(false);
  await book.refresh();
  assert.deepEqual(await book.merge(), { added: 1, left: [] });
  assert.deepEqual(ids(book), ['B']);
});

test('two devices that edit at once end in one agreed state with the edits of both', async () => {
  const word = fc.tuple(fc.constantFrom('add', 'join', 'sort', 'remove', 'undo', 'rename'), fc.nat(3));
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 10 }), fc.array(word, { maxLength: 10 }), async (first, second) => {
      const account = createAccount();
      const devices = [await openBook(account), await openBook(account)].map(({ book }) => book);
      const group = await devices[0]!.addCategory('One');
      await devices[0]!.add(['A', 'B', 'C', 'D'], group);
      await settle();
      const own = [['E', 'F', 'G', 'H'], ['I', 'J', 'K', 'L']];
      const kept = [new Set<string>(), new Set<string>()];
      const edit = async (which: 0 | 1, words: readonly (readonly [string, number])[]) => {
        const book = devices[which]!;
        for (const [what, n] of words) {
          const id = own[which]![n]!;
          if (what === 'add') { await book.add([id]); kept[which]!.add(id); }
          else if (what === 'join') { await book.changeCategories({ symbolId: id, groupIds: [group], knownGroupIds: [] }); kept[which]!.add(id); }
          else if (what === 'sort') await book.sort([...ids(book)].reverse());
          else if (what === 'rename') await book.renameCategory(group, `Name ${which} ${n}`);
          else {
            const undo = await book.remove([id]);
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
  const { book, account } = await openBook();
  const token = await book.share();
  assert.equal(await book.share(), token);
  await settle();
  assert.equal(book.state().favorites.shareToken, token);
  await book.unshare();
  assert.equal(account.favorites().shareToken, null);
});
