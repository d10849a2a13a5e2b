import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FavoriteCategory } from '@tidemark/contract/favorites.ts';
import type { Caller, UserId } from '@tidemark/contract/wire.ts';
import { withWatchGroups } from './watch-groups.ts';

const visitor: Caller = { userId: null, sessionId: null, locale: 'en', requestId: 'r', ip: '10.0.0.1', deviceId: null };
const ada: Caller = { ...visitor, userId: 'ada' as UserId };
const category = (name: string, symbolIds: string[]): FavoriteCategory => ({
  groupId: `id of ${name}`,
  name,
  sort: 0,
  count: symbolIds.length,
  createdDate: 0,
  symbolIds,
  shareToken: null,
});

test('section 7, showWatchGroup: the categories of the person who asks stand beside those of the list, with their spot pairs', async () => {
  const plain = { md5Value: '0'.repeat(32), unchanged: true, quotes: [], categories: [], watchGroups: null };
  const asked: (string | null)[] = [];
  const call = withWatchGroups(() => plain, {
    async listCategories({ userId }) {
      asked.push(userId);
      const items = [category('Majors', ['BTCUSDT', 'BTCUSDT_UMCBL', 'ETHUSDT']), category('Empty', [])];
      const limits = { groupLimit: 1, groupCoinLimit: 1, totalLimit: 1 };
      return { items, total: 2, favorites: 3, symbolIds: [], shareToken: null, version: 1, limits };
    },
  });
  const { watchGroups, ...rest } = await call(ada, { showWatchGroup: true });
  assert.deepEqual(watchGroups, [
    { groupId: 'id of Majors', name: 'Majors', count: 2, symbolIds: ['BTCUSDT', 'ETHUSDT'] },
    { groupId: 'id of Empty', name: 'Empty', count: 0, symbolIds: [] },
  ]);
  assert.deepEqual({ ...rest, watchGroups: null }, plain);
  assert.deepEqual(await call(visitor, { showWatchGroup: true }), plain);
  assert.deepEqual(await call(ada, { showWatchGroup: false }), plain);
  assert.deepEqual(asked, ['ada'], 'nobody else is asked about');
});
