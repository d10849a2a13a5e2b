import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isListAddress } from './list-views.ts';

test('a view is an address of a list of ours, in no language and on no other site', () => {
  for (const good of [
    '/markets/spot',
    '/markets/spot/defi/USDT?sort=cap&dir=desc',
    '/markets/margin/cross/layer-1',
    '/markets/futures/coin-m?cols=price,funding',
    '/markets/onChain?chain=solana',
  ])
    assert.ok(isListAddress(good), good);
  for (const bad of [
    '',
    'markets/spot',
    '//elsewhere.example/markets/spot',
    'https://elsewhere.example',
    '/ar/markets/spot',
    '/markets/overview',
    '/markets/spot/a/b/c',
    '/markets/spot?q=a b',
    '/markets/spot\n',
  ])
    assert.equal(isListAddress(bad), false, bad);
});
