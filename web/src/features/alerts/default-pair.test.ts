import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { alertContractLines, defaultPairOf, offeredP2pPair } from './default-pair.ts';

test('sections 4 and 9: the dialog starts with BTCUSDT, Coin-M with ETHUSD, P2P with the money of its reader', () => {
  assert.equal(defaultPairOf(businessLine.spot, 'JPY'), 'BTCUSDT');
  assert.equal(defaultPairOf(businessLine.futures, 'JPY'), 'BTCUSDT_UMCBL');
  assert.equal(alertContractLines.find(({ contractLine }) => contractLine === 11)?.symbolId, 'ETHUSD_DMCBL');
  assert.equal(defaultPairOf(businessLine.p2p, 'TRY'), 'USDT_TRY');
});

test('money that nobody trades at P2P gives way to one that is traded', () => {
  const coins = ['USDT', 'BTC'];
  assert.equal(offeredP2pPair('BTC_TRY', coins, ['EUR', 'TRY']), 'BTC_TRY');
  assert.equal(offeredP2pPair('USDT_JPY', coins, ['TRY', 'EUR', 'USD']), 'USDT_USD');
  assert.equal(offeredP2pPair('USDT_JPY', coins, ['TRY']), 'USDT_TRY');
  assert.equal(offeredP2pPair('DOGE_TRY', coins, ['TRY']), 'USDT_TRY');
  assert.equal(offeredP2pPair('USDT_JPY', [], []), null);
});
