import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonicalLink, keysOf, titleKeyOf } from './same-story.ts';
import { topicsOf } from './news-topics.ts';

test('one page has many addresses, and other pages have others', () => {
  const same = [
    'https://www.news.example/a/b/?utm_source=rss&utm_medium=feed',
    'http://news.example/a/b',
    'https://NEWS.example/a/b/#top',
    'https://news.example/a/b?fbclid=1',
  ];
  assert.equal(new Set(same.map(canonicalLink)).size, 1);
  assert.notEqual(canonicalLink('https://news.example/a?id=1'), canonicalLink('https://news.example/a?id=2'));
  assert.equal(canonicalLink('https://news.example/a?b=2&a=1'), canonicalLink('https://news.example/a?a=1&b=2'));
});

test('titles are compared without marks, capitals and the outlet behind them; short ones say nothing', () => {
  const key = titleKeyOf('Bitcoin Hits a New High \u2014 Again!', 'Wire');
  assert.equal(titleKeyOf('bitcoin hits a new high - again', 'Other'), key);
  assert.equal(titleKeyOf('Bitcoin hits a new high, again | Example Wire', 'Example Wire'), key);
  assert.notEqual(titleKeyOf('Bitcoin hits a new low, again', 'Wire'), key);
  assert.equal(titleKeyOf('Daily brief', 'Wire'), null);
  assert.equal(titleKeyOf('比特币突破十万美元大关', 'Wire')?.length, 11);
});

test('a number names a story only in its own feed; an address names it everywhere', () => {
  const item = (source: string, guid: string, link: string) => keysOf({ guid, link, title: 'T', source });
  assert.notEqual(item('A', '1', 'https://a.example/1').guidKey, item('B', '1', 'https://b.example/1').guidKey);
  assert.equal(
    item('A', 'https://a.example/1', 'https://a.example/1').guidKey,
    item('B', 'https://www.a.example/1?utm_source=b', 'https://b.example/x').guidKey,
  );
});

const topics: readonly (readonly [string, readonly string[], readonly string[], ...string[]])[] = [
  ['SEC sues exchange over listing', [], [], 'regulation', 'listing'],
  ['Hackers drain $40M from lending protocol', [], [], 'defi', 'security'],
  ['Spot Bitcoin ETF inflows return', [], ['BTC'], 'bitcoin', 'etf'],
  ['Fed holds interest rates', [], [], 'macro'],
  ['Fans are fed up with a second hackathon', [], []],
  ['Hash rate climbs as miners expand', [], [], 'mining'],
  ['USDC supply grows', [], ['USDC'], 'stablecoins'],
  ['A quiet day', ['NFTs', 'Metaverse'], [], 'nft'],
  ['Funding rates flip as $1B of longs liquidated', [], [], 'derivatives'],
];
for (const [text, categories, coins, ...expected] of topics) {
  test(`'${text}' is about ${expected.join(', ') || 'nothing in particular'}`, () =>
    assert.deepEqual(topicsOf(text, categories, coins), expected));
}
