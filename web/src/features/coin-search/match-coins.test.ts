import type { SymbolItem } from '@tidemark/contract/market.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchCoins } from './match-coins.ts';

const coin = (baseSymbol: string, name: string, pricedSymbol = 'USDT') =>
  ({ symbolId: `${baseSymbol}${pricedSymbol}`, baseSymbol, pricedSymbol, name }) as SymbolItem;

const listed = [coin('BTC', 'Bitcoin'), coin('ETH', 'Ethereum'), coin('BCH', 'Bitcoin Cash'), coin('WBTC', 'Wrapped Bitcoin'), coin('ETC', 'Ethereum Classic'), coin('BTC', 'Bitcoin', 'USDC')];
const found = (keyword: string, limit = 10) => matchCoins(listed, keyword, limit).map(({ symbolId }) => symbolId);

test('the ticker itself comes first, then whatever holds it', () => {
  assert.deepEqual(found('btc'), ['BTCUSDT', 'BTCUSDC', 'WBTCUSDT']);
});

test('a name, a word of a name and a pair are found too', () => {
  assert.deepEqual(found('bitcoin'), ['BTCUSDT', 'BCHUSDT', 'BTCUSDC', 'WBTCUSDT']);
  assert.deepEqual(found('classic'), ['ETCUSDT']);
  assert.deepEqual(found('eth/usdt'), ['ETHUSDT']);
  assert.deepEqual(found('btcusdc'), ['BTCUSDC']);
});

test('nothing matches nonsense, and no more than the limit comes back', () => {
  assert.deepEqual(found('qwz'), []);
  assert.deepEqual(found('', 2), ['BTCUSDT', 'ETHUSDT']);
  assert.deepEqual(found('  BTC ', 1), ['BTCUSDT']);
});
