// Random sequences of calls by two users against a model that keeps plain lists and knows nothing of locks, versions or SQL.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { newUser, openRooms } from './testing/test-room.ts';

const limits = { groupLimit: 2, groupCoinLimit: 3, totalLimit: 5 };
const listed = Array.from({ length: 8 }, (_, i) => (i % 3 === 0 ? `C${i}USDT_UMCBL` : `C${i}USDT`));
const names = ['Alpha', 'ALPHA', 'Beta', 'Gamma', 'Delta', 'x', 'moon 🚀', 'a/b', 'n'.repeat(27)];

let rooms: Awaited<ReturnType<typeof openRooms>>;
before(async () => {
  rooms = await openRooms(listed);
  rooms.setLimits(limits);
});
after(() => rooms.close());

interface Group {
  id: string;
  name: string;
  pairs: string[];
}
interface Person {
  all: string[];
  groups: Group[];
}
/** A category is named by a number: whose it is, or whether it still exists, is left to chance. */
type Step =
  | { do: 'addCategory'; name: string }
  | { do: 'updateCategory'; group: number; name: string }
  | { do: 'deleteCategory'; group: number }
  | { do: 'sortCategories'; groups: number[] }
  | { do: 'sortFavorites' | 'addFavorites'; group: number | null; pairs: string[] }
  | { do: 'removeFavorites'; group: number | null; pairs: string[]; confirmed: boolean }
  | { do: 'changeFavoriteCategories'; pair: string; groups: number[]; known: number[] | null };

const pair = fc.constantFrom(...listed, 'NOPEUSDT');
const knownPair = fc.constantFrom(...listed);
const pairs = fc.array(fc.oneof({ weight: 25, arbitrary: knownPair }, { weight: 1, arbitrary: pair }), { minLength: 1, maxLength: 5 });
const group = fc.nat({ max: 4 });
const maybeGroup = fc.option(group, { freq: 2 });
const groups = fc.array(group, { maxLength: 4 });
const name = fc.constantFrom(...names);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('addCategory' as const), name }) },
  fc.record({ do: fc.constant('updateCategory' as const), group, name }),
  fc.record({ do: fc.constant('deleteCategory' as const), group }),
  fc.record({ do: fc.constant('sortCategories' as const), groups: fc.array(group, { minLength: 1, maxLength: 4 }) }),
  fc.record({ do: fc.constant('sortFavorites' as const), group: maybeGroup, pairs }),
  { weight: 7, arbitrary: fc.record({ do: fc.constant('addFavorites' as const), group: maybeGroup, pairs }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('removeFavorites' as const), group: maybeGroup, pairs, confirmed: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('changeFavoriteCategories' as const), pair, groups, known: fc.option(groups) }) },
);

const badNames: Record<string, string> = {
  x: 'categoryNameLength',
  'moon 🚀': 'categoryNameEmoji',
  'a/b': 'categoryNameCharacters',
  ['n'.repeat(27)]: 'categoryNameTooLong',
};
const nameFault = (wanted: string, others: Group[]): string | null =>
  badNames[wanted] ?? (others.some((other) => other.name.toLowerCase() === wanted.toLowerCase()) ? 'categoryNameTaken' : null);

/** Puts the named ones, in their order, where named ones were. */
function permute(list: string[], order: string[]): string[] {
  const wanted = order.filter((id, i) => list.includes(id) && order.indexOf(id) === i);
  const queue = [...wanted];
  return list.map((id) => (wanted.includes(id) ? queue.shift()! : id));
}

function add(person: Person, ids: string[], targets: (Group | undefined)[]): string | null {
  const fresh = [...new Set(ids)].filter((id) => !person.all.includes(id));
  if (fresh.includes('NOPEUSDT')) return 'unknownSymbol';
  if (targets.includes(undefined)) return 'categoryNotFound';
  if (fresh.length > 0 && person.all.length + fresh.length > limits.totalLimit) return 'favoritesLimit';
  const joins = [...new Set(targets as Group[])].map((target) => ({
    target,
    joining: [...new Set(ids)].filter((id) => !target.pairs.includes(id)),
  }));
  if (joins.some(({ target, joining }) => joining.length > 0 && target.pairs.length + joining.length > limits.groupCoinLimit))
    return 'categoryFull';
  person.all.push(...fresh);
  for (const { target, joining } of joins) target.pairs.push(...joining);
  return null;
}

