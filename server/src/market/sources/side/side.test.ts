// Side sources against a local server that speaks their shapes: good answers, and the ways such services fail.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Source } from '@tidemark/source/source.ts';
import { createWebServer, type WebRoute, type WebServer } from '@tidemark/testbed/web-server.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createHandClock, type HandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createSideSources, withSideSources, type SideSettings, type SideSources } from './index.ts';

const start = Date.UTC(2026, 10, 15, 13);
const minute = 60_000;
const json = (value: unknown): WebRoute => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });

const globalAnswer = {
  data: {
    total_market_cap: { usd: 3.4e12 },
    total_volume: { usd: 1.5e11 },
    market_cap_percentage: { btc: 62.5, eth: 12.5 },
    market_cap_change_percentage_24h_usd: -1.25,
    active_cryptocurrencies: 17_000,
  },
};
const pool = (address: string, name: string, reserve: string, more: object = {}) => ({
  id: `eth_${address}`,
  attributes: {
    address,
    name,
    base_token_price_usd: '0.000012',
    fdv_usd: '5000000',
    market_cap_usd: null,
    pool_created_at: '2026-11-14T10:00:00Z',
    reserve_in_usd: reserve,
    price_change_percentage: { m5: '0.5', h1: '-2', h6: '10', h24: '55.5' },
    volume_usd: { h24: '250000.5' },
    transactions: { h24: { buys: 800, sells: 650 } },
    ...more,
  },
  relationships: { base_token: { data: { id: 'eth_0xtoken' } }, dex: { data: { id: 'uniswap_v3' } } },
});
const routes = (): Record<string, WebRoute> => ({
  '/api/v3/global': json(globalAnswer),
  '/api/v3/coins/categories': json([
    { id: 'layer-1', name: 'Layer 1', market_cap: 2.5e12, market_cap_change_24h: 1.5, volume_24h: 9e10 },
    { id: 'broken', name: 'Broken', market_cap: 'lots' },
  ]),
  ...Object.fromEntries(
    ['solana', 'eth', 'bsc', 'base', 'arbitrum', 'polygon_pos'].flatMap((network) => [
      [`/api/v3/onchain/networks/${network}/pools`, json({ data: [] })],
      [`/api/v3/onchain/networks/${network}/new_pools`, json({ data: [] })],
    ]),
  ),
  '/api/v3/onchain/networks/eth/pools': json({
    data: [
      pool('0xa', 'PEPE / WETH 0.3%', '90000'),
      pool('0xb', 'PEPE / USDC', '1200000'),
      pool('0xc', 'BAD / WETH', '5', { base_token_price_usd: 'NaN' }),
    ],
  }),
  '/fng/': json({
    name: 'Fear and Greed Index',
    data: [
      { value: '54', value_classification: 'Neutral', timestamp: '1794700800', time_until_update: '100' },
      { value: '40', value_classification: 'Fear', timestamp: '1794614400' },
    ],
    metadata: { error: null },
  }),
  '/api/blocks/tip/height': { body: '923456' },
  '/api/blocks': json([
    { id: 'x', height: 923_456, timestamp: 1_794_747_000 },
    { id: 'y', height: 923_455, timestamp: 1_794_746_300 },
  ]),
  '/api/v1/difficulty-adjustment': json({ progressPercent: 44, timeAvg: 598_000, remainingBlocks: 900 }),
  '/rates': json({ result: 'success', base_code: 'USD', rates: { USD: 1, EUR: 0.86, JPY: 152.1, KRW: 'x', XAU: 0.0004 } }),
});

interface Bed {
  readonly server: WebServer;
  readonly clock: HandClock;
  readonly side: SideSources;
  metric(pattern: RegExp): Promise<boolean>;
}

async function bed(t: TestContext, settings: (url: string) => Partial<SideSettings>): Promise<Bed> {
  const server = await createWebServer(routes());
  const clock = createHandClock(start);
  const metrics = createMetrics();
  const none: SideSettings = { coinGecko: null, fearGreedUrl: null, mempoolUrl: null, newsFeeds: [], fiatRatesUrl: null };
  const side = createSideSources({ ...none, ...settings(server.url) }, { clock, log: createLog({ level: 'silent' }), metrics });
  t.after(async () => {
    side.stop();
    await server.stop();
  });
  side.start();
  return { server, clock, side, metric: async (pattern) => pattern.test(await metrics.text()) };
}

test('none is asked until its address is set', async (t) => {
  const { side, server } = await bed(t, () => ({}));
  assert.deepEqual(
    [side.worldMarket, side.categories, side.onchain, side.fearGreed, side.blocks, side.news, side.fiatRates],
    [null, null, null, null, null, [], null],
  );
  assert.deepEqual(server.requests, []);
  const source = { name: 'x' } as Source;
  assert.deepEqual(withSideSources(source, side), source);
});

