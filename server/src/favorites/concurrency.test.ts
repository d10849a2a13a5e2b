// Two web processes, many requests of one user at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { newUser, openRooms, type Device } from './testing/test-room.ts';

const pairs = Array.from({ length: 40 }, (_, i) => `COIN${i}USDT`);
let rooms: Awaited<ReturnType<typeof openRooms>>;
before(async () => {
  rooms = await openRooms(pairs);
  rooms.setLimits({ groupLimit: 4, groupCoinLimit: 7, totalLimit: 10 });
});
after(() => rooms.close());

const twoDevices = (): [Device, Device] => {
  const userId = newUser();
  return [rooms.deviceOf(userId), rooms.deviceOf(userId)];
};
const tally = (outcomes: readonly (string | null)[]) =>
  Object.fromEntries([...Map.groupBy(outcomes, (outcome) => outcome ?? 'done')].map(([outcome, all]) => [outcome, all.length]));

test('concurrent adds never pass a limit, and every one that was acknowledged is there', async () => {
  const devices = twoDevices();
  const outcomes = await Promise.all(pairs.map((symbolId, i) => devices[i % 2]!.refusal('addFavorite', { symbolId })));
  assert.deepEqual(tally(outcomes), { done: 10, favoritesLimit: 30 });
  assert.deepEqual((await devices[0].order()).toSorted(), pairs.filter((_, i) => outcomes[i] === null).toSorted());
  assert.equal((await devices[1].ask('listCategories')).version, 10);
});

test('nor the limit of a category, also when pairs come by different calls', async () => {
  const devices = twoDevices();
  const { groupId } = await devices[0].ask('addCategory', { name: 'Category' });
  await devices[0].ask('addFavorites', { symbolIds: pairs.slice(0, 10) });
  const outcomes = await Promise.all(
    pairs
      .slice(0, 10)
      .map((symbolId, i) =>
        i % 3 === 0
          ? devices[0].refusal('changeFavoriteCategories', { symbolId, groupIds: [groupId] })
          : devices[i % 2]!.refusal('addFavorites', { symbolIds: [symbolId], groupId }),
      ),
  );
  assert.deepEqual(tally(outcomes), { done: 7, categoryFull: 3 });
  assert.equal((await devices[1].order(groupId)).length, 7);
});

test('nor the number of categories; of equal names one is made', async () => {
  const devices = twoDevices();
  const same = await Promise.all(
    ['DeFi', 'defi', ' DEFI', 'ｄｅｆｉ', 'DeFi', 'defi'].map((name, i) => devices[i % 2]!.refusal('addCategory', { name })),
  );
  assert.deepEqual(tally(same), { done: 1, categoryNameTaken: 5 });
  const others = await Promise.all(Array.from({ length: 8 }, (_, i) => devices[i % 2]!.refusal('addCategory', { name: `Other ${i}` })));
  assert.deepEqual(tally(others), { done: 3, categoryLimit: 5 });
  const { items } = await devices[0].ask('listCategories');
  assert.deepEqual(
    items.map(({ sort }) => sort),
    [0, 1, 2, 3],
  );
  const renamed = await Promise.all(
    items.map(({ groupId }, i) => devices[i % 2]!.refusal('updateCategory', { groupId, name: 'Same name' })),
  );
  assert.deepEqual(tally(renamed), { done: 1, categoryNameTaken: 3 });
});

test('two devices editing at once end in one agreed state that has the edits of both', async () => {
  const word = fc.constantFrom('add', 'sort', 'sortCategory', 'join', 'rename', 'sortCategories');
  const run = fc.asyncProperty(
    fc.array(word, { maxLength: 12 }),
    fc.array(word, { maxLength: 12 }),
    fc.shuffledSubarray(pairs.slice(0, 4), { minLength: 4 }),
    async (first, second, order) => {
      const devices = twoDevices();
      const { groupId: one } = await devices[0].ask('addCategory', { name: 'One' });
      const { groupId: two } = await devices[0].ask('addCategory', { name: 'Two' });
      await devices[0].ask('addFavorites', { symbolIds: pairs.slice(0, 4), groupId: one });
      // Each device adds pairs of its own, and sorts by what it saw before the other began.
      const adds = [pairs.slice(10, 13), pairs.slice(20, 23)];
      const edit = async (which: 0 | 1, words: readonly string[]) => {
        const device = devices[which];
        const kept = new Set<string>();
        for (const [i, next] of words.entries()) {
          const symbolId = adds[which]![i % 3]!;
          if (next === 'add') await device.ask('addFavorite', { symbolId });
          else if (next === 'join') await device.ask('changeFavoriteCategories', { symbolId, groupIds: [two], knownGroupIds: [] });
          else if (next === 'sort') await device.ask('sortFavorites', { symbolIds: order });
          else if (next === 'sortCategory') await device.ask('sortFavorites', { groupId: one, symbolIds: order });
          else if (next === 'rename') await device.ask('updateCategory', { groupId: which === 0 ? one : two, name: `Name ${which} ${i}` });
          else await device.ask('sortCategories', { groupIds: [two, one] });
          if (next === 'add' || next === 'join') kept.add(symbolId);
        }
        return kept;
      };
      const kept = await Promise.all([edit(0, first), edit(1, second)]);
      const states = await Promise.all(
        devices.map(async (device) => ({
          list: await device.ask('listCategories'),
          all: await device.order(),
          one: await device.order(one),
          two: await device.order(two),
        })),
      );
      assert.deepEqual(states[0], states[1]);
      const { all, one: inOne, two: inTwo, list } = states[0]!;
      assert.deepEqual(all.toSorted(), [...pairs.slice(0, 4), ...kept[0], ...kept[1]].toSorted());
      assert.deepEqual(inOne.toSorted(), pairs.slice(0, 4).toSorted());
      assert.ok(inTwo.every((symbolId) => all.includes(symbolId)));
      const words = [...first, ...second];
      if (words.includes('sort')) assert.deepEqual(all.slice(0, 4), order);
      if (words.includes('sortCategory')) assert.deepEqual(inOne, order);
      const lastName = (which: number, edits: readonly string[], unchanged: string) =>
        edits.includes('rename') ? `Name ${which} ${edits.lastIndexOf('rename')}` : unchanged;
      const nameOf = new Map(list.items.map(({ groupId, name }) => [groupId, name]));
      assert.deepEqual([nameOf.get(one), nameOf.get(two)], [lastName(0, first, 'One'), lastName(1, second, 'Two')]);
    },
  );
  await fc.assert(run, { seed: 20260116, numRuns: 20 });
});
