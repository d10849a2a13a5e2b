import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dehydrate, hydrate } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { createBatch } from './batch.ts';
import type { Api } from './client.ts';
import { callQuery, createQueryClient, queries } from './queries.ts';

function fakeApi(answer: (name: string, input: any) => unknown) {
  const made: [string, unknown][] = [];
  const api = { call: async (name: string, input: unknown) => (made.push([name, input]), answer(name, input)) } as unknown as Api;
  return { api, made };
}

describe('queries', () => {
  it('never go stale and are found again after the journey from the server (section 9)', async () => {
    const { api, made } = fakeApi(() => ({ items: [], total: 0, coins: 0, asOf: 1 }));
    const onServer = createQueryClient();
    await onServer.fetchQuery(callQuery(api, 'getHomeQuotation', { sort: 'change', direction: 'asc', category: undefined }));
    const inBrowser = createQueryClient();
    hydrate(inBrowser, JSON.parse(JSON.stringify(dehydrate(onServer))));
    await inBrowser.fetchQuery(callQuery(api, 'getHomeQuotation', { direction: 'asc', sort: 'change' }));
    assert.equal(made.length, 1);
    await inBrowser.fetchQuery(callQuery(api, 'getHomeQuotation', { sort: 'price' }));
    assert.deepEqual(made[1], ['getHomeQuotation', { sort: 'price' }]);
    const { refetchOnWindowFocus, staleTime } = inBrowser.getDefaultOptions().queries!;
    assert.deepEqual([refetchOnWindowFocus, staleTime], [false, Infinity]);
  });

  it('two languages do not share an answer', async () => {
    const { api, made } = fakeApi(() => ({}));
    const client = createQueryClient();
    await client.fetchQuery(queries(api).config('en'));
    await client.fetchQuery(queries(api).config('ar'));
    assert.deepEqual(
      made.map(([, input]) => input),
      [{ languageType: 0 }, { languageType: 24 }],
    );
  });

  it('titles come from the SEO call, and a missing one is empty: the page says the name of the site then', async () => {
    const { api, made } = fakeApi((_, { translationKeys }) => [
      { translationKey: translationKeys[1], translationContent: 'All spot prices.' },
    ]);
    assert.deepEqual(await createQueryClient().fetchQuery(queries(api).seo('ar', 'spot')), {
      title: '',
      description: 'All spot prices.',
    });
    assert.deepEqual(made[0], [
      'getTdkMltQueryList',
      { languageType: 24, locale: 'ar', translationKeys: ['spot.title', 'spot.description'] },
    ]);
  });

  it('rows ask for their own line and travel together', async () => {
    const { api, made } = fakeApi((_, { symbolIds }) => ({
      items: symbolIds
        .split(',')
        .filter((id: string) => id !== 'NEWUSDT')
        .map((symbolId: string) => ({ symbolId, closes: ['1', `${symbolId.length - 7}`] })),
      intervalMs: 1,
      asOf: 1,
    }));
    const client = createQueryClient();
    const [falling, flat] = [
      { levels: '100 0', direction: -1 },
      { levels: '50 50', direction: 0 },
    ];
    const lines = await Promise.all(
      ['BTCUSDT', 'PEPEUSDT', 'NEWUSDT', 'BTCUSDT'].map((id) => client.fetchQuery(queries(api).sparkline(id))),
    );
    assert.deepEqual(lines, [falling, flat, null, falling]);
    assert.deepEqual(made, [['getMultiKlineDataNewV2', { symbolIds: 'BTCUSDT,PEPEUSDT,NEWUSDT' }]]);
  });

  it('what could not be looked up is asked for again; an unknown outcome is not', async () => {
    // As in a browser, where alone anything is tried again.
    for (const [error, times] of [
      ['unavailable', 3],
      ['busy', 3],
      ['outcomeUnknown', 1],
    ] as const) {
      const { retry } = createQueryClient(false).getDefaultOptions().queries!;
      const mayRetry = retry as (failures: number, error: Error) => boolean;
      const failure = new ApiError('later', { code: '', error, action: 'throw' });
      let asked = 1;
      while (mayRetry(asked - 1, failure)) asked++;
      assert.equal(asked, times, error);
    }
  });

  it('a refusal is not tried again', async () => {
    const { api, made } = fakeApi(() => {
      throw new ApiError('no', { code: '40002', error: 'notFound', action: 'throw' });
    });
    await assert.rejects(createQueryClient().fetchQuery(queries(api).rates()), /no/);
    assert.equal(made.length, 1);
  });
});

describe('a batch', () => {
  it('is sent when it is full, and a failure reaches everybody in it and nobody else', async () => {
    const sent: (readonly string[])[] = [];
    const batch = createBatch({
      maxSize: 2,
      waitMs: 0,
      async loadMany(keys) {
        sent.push(keys);
        if (keys.includes('bad')) throw new Error('no luck');
        return (key) => key.toUpperCase();
      },
    });
    const results = await Promise.allSettled(['a', 'b', 'bad', 'c', 'd'].map((key) => batch.load(key)));
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed')),
      ['A', 'B', 'failed', 'failed', 'D'],
    );
    assert.deepEqual(sent, [['a', 'b'], ['bad', 'c'], ['d']]);
    assert.equal(await batch.load('bad2'), 'BAD2');
  });
});
