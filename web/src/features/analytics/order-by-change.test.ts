import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RankRow } from '@tidemark/contract/analytics.ts';
import type { QuoteRow } from '@tidemark/contract/market.ts';
import { orderByChange } from './order-by-change.ts';

const row = (symbolId: string, last: string, change: string | null): RankRow =>
  ({ symbolId, change, quote: [symbolId, last, '100', '1', '1', '1', 1_000, 1] as unknown as QuoteRow }) as RankRow;
const symbols = (rows: readonly RankRow[]) => rows.map(({ symbolId }) => symbolId).join(' ');
const live = new Map([
  ['A', { last: '101.49', open24h: '100' }],
  ['C', { last: '99', open24h: '100' }],
]);
const rows = [row('A', '102', '0.02'), row('B', '101.64', '0.05'), row('C', '101', '0.04'), row('D', '100.5', null)];

test('a ranking by change stands in the order of the figures beside it, whatever order was told last', () => {
  const latest = (symbolId: string) => live.get(symbolId);
  assert.equal(symbols(orderByChange(rows, { list: 'gainers', window: '24h' }, latest)), 'B A D C');
  assert.equal(symbols(orderByChange(rows, { list: 'losers', window: '24h' }, latest)), 'C D A B');
  // Over the hour: B +5 %, C 1.04 * 99 / 101 - 1 = +1.9 %, A 1.02 * 101.49 / 102 - 1 = +1.5 %, D not known.
  assert.equal(symbols(orderByChange(rows, { list: 'gainers', window: '1h' }, latest)), 'B C A D');
  assert.equal(symbols(orderByChange(rows, { list: 'losers', window: '1h' }, latest)), 'A C B D');
});

test('a ranking by something else keeps the order it was given', () => {
  assert.equal(
    orderByChange(rows, { list: 'turnover', window: '24h' }, (symbolId) => live.get(symbolId)),
    rows,
  );
});
