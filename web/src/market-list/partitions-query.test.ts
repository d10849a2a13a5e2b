import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { Api } from '#api/client.ts';
import { partitionsQuery } from './partitions-query.ts';

const stored = new Map<string, string>();
const known = { md5Value: 'a'.repeat(32), unchanged: false, quotes: [{ quote: 'USDT', count: 3 }], categories: [] };

function api() {
  const sent: unknown[] = [];
  const call = async (_name: string, input: { md5Value?: string }) => {
    sent.push(input);
    return input.md5Value === known.md5Value ? { ...known, unchanged: true, quotes: [] } : known;
  };
  return { api: { call } as unknown as Api, sent };
}

test('section 7: partitions are asked for with the md5Value of the last answer; an unchanged one is the one kept', async (t) => {
  const before = Object.getOwnPropertyDescriptors(globalThis);
  const give = (name: 'window' | 'localStorage', value: unknown) => {
    Object.defineProperty(globalThis, name, { value, configurable: true });
    t.after(() => (before[name] ? Object.defineProperty(globalThis, name, before[name]) : Reflect.deleteProperty(globalThis, name)));
  };
  const onServer = api();
  await new QueryClient().fetchQuery(partitionsQuery(onServer.api, 'en'));
  assert.deepEqual(onServer.sent, [{ languageType: 0 }], 'a server keeps nothing for anybody');

  give('window', {});
  give('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  const inBrowser = api();
  const ask = async () => new QueryClient().fetchQuery(partitionsQuery(inBrowser.api, 'en'));
  assert.deepEqual(await ask(), known);
  assert.deepEqual(await ask(), known);
  assert.deepEqual(inBrowser.sent, [{ languageType: 0 }, { languageType: 0, md5Value: known.md5Value }]);
  assert.deepEqual(partitionsQuery(inBrowser.api, 'en').queryKey, partitionsQuery(onServer.api, 'en').queryKey);
});
