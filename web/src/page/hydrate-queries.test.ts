import assert from 'node:assert/strict';
import { it } from 'node:test';
import { QueryClient } from '@tanstack/react-query';
import { dehydrateQueries, hydrateQueries } from './hydrate-queries.ts';

it('answers of the server are found again in the browser, under the same keys and with their age', async () => {
  const there = new QueryClient();
  there.setQueryData(['list', { quote: 'all', category: undefined }], { items: [1, 2] }, { updatedAt: 1_000 });
  there.setQueryData(['line', 'NEWUSDT'], null, { updatedAt: 2_000 });
  await there.prefetchQuery({ queryKey: ['broken'], queryFn: () => Promise.reject(new Error('no')), retry: false });

  const here = new QueryClient();
  hydrateQueries(here, dehydrateQueries(there));
  assert.deepEqual(here.getQueryData(['list', { quote: 'all', category: undefined }]), { items: [1, 2] });
  assert.equal(here.getQueryState(['list', { quote: 'all' }])?.dataUpdatedAt, 1_000);
  assert.equal(here.getQueryData(['line', 'NEWUSDT']), null);
  assert.equal(here.getQueryState(['broken']), undefined, 'what failed is asked for again');
});

it('what the browser knows already is not set back', () => {
  const there = new QueryClient();
  there.setQueryData(['rates'], 'old');
  const here = new QueryClient();
  here.setQueryData(['rates'], 'new');
  hydrateQueries(here, dehydrateQueries(there));
  assert.equal(here.getQueryData(['rates']), 'new');
});
