import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageQueries } from '@tidemark/contract/page-queries.ts';
import { readHistoryChoice, searchOf } from './choice.ts';

test('span and comparison stand in the address, the usual ones and nonsense do not', () => {
  const chosen = { span: 'month', against: 'breadth' } as const;
  assert.equal(String(searchOf(chosen)), 'span=month&against=breadth');
  assert.deepEqual(readHistoryChoice(searchOf(chosen)), chosen);
  const usual = readHistoryChoice(new URLSearchParams('span=constructor&against=toString'));
  assert.deepEqual(usual, { span: 'year', against: 'btc' });
  assert.equal(String(searchOf(usual)), '');
});

test('the server reads what the page writes', () => {
  for (const name of searchOf({ span: 'all', against: 'breadth' }).keys()) assert.ok(pageQueries.fearGreed.includes(name), name);
});
