// The server's render and the first render of a part in the browser take the same snapshots, so both are rendered here as React does it
// where it writes text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { dehydrateQueries, hydrateQueries } from './hydrate-queries.ts';
import { ApiError } from '#api/api-error.ts';
import { usePageQuery } from '#api/use-page-query.ts';

const never = () => new Promise<string>(() => {});

const render = (client: QueryClient, read: typeof useQuery, queryKey: string) => {
  const Part = () => {
    const { data, isError, error } = read({ queryKey: [queryKey], queryFn: never, select: (text: string) => `${text}!` });
    return createElement('p', null, isError ? `failed: ${error?.message}` : (data ?? 'waiting'));
  };
  return renderToString(createElement(QueryClientProvider, { client }, createElement(Part)));
};

/** A browser's cache with what a page came with. */
const cameWith = (answers: Readonly<Record<string, string>>) => {
  const [there, here] = [new QueryClient(), new QueryClient()];
  for (const [key, data] of Object.entries(answers)) there.setQueryData([key], data);
  hydrateQueries(here, dehydrateQueries(there));
  return here;
};

test('a part that comes alive late shows what the server drew it from, whatever is known by then', async () => {
  const page = { rates: 'old' };
  const drawn = (key: string) => render(cameWith(page), usePageQuery, key);
  assert.match(drawn('rates'), /old!/);
  assert.match(drawn('metrics'), /waiting/);

  const late = cameWith(page);
  late.setQueryData(['rates'], 'new');
  late.setQueryData(['metrics'], 'answered to another part');
  await late.prefetchQuery({ queryKey: ['sectors'], queryFn: () => Promise.reject(new Error('no')), retry: false });
  assert.notEqual(render(late, useQuery, 'metrics'), drawn('metrics'), 'without it the part is another one');
  for (const key of ['rates', 'metrics', 'sectors']) assert.equal(render(late, usePageQuery, key), drawn(key));
});

test('what the source does not have is said where the page said it, also when somebody has asked again meanwhile', async () => {
  const [there, here] = [new QueryClient(), new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })];
  const lacking = new ApiError('Not here.', { code: '40012', error: 'sourceLacksData', action: 'throw' });
  await there.prefetchQuery({ queryKey: ['chain'], queryFn: () => Promise.reject(lacking), retry: false });
  hydrateQueries(here, dehydrateQueries(there));
  const drawn = render(here, usePageQuery, 'chain');
  assert.match(drawn, /failed: Not here\./);
  here.setQueryData(['chain'], 'new');
  assert.equal(render(here, usePageQuery, 'chain'), drawn);
});
