// What others tell of the whole world's market, through the calls: from a local server that speaks CoinGecko's shapes, by the
// feed and over the bus, beside our own figures.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { worldFactsRule } from '@tidemark/contract/analytics.ts';
import { createWebServer, type WebRoute, type WebServer } from '@tidemark/testbed/web-server.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createMarket } from '#market/index.ts';
import { createSideSources, withSideSources, type SideSources } from '#market/sources/side/index.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openViewsOn } from './testing/open-views.ts';
import { catalogOf, createTestFeed, tickOf } from './testing/test-feed.ts';

const startMs = Date.UTC(2026, 5, 1, 9, 30);
const minute = 60_000;
const log = createLog({ level: 'silent' });
const json = (value: unknown): WebRoute => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });
const globalAnswer = (cap: unknown) =>
  json({
    data: {
      total_market_cap: { usd: cap },
      total_volume: { usd: 1.5e11 },
      market_cap_percentage: { btc: 62.5, eth: 12.5 },
      market_cap_change_percentage_24h_usd: -1.25,
      active_cryptocurrencies: 17_000,
    },
  });
const categories = [
  { id: 'layer-1', name: 'Layer 1 (L1)', market_cap: 2.5e12, market_cap_change_24h: 1.5, volume_24h: 9e10 },
  { id: 'meme-token', name: 'Meme', market_cap: 5e10, market_cap_change_24h: null, volume_24h: null },
  { id: 'depin', name: 'DePIN', market_cap: 'lots' },
  { id: 'payment-solutions', name: 'Payment Solutions', market_cap: 2e9, market_cap_change_24h: 1, volume_24h: 1e8 },
];

let db: Database;
let web: WebServer;
before(async () => {
  db = await openTestDatabase();
  web = await createWebServer({});
});
after(async () => {
  await web.stop();
  await db.close();
});

const coins = [
  { ticker: 'BTC' },
  { ticker: 'ETH' },
  { ticker: 'DOGE', sectors: ['meme'] },
  { ticker: 'HNT', sectors: ['depin'] },
  { ticker: 'XRP', sectors: ['payments'] },
];
const symbolIds = coins.map(({ ticker }) => `${ticker}USDT`);

async function openWith(settings: Parameters<typeof createSideSources>[0] | null) {
  const clock = createHandClock(startMs);
  const feed = createTestFeed(catalogOf(coins, symbolIds));
  const side: SideSources | null = settings && createSideSources(settings, { clock, log, metrics: createMetrics() });
  // The rest of the market is not asked here.
  const bed = await openViewsOn({ db, feed: side ? { ...feed, ...withSideSources(feed, { ...side, onchain: null }) } : feed, clock });
  await bed.start();
  feed.tell(...symbolIds.map((symbolId) => tickOf(symbolId, startMs, 100)));
  clock.advance(1_000);
  return {
    bed,
    clock,
    side,
    beat: (ms: number) => (clock.advance(ms), feed.tell(tickOf('BTCUSDT', clock.now(), 100)), clock.advance(1_000)),
  };
}

test('without an address nothing of the whole world is told', async () => {
  const { bed } = await openWith(null);
  assert.equal((await bed.ask('getMetrics', {})).world, null);
  assert.ok((await bed.ask('getListNameByPlateType', {})).items.every(({ world }) => world === null));
  await bed.close();
});

test('the whole market and its categories stand beside ours with whose they are; what is too old or no figure is not told', async () => {
  web.routes.set('/global', globalAnswer(3.4e12));
  web.routes.set('/coins/categories', json(categories));
  const { bed, side, beat, clock } = await openWith({
    coinGecko: { url: web.url, apiKey: null },
    fearGreedUrl: null,
    mempoolUrl: null,
    newsFeeds: [],
    fiatRatesUrl: null,
  });
  const ours = await bed.ask('getMetrics', {});
  assert.deepEqual(ours.world, { source: 'CoinGecko', at: null, figures: null }, 'set, but silent so far: ours are shown and it is said');
  assert.deepEqual((await bed.ask('getSectorDetail2', { plateCategoryId: 'layer-1' })).sector.world, null);

  side!.start();
  await until('answers', () => side!.worldMarket!.latest() !== null && side!.categories!.latest() !== null);
  const answeredAt = clock.now();
  beat(1_000);
  const { world, ...own } = await bed.ask('getMetrics', {});
  assert.deepEqual(world, {
    source: 'CoinGecko',
    at: answeredAt,
    figures: {
      cap: '3400000000000',
      capChange24h: '-0.012500',
      turnover24h: '150000000000.00',
      btcDominance: '0.625000',
      ethDominance: '0.125000',
      coins: 17_000,
    },
  });
  assert.equal(own.cap, ours.cap, 'ours stay what they were');
  const frame = JSON.parse(bed.views.live.encode('metrics')!) as { data: { world: unknown } };
  assert.deepEqual(frame.data.world, world, 'the socket tells the same');

  const rows = new Map((await bed.ask('getListNameByPlateType', {})).items.map((row) => [row.plateCategoryId, row.world]));
  assert.deepEqual(rows.get('layer-1'), {
    source: 'CoinGecko',
    at: answeredAt,
    category: 'Layer 1 (L1)',
    cap: '2500000000000',
    capChange24h: '0.015000',
    turnover24h: '90000000000.00',
  });
  assert.deepEqual(rows.get('meme'), {
    source: 'CoinGecko',
    at: answeredAt,
    category: 'Meme',
    cap: '50000000000',
    capChange24h: null,
    turnover24h: null,
  });
  assert.deepEqual([rows.get('depin'), rows.get('payments')], [null, null], 'a row that is no figure, and a sector without its like');

  // A process without the feed asks for the board and hears the rest.
  const replica = createMarket({ bus: bed.bus, clock, log, metrics: createMetrics(), db, feed: null });
  await replica.start();
  assert.deepEqual(replica.world(), bed.market.world());
  web.routes.set('/global', globalAnswer(3.5e12));
  clock.advance(10 * minute);
  await until('news over the bus', () => replica.world().market?.known?.value.capUsd === 3.5e12);
  await replica.stop();

  // It answers nonsense from now on: the last good answer stands, and goes when it is too old.
  web.routes.set('/global', globalAnswer('NaN'));
  web.routes.set('/coins/categories', 'hangUp');
  const lastAt = clock.now();
  beat(worldFactsRule.dropAfterMs - 2_000);
  assert.equal((await bed.ask('getMetrics', {})).world?.figures?.cap, '3500000000000');
  beat(2_000);
  assert.deepEqual((await bed.ask('getMetrics', {})).world, { source: 'CoinGecko', at: lastAt, figures: null });
  assert.ok((await bed.ask('getListNameByPlateType', {})).items.every((row) => row.world === null));
  side!.stop();
  await bed.close();
});
