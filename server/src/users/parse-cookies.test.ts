import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCookies } from './parse-cookies.ts';

test('the first of two equal names counts, and before all the one that only our host can write', () => {
  assert.equal(parseCookies('session=a; session=b')['session'], 'a');
  assert.equal(parseCookies('session=tossed; __Host-session=ours')['session'], 'ours');
  assert.equal(parseCookies('__Host-session=ours; session=tossed')['session'], 'ours');
  assert.equal(parseCookies('session=before; theme')['session'], 'before');
  assert.deepEqual(Object.keys(parseCookies(undefined)), []);
});
