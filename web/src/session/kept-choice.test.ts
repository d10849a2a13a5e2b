import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keptChoice } from './kept-choice.ts';

const kept = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) },
});

test('section 3, Local cache keys: the interval that was chosen last is found again, unless it is not offered any more', () => {
  const isOffered = (text: string | null): text is '1h' | '4h' => text === '1h' || text === '4h';
  const interval = keptChoice('klineInterval', isOffered);
  assert.equal(interval.kept(), null, 'nothing was chosen');
  interval.keep('4h');
  assert.deepEqual([...kept], [['klineInterval', '4h']]);
  assert.equal(interval.kept(), '4h');
  kept.set('klineInterval', '7m');
  assert.equal(interval.kept(), null);
});
