import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { forgetDraft, readDraft, writeDraft } from './draft.ts';

const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
const setStorage = (value: unknown) => Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, value });
let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  setStorage({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'sessionStorage', before);
  else delete (globalThis as { sessionStorage?: unknown }).sessionStorage;
});

test('what a user typed is read by that user only', () => {
  writeDraft('of ann', 'ann');
  assert.deepEqual([readDraft('ann'), readDraft('bob'), readDraft(null), readDraft(undefined)], ['of ann', '', '', '']);
  forgetDraft();
  assert.deepEqual([readDraft('ann'), kept.size], ['', 0]);
});

test('what a visitor typed, or somebody who was not known yet, goes along into the account', () => {
  for (const owner of [null, undefined]) {
    writeDraft('of a visitor', owner);
    assert.deepEqual([readDraft(null), readDraft(undefined), readDraft('bob')], Array(3).fill('of a visitor'));
  }
  writeDraft('', 'bob');
  assert.equal(kept.size, 0, 'what was sent is no draft');
});

test('what is not ours, and a storage that is closed, are no draft', () => {
  for (const text of ['typed before a release', '7', '"text"', '{"owner":null}', '{"text":"x"}']) {
    kept.set('support.draft', text);
    assert.equal(readDraft('ann'), '', text);
  }
  setStorage(null);
  writeDraft('x', 'ann');
  assert.equal(readDraft('ann'), '');
});
