import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorthOf, isSameMoney } from './worth.ts';

const worthOf = createWorthOf({ EUR: '0.8', USD: '1' }, (symbolId) => ({ BTCUSDT: '50000', USDCUSDT: '0.999' })[symbolId]);

test('a coin is worth its USDT pair, a fiat its rate, anything else is not known', () => {
  assert.equal(worthOf('USDT'), 1);
  assert.equal(worthOf('BTC'), 50_000);
  assert.equal(worthOf('USDC'), 0.999);
  assert.equal(worthOf('EUR'), 1.25);
  assert.equal(worthOf('XYZ'), null);
  assert.equal(createWorthOf(undefined, () => undefined)('EUR'), null);
  assert.equal(createWorthOf(undefined, () => undefined)('USD'), 1, 'a list in dollars has its turnover without rates, too');
});

test('dollars under a USDT price say nothing new, euros do', () => {
  assert.equal(isSameMoney('USDT', 'USD'), true);
  assert.equal(isSameMoney('EUR', 'EUR'), true);
  assert.equal(isSameMoney('USDT', 'EUR'), false);
  assert.equal(isSameMoney('BTC', 'USD'), false);
});