test('CoinGecko: the whole market, categories and pools; rows that are not figures are left out and counted', async (t) => {
  const { side, metric, server } = await bed(t, (url) => ({ coinGecko: { url: `${url}/api/v3`, apiKey: 'demo-key' } }));
  await until('answers', () => [side.worldMarket, side.categories, side.onchain].every((each) => each!.latest()));
  assert.deepEqual(side.worldMarket!.latest(), {
    at: start,
    value: { capUsd: 3.4e12, volume24hUsd: 1.5e11, btcShare: 0.625, ethShare: 0.125, capChange24h: -0.0125, coins: 17_000 },
  });
  assert.deepEqual(side.categories!.latest()!.value, [
    { id: 'layer-1', name: 'Layer 1', capUsd: 2.5e12, volume24hUsd: 9e10, capChange24h: 0.015 },
  ]);
  const { pools, asOf } = side.onchain!.latest()!.value;
  assert.equal(asOf, start);
  assert.equal(pools.length, 1, 'one row per token: its deepest pool');
  const [{ chain, address, symbol, quoteSymbol, liquidity, change, marketCap, holders, createdAt, buys24h }] = pools as [(typeof pools)[0]];
  assert.deepEqual(
    { chain, address, symbol, quoteSymbol, liquidity, marketCap, holders, buys24h },
    {
      chain: 'ethereum',
      address: '0xtoken',
      symbol: 'PEPE',
      quoteSymbol: 'USDC',
      liquidity: 1_200_000,
      marketCap: null,
      holders: null,
      buys24h: 800,
    },
  );
  assert.deepEqual([change.m5, change.h24, createdAt], [0.005, 0.555, Date.UTC(2026, 10, 14, 10)]);
  assert.ok(await metric(/side_source_rows_refused_total\{source="coingecko"\} 2/));
  assert.ok(!server.requests.some((url) => url.includes('demo-key')), 'the key goes in a header');
});

test('alternative.me, mempool.space and rates: their own units become ours', async (t) => {
  const { side } = await bed(t, (url) => ({ fearGreedUrl: url, mempoolUrl: url, fiatRatesUrl: `${url}/rates` }));
  await until('answers', () => [side.fearGreed, side.blocks, side.fiatRates].every((each) => each!.latest()));
  assert.deepEqual(side.fearGreed!.latest()!.value, [
    { ts: 1_794_614_400_000, value: 40 },
    { ts: 1_794_700_800_000, value: 54 },
  ]);
  assert.deepEqual(side.blocks!.latest()!.value, {
    height: 923_456,
    recent: [
      { height: 923_456, at: 1_794_747_000_000 },
      { height: 923_455, at: 1_794_746_300_000 },
    ],
    averageIntervalMs: 598_000,
  });
  assert.deepEqual(side.fiatRates!.latest()!.value, { USD: 1, JPY: 152.1, EUR: 0.86 });
  const source = withSideSources({ name: 'x', simulated: false } as Source, side);
  assert.equal((await source.blocks!()).height, 923_456);
  assert.equal((await source.fiatRates!()).EUR, 0.86);
  assert.deepEqual(source.world!.facts(), {
    market: null,
    categories: null,
    mood: { source: 'alternative.me', known: side.fearGreed!.latest() },
  });
});

test('while the other side fails the last good answer stands with its age; failures wait longer, a named wait is obeyed', async (t) => {
  const { side, server, clock, metric } = await bed(t, (url) => ({ mempoolUrl: url }));
  const source = withSideSources({ name: 'x' } as Source, side);
  await assert.rejects(async () => source.blocks!(), { message: 'timeout' }, 'before the first answer nothing is made up');
  await until('the first answer', () => side.blocks!.latest() !== null);
  const asked = () => server.requests.filter((url) => url.endsWith('/height')).length;
  const failures: [WebRoute, RegExp][] = [
    ['hangUp', /side_source_calls_total\{source="blocks",outcome="unreachable"\} 1/],
    [{ status: 500 }, /outcome="badStatus"\} 1/],
    [{ body: 'soon' }, /outcome="badAnswer"\} 1/],
    [{ body: '-5' }, /outcome="badAnswer"\} 2/],
    [{ body: '7' }, /outcome="badAnswer"\} 3/],
    [{ status: 429, headers: { 'retry-after': '300' } }, /outcome="tooMany"\} 1/],
  ];
  let waitMs = minute;
  for (const [i, [route, outcome]] of failures.entries()) {
    server.routes.set('/api/blocks/tip/height', route);
    const before = asked();
    clock.advance(waitMs - 1);
    await delay(5);
    assert.equal(asked(), before, `not asked before its time (${i})`);
    clock.advance(1);
    await until(String(outcome), () => metric(outcome));
    waitMs = 5_000 * 2 ** i;
  }
  assert.equal(side.blocks!.latest()!.value.height, 923_456);
  assert.equal(side.blocks!.latest()!.at, start);
  server.routes.set('/api/blocks/tip/height', { body: '923457' });
  clock.advance(299_000);
  await delay(5);
  assert.equal(side.blocks!.latest()!.value.height, 923_456, 'five minutes were asked for');
  clock.advance(1_000);
  await until('recovery', () => side.blocks!.latest()!.value.height === 923_457);
});
