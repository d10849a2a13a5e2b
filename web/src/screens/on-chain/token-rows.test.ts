import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import type { OnchainToken } from '@tidemark/contract/onchain.ts';
import type { Api } from '#api/client.ts';
import { allTokens } from './token-queries.ts';
import { csvOfTable } from '@tidemark/contract/csv.ts';
import { csvColumns, nextTokenOrder, readTokenOrder, selectTokens, withTokenOrder } from './token-rows.ts';

const token = (symbol: string, over: Partial<OnchainToken> = {}): OnchainToken => ({
  chain: 'base',
  address: `0x${symbol}`,
  symbol,
  name: `${symbol} coin`,
  iconUrl: '/i.svg',
  dex: 'Aero',
  quoteSymbol: 'ETH',
  priceUsdt: '1',
  change: { m5: null, h1: '0.01', h6: null, h24: '0.1' },
  volume24h: '10',
  liquidity: '100',
  fdv: '5',
  marketCap: null,
  holders: 3,
  top10Share: null,
  buys24h: 1,
  sells24h: 2,
  createdAt: 1_000,
  risks: [],
  ...over,
});
const names = (tokens: readonly OnchainToken[]) => tokens.map(({ symbol }) => symbol).join(' ');

test('a list has all its tokens, however many pages they are', async () => {
  const asked: unknown[] = [];
  const all = Array.from({ length: 450 }, (_, at) => token(`T${at}`));
  const call = async (name: string, input: { pageNum: number; pageSize: number; chain?: string }) => {
    asked.push([name, input.pageNum, input.chain]);
    const from = (input.pageNum - 1) * input.pageSize;
    return { items: all.slice(from, from + input.pageSize), total: all.length, asOf: 7 };
  };
  const answer = await new QueryClient().fetchQuery(allTokens({ call } as Api, { list: 'volume', chain: 'base' }));
  assert.deepEqual([answer.items.length, answer.total], [450, 450]);
  assert.deepEqual(asked, [
    ['onchainVolume', 1, 'base'],
    ['onchainVolume', 2, 'base'],
    ['onchainVolume', 3, 'base'],
  ]);
});

test('tokens are found by ticker, name and whole address', () => {
  const tokens = [token('CAT'), token('DOG', { name: 'Cathode' }), token('FOX')];
  assert.equal(names(selectTokens(tokens, 'cat', null)), 'CAT DOG');
  assert.equal(names(selectTokens(tokens, '0xfox', null)), 'FOX');
  assert.equal(names(selectTokens(tokens, '0xfo', null)), '');
});

test('any column sorts, and what is not known stays at the end', () => {
  const tokens = [token('A', { holders: null }), token('B', { holders: 9 }), token('C', { holders: 10 }), token('D', { createdAt: 5 })];
  const sorted = (text: string) => names(selectTokens(tokens, '', readTokenOrder(new URLSearchParams(text))));
  assert.equal(sorted('sort=holders'), 'C B D A');
  assert.equal(sorted('sort=holders&dir=asc'), 'D B C A');
  assert.equal(sorted('sort=name&dir=asc'), 'A B C D');
  const held = [token('A', { top10Share: '0.2' }), token('B'), token('C', { top10Share: '0.9' })];
  assert.equal(names(selectTokens(held, '', readTokenOrder(new URLSearchParams('sort=top10')))), 'C A B');
  assert.equal(sorted('sort=age').split(' ')[0], 'D');
  assert.equal(sorted('sort=constructor'), 'A B C D');
});

test('a head turns the order, and gives the list its own back', () => {
  const first = nextTokenOrder(null, 'volume');
  const second = nextTokenOrder(first, 'volume');
  assert.deepEqual([first?.direction, second?.direction, nextTokenOrder(second, 'volume')], ['desc', 'asc', null]);
  assert.equal(nextTokenOrder(second, 'name')?.direction, 'asc');
  assert.equal(String(withTokenOrder(new URLSearchParams('chain=base'), first)), 'chain=base&sort=volume&dir=desc');
  assert.equal(String(withTokenOrder(new URLSearchParams('chain=base&sort=age&dir=asc'), null)), 'chain=base');
});

test('the file has a line for every token, and no name is taken for a formula', () => {
  const [head, line, end] = csvOfTable(csvColumns, [token('=CAT', { risks: ['young', 'mintable'] })]).split('\r\n');
  assert.match(head!, /^chain,address,symbol,name,dex,priceUsdt,/);
  assert.match(line!, /^base,0x=CAT,'=CAT,'=CAT coin,Aero,1,,0\.01,,0\.1,10,1,2,100,5,,3,,1970-01-01T00:00:01\.000Z,young mintable$/);
  assert.equal(end, '');
});

test('every row of a file of simulated tokens says so', () => {
  const [head, line] = csvOfTable(csvColumns, [token('CAT')], true).split('\r\n');
  assert.match(head!, /,risks,simulated$/);
  assert.match(line!, /,true$/);
});
