import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSymbolSearch, type Searchable } from './coin-search.ts';
import { editsToPrefix } from './edit-distance.ts';

const pair = (baseSymbol: string, name: string, pricedSymbol = 'USDT', suffix = ''): Searchable => ({
  symbolId: `${baseSymbol}${pricedSymbol}${suffix}`,
  baseSymbol,
  pricedSymbol,
  name,
});
const listed = [
  pair('BTC', 'Bitcoin'),
  pair('ETH', 'Ethereum'),
  pair('SOL', 'Solana'),
  pair('BCH', 'Bitcoin Cash'),
  pair('WBTC', 'Wrapped Bitcoin'),
  pair('ETC', 'Ethereum Classic'),
  pair('DOGE', 'Dogecoin'),
  pair('BTC', 'Bitcoin', 'USDC'),
  pair('BTC', 'Bitcoin', 'USDT', '_UMCBL'),
  pair('BTC', 'Bitcoin', 'USD', '_DMCBL'),
  pair('PEPE', 'Pépé'),
];
const index = createSymbolSearch(listed);
const found = (keyword: string, limit = 20) => index.find(keyword, limit).map(({ symbolId }) => symbolId);

test('the ticker itself comes first, with all its markets, then whatever holds it', () => {
  assert.deepEqual(found('btc'), ['BTCUSDT', 'BTCUSDC', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL', 'WBTCUSDT']);
});

test('a name, a word of a name and a pair are found too, whatever stands between', () => {
  assert.deepEqual(found('bitcoin').slice(0, 4), ['BTCUSDT', 'BTCUSDC', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL']);
  assert.deepEqual(found('bitcoin').slice(4), ['BCHUSDT', 'WBTCUSDT']);
  assert.deepEqual(found('classic'), ['ETCUSDT']);
  for (const spelling of ['eth/usdt', 'ETHUSDT', 'eth-usdt', 'eth usdt', ' eth_usdt '])
    assert.deepEqual(found(spelling), ['ETHUSDT'], spelling);
  assert.deepEqual(found('btcusdc'), ['BTCUSDC']);
  assert.deepEqual(found('pepe'), ['PEPEUSDT']);
});

test('a typing error still finds the coin, behind what is spelt right', () => {
  for (const typo of ['bitcion', 'bitcon', 'bittcoin', 'bitxoin']) assert.equal(found(typo)[0], 'BTCUSDT', typo);
  assert.equal(found('etherium')[0], 'ETHUSDT');
  assert.equal(found('soalna')[0], 'SOLUSDT');
  assert.equal(found('dogecion')[0], 'DOGEUSDT');
  assert.equal(found('dgoe')[0], 'DOGEUSDT', 'a ticker, too');
});

test('nothing matches nonsense, short keywords mean what they say, and no more than the limit comes back', () => {
  assert.deepEqual(found('zzzzzzzz'), []);
  assert.deepEqual(found('qwz'), []);
  assert.deepEqual(found('', 2), ['BTCUSDT', 'ETHUSDT']);
  assert.deepEqual(found('  BTC ', 1), ['BTCUSDT']);
  for (const odd of ['%', '\\', '🚀', '((', '/', 'ـ']) assert.doesNotThrow(() => found(odd));
});

test('where enough coins fit as written, misspelt ones stay away', () => {
  const misspelt = pair('A9', 'Bitkorn');
  const spelt = ['Bitcoin', 'Bitcoin Cash', 'Bitcoin Gold', 'Bitcoin SV', 'Bitcoin II'].map((name, i) => pair(`A${i}`, name));
  const finds = (items: readonly Searchable[]) =>
    createSymbolSearch([misspelt, ...items])
      .find('bitco', 20)
      .includes(misspelt);
  assert.ok(finds(spelt.slice(1)));
  assert.ok(!finds(spelt));
});

/** The textbook definition, without any of the cutting short. */
function slowEdits(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1);
    }
  }
  return rows[a.length]![b.length]!;
}

test('property: the edit distance is the one of the textbook, over every prefix', () => {
  const word = fc.stringMatching(/^[a-d]{0,9}$/);
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (keyword, text, max) => {
      const slow = Math.min(...Array.from({ length: text.length + 1 }, (_, i) => slowEdits(keyword, text.slice(0, i))));
      assert.equal(editsToPrefix(keyword, text, max), Math.min(slow, max + 1));
    }),
    { seed: 51 },
  );
});

test('a coin is found by its name in the script of the reader, and by the name it had before', () => {
  for (const [keyword, symbolId] of [
    ['比特币', 'BTCUSDT'],
    ['ビットコイン', 'BTCUSDT'],
    ['Биткоин', 'BTCUSDT'],
    ['بيتكوين', 'BTCUSDT'],
    ['이더', 'ETHUSDT'],
    ['ドージ', 'DOGEUSDT'],
  ] as const)
    assert.equal(found(keyword)[0], symbolId, keyword);
});

test('an old name goes before a coin that only sounds like it, and a contract before dollars of another kind', () => {
  const others = [pair('MIMATIC', 'MAI'), pair('TUSD', 'TrueUSD'), pair('CUSD', 'Celo Dollar'), pair('XRP', 'XRP'), pair('POL', 'POL')];
  const all = createSymbolSearch([...others, ...listed]);
  for (const [keyword, symbolId] of [
    ['ripple', 'XRPUSDT'],
    ['matic', 'POLUSDT'],
    ['btcusd', 'BTCUSD_DMCBL'],
  ] as const)
    assert.equal(all.find(keyword, 5)[0]?.symbolId, symbolId, keyword);
});
