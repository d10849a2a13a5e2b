import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairOfLink } from './open-in-place.ts';

const origin = 'https://tidemark.example';

test('a link to the alerts with a pair names the pair, in any language', () => {
  assert.equal(pairOfLink('/price-alert?symbol=BTCUSDT', origin), 'BTCUSDT');
  assert.equal(pairOfLink(`${origin}/zh-CN/price-alert?symbol=BTCUSDT_UMCBL&price=3`, origin), 'BTCUSDT_UMCBL');
});

test('the alerts themselves, other pages and other sites are left alone', () => {
  for (const address of ['/price-alert', '/price-alert?tab=history', '/markets/spot?symbol=BTCUSDT', 'https://other.example/price-alert?symbol=BTCUSDT']) {
    assert.equal(pairOfLink(address, origin), null, address);
  }
});
