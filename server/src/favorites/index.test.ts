import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { Refusal } from '@tidemark/contract/errors.ts';
import { until } from '@tidemark/testbed/until.ts';
import { accountDeleted, favoritesChanged } from '#topics/index.ts';
import { newUser, openRooms, startMs, type Device } from './testing/test-room.ts';

const many = Array.from({ length: 12 }, (_, i) => `COIN${i}USDT`);
const listed = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BTCUSDT_UMCBL', ...many];

let rooms: Awaited<ReturnType<typeof openRooms>>;
let ada: Device;
let bob: Device;
let adaId: ReturnType<typeof newUser>;
before(async () => {
  rooms = await openRooms(listed);
});
after(() => rooms.close());
beforeEach(() => {
  rooms.setLimits({});
  adaId = newUser();
  ada = rooms.deviceOf(adaId);
  bob = rooms.deviceOf(newUser());
});

const addCategory = async (device: Device, name: string) => (await device.ask('addCategory', { name })).groupId;
const names = async (device: Device) => (await device.ask('listCategories')).items.map((category) => category.name);

test('section 3, defineGroup: somebody new has nothing, and the limits', async () => {
  assert.deepEqual(await ada.ask('listCategories'), {
    items: [],
    total: 0,
    favorites: 0,
    symbolIds: [],
    shareToken: null,
    version: 0,
    limits: { groupLimit: 10, groupCoinLimit: 100, totalLimit: 500 },
  });
  assert.deepEqual(await ada.ask('listFavorites'), { items: [], total: 0, notListed: [], version: 0, asOf: startMs });
});

test('pairs are listed in the order they were starred, spot and futures alike; starring twice changes nothing', async () => {
  for (const symbolId of ['SOLUSDT', 'BTCUSDT_UMCBL', 'BTCUSDT', 'SOLUSDT'])
    assert.deepEqual(await ada.ask('addFavorite', { symbolId }), { ok: true });
  assert.deepEqual(await ada.ask('addFavorites', { symbolIds: ['ETHUSDT', 'BTCUSDT', 'ETHUSDT'] }), { added: 1 });
  const answer = await ada.ask('listFavorites');
  assert.deepEqual(
    answer.items.map((item) => item.symbolId),
    ['SOLUSDT', 'BTCUSDT_UMCBL', 'BTCUSDT', 'ETHUSDT'],
  );
  assert.equal(answer.total, 4);
  assert.equal(answer.version, 4, 'one step for each change, none for the repeat');
});

test('categories: make, rename, sort, delete; their pairs stay favorites', async () => {
  const defi = await ada.ask('addCategory', { name: '  DeFi   coins ' });
  assert.deepEqual(defi, {
    groupId: defi.groupId,
    name: 'DeFi coins',
    sort: 0,
    count: 0,
    createdDate: startMs,
    symbolIds: [],
    shareToken: null,
  });
  const layer = await addCategory(ada, 'Layer 1');
  const later = await addCategory(ada, 'Later');
  await ada.ask('addFavorites', { symbolIds: ['BTCUSDT', 'ETHUSDT'], groupId: layer });
  assert.deepEqual(await ada.ask('updateCategory', { groupId: layer, name: 'layer 1' }), {
    groupId: layer,
    name: 'layer 1',
    sort: 1,
    count: 2,
    createdDate: startMs,
    symbolIds: ['BTCUSDT', 'ETHUSDT'],
    shareToken: null,
  });
  await ada.ask('sortCategories', { groupIds: [later, layer, defi.groupId] });
  assert.deepEqual(await names(ada), ['Later', 'layer 1', 'DeFi coins']);
  await ada.ask('deleteCategory', { groupId: layer });
  assert.deepEqual(await names(ada), ['Later', 'DeFi coins']);
  assert.deepEqual(await ada.order(), ['BTCUSDT', 'ETHUSDT']);
  assert.equal(await ada.refusal('listFavorites', { groupId: layer }), 'categoryNotFound');
  assert.equal(await ada.refusal('deleteCategory', { groupId: layer }), 'categoryNotFound');
});

