import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Refusal } from '@tidemark/contract/errors.ts';
import { listViewCalls, listViewRule } from '@tidemark/contract/list-views.ts';
import type { Caller, Input, UserId } from '@tidemark/contract/wire.ts';
import * as v from 'valibot';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { newId } from '#platform/ids.ts';
import { account } from './tables.ts';
import { createViewCalls } from './view-calls.ts';
import { createViewStore } from './view-store.ts';

const clock = createHandClock(Date.UTC(2026, 0, 15, 12));
const spot = '/markets/spot/defi?sort=cap&dir=desc';

describe('saved views', () => {
  let db: Database;
  before(async () => {
    db = await openTestDatabase();
  });
  after(async () => {
    await db.close();
  });

  const person = async () => {
    const id = newId();
    const now = new Date(clock.now());
    await db.orm.insert(account).values({ id, locale: 'en', createdAt: now, updatedAt: now });
    const calls = createViewCalls({ store: createViewStore(db.orm), clock });
    const ask = async <N extends keyof typeof listViewCalls>(name: N, input: object = {}) => {
      const handler = calls[name] as (caller: Caller, given: Input<(typeof listViewCalls)[N]>) => unknown;
      const given = v.parse(listViewCalls[name].input, input) as Input<(typeof listViewCalls)[N]>;
      return v.parse(listViewCalls[name].output, await handler({ userId: id as UserId } as Caller, given)) as v.InferOutput<
        (typeof listViewCalls)[N]['output']
      >;
    };
    return { id, ask, names: async () => (await ask('listViews')).items.map(({ name }) => name) };
  };

  test('a view is kept, replaced under its name, and forgotten', async () => {
    const { ask, names } = await person();
    const first = await ask('saveListView', { name: ' DeFi ', address: spot });
    await ask('saveListView', { name: 'Alts', address: '/markets/futures' });
    const again = await ask('saveListView', { name: 'DeFi', address: '/markets/margin/cross' });
    assert.equal(again.viewId, first.viewId);
    assert.equal(again.address, '/markets/margin/cross');
    assert.deepEqual(await names(), ['Alts', 'DeFi']);
    await ask('deleteListView', { viewId: first.viewId });
    await ask('deleteListView', { viewId: first.viewId });
    assert.deepEqual(await names(), ['Alts']);
  });

  test('nobody reads or removes the views of another, and they go with their account', async () => {
    const [ada, bob] = [await person(), await person()];
    const { viewId } = await ada.ask('saveListView', { name: 'Mine', address: spot });
    await bob.ask('deleteListView', { viewId });
    assert.deepEqual([await ada.names(), await bob.names()], [['Mine'], []]);
    await db.pool.query('delete from account where id = $1', [ada.id]);
    assert.deepEqual(await ada.names(), []);
  });

  test('saves at the same moment never pass the limit', async () => {
    const { ask, names } = await person();
    const outcomes = await Promise.allSettled(
      Array.from({ length: listViewRule.views + 6 }, (_, i) => ask('saveListView', { name: `View ${i}`, address: spot })),
    );
    assert.equal((await names()).length, listViewRule.views);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    assert.ok(refused.every(({ reason }) => reason instanceof Refusal && reason.error === 'listViewsFull'));
    assert.equal(refused.length, 6);
    assert.equal((await ask('saveListView', { name: (await names())[0]!, address: '/markets/spot' })).address, '/markets/spot');
  });
});
