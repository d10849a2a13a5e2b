import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unlessUnchanged } from './kept-answer.ts';

interface Contracts {
  readonly md5: string;
  readonly unchanged: boolean;
  readonly listDTOS: readonly string[];
}

test('section 7: contract symbols are kept by md5; what is unchanged comes from this browser', async (t) => {
  const stored = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');
  Object.defineProperty(globalThis, 'localStorage', { value: localStorage, configurable: true });
  t.after(() => (before ? Object.defineProperty(globalThis, 'localStorage', before) : Reflect.deleteProperty(globalThis, 'localStorage')));
  let listed = ['BTCUSDT_UMCBL'];
  const sent: (string | undefined)[] = [];
  const ask = async (kept: Contracts | null): Promise<Contracts> => {
    sent.push(kept?.md5);
    const md5 = listed.join();
    return md5 === kept?.md5 ? { md5, unchanged: true, listDTOS: [] } : { md5, unchanged: false, listDTOS: listed };
  };
  const symbols = async () => (await unlessUnchanged('contractSymbols.10', ask)).listDTOS;
  assert.deepEqual(await symbols(), ['BTCUSDT_UMCBL']);
  assert.deepEqual(await symbols(), ['BTCUSDT_UMCBL'], 'the short answer stands for what is kept');
  listed = ['BTCUSDT_UMCBL', 'ETHUSDT_UMCBL'];
  assert.deepEqual(await symbols(), listed, 'a new listing is a new fingerprint');
  stored.set('contractSymbols.10', '{broken');
  assert.deepEqual(await symbols(), listed);
  assert.deepEqual(sent, [undefined, 'BTCUSDT_UMCBL', 'BTCUSDT_UMCBL', undefined]);
});
