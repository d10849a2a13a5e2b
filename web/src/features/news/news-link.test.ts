import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newsLink } from './news-link.ts';

const site = 'https://tidemark.example';

test('a path or an address of ours is a page in the reader’s language', () => {
  assert.deepEqual(newsLink('/markets/coin/BTCUSDT?a=1#b', 'en', site), { kind: 'own', to: '/markets/coin/BTCUSDT?a=1#b' });
  assert.deepEqual(newsLink('/ar/markets/change', 'ar', site), { kind: 'own', to: '/ar/markets/change' });
  assert.deepEqual(newsLink(`${site}/markets/change`, 'zh-CN', site), { kind: 'own', to: '/zh-CN/markets/change' });
});

test('an address elsewhere says to which site it leads', () => {
  assert.deepEqual(newsLink('https://www.wire.example/a?b=c', 'en', site), {
    kind: 'away',
    to: 'https://www.wire.example/a?b=c',
    host: 'wire.example',
  });
});

test('what is no address of the web leads nowhere', () => {
  for (const bad of ['', ' ', 'javascript:alert(1)', 'data:text/html,x', 'mailto:a@b.c', 'just words', '//', 'ftp://a.example/x'])
    assert.equal(newsLink(bad, 'en', site), null, bad);
});

test('two slashes are another site’s, never a page of ours', () => {
  for (const tricky of ['//evil.example/x', '/\\evil.example/x']) assert.notEqual(newsLink(tricky, 'en', site)?.kind, 'own', tricky);
});
