import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filterStep, nextOrder, readCoin, readColumns, readFilter, readOrder, usualOrder, withCoin, withOrder } from './list-url.ts';

const search = (text: string) => new URLSearchParams(text);

test('nonsense in the address is the usual order', () => {
  assert.deepEqual(readOrder(search('sort=__proto__&dir=sideways')), usualOrder);
  assert.deepEqual(readOrder(search('sort=cap&dir=asc')), { sort: 'cap', direction: 'asc' });
});

test('an order written to the address is read back, and the usual one leaves no trace', () => {
  const other = { sort: 'change', direction: 'asc' } as const;
  assert.deepEqual(readOrder(withOrder(search('q=btc'), other)), other);
  assert.equal(withOrder(search('q=btc&sort=cap&dir=asc'), usualOrder).toString(), 'q=btc');
});

test('a filter keeps the order, an empty one leaves', () => {
  assert.equal(filterStep('?sort=cap&dir=asc', 'eth')[0].toString(), 'sort=cap&dir=asc&q=eth');
  assert.equal(filterStep('?q=eth', '   ')[0].toString(), '');
  assert.equal(readFilter(search(`q=${'x'.repeat(500)}`)).length, 64);
});

test('going back takes a filter away as a whole, not letter by letter', () => {
  const isStep = (address: string, filter: string) => !filterStep(address, filter)[1].replace;
  assert.equal(isStep('', 'e'), true);
  assert.equal(isStep('?sort=cap&q=e', 'eth'), false);
  assert.equal(isStep('?q=eth', ' '), true);
  assert.equal(isStep('', ''), false);
});

test('a second click turns the order round; names start from A', () => {
  assert.deepEqual(nextOrder(usualOrder, 'turnover'), { sort: 'turnover', direction: 'asc' });
  assert.deepEqual(nextOrder(usualOrder, 'name'), { sort: 'name', direction: 'asc' });
  assert.deepEqual(nextOrder({ sort: 'name', direction: 'asc' }, 'price'), { sort: 'price', direction: 'desc' });
});

test('columns come in the order of the address, each once; what nobody knows is left out, and nothing known means the usual ones', () => {
  const [price, change, cap] = ['price', 'change', 'cap'].map((id) => ({ id }));
  const usual = [price!, change!];
  const all = [...usual, cap!];
  assert.deepEqual(readColumns(null, usual, all), usual);
  assert.deepEqual(readColumns('cap,price,__proto__,cap', usual, all), [cap, price]);
  assert.deepEqual(readColumns('nonsense', usual, all), usual);
});

test('a panel is opened and closed in the address, and leaves the rest alone', () => {
  const open = withCoin(search('q=btc'), 'BTCUSDT');
  assert.equal(open.toString(), 'q=btc&coin=BTCUSDT');
  assert.equal(readCoin(open), 'BTCUSDT');
  assert.equal(withCoin(open, null).toString(), 'q=btc');
});