test('section 5: every rule of a category name, when made and when renamed', async () => {
  const groupId = await addCategory(ada, 'DeFi');
  await addCategory(ada, 'Other');
  const wrong = {
    a: 'categoryNameLength',
    ['x'.repeat(27)]: 'categoryNameTooLong',
    'moon 🚀': 'categoryNameEmoji',
    '<b>': 'categoryNameCharacters',
    ' oTHER ': 'categoryNameTaken',
    ｏther: 'categoryNameTaken',
  };
  for (const [name, error] of Object.entries(wrong)) {
    assert.equal(await ada.refusal('addCategory', { name }), error, name);
    assert.equal(await ada.refusal('updateCategory', { groupId, name }), error, name);
  }
  assert.equal(await ada.refusal('updateCategory', { groupId, name: 'DEFI' }), null, 'its own name in another spelling');
  assert.equal(await bob.refusal('addCategory', { name: 'Other' }), null, 'names are of one user');
  assert.deepEqual(await names(ada), ['DEFI', 'Other']);
});

test('section 5: limits, told with their number; a repeat is not over a limit, and a bulk is added whole or not', async () => {
  rooms.setLimits({ groupLimit: 2, groupCoinLimit: 3, totalLimit: 5 });
  const first = await addCategory(ada, 'First');
  const second = await addCategory(ada, 'Second');
  const refusedWith = (error: string, limit: number) => (thrown: unknown) =>
    thrown instanceof Refusal && thrown.error === error && thrown.values?.[0] === limit;
  await assert.rejects(ada.ask('addCategory', { name: 'Third' }), refusedWith('categoryLimit', 2));
  await ada.ask('addFavorites', { symbolIds: many.slice(0, 3), groupId: first });
  await assert.rejects(ada.ask('addFavorite', { symbolId: many[3]!, groupId: first }), refusedWith('categoryFull', 3));
  await assert.rejects(
    ada.ask('changeFavoriteCategories', { symbolId: many[3]!, groupIds: [second, first] }),
    refusedWith('categoryFull', 3),
  );
  await assert.rejects(ada.ask('addFavorites', { symbolIds: many.slice(2, 6) }), refusedWith('favoritesLimit', 5));
  assert.deepEqual(await ada.order(), many.slice(0, 3));
  assert.deepEqual(await ada.order(second), []);
  await ada.ask('addFavorites', { symbolIds: many.slice(0, 5) });
  assert.deepEqual(
    await ada.ask('addFavorites', { symbolIds: many.slice(1, 4), groupId: second }),
    { added: 3 },
    'favorites already: only the category counts',
  );
  rooms.setLimits({ groupLimit: 1, groupCoinLimit: 1, totalLimit: 1 });
  assert.equal(
    await ada.refusal('addFavorites', { symbolIds: many.slice(0, 3), groupId: first }),
    null,
    'a lowered limit takes nothing away',
  );
  assert.equal((await ada.ask('listCategories')).limits.totalLimit, 1);
});

test("pairs the market does not have are refused, also among others; dropped ones stay the user's and can be removed", async () => {
  assert.equal(await ada.refusal('addFavorite', { symbolId: 'NOPEUSDT' }), 'unknownSymbol');
  assert.equal(await ada.refusal('addFavorites', { symbolIds: ['BTCUSDT', 'NOPEUSDT'] }), 'unknownSymbol');
  assert.equal(await ada.refusal('favoriteCategoryIds', { symbolId: 'NOPEUSDT' }), 'unknownSymbol');
  const groupId = await addCategory(ada, 'Category');
  assert.equal(await ada.refusal('changeFavoriteCategories', { symbolId: 'NOPEUSDT', groupIds: [groupId] }), 'unknownSymbol');
  assert.deepEqual(await ada.order(), []);

  await ada.ask('addFavorites', { symbolIds: ['BTCUSDT', 'XRPUSDT'] });
  rooms.market.delete('XRPUSDT');
  try {
    const { items, notListed, total } = await ada.ask('listFavorites');
    assert.deepEqual([items.map((item) => item.symbolId), notListed, total], [['BTCUSDT'], ['XRPUSDT'], 1]);
    assert.deepEqual(await ada.ask('favoriteCategoryIds', { symbolId: 'XRPUSDT' }), { isFavorite: true, groupIds: [] });
    assert.deepEqual(await ada.ask('removeFavorites', { symbolIds: ['XRPUSDT'], confirmed: true }), { removed: 1 });
  } finally {
    rooms.market.add('XRPUSDT');
  }
});

