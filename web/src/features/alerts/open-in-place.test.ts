import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { wishOfLink } from './open-in-place.ts';

const origin = 'https://tidemark.example';

test('a link to the alerts with a pair names the pair and which way it is expected to go, in any language', () => {
  assert.deepEqual(wishOfLink('/price-alert?symbol=BTCUSDT', origin), {
    mode: 'add',
    businessLine: businessLine.spot,
    symbolId: 'BTCUSDT',
  });
  assert.deepEqual(wishOfLink(`${origin}/zh-CN/price-alert?symbol=BTCUSDT_UMCBL&toward=down`, origin), {
    mode: 'add',
    businessLine: businessLine.futures,
    symbolId: 'BTCUSDT_UMCBL',
    toward: 'down',
  });
  for (const odd of ['', '0', 'sideways', 'UP', '<b>']) {
    assert.deepEqual(
      wishOfLink(`/price-alert?symbol=BTCUSDT&toward=${encodeURIComponent(odd)}`, origin),
      { mode: 'add', businessLine: businessLine.spot, symbolId: 'BTCUSDT' },
      odd,
    );
  }
});

test('the alerts themselves, other pages and other sites are left alone', () => {
  for (const address of [
    '/price-alert',
    '/price-alert?tab=history',
    '/markets/spot?symbol=BTCUSDT',
    'https://other.example/price-alert?symbol=BTCUSDT',
  ]) {
    assert.equal(wishOfLink(address, origin), null, address);
  }
});
