import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { beforePaintScript } from './before-paint-script.ts';

const after = (script: string, cookie: string, kept: Record<string, string> = {}): Record<string, string> => {
  const dataset: Record<string, string> = { theme: 'white', updown: 'green', vision: 'normal' };
  const localStorage = { getItem: (key: string) => kept[key] ?? null };
  runInNewContext(script, { document: { documentElement: { dataset }, cookie }, localStorage });
  return dataset;
};
const usual = { theme: 'white', updown: 'green', vision: 'normal' };

test('theme and colours of the browser are on the page before it is painted; what is no choice changes nothing', () => {
  const script = beforePaintScript('spot', {}, 'en');
  assert.deepEqual(after(script, ''), usual);
  assert.deepEqual(after(script, 'theme=dark; updown=red; vision=cb'), { theme: 'black', updown: 'red', vision: 'cb' });
  assert.deepEqual(after(script, 'theme=toString; updown=blue; vision='), usual);
  assert.deepEqual(after(script, 'theme=black; broken=%E0%A4%A'), { ...usual, theme: 'black' }, 'a cookie of somebody else');
});

test('figures wait where the page is rendered for another choice than the one of the browser', () => {
  const shared = beforePaintScript('spot', {}, 'en');
  assert.equal(after(shared, 'currency=USD; timeZone=-1')['awaits'], undefined);
  assert.equal(after(shared, 'currency=EUR')['awaits'], 'currency');
  assert.equal(after(shared, 'currency=EUR; timeZone=480')['awaits'], 'currency changeBase');
  assert.equal(after(shared, 'overview=a.b')['awaits'], undefined, 'the overview is laid out elsewhere');
  assert.equal(after(beforePaintScript('overview', {}, 'en'), 'overview=a.b')['awaits'], 'overview');
  const own = beforePaintScript('spot', { currency: 'EUR' }, 'en');
  assert.equal(after(own, 'currency=EUR')['awaits'], undefined);
  assert.equal(after(own, '')['awaits'], 'currency');
});

test('whoever was logged in here may be so still', () => {
  const script = beforePaintScript('spot', {}, 'en');
  assert.equal(after(script, '', { [localCacheKeys.userId]: '1' })['member'], '');
});
