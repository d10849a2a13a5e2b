import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFormat } from '#i18n/format.ts';
import { marketName } from './market-name.ts';

test('a market has a name that tells it from every other market of its coin', () => {
  const pair = { baseSymbol: 'BTC', pricedSymbol: 'USDT' };
  const { time } = createFormat('en');
  assert.equal(marketName({ ...pair, symbolId: 'BTCUSDT' }, time), 'BTC/USDT');
  assert.equal(marketName({ ...pair, symbolId: 'BTCUSDT_UMCBL' }, time), 'BTC/USDT USDT-M');
  assert.equal(
    marketName({ baseSymbol: 'BTC', pricedSymbol: 'USD', symbolId: 'BTCUSD_DMCBL_261225', deliveryAt: Date.UTC(2026, 11, 25, 8) }, time),
    'BTC/USD Coin-M Dec 25, 2026',
  );
});
