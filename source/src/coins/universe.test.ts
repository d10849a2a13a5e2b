import assert from 'node:assert/strict';
import { test } from 'node:test';
import { majors } from './majors-table.ts';
import { sectorRows } from './sectors-table.ts';
import { sectors, sectorsOf } from './sectors.ts';
import { knownCoins } from './universe.ts';

const coins = knownCoins();
const tickers = new Set(coins.map((coin) => coin.ticker));

test('the universe has more than 850 coins, each once, with a name and a clean ticker', () => {
  assert.ok(coins.length >= 850);
  assert.equal(tickers.size, coins.length);
  for (const { ticker, name, chains } of coins) {
    assert.match(ticker, /^[A-Z0-9]{1,12}$/);
    assert.ok(name.trim().length > 0 && name.length <= 100, ticker);
    assert.ok(chains.length > 0, ticker);
  }
});

test('Bitcoin leads, the majors keep the order of their table, and stand-ins for other coins are left out', () => {
  assert.equal(coins[0]!.ticker, 'BTC');
  assert.deepEqual(
    coins.slice(0, majors.length).map((coin) => coin.ticker),
    majors.map(([ticker]) => ticker),
  );
  for (const ticker of ['WBTC', 'RETH', 'STSOL', 'MATIC', 'CUSDC', 'GRAM']) assert.ok(!tickers.has(ticker), ticker);
});

test('most coins have a picture, and some recent ones only letters', () => {
  const withoutIcon = coins.filter((coin) => coin.icon === null).map((coin) => coin.ticker);
  assert.ok(withoutIcon.length >= 20 && withoutIcon.length <= 60, String(withoutIcon.length));
  for (const ticker of ['ENA', 'ONDO', 'WLD', 'TRUMP', 'WIF', 'PENGU']) assert.ok(withoutIcon.includes(ticker), ticker);
});

test('every coin stands in a sector that exists, nearly all in a real one, and the table names no stranger', () => {
  const slugs = new Set(sectors.map((sector) => sector.slug));
  for (const coin of coins) for (const slug of coin.sectors) assert.ok(slugs.has(slug), slug);
  assert.ok(coins.filter((coin) => coin.sectors[0] === 'other').length < 20);
  assert.deepEqual(
    sectorRows.flatMap((row) => row.tickers.split(' ')).filter((ticker) => !tickers.has(ticker)),
    [],
  );
  assert.ok(slugs.size >= 20);
  assert.equal(sectorsOf('DOGE')[0], 'meme');
  assert.deepEqual(sectorsOf('NOBODY'), ['other']);
});

test('sectors stand in the order of how many coins they have, and what has no sector comes last', () => {
  const size = (slug: string) => sectorRows.find((row) => row.slug === slug)?.tickers.split(' ').length ?? 0;
  const sizes = sectors.map(({ slug }) => size(slug));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  assert.equal(sectors[0]!.slug, 'layer-1');
  assert.equal(sectors.at(-1)!.slug, 'other');
});
