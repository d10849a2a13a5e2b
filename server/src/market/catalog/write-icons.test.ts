import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { currencyCodes } from '@tidemark/contract/money.ts';
import { knownCoins } from '@tidemark/source/coins/universe.ts';
import { iconUrls } from './icons.ts';
import { brandedIcon, isHarmless, letterIcon, writeIcons } from './write-icons.ts';

test('pictures that could run or fetch something are refused', () => {
  assert.ok(
    isHarmless('<g clip-path="url(#a)"><path fill="#fff" d="M0 0h1"/></g><defs><clipPath id="a"><path d="M0 0"/></clipPath></defs>'),
  );
  const harmful = [
    '<script>alert(1)</script>',
    '<path onload="x()" d=""/>',
    '<image href="https://example.com/a.png"/>',
    '<use href="https://example.com/a.svg#x"/>',
    '<path fill="url(https://example.com/x)"/>',
    '<path style="background:url(//example.com)"/>',
    '<style>@import "x"</style>',
    '<foreignObject><p/></foreignObject>',
    '<a href="javascript:x()"><path/></a>',
    '<!ENTITY x "y">',
    '<path d="&x;"/>',
  ];
  for (const body of harmful) assert.equal(isHarmless(body), false, body);
});

test('an icon keeps its own box, falls back for aliases, and is refused when it is too large', () => {
  const set = {
    width: 24,
    height: 24,
    icons: {
      a: { body: '<path fill="#e33" d="M0 0"/>' },
      wide: { body: '<path fill="#e33" d="M0 0"/>', width: 32, left: 2 },
      big: { body: `<path d="${'1'.repeat(50_000)}"/>` },
    },
    aliases: { b: { parent: 'a' } },
  };
  assert.match(brandedIcon(set, 'a')!, /viewBox="0 0 24 24"/);
  assert.match(brandedIcon(set, 'wide')!, /viewBox="2 0 32 24"/);
  assert.equal(brandedIcon(set, 'b'), brandedIcon(set, 'a'));
  assert.equal(brandedIcon(set, 'big'), null);
  assert.equal(brandedIcon(set, 'none'), null);
});

test('a picture that would vanish on a light or a dark page stands on a ground of its own', () => {
  const set = {
    width: 24,
    height: 24,
    icons: {
      white: { body: '<path fill="#fff" d="M0 0h9"/>' },
      'white-background': { body: '<g fill="none"><path fill="#000" d="M24 0H0v24h24z"/><path fill="#fff" d="M0 0h9"/></g>' },
      alone: { body: '<g fill="#FFFFFF"><path d="M0 0h9"/></g>' },
      black: { body: '<path d="M0 0h9"/>' },
      orange: { body: '<path fill="#f7931a" d="M0 0h9"/>' },
      masked: { body: '<mask id="a"><path fill="#fff" d="M0 0h900"/></mask><path fill="#f7931a" d="M0 0h9"/>' },
      gradient: {
        body:
          '<path fill="url(#g)" d="M0 0h9"/><defs><linearGradient id="g"><stop stop-color="#fff"/><stop ' +
          'stop-color="#fefefe"/></linearGradient></defs>',
      },
    },
  };
  assert.match(brandedIcon(set, 'white')!, /M24 0H0v24h24z/);
  assert.match(brandedIcon(set, 'alone')!, /<circle cx="12" cy="12" r="12" fill="#1c2127"/);
  assert.match(brandedIcon(set, 'gradient')!, /<circle [^>]*fill="#1c2127"/);
  assert.match(brandedIcon(set, 'black')!, /<circle [^>]*fill="#eef0f2"/);
  for (const key of ['orange', 'masked']) assert.doesNotMatch(brandedIcon(set, key)!, /<circle/);
});

test('the letter avatar is the same every time and differs between coins', () => {
  assert.equal(letterIcon('WIF'), letterIcon('WIF'));
  assert.match(letterIcon('WIF'), />WI<\/text>/);
  assert.notEqual(letterIcon('WIF'), letterIcon('WLD'));
});

test('the build writes one file per coin and currency, named by its content, and takes old ones away', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'icons-'));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'btc.00000000.svg'), 'old');
  const manifest = await writeIcons(dir);
  assert.deepEqual(new Set(Object.keys(manifest)), new Set([...knownCoins().map((coin) => coin.ticker), ...currencyCodes]));
  assert.deepEqual(JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')), manifest);
  assert.deepEqual((await readdir(dir)).sort(), [...Object.values(manifest), 'manifest.json'].sort());
  for (const ticker of ['BTC', 'DOGE', 'WIF']) {
    const svg = await readFile(join(dir, manifest[ticker]!), 'utf8');
    assert.equal(manifest[ticker], `${ticker.toLowerCase()}.${createHash('sha256').update(svg).digest('hex').slice(0, 8)}.svg`);
    assert.equal(svg.includes('<text'), ticker === 'WIF');
  }
  assert.match(await readFile(join(dir, manifest['XRP']!), 'utf8'), /fill="#000"/);
  assert.match(await readFile(join(dir, manifest['EUR']!), 'utf8'), />€<\/text>/, 'money shows its sign');
  const iconUrl = iconUrls(join(dir, 'manifest.json'));
  assert.equal(iconUrl('BTC'), `/assets/coins/${manifest['BTC']}`);
  assert.equal(iconUrl('UNKNOWN'), '/assets/coins/unknown.svg');
});

test('without a build the plain names stand in', () => {
  assert.equal(iconUrls(null)('BTC'), '/assets/coins/btc.svg');
  assert.equal(iconUrls('/nowhere/manifest.json')('BTC'), '/assets/coins/btc.svg');
});
