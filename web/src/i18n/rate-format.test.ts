import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRateFormat } from './rate-format.ts';

const { rate, share, countdown } = createRateFormat('en');

test('a rate has four decimals, a true minus and a direction; nothing is no number', () => {
  assert.deepEqual(rate('0.0001'), { text: '+0.0100%', direction: 1 });
  assert.deepEqual(rate('-0.00012'), { text: '\u22120.0120%', direction: -1 });
  assert.deepEqual(rate('0.0000001'), { text: '0.0000%', direction: 0 });
  assert.deepEqual(rate('0.0003', false), { text: '0.0300%', direction: 1 });
  assert.deepEqual(rate(null), { text: '--', direction: 0 });
});

test('what is left never runs below zero and says its days', () => {
  assert.equal(countdown(5 * 3_600_000 + 12 * 60_000 + 33_900), '05:12:33');
  assert.equal(countdown(-1), '00:00:00');
  assert.equal(countdown(3 * 86_400_000 + 1_000), '3d 00:00:01');
  assert.equal(createRateFormat('uk-UZ').countdown(3 * 86_400_000 + 1_000), '3\u00a0kun 00:00:01');
  assert.equal(createRateFormat('id').countdown(3 * 86_400_000 + 1_000), '3 hari 00:00:01', 'not hours');
});

test('digits are Latin in every language', () => {
  assert.match(createRateFormat('ar').rate('0.0001').text, /0\.0100/);
  assert.match(createRateFormat('ar').share('0.43'), /43/);
  assert.equal(share('x'), '--');
});