test('section 5: out of All means out of every category, and has to be confirmed; out of a category does not', async () => {
  const first = await addCategory(ada, 'First');
  const second = await addCategory(ada, 'Second');
  for (const groupId of [first, second]) await ada.ask('addFavorites', { symbolIds: ['BTCUSDT', 'ETHUSDT'], groupId });
  assert.deepEqual(await ada.ask('removeFavorites', { groupId: first, symbolIds: ['BTCUSDT', 'SOLUSDT', 'BTCUSDT'] }), { removed: 1 });
  assert.deepEqual(await ada.ask('favoriteCategoryIds', { symbolId: 'BTCUSDT' }), { isFavorite: true, groupIds: [second] });
  for (const confirmed of [undefined, false])
    assert.equal(await ada.refusal('removeFavorites', { symbolIds: ['ETHUSDT'], confirmed }), 'favoriteRemovalUnconfirmed');
  assert.deepEqual(await ada.ask('removeFavorites', { symbolIds: ['ETHUSDT', 'SOLUSDT'], confirmed: true }), { removed: 1 });
  assert.deepEqual(await ada.ask('favoriteCategoryIds', { symbolId: 'ETHUSDT' }), { isFavorite: false, groupIds: [] });
  assert.deepEqual([await ada.order(), await ada.order(first), await ada.order(second)], [['BTCUSDT'], [], ['BTCUSDT']]);
  assert.deepEqual(await ada.ask('removeFavorites', { symbolIds: ['ETHUSDT'], confirmed: true }), { removed: 0 });
});

test('a category and All have each their own order; a stale order loses nothing', async () => {
  const groupId = await addCategory(ada, 'Category');
  await ada.ask('addFavorites', { symbolIds: many.slice(0, 4), groupId });
  await ada.ask('sortFavorites', { groupId, symbolIds: [3, 2, 1, 0].map((i) => many[i]!) });
  assert.deepEqual(await ada.order(groupId), many.slice(0, 4).toReversed());
  assert.deepEqual(await ada.order(), many.slice(0, 4));
  await ada.ask('addFavorite', { symbolId: many[4]! });
  await ada.ask('removeFavorites', { symbolIds: [many[1]!], confirmed: true });
  await ada.ask('sortFavorites', { symbolIds: [many[3]!, many[1]!, many[0]!, many[2]!, 'NOPEUSDT'] });
  assert.deepEqual(await ada.order(), [many[3], many[0], many[2], many[4]], 'the new one stays, the removed one stays away');
});

test('a pair is put into exactly the named categories, or only the difference is done', async () => {
  const [a, b, c] = [await addCategory(ada, 'First'), await addCategory(ada, 'Second'), await addCategory(ada, 'Third')];
  const change = (groupIds: string[], knownGroupIds?: string[]) =>
    ada.refusal('changeFavoriteCategories', { symbolId: 'BTCUSDT', groupIds, knownGroupIds });
  const where = async () => (await ada.ask('favoriteCategoryIds', { symbolId: 'BTCUSDT' })).groupIds;
  await change([]);
  assert.deepEqual(await ada.ask('favoriteCategoryIds', { symbolId: 'BTCUSDT' }), { isFavorite: false, groupIds: [] });
  await change([b, a]);
  assert.deepEqual(await where(), [a, b]);
  await change([c]);
  assert.deepEqual(await where(), [c]);
  await change([a], []);
  assert.deepEqual(await where(), [a, c], 'the caller had not seen the third');
  await change([], [c, 'gone']);
  assert.deepEqual(await where(), [a]);
  assert.equal(await change([a, 'gone'], [a, 'gone']), null, 'deleted meanwhile and not asked for');
  assert.equal(await change([a, 'gone'], [a]), 'categoryNotFound');
  await change([]);
  assert.deepEqual(await ada.ask('favoriteCategoryIds', { symbolId: 'BTCUSDT' }), { isFavorite: true, groupIds: [] });
});

