import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import type { Api } from '#api/client.ts';
import { alertList, alertLog } from './alert-queries.ts';

/** An account with so many alerts, and what was asked of it. */
function accountWith(total: number) {
  const asked: { name: string; input: unknown }[] = [];
  const call = async (name: string, input: { pageNum: number; pageSize: number }) => {
    asked.push({ name, input });
    const from = (input.pageNum - 1) * input.pageSize;
    const ids = Array.from({ length: Math.max(0, Math.min(input.pageSize, total - from)) }, (_, at) => ({ id: String(from + at) }));
    return { items: ids, total, open: { spot: 0, futures: 0, p2p: 0, total: 0 } };
  };
  return { api: { call } as unknown as Api, asked };
}

test('the list of alerts has every alert, also the 201st', async () => {
  for (const total of [0, 1, 200, 201, 430]) {
    const { api } = accountWith(total);
    const { items } = await new QueryClient().fetchQuery(alertList(api));
    assert.deepEqual(
      items.map(({ id }) => Number(id)),
      Array.from({ length: total }, (_, at) => at),
    );
  }
});

test('alerts that went away between two pages end the list', async () => {
  const { api } = accountWith(430);
  const { call } = api;
  const shrunk = {
    call: async (name: 'listAlerts', input: { pageNum: number }) =>
      call(name, input as never).then((page) => (input.pageNum < 2 ? page : { ...page, items: [] })),
  };
  assert.equal((await new QueryClient().fetchQuery(alertList(shrunk as unknown as Api))).items.length, 200);
});

test('section 5: the history is asked for by business line, and without one for all', async () => {
  const { api, asked } = accountWith(0);
  const client = new QueryClient();
  await client.fetchQuery(alertLog(api, 1));
  await client.fetchQuery(alertLog(api, 2, { line: businessLine.p2p, isUnreadOnly: true }));
  assert.deepEqual(
    asked.map(({ input }) => input),
    [
      { pageNum: 1, pageSize: 30, params: {} },
      { pageNum: 2, pageSize: 30, params: { status: 0, businessLine: 3 } },
    ],
  );
});
