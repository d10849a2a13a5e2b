import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageQueries } from '@tidemark/contract/page-queries.ts';
import { isInGroup, readGroup, readHistory, readTab, withChoice, withHistory } from './choice.ts';

const search = (text: string) => new URLSearchParams(text);

test('what stands in an address by mistake is as usual', () => {
  assert.equal(readTab(search('tab=constructor')), 'spot');
  assert.equal(readGroup(search('group=toString')), 'all');
  for (const page of ['0', '-1', '1.5', 'x', '99999999']) assert.equal(readHistory(search(`page=${page}`)).page, 1, page);
  assert.equal(readHistory(search('market=history&show=read')).line, undefined);
});

test('a history that was narrowed is found again by its address, and the usual one leaves no trace', () => {
  const chosen = { isUnreadOnly: true, line: 'futures', page: 3 } as const;
  const address = withHistory(search('tab=history'), chosen);
  assert.deepEqual(readHistory(address), chosen);
  const usual = withHistory(address, { isUnreadOnly: false, line: undefined, page: 1 });
  assert.equal(String(usual), 'tab=history');
});

test('every name that the address is written with reaches the server', () => {
  const written = withHistory(withChoice(search('tab=p2p'), { group: 'off', q: 'eth' }), { isUnreadOnly: true, line: 'p2p', page: 2 });
  assert.deepEqual(
    [...written.keys()].filter((name) => !pageQueries.priceAlert.includes(name)),
    [],
  );
});

test('held back is limited, without a price, or suspended', () => {
  const states = ['armed', 'latched', 'limited', 'stale', 'suspended', 'off'] as const;
  assert.deepEqual(
    states.filter((state) => isInGroup('held', state)),
    ['limited', 'stale', 'suspended'],
  );
  assert.ok(states.every((state) => isInGroup('all', state)));
});