test("another user's category can be neither read nor changed", async () => {
  const groupId = await addCategory(ada, 'Mine');
  await ada.ask('addFavorite', { symbolId: 'BTCUSDT', groupId });
  const state = async () => [await ada.ask('listCategories'), await ada.order(groupId), await ada.order()];
  const untouched = await state();
  for (const id of [groupId, groupId.toUpperCase(), "' or 1=1 --"]) {
    assert.equal(await bob.refusal('listFavorites', { groupId: id }), 'categoryNotFound');
    assert.equal(await bob.refusal('updateCategory', { groupId: id, name: 'Stolen' }), 'categoryNotFound');
    assert.equal(await bob.refusal('deleteCategory', { groupId: id }), 'categoryNotFound');
    assert.equal(await bob.refusal('sortFavorites', { groupId: id, symbolIds: ['BTCUSDT'] }), 'categoryNotFound');
    assert.equal(await bob.refusal('removeFavorites', { groupId: id, symbolIds: ['BTCUSDT'] }), 'categoryNotFound');
    assert.equal(await bob.refusal('addFavorite', { symbolId: 'ETHUSDT', groupId: id }), 'categoryNotFound');
    assert.equal(await bob.refusal('addFavorites', { symbolIds: ['ETHUSDT'], groupId: id }), 'categoryNotFound');
    assert.equal(await bob.refusal('changeFavoriteCategories', { symbolId: 'ETHUSDT', groupIds: [id] }), 'categoryNotFound');
    await bob.ask('changeFavoriteCategories', { symbolId: 'BTCUSDT', groupIds: [], knownGroupIds: [id] });
    await bob.ask('sortCategories', { groupIds: [id] });
  }
  await bob.ask('removeFavorites', { symbolIds: ['BTCUSDT'], confirmed: true });
  assert.deepEqual(await bob.ask('favoriteCategoryIds', { symbolId: 'BTCUSDT' }), { isFavorite: false, groupIds: [] });
  assert.deepEqual(await state(), untouched);
});

test('a change is announced after its commit, with the user and the version and nothing else; no change, no word', async () => {
  const heard: unknown[] = [];
  const seen: Promise<string[]>[] = [];
  const stop = rooms.bus.subscribe(favoritesChanged, (message) => {
    heard.push(message);
    seen.push(rooms.deviceOf(adaId).order());
  });
  try {
    await ada.ask('addFavorite', { symbolId: 'BTCUSDT' });
    await ada.ask('addFavorite', { symbolId: 'BTCUSDT' });
    await ada.refusal('addFavorite', { symbolId: 'NOPEUSDT' });
    await ada.ask('sortFavorites', { symbolIds: ['BTCUSDT'] });
    await ada.ask('removeFavorites', { symbolIds: ['ETHUSDT'], confirmed: true });
    await ada.ask('addCategory', { name: 'Category' });
    await until('two messages', () => heard.length === 2);
    assert.deepEqual(heard, [
      { userId: adaId, version: 1 },
      { userId: adaId, version: 2 },
    ]);
    for (const order of await Promise.all(seen)) assert.deepEqual(order, ['BTCUSDT']);

    await rooms.db.pool.query('alter table favorite_list add constraint not_the_third check (version <> 3) not valid');
    await assert.rejects(ada.ask('addFavorite', { symbolId: 'ETHUSDT' }));
    await rooms.db.pool.query('alter table favorite_list drop constraint not_the_third');
    await ada.ask('addFavorite', { symbolId: 'SOLUSDT' });
    await until('three messages', () => heard.length === 3);
    assert.deepEqual(await ada.order(), ['BTCUSDT', 'SOLUSDT'], 'what was not stored was not acknowledged');
  } finally {
    stop();
  }
});

test('what belonged to a deleted account goes, and only that', async () => {
  const groupId = await addCategory(ada, 'Mine');
  await ada.ask('addFavorite', { symbolId: 'BTCUSDT', groupId });
  await bob.ask('addFavorite', { symbolId: 'ETHUSDT' });
  rooms.bus.publish(accountDeleted, { userId: adaId });
  const rowsOf = async (table: string) => (await rooms.db.pool.query(`select 1 from ${table} where user_id = $1`, [adaId])).rowCount;
  await until('no list is left', async () => (await rowsOf('favorite_list')) === 0);
  assert.equal(await rowsOf('favorite_category'), 0);
  assert.deepEqual(await bob.order(), ['ETHUSDT']);
});

test('a page that lost the word of a deletion: its favorites are found within the hour, and only those', async () => {
  await ada.ask('addFavorite', { symbolId: 'BTCUSDT', groupId: await addCategory(ada, 'Mine') });
  await bob.ask('addFavorite', { symbolId: 'ETHUSDT' });
  rooms.gone.add(adaId);
  rooms.clock.advance(3_600_000);
  await until(
    'her list is gone',
    async () => (await rooms.db.pool.query('select 1 from favorite_list where user_id = $1', [adaId])).rowCount === 0,
  );
  assert.deepEqual(await bob.order(), ['ETHUSDT']);
});

