import { refuse } from '@tidemark/contract/errors.ts';
import { listViewRule, type ListView, type listViewCalls } from '@tidemark/contract/list-views.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import type { ViewRow, ViewStore } from './view-store.ts';

const toView = ({ id, name, address, savedAt }: ViewRow): ListView => ({ viewId: id, name, address, savedAt: savedAt.getTime() });

export const createViewCalls = ({ store, clock }: { store: ViewStore; clock: Clock }): Handlers<typeof listViewCalls> => ({
  async listViews({ userId }) {
    const items = (await store.list(userId!)).map(toView);
    return { items, total: items.length };
  },
  async saveListView({ userId }, { name, address }) {
    const row = await store.save(userId!, { name, address }, listViewRule.views, new Date(clock.now()));
    return row ? toView(row) : refuse('listViewsFull', { limit: listViewRule.views });
  },
  async deleteListView({ userId }, { viewId }) {
    await store.remove(userId!, viewId);
    return { ok: true };
  },
});
