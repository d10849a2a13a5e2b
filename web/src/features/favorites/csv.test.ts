import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Favorites } from '@tidemark/contract/favorite-steps.ts';
import { readCsv, writeCsv, type ListedPair } from './csv.ts';

const pair = (baseSymbol: string, suffix = ''): ListedPair => ({
  symbolId: `${baseSymbol}USDT${suffix}`,
  baseSymbol,
  pricedSymbol: 'USDT',
  name: `The "${baseSymbol}", coin`,
});
const listed = [pair('BTC'), pair('ETH'), pair('SOL'), pair('BTC', '_UMCBL')];

test('what was written is read again, whatever is in the names', () => {
  const favorites: Favorites = {
    version: 1,
    shareToken: null,
    symbolIds: ['BTCUSDT', 'BTCUSDT_UMCBL', 'ETHUSDT'],
    categories: [
      { id: '1', name: 'A, B & C', createdAt: 0, shareToken: null, symbolIds: ['BTCUSDT', 'ETHUSDT'] },
      { id: '2', name: '+ more', createdAt: 0, shareToken: null, symbolIds: ['BTCUSDT'] },
    ],
  };
  const text = writeCsv(favorites, (symbolId) => listed.find((one) => one.symbolId === symbolId));
  assert.ok(text.startsWith('\ufeffSymbol,Pair,Name,Categories\r\n'));
  assert.doesNotMatch(text.replace(/^\ufeff/, ''), /(^|,|\n)"?[=+@-]/, 'no cell a spreadsheet would take for a formula');
  assert.deepEqual(readCsv(text, listed), {
    good: [
      { symbolId: 'BTCUSDT', categories: ['A, B & C', '+ more'] },
      { symbolId: 'BTCUSDT_UMCBL', categories: [] },
      { symbolId: 'ETHUSDT', categories: ['A, B & C'] },
    ],
    bad: [],
  });
});

test('bad lines are told by number and reason; the good ones stand', () => {
  const text = [
    'symbol,categories',
    'BTC/USDT,DeFi',
    'NOPE,DeFi',
    '',
    ',DeFi',
    'btcusdt',
    'eth-usdt,x',
    'SOLUSDT,moon 🚀',
    'ETHUSDT,a/b',
    '"ETHUSDT,DeFi',
  ].join('\n');
  const { good, bad } = readCsv(text, listed);
  assert.deepEqual(good, [{ symbolId: 'BTCUSDT', categories: ['DeFi'] }]);
  assert.deepEqual(
    bad.map(({ line, reason }) => [line, reason]),
    [
      [3, 'unknownPair'],
      [5, 'noPair'],
      [6, 'repeated'],
      [7, 'categoryNameLength'],
      [8, 'categoryNameEmoji'],
      [9, 'categoryNameCharacters'],
      [10, 'openQuote'],
    ],
  );
  assert.equal(bad[0]!.text, 'NOPE,DeFi');
});

test("other spreadsheets' files are read too: semicolons, tabs, no header, cells over two lines, old line ends", () => {
  assert.deepEqual(
    readCsv('BTCUSDT\r\nETH USDT', listed).good.map(({ symbolId }) => symbolId),
    ['BTCUSDT', 'ETHUSDT'],
  );
  assert.deepEqual(readCsv('Pair;Category\rETH/USDT;Mine', listed).good, [{ symbolId: 'ETHUSDT', categories: ['Mine'] }]);
  assert.deepEqual(
    readCsv('Symbol\tNote\nSOLUSDT\t"two\nlines"\nETHUSDT\tx', listed).good.map(({ symbolId }) => symbolId),
    ['SOLUSDT', 'ETHUSDT'],
  );
  assert.deepEqual(readCsv('', listed), { good: [], bad: [] });
  assert.deepEqual(
    readCsv('DEADUSDT', listed, (symbolId) => symbolId === 'DEADUSDT').good.map(({ symbolId }) => symbolId),
    ['DEADUSDT'],
    'a favorite that is not listed now',
  );
});
