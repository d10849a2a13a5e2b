import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractRow, type ApiSymbol } from './shapes.ts';

const contract: ApiSymbol = {
  symbolId: 'BTCUSDT_UMCBL',
  instType: 'umcbl',
  baseSymbol: 'BTC',
  pricedSymbol: 'USDT',
  pricePrecision: 1,
  tickSize: 0.5,
  quantityPrecision: 3,
  status: 'online',
  maxLeverage: null,
  listedAt: null,
};

test('what the market does not know of a contract is left empty for bots, and not made up', () => {
  const { maxLever, fundInterval, launchTime } = contractRow(contract);
  assert.deepEqual({ maxLever, fundInterval, launchTime }, { maxLever: '', fundInterval: '', launchTime: '' });
  const known = contractRow({ ...contract, maxLeverage: 50, fundingIntervalHours: 4, listedAt: 5 });
  assert.deepEqual([known.maxLever, known.fundInterval, known.launchTime], ['50', '4', '5']);
});
