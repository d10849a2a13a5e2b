import type { SymbolItem } from '@tidemark/contract/market.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, figuresOf, keepShown, orderRows, rangeOf, selectRows } from './select-rows.ts';
import { createWorthOf } from './worth.ts';

interface Given {
  last?: string;
  open24h?: string;
  turnover?: string;
  cap?: string | null;
  name?: string;
  sectors?: string[];
  tags?: SymbolItem['tags'];
}
const pair = (
  baseSymbol: string,
  pricedSymbol: string,
  { last = '1', open24h = '1', turnover = '1', cap = '1', name = baseSymbol, sectors = [], tags = [] }: Given = {},
) =>
  ({
    symbolId: `${baseSymbol}${pricedSymbol}`,
    baseSymbol,
    pricedSymbol,
    name,
    cap,
    sectors,
    tags,
    quote: [`${baseSymbol}${pricedSymbol}`, last, open24h, last, last, turnover, 0, 1],
  }) as unknown as SymbolItem;

const everything = { quote: 'all', category: 'all', filter: '' };
const ids = (rows: readonly SymbolItem[]) => rows.map(({ symbolId }) => symbolId);

const btc = pair('BTC', 'USDT', { last: '100000', open24h: '80000', turnover: '5000', cap: '900', name: 'Bitcoin', sectors: ['pow'] });
const btcEur = pair('BTC', 'EUR', { last: '90000', open24h: '90000', turnover: '4900', name: 'Bitcoin', sectors: ['pow'] });
const eth = pair('ETH', 'BTC', { last: '0.04', open24h: '0.05', turnover: '0.5', cap: '400', name: 'Ethereum', sectors: ['layer-1'] });
const fresh = pair('FRESH', 'USDT', { last: '2', open24h: '0', turnover: '7', cap: null, name: 'Fresh Coin', tags: ['new'] });
const all = [eth, fresh, btcEur, btc];
const worthOf = createWorthOf({ EUR: '0.9' }, (symbolId) => (symbolId === 'BTCUSDT' ? '100000' : undefined));
const plain = { latest: figuresOf, worthOf, openOf: null, figure: undefined };
const order = (rows: readonly SymbolItem[], sort: 'turnover' | 'price' | 'change' | 'name' | 'high' | 'cap', direction: 'asc' | 'desc') =>
  ids(orderRows(rows, { sort, direction }, { ...plain }));

test('rows are chosen by quote currency, by sector or tag, and by text', () => {
  assert.deepEqual(ids(selectRows(all, { ...everything, quote: 'USDT' })), ['FRESHUSDT', 'BTCUSDT']);
  assert.deepEqual(ids(selectRows(all, { ...everything, category: 'pow' })), ['BTCEUR', 'BTCUSDT']);
  assert.deepEqual(ids(selectRows(all, { ...everything, category: 'new' })), ['FRESHUSDT']);
  assert.deepEqual(ids(selectRows(all, { ...everything, filter: ' bitc ' })), ['BTCEUR', 'BTCUSDT']);
  assert.deepEqual(ids(selectRows(all, { ...everything, filter: 'btc/usdt' })), ['BTCUSDT']);
  assert.deepEqual(ids(selectRows(all, { ...everything, filter: 'BTCEUR' })), ['BTCEUR']);
  assert.deepEqual(selectRows(all, { ...everything, filter: 'qwz' }), []);
});

test('a filter is read as the search reads it: any width, any way to part a pair', () => {
  const found = (filter: string) => ids(selectRows(all, { ...everything, filter }));
  assert.ok(found('btc').length > 0);
  for (const filter of ['ｂｔｃ', ' BTC ', 'b\u0301tc']) assert.deepEqual(found(filter), found('btc'), filter);
  const pair = found('btc/usdt');
  assert.ok(pair.length > 0 && pair.length < all.length);
  for (const filter of ['BTC USDT', 'btc-usdt', 'btcusdt', 'ＢＴＣ／ＵＳＤＴ']) assert.deepEqual(found(filter), pair, filter);
});

test('turnover and price of different quote currencies are compared by their worth', () => {
  assert.deepEqual(order(all, 'turnover', 'desc'), ['ETHBTC', 'BTCEUR', 'BTCUSDT', 'FRESHUSDT']);
  assert.deepEqual(order([btcEur, btc, eth], 'price', 'asc'), ['ETHBTC', 'BTCEUR', 'BTCUSDT']);
});

test('rows without the figure go last in both directions', () => {
  assert.deepEqual(order(all, 'cap', 'desc').at(-1), 'FRESHUSDT');
  assert.deepEqual(order(all, 'cap', 'asc').at(-1), 'FRESHUSDT');
  assert.deepEqual(order(all, 'change', 'asc'), ['ETHBTC', 'BTCEUR', 'BTCUSDT', 'FRESHUSDT']);
});

test('equal figures keep an order of their own, so that rows do not dance', () => {
  const same = ['C', 'A', 'B'].map((ticker) => pair(ticker, 'USDT'));
  assert.deepEqual(order(same, 'turnover', 'desc'), order(same.toReversed(), 'turnover', 'desc'));
});

test('names sort as text', () => {
  assert.deepEqual(order(all, 'name', 'asc'), ['BTCEUR', 'BTCUSDT', 'ETHBTC', 'FRESHUSDT']);
});

test('a change against nothing is no change', () => {
  assert.equal(changeOf({ last: '2', open24h: '0' }, 'X', null), null);
  assert.equal(changeOf({ last: '110', open24h: '100' }, 'X', null)?.toFixed(4), '0.1000');
});

test('on a change base the opening of that day counts; one that is not known yet is no change', () => {
  const openOf = (symbolId: string) => (symbolId === 'BTCUSDT' ? '125000' : symbolId === 'BTCEUR' ? '45000' : undefined);
  assert.equal(changeOf(figuresOf(btc), 'BTCUSDT', openOf)?.toFixed(4), '-0.2000');
  assert.equal(changeOf(figuresOf(eth), 'ETHBTC', openOf), null);
  assert.deepEqual(ids(orderRows(all, { sort: 'change', direction: 'desc' }, { ...plain, openOf })), [
    'BTCEUR',
    'BTCUSDT',
    'ETHBTC',
    'FRESHUSDT',
  ]);
});

test('a column may bring its own figure, and a list its own rule', () => {
  assert.deepEqual(
    ids(
      orderRows(
        [btc, btcEur, eth],
        { sort: 'listed', direction: 'asc' },
        { ...plain, figure: ({ name }) => (name === 'Ethereum' ? null : name.length) },
      ),
    ),
    ['BTCEUR', 'BTCUSDT', 'ETHBTC'],
  );
  assert.deepEqual(ids(selectRows(all, { ...everything, isIn: ({ cap }) => cap === '900' })), ['BTCUSDT']);
});

test('where the price stands in its day', () => {
  assert.equal(rangeOf({ ...figuresOf(btc), last: '75', low24h: '50', high24h: '100' }), 0.5);
  assert.equal(rangeOf({ ...figuresOf(btc), last: '50', low24h: '50', high24h: '50' }), null);
});

test('a longer list keeps the objects that are on the page already', () => {
  const again = { ...btc };
  const whole = keepShown([again, eth, fresh], [btc]);
  assert.deepEqual(ids(whole), ids([btc, eth, fresh]));
  assert.equal(whole[0], btc);
  assert.equal(whole[1], eth);
  assert.equal(keepShown([again], undefined)[0], again);
});
