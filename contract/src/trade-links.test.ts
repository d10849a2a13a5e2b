import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tradeLink } from './trade-links.ts';

const spot = { symbolId: 'BTCUSDT', baseSymbol: 'BTC', pricedSymbol: 'USDT' };

test('an address of the exchange for each pair, whatever its name', () => {
  assert.equal(tradeLink('https://x.example/spot/{base}_{quote}', spot), 'https://x.example/spot/BTC_USDT');
  assert.equal(tradeLink('https://x.example/{symbol}?day={day}', spot), 'https://x.example/BTCUSDT?day=');
  const ending = { symbolId: 'BTCUSD_DMCBL_261225', baseSymbol: 'BTC', pricedSymbol: 'USD' };
  assert.equal(tradeLink('https://x.example/{symbol}/{day}', ending), 'https://x.example/BTCUSD/261225');
  assert.equal(
    tradeLink('https://x.example/{base}?q={quote}', { ...spot, baseSymbol: '$币/..' }),
    'https://x.example/%24%E5%B8%81%2F..?q=USDT',
    'a name cannot leave its place',
  );
  assert.equal(tradeLink('https://x.example/{other}/{toString}', spot), 'https://x.example/{other}/{toString}');
});
