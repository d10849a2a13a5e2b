import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SymbolItem } from '@tidemark/contract/market.ts';
import { figuresOf } from '#features/market-table/select-rows.ts';
import { csvCell } from '@tidemark/contract/csv.ts';
import { csvOfRows } from './csv.ts';

const item = (symbolId: string, name: string, more: readonly unknown[] = []) =>
  ({
    symbolId,
    baseSymbol: 'BTC',
    pricedSymbol: 'USDT',
    name,
    cap: null,
    sectors: ['pow'],
    listedAt: 0,
    quote: [symbolId, '110', '100', '120', '90', '5', 1, 1, ...more],
  }) as unknown as SymbolItem;

test('a file has the columns of the page, one line per row, plain numbers', () => {
  const file = csvOfRows([item('BTCUSDT', 'Bitcoin')], ['price', 'change', 'hl', 'cap', 'spark'], figuresOf, null);
  assert.equal(
    file,
    'symbolId,base,quote,name,price,change,high24h,low24h,marketCapUsdt\r\nBTCUSDT,BTC,USDT,Bitcoin,110,0.100000,120,90,\r\n',
  );
});

test('every row of simulated prices says so', () => {
  const file = csvOfRows([item('BTCUSDT', 'Bitcoin')], ['price'], figuresOf, null, true);
  assert.equal(file, 'symbolId,base,quote,name,price,simulated\r\nBTCUSDT,BTC,USDT,Bitcoin,110,true\r\n');
});

test('changes follow the change base; contracts have their own figures', () => {
  const contract = item('BTCUSDT_UMCBL', 'Bitcoin', ['109', '108', '0.0001', 86_400_000, '7']);
  const [, row] = csvOfRows([contract], ['change', 'mark', 'funding', 'oi'], figuresOf, () => '55').split('\r\n');
  assert.equal(row, 'BTCUSDT_UMCBL,BTC,USDT,Bitcoin,1.000000,109,108,0.0001,1970-01-02T00:00:00.000Z,,7');
});

test('names cannot break a line or become a formula', () => {
  assert.equal(csvCell('a,"b"\nc'), '"a,""b""\nc"');
  assert.equal(csvCell('=SUM(A1)'), "'=SUM(A1)");
  assert.equal(csvCell('@x'), "'@x");
  assert.equal(csvCell('-0.5'), '-0.5');
  assert.equal(csvCell(null), '');
});
