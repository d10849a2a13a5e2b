import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert } from './convert.ts';

test('an amount of a coin in money, and money in a coin', () => {
  assert.equal(convert('1', 'coin', '85000', '1'), '85000');
  assert.equal(convert('0.5', 'coin', '85000', '0.9'), '38250');
  assert.equal(convert('1000', 'coin', '0.0000012345', '1'), '0.0012345');
  assert.equal(convert('100', 'money', '85000', '1'), '0.0011764706');
  assert.equal(convert('38250', 'money', '85000', '0.9'), '0.5');
});

test('nobody knows: no amount, no number, no price, no rate', () => {
  assert.equal(convert('', 'coin', '85000', '1'), '');
  assert.equal(convert('1.2.3', 'coin', '85000', '1'), '');
  assert.equal(convert('1', 'coin', '0', '1'), '', 'a price of nothing is no price');
  assert.equal(convert('1', 'coin', '85000', undefined), '');
  assert.equal(convert('0', 'coin', '85000', '1'), '0');
});
