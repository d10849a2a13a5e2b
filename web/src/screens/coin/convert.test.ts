import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convert } from './convert.ts';

const btc = { last: '85000', precision: 2 };

test('an amount of a coin in money, and money in a coin', () => {
  assert.equal(convert('1', 'coin', btc, '1'), '85000');
  assert.equal(convert('0.5', 'coin', btc, '0.9'), '38250');
  assert.equal(convert('1000', 'coin', { last: '0.0000012345', precision: 10 }, '1'), '0.0012345');
  assert.equal(convert('100', 'money', btc, '1'), '0.0011764706');
  assert.equal(convert('38250', 'money', btc, '0.9'), '0.5');
});

test('as exact as the pair is traded, and to the cent at least', () => {
  const xrp = { last: '2.2007', precision: 4 };
  assert.equal(convert('1', 'coin', xrp, '1'), '2.2007');
  assert.equal(convert('12', 'coin', xrp, '1'), '26.408');
  assert.equal(convert('12345', 'coin', xrp, '1'), '27167.64');
  assert.equal(convert('1', 'coin', xrp, '155.31'), '341.79');
  assert.equal(convert('1000000', 'coin', { last: '0.00001234', precision: 8 }, '1'), '12.34');
});

test('nobody knows: no amount, no number, no price, no rate', () => {
  assert.equal(convert('', 'coin', btc, '1'), '');
  assert.equal(convert('1.2.3', 'coin', btc, '1'), '');
  assert.equal(convert('1', 'coin', { ...btc, last: '0' }, '1'), '', 'a price of nothing is no price');
  assert.equal(convert('1', 'coin', btc, undefined), '');
  assert.equal(convert('0', 'coin', btc, '1'), '0');
});
