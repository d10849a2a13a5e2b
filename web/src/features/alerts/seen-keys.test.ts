import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSeenKeys } from './seen-keys.ts';

const memory = () => {
  const kept = new Map<string, string>();
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
};

test('a key is new once, in whichever tab it is heard', () => {
  const storage = memory();
  const [here, there] = [createSeenKeys(storage), createSeenKeys(storage)];
  assert.equal(here.isNew('a:1:1'), true);
  assert.equal(here.isNew('a:1:1'), false);
  assert.equal(there.isNew('a:1:1'), false);
  assert.equal(there.isNew('a:1:2'), true);
});

test('what the storage holds or refuses does not matter', () => {
  const broken = {
    getItem: () => '{not json',
    setItem: () => {
      throw new Error('full');
    },
  };
  const keys = createSeenKeys(broken);
  assert.equal(keys.isNew('x'), true);
  assert.equal(keys.isNew('x'), false);
  assert.equal(createSeenKeys(null).isNew('x'), true);
});
