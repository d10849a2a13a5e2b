import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkName } from './network-name.ts';

test('networks are called as traders know them', () => {
  assert.equal(networkName('ethereum'), 'Ethereum');
  assert.equal(networkName('arbitrum-one'), 'Arbitrum One');
  assert.equal(networkName('harmony-shard-0'), 'Harmony Shard 0');
  assert.equal(networkName('binance-smart-chain'), 'BNB Smart Chain');
});

test('names of a source’s own are repeated', () => {
  assert.equal(networkName('BTC'), 'BTC');
  assert.equal(networkName('TRC20'), 'TRC20');
  assert.equal(networkName('Arbitrum Nova'), 'Arbitrum Nova');
});
