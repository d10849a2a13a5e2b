import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marketName } from './market-name.ts';

test('a market has a name that tells it from every other market of its coin', () => {
  const pair = { baseSymbol: 'BTC', pricedSymbol: 'USDT' };
  assert.equal(marketName({ ...pair, symbolId: 'BTCUSDT' }), 'BTC/USDT');
  assert.equal(marketName({ ...pair, symbolId: 'BTCUSDT_UMCBL' }), 'BTC/USDT USDT-M');
  assert.equal(
    marketName({ baseSymbol: 'BTC', pricedSymbol: 'USD', symbolId: 'BTCUSD_DMCBL_261225', deliveryAt: Date.UTC(2026, 11, 25) }),
    'BTC/USD Coin-M 261225',
  );
});