/** Changes the person, or names the refusal and changes nothing. */
function expected(person: Person, next: Step, idOf: (group: number) => string, madeId: string | null): string | null {
  const find = (number: number) => person.groups.find(({ id }) => id === idOf(number));
  switch (next.do) {
    case 'addCategory': {
      const fault = nameFault(next.name, person.groups) ?? (person.groups.length >= limits.groupLimit ? 'categoryLimit' : null);
      if (fault === null) person.groups.push({ id: madeId!, name: next.name, pairs: [] });
      return fault;
    }
    case 'updateCategory': {
      const target = find(next.group);
      if (!target) return 'categoryNotFound';
      const fault = nameFault(
        next.name,
        person.groups.filter((other) => other !== target),
      );
      if (fault === null) target.name = next.name;
      return fault;
    }
    case 'deleteCategory': {
      const target = find(next.group);
      if (!target) return 'categoryNotFound';
      person.groups.splice(person.groups.indexOf(target), 1);
      return null;
    }
    case 'sortCategories': {
      const order = permute(
        person.groups.map(({ id }) => id),
        next.groups.map(idOf),
      );
      person.groups = order.map((wanted) => person.groups.find(({ id }) => id === wanted)!);
      return null;
    }
    case 'sortFavorites': {
      if (next.group === null) person.all = permute(person.all, next.pairs);
      else {
        const target = find(next.group);
        if (!target) return 'categoryNotFound';
        target.pairs = permute(target.pairs, next.pairs);
      }
      return null;
    }
    case 'addFavorites':
      return add(person, next.pairs, next.group === null ? [] : [find(next.group)]);
    case 'removeFavorites': {
      if (next.group === null && !next.confirmed) return 'favoriteRemovalUnconfirmed';
      const target = next.group === null ? null : find(next.group);
      if (target === undefined) return 'categoryNotFound';
      const keep = (id: string) => !next.pairs.includes(id);
      for (const from of target ? [target] : person.groups) from.pairs = from.pairs.filter(keep);
      if (target === null) person.all = person.all.filter(keep);
      return null;
    }
    case 'changeFavoriteCategories': {
      const wanted = next.groups.map(idOf);
      const known = next.known?.map(idOf) ?? null;
      const copy: Person = structuredClone(person);
      for (const from of copy.groups)
        if (!wanted.includes(from.id) && (known === null || known.includes(from.id)))
          from.pairs = from.pairs.filter((id) => id !== next.pair);
      const entering = wanted.filter((id) => !known?.includes(id));
      const fault =
        entering.length === 0
          ? null
          : add(
              copy,
              [next.pair],
              entering.map((wantedId) => copy.groups.find(({ id }) => id === wantedId)),
            );
      if (fault === null) Object.assign(person, copy);
      return fault;
    }
  }
}

function inputOf(next: Step, idOf: (group: number) => string): object {
  const groupId = 'group' in next && next.group !== null ? { groupId: idOf(next.group) } : {};
  switch (next.do) {
    case 'addCategory':
      return { name: next.name };
    case 'updateCategory':
      return { ...groupId, name: next.name };
    case 'deleteCategory':
      return groupId;
    case 'sortCategories':
      return { groupIds: next.groups.map(idOf) };
    case 'sortFavorites':
    case 'addFavorites':
      return { ...groupId, symbolIds: next.pairs };
    case 'removeFavorites':
      return { ...groupId, symbolIds: next.pairs, confirmed: next.confirmed };
    case 'changeFavoriteCategories':
      return { symbolId: next.pair, groupIds: next.groups.map(idOf), ...(next.known && { knownGroupIds: next.known.map(idOf) }) };
  }
}

test('any sequence of calls ends where the plain model ends, refusal by refusal, for both users', async () => {
  const met = new Set<string | null>();
  const run = fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), fc.boolean(), step), { minLength: 10, maxLength: 40 }), async (steps) => {
    const people = [newUser(), newUser()].map((userId) => ({
      model: { all: [], groups: [] } as Person,
      devices: [rooms.deviceOf(userId), rooms.deviceOf(userId)],
    }));
    const made: string[] = [];
    const idOf = (number: number) => made.at(-1 - number) ?? 'none';
    for (const [isSecondUser, isSecondDevice, next] of steps) {
      const { model, devices } = people[Number(isSecondUser)]!;
      const device = devices[Number(isSecondDevice)]!;
      const before = new Set((await device.ask('listCategories')).items.map(({ groupId }) => groupId));
      // Which input belongs to which call is known to inputOf, not to the types.
      const input = inputOf(next, idOf) as never;
      const refusal = await device.refusal(next.do, input);
      const after = await device.ask('listCategories');
      const madeId = after.items.find(({ groupId }) => !before.has(groupId))?.groupId ?? null;
      assert.equal(refusal, expected(model, next, idOf, madeId), JSON.stringify(next));
      met.add(refusal);
      if (madeId !== null) made.push(madeId);
      assert.deepEqual(
        after.items.map(({ groupId, name: shown, count, sort }) => [groupId, shown, count, sort]),
        model.groups.map(({ id, name: kept, pairs: held }, sort) => [id, kept, held.length, sort]),
      );
      assert.equal(after.favorites, model.all.length);
    }
    for (const {
      model,
      devices: [device],
    } of people) {
      assert.deepEqual(await device!.order(), model.all);
      for (const { id, pairs: held } of model.groups) assert.deepEqual(await device!.order(id), held);
    }
  });
  await fc.assert(run, { seed: 20260115, numRuns: 40 });
  for (const error of [
    'categoryNotFound',
    'categoryNameTaken',
    'categoryLimit',
    'categoryFull',
    'favoritesLimit',
    'unknownSymbol',
    'favoriteRemovalUnconfirmed',
    null,
  ])
    assert.ok(met.has(error), `the run never met ${error}`);
});
