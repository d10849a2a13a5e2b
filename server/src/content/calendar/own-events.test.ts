import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@tidemark/contract/time.ts';
import { createCatalog } from '#market/catalog/catalog.ts';
import { lastFriday, ownEvents } from './own-events.ts';

const bitcoin = { ticker: 'BTC', name: 'Bitcoin', rank: 1, supply: null, sectors: [], chains: [], listedAt: 0 };
const catalog = createCatalog({ coins: [bitcoin], symbols: [] });

const siteName = 'Northwind';

test('the last Friday of a month, for thirty years', () => {
  for (let month = 0; month < 360; month++) {
    const at = new Date(lastFriday(2020, month));
    const first = new Date(Date.UTC(2020, month, 1));
    assert.deepEqual([at.getUTCDay(), at.getUTCHours(), at.getUTCMonth()], [5, 8, first.getUTCMonth()]);
    assert.notEqual(new Date(at.getTime() + 7 * dayMs).getUTCMonth(), first.getUTCMonth());
  }
});

test('the chain: adjustments every 2,016 blocks, the first by the pace of now; the halving at its height; else neither', () => {
  const now = Date.UTC(2026, 10, 15, 12);
  const blocks = { height: 1_049_000, recent: [{ height: 1_049_000, at: now }], averageIntervalMs: 500_000 };
  const events = ownEvents({ catalog, blocks, now, from: now, siteName });
  const adjustments = events.filter(({ categories }) => categories.includes('mining'));
  assert.deepEqual(
    adjustments.map(({ id }) => id),
    ['difficulty-1050336', 'difficulty-1052352', 'difficulty-1054368'],
  );
  assert.equal(adjustments[0]!.at, now + 1_336 * 500_000);
  assert.equal(adjustments[1]!.at - adjustments[0]!.at, 2_016 * 600_000);
  const halving = events.find(({ categories }) => categories.includes('halving'))!;
  assert.deepEqual([halving.id, halving.at, halving.isEstimated], ['halving-1050000', now + 1_000 * 500_000, true]);
  assert.ok(!ownEvents({ catalog, blocks: null, now, from: now, siteName }).some(({ isEstimated }) => isEstimated));
});

test('days of record come every year, once, with the years since', () => {
  const now = Date.UTC(2026, 10, 1);
  const events = ownEvents({ catalog, blocks: null, now, from: now - 7 * dayMs, siteName }).filter(({ categories }) =>
    categories.includes('anniversary'),
  );
  assert.deepEqual(
    events.map(({ id }) => id).sort(),
    ['genesis-2027', 'pizza-2027', 'whitepaper-2026', 'whitepaper-2027'],
    'of a coin that is not traded here nothing is told',
  );
});
