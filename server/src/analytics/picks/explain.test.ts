import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createWords } from '#words/index.ts';
import { createExplain } from './explain.ts';
import type { PickRow } from './store.ts';

const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const explain = createExplain(words);

const best: PickRow = {
  day: Date.UTC(2026, 10, 16),
  rank: 1,
  coinId: 'TIDE',
  symbolId: 'TIDEUSDT',
  price: 1,
  score: 1,
  averageTurnover: 1_000_000,
  factors: { momentum: 1, shortTerm: 0.1, nearHigh: -0.012, volume: 0.2, flow: 0.3, volatility: 0.01, breadth: 0.5 },
  ranks: { momentum: 0, shortTerm: 0, nearHigh: 1, volume: 0, flow: 0, volatility: -1, breadth: 0 },
  longShare: 0.6,
  fundingRate: 0.0001,
  takerBuyShare: 0.5,
  outcomes: [],
};

test('the best of all coins is not said to be better than all of them, itself included', () => {
  assert.match(explain(best, 40, 'en').content, /than (?:that of )?97%/);
  assert.match(explain(best, 800, 'en').content, /than (?:that of )?99%/);
});

test('every reason stands on a line of its own', () => {
  const lines = explain(best, 40, 'en').content.split('\n');
  assert.equal(lines.length, 3);
  for (const line of lines) assert.match(line, /^\S.*\.$/);
});
