import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growthOf } from '@tidemark/testbed/growth.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import { currencyCodes } from '@tidemark/contract/money.ts';
import { fileReport, isReportKept, scrub, selectAnnouncement, siteLink, writeRates, type BannerRow } from './rules.ts';

test('section 8: reports of aborted requests are dropped, wherever they say so', () => {
  assert.equal(isReportKept({ message: 'AxiosError: Request aborted' }), false);
  assert.equal(isReportKept({ message: 'x', stack: 'at y\nRequest aborted' }), false);
  assert.equal(isReportKept({ message: 'request ABORTED by nobody' }), true);
});

test('what names or unlocks somebody is taken out of a report, the rest stays', () => {
  const cases: [string, string][] = [
    ['mail ada.lovelace+x@mail.example.org now', 'mail [email] now'],
    ['почта юзер@пример.рф', 'почта [email]'],
    ['GET https://x.example/a/b?token=abc&q=1#frag failed', 'GET https://x.example/a/b failed'],
    ['at run (https://x.example/assets/root-BqL1a2c3.js?v=9:10:233)', 'at run (https://x.example/assets/root-BqL1a2c3.js:10:233)'],
    ['/markets/spot?email=a%40b.example', '/markets/spot'],
    ['Authorization: Bearer abcdef123456', 'Authorization: Bearer [token]'],
    ['rtoken=s3cr3t; theme=black', 'rtoken=[hidden]; theme=black'],
    ['{"password":"hunter2","n":1}', '{"password":"[hidden]","n":1}'],
    ['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.s1g', 'jwt [token]'],
    ['x-token-eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.s1g!', 'x-token-[token]!'],
    ['call +44 20 7946 0958 please', 'call [phone] please'],
    ['key 0123456789abcdef0123456789abcdef!', 'key [token]!'],
    ['wss://user:pass@x.example/stream', 'wss://x.example/stream'],
    ["Cannot read properties of undefined (reading 'map')", "Cannot read properties of undefined (reading 'map')"],
    ['BTCUSDT 64123.5 at 1700000000000', 'BTCUSDT 64123.5 at 1700000000000'],
    ['nul\0 byte and half \ud83d', 'nul byte and half \ufffd'],
  ];
  for (const [given, kept] of cases) assert.equal(scrub(given), kept);
});

test('scrubbing never brings a secret back', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: 'binary' }), (noise) => {
      const kept = scrub(`${noise} someone@example.org ${noise}`);
      assert.ok(!kept.includes('someone@example.org'));
      assert.ok(!kept.includes('\0'));
    }),
    { seed: 7, numRuns: 300 },
  );
});

test('scrubbing takes as long as the text is, and no longer', async () => {
  const evil = [
    'a',
    '@',
    '/',
    'token=',
    '+1 ',
    'a.',
    '1-',
    '-eyJ',
    '-eyJ.',
    'eyJaaaaaaaaaaa',
    'a-eyJ',
    'bearer ',
    'token ',
    'a%40',
    'a@a.',
    'https://',
    'x?:1',
    '"',
    "'token' ",
  ];
  for (const part of evil) {
    const grown = await growthOf({ make: (size) => part.repeat(size / part.length), work: scrub, size: 3_000 });
    assert.ok(grown < 24, `${part}: eight times the text took ${grown.toFixed(1)} times as long`);
  }
});

test('a report is filed under a believable time', () => {
  const now = 1_700_000_000_000;
  const at = (occurredAt?: number) => fileReport({ kind: 'error', message: 'x', occurredAt }, now).at.getTime();
  assert.equal(at(now - 60_000), now - 60_000);
  for (const odd of [undefined, 0, now + 1, now - 48 * 3_600_000, 8_640_000_000_000_000]) assert.equal(at(odd), now);
});

test('links of banners lead to our pages or to https, and run nothing', () => {
  const own = 'https://tidemark.example';
  assert.equal(siteLink('/markets/spot?x=1', own), '/markets/spot?x=1');
  assert.equal(siteLink('https://tidemark.example/market-maker', own), '/market-maker');
  assert.equal(siteLink('https://other.example/a', own), 'https://other.example/a');
  for (const bad of ['javascript:alert(1)', 'http://other.example', 'data:text/html,x', '//', 'https://user:pw@other.example/'])
    assert.equal(siteLink(bad, own), null, bad);
});

test('rates are written plainly, and a hole in them is refused', () => {
  const rates = Object.fromEntries(currencyCodes.map((code, index) => [code, index + 1.5]));
  assert.equal(writeRates({ ...rates, USD: 1, VND: 25_437.123456789, EUR: 0.00000123 }).VND, '25437.12345679');
  assert.equal(writeRates({ ...rates, USD: 1 }).USD, '1');
  assert.equal(writeRates({ ...rates, EUR: 0.00000123 }).EUR, '0.00000123');
  for (const bad of [Number.NaN, 0, -1, Infinity, undefined]) {
    assert.throws(
      () => writeRates({ ...rates, JPY: bad as number }),
      (error) => error instanceof Refusal && error.error === 'sourceLacksData',
    );
  }
});

test('above every page stands one bar: the first that runs now, is for this language and may be shown', () => {
  const now = Date.UTC(2026, 10, 19);
  const row = (id: string, more: Partial<BannerRow> = {}): BannerRow => ({
    id,
    place: 'site',
    locale: null,
    title: id,
    text: '',
    href: '/market-maker',
    image: null,
    startsAt: new Date(now - 1),
    endsAt: new Date(now + 1),
    sort: 5,
    ...more,
  });
  const rows = [
    row('plain'),
    row('of another place', { place: 'overview', sort: 0 }),
    row('over', { endsAt: new Date(now), sort: 0 }),
    row('a script', { href: 'javascript:alert(1)', sort: 1 }),
    row('deutsch', { locale: 'de', sort: 2 }),
  ];
  const of = (locale: 'en' | 'de') => selectAnnouncement(rows, { locale, now, publicUrl: 'https://site.example' });
  assert.deepEqual(of('en'), { locale: null, title: 'plain', text: '', link: '/market-maker' });
  assert.deepEqual(of('de'), { locale: 'de', title: 'deutsch', text: '', link: '/market-maker' });
  assert.equal(selectAnnouncement([], { locale: 'en', now, publicUrl: 'https://site.example' }), null);
});
