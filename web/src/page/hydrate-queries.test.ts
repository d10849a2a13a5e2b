import assert from 'node:assert/strict';
import { it } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { createQueryClient } from '#api/queries.ts';
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

it('what the source does not have is known in the browser, too, and is not asked for again', async () => {
  const lacking = new ApiError('Not here.', { code: '40012', error: 'sourceLacksData', action: 'throw' });
  const there = createQueryClient(true);
  await there.prefetchQuery({ queryKey: ['chain'], queryFn: () => Promise.reject(lacking) });
  await there.prefetchQuery({ queryKey: ['late'], queryFn: () => Promise.reject(new ApiError('Late.', { ...lacking, error: 'timeout' })) });

  const here = createQueryClient(false);
  hydrateQueries(here, dehydrateQueries(there));
  assert.equal(here.getQueryState(['late']), undefined);
  const asked: string[] = [];
  const look = (queryKey: readonly [string]) =>
    new QueryObserver(here, { queryKey, queryFn: ({ queryKey: [name] }) => (asked.push(name), Promise.resolve(name)) });
  const chain = look(['chain']);
  const unsubscribe = [chain, look(['late'])].map((one) => one.subscribe(() => {}));
  assert.deepEqual(asked, ['late']);
  assert.deepEqual(chain.getCurrentResult().error, lacking);
  assert.equal((await chain.refetch()).data, 'chain', 'unless somebody wants to know');
  for (const undo of unsubscribe) undo();
});