test('one answer has all pairs and every category in their orders', async () => {
  const groupId = await addCategory(ada, 'Mine');
  await ada.ask('addFavorites', { symbolIds: ['BTCUSDT', 'ETHUSDT'], groupId });
  await ada.ask('addFavorite', { symbolId: 'SOLUSDT' });
  await ada.ask('sortFavorites', { groupId, symbolIds: ['ETHUSDT', 'BTCUSDT'] });
  const { symbolIds, favorites, items } = await ada.ask('listCategories');
  assert.deepEqual([symbolIds, favorites], [['BTCUSDT', 'ETHUSDT', 'SOLUSDT'], 3]);
  assert.deepEqual(
    items.map((item) => [item.groupId, item.symbolIds, item.count, item.shareToken]),
    [[groupId, ['ETHUSDT', 'BTCUSDT'], 2, null]],
  );
});

test('a read-only link shows its list as it is now, to anybody, until it is taken back', async () => {
  const groupId = await addCategory(ada, 'Mine');
  await ada.ask('addFavorites', { symbolIds: ['ETHUSDT', 'BTCUSDT'], groupId });
  await ada.ask('addFavorite', { symbolId: 'SOLUSDT' });
  const { shareToken } = await ada.ask('shareFavorites', { groupId });
  assert.deepEqual(await rooms.deviceOf(adaId).ask('shareFavorites', { groupId }), { shareToken }, 'asked again, the same link');
  const { shareToken: all } = await ada.ask('shareFavorites');
  assert.notEqual(all, shareToken);
  const read = async (token: string) => {
    const { name, items, total } = await bob.ask('sharedFavorites', { shareToken: token });
    return [name, items.map((item) => item.symbolId), total];
  };
  assert.deepEqual(await read(shareToken), ['Mine', ['ETHUSDT', 'BTCUSDT'], 2]);
  assert.deepEqual(await read(all), [null, ['ETHUSDT', 'BTCUSDT', 'SOLUSDT'], 3]);
  await ada.ask('updateCategory', { groupId, name: 'Ours' });
  await ada.ask('removeFavorites', { groupId, symbolIds: ['ETHUSDT'] });
  assert.deepEqual(await read(shareToken), ['Ours', ['BTCUSDT'], 1]);
  const answer = await bob.ask('sharedFavorites', { shareToken });
  assert.doesNotMatch(JSON.stringify(answer), new RegExp(adaId), 'nothing of whose it is');
  const { items, shareToken: listed } = await ada.ask('listCategories');
  assert.deepEqual([items[0]!.shareToken, listed], [shareToken, all]);

  await ada.ask('unshareFavorites', { groupId });
  assert.equal(await bob.refusal('sharedFavorites', { shareToken }), 'sharedListGone');
  assert.deepEqual(await read(all), [null, ['ETHUSDT', 'BTCUSDT', 'SOLUSDT'], 3], 'the other link stays');
  const { shareToken: next } = await ada.ask('shareFavorites', { groupId });
  assert.notEqual(next, shareToken, 'a link that was taken back stays dead');
  await ada.ask('deleteCategory', { groupId });
  assert.equal(await bob.refusal('sharedFavorites', { shareToken: next }), 'sharedListGone');
});

test("another user's list can be neither shared nor unshared", async () => {
  const groupId = await addCategory(ada, 'Mine');
  const { shareToken } = await ada.ask('shareFavorites', { groupId });
  assert.equal(await bob.refusal('shareFavorites', { groupId }), 'categoryNotFound');
  assert.equal(await bob.refusal('unshareFavorites', { groupId }), 'categoryNotFound');
  await bob.ask('unshareFavorites');
  assert.equal((await bob.ask('sharedFavorites', { shareToken })).name, 'Mine');
});

test('what is kept can be taken along', async () => {
  const groupId = await addCategory(ada, 'Mine');
  await ada.ask('addFavorites', { symbolIds: ['ETHUSDT'], groupId });
  await ada.ask('addFavorite', { symbolId: 'BTCUSDT' });
  const { shareToken } = await ada.ask('shareFavorites', { groupId });
  const category = { name: 'Mine', createdAt: rooms.clock.now(), symbolIds: ['ETHUSDT'], shareToken };
  assert.deepEqual(await rooms.exportOf(adaId), { symbolIds: ['ETHUSDT', 'BTCUSDT'], shareToken: null, categories: [category] });
});
