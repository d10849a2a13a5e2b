import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import { alertType } from '@tidemark/contract/alert-rules.ts';
import { changedBy, linesOf, movedBy } from './chart-lines.ts';

const alert = (over: Partial<AlertItem>) =>
  ({
    alertType: alertType.risesTo,
    configurePrice: '110',
    configurePriceUp: null,
    configurePriceDown: null,
    anchor: null,
    pricePrecision: 2,
    ...over,
  }) as AlertItem;

test('a target is one line, a range two, a percentage one that stays, and the change of 24 hours none', () => {
  assert.deepEqual(linesOf(alert({})), [{ price: '110', field: 'value' }]);
  const range = alert({ alertType: alertType.exitsChannel, configurePrice: null, configurePriceUp: '120', configurePriceDown: '90' });
  assert.deepEqual(linesOf(range), [
    { price: '120', field: 'upper' },
    { price: '90', field: 'lower' },
  ]);
  const fall = alert({ alertType: alertType.fallPercent, configurePrice: '0.05', anchor: '100' });
  assert.deepEqual(linesOf(fall), [{ price: '95.00', field: null }]);
  assert.deepEqual(linesOf(alert({ alertType: alertType.risePercent, configurePrice: '0.05' })), []);
  assert.deepEqual(linesOf(alert({ alertType: alertType.rise24hPercent, configurePrice: '0.05' })), []);
});

test('a line that is moved changes its own bound, by a tenth of a percent or one percent a key', () => {
  const range = alert({ alertType: alertType.entersChannel, configurePrice: null, configurePriceUp: '120', configurePriceDown: '90' });
  const [, lower] = linesOf(range);
  assert.deepEqual([changedBy(range, lower!, '91').configurePriceDown, changedBy(range, lower!, '91').configurePriceUp], ['91', '120']);
  assert.equal(Number(movedBy('ArrowUp', '110', 2)), 110.11);
  assert.equal(Number(movedBy('PageDown', '110', 2)), 108.9);
  assert.equal(Number(movedBy('ArrowDown', '0.00001234', 8)) < 0.00001234, true);
  assert.equal(movedBy('Tab', '110', 2), null);
});

test('every key moves a line, by one of the last place where that is more than its share, and none moves it to nothing', () => {
  for (const [key, from, to] of [
    ['ArrowUp', '0.00000123', '0.00000124'],
    ['ArrowDown', '0.00000123', '0.00000122'],
    ['PageUp', '0.00000123', '0.00000124'],
    ['PageDown', '0.00000002', '0.00000001'],
    ['ArrowDown', '0.00000001', '0.00000001'],
  ] as const)
    assert.equal(movedBy(key, from, 8), to, `${key} from ${from}`);
  assert.equal(movedBy('ArrowUp', '0.00000123', 12), '0.0000012312');
});
