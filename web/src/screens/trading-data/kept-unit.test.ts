import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPair } from './chosen.ts';
import { keepUnit, searchWithKeptUnit } from './kept-unit.ts';

const kept = new Map<string, string>();
Object.defineProperty(globalThis, 'localStorage', {
  configurable: true,
  value: { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) },
});

test('section 3: open interest is counted in the unit that was chosen last, unless the address names one', () => {
  const plain = new URLSearchParams('tab=futures&range=7d');
  assert.equal(searchWithKeptUnit(plain), null, 'nothing was chosen');
  keepUnit('contracts');
  assert.deepEqual([...kept], [['tradeUnit', 'contracts']]);
  const next = searchWithKeptUnit(plain);
  assert.equal(next && readPair(next).unit, 'contracts');
  assert.equal(next?.get('range'), '7d');
  assert.equal(searchWithKeptUnit(new URLSearchParams('unit=base')), null);
  keepUnit('usd');
  assert.equal(searchWithKeptUnit(plain), null);
  kept.set('tradeUnit', 'bushels');
  assert.equal(searchWithKeptUnit(plain), null);
});
