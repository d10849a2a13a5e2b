import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bannerLocationOf } from './banner-location.ts';

test('section 7, locationBanner: overview, lists and alerts have their banners, other pages none', () => {
  assert.equal(bannerLocationOf('overview'), 'overview');
  for (const page of ['spot', 'futuresCoinM', 'margin', 'favorite'] as const) assert.equal(bannerLocationOf(page), 'markets');
  assert.equal(bannerLocationOf('priceAlert'), 'alerts');
  assert.equal(bannerLocationOf('login'), null);
  assert.equal(bannerLocationOf(undefined), null);
});
