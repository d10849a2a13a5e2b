import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessLine } from '@tidemark/contract/market.ts';
import { wishOfLink } from './open-in-place.ts';

const origin = 'https://tidemark.example';

test('a link to the alerts with a pair names the pair and where its target begins, in any language', () => {
  assert.deepEqual(wishOfLink('/price-alert?symbol=BTCUSDT', origin), { mode: 'add', businessLine: businessLine.spot, symbolId: 'BTCUSDT' });
  assert.deepEqual(wishOfLink(`${origin}/zh-CN/price-alert?symbol=BTCUSDT_UMCBL&price=3.50`, origin), { mode: 'add', businessLine: businessLine.futures, symbolId: 'BTCUSDT_UMCBL', price: '3.50' });
  for (const odd of ['', '0', '-3', 'NaN', '1e9', '3,5', '<b>']) {
    assert.deepEqual(wishOfLink(`/price-alert?symbol=BTCUSDT&price=${encodeURIComponent(odd)}`, origin), { mode: 'add', businessLine: businessLine.spot, symbolId: 'BTCUSDT' }, odd);
  }
});

test('the alerts themselves, other pages and other sites are left alone', () => {
  for (const address of ['/price-alert', '/price-alert?tab=history', '/markets/spot?symbol=BTCUSDT', 'https://other.example/price-alert?symbol=BTCUSDT']) {
    assert.equal(wishOfLink(address, origin), null, address);
  }
});
