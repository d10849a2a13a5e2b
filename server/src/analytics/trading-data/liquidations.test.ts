// Liquidations through the calls: by period, of the whole network and one by one; over a source that tells none they are missing, not zero.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { tradingDataCalls } from '@tidemark/contract/trading-data.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Metric, SeriesQuery, Source } from '@tidemark/source/source.ts';
import * as v from 'valibot';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createLiquidations } from './liquidations.ts';
import { createNetwork } from './network.ts';
import { createPair } from './pair.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27);
const log = createLog({ level: 'silent' });
const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };
const kept = ['BTCUSDT', 'BTCUSDT_UMCBL', 'ETHUSDT_UMCBL', 'BTCUSD_DMCBL'];

async function bed(t: TestContext, tellsLiquidations: boolean) {
  const clock = createHandClock(now);
  const { liquidations, ...whole } = createSimulator({ clock, seed: 1, coins: 20 });
  const catalog = await whole.catalog();
  const data = { ...catalog, symbols: catalog.symbols.filter(({ symbolId }) => kept.includes(symbolId)) };
  const series = async <M extends Metric>(query: SeriesQuery<M>) =>
    query.metric === 'liquidations' && !tellsLiquidations ? [] : whole.series(query);
  const feed: Source = { ...whole, series, catalog: async () => data, ...(tellsLiquidations && { liquidations }) };
  const db = await openTestDatabase(log);
  const market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db, feed });
  t.after(async () => {
    await market.stop();
    await db.close();
  });
  await market.start();
  clock.advance(2_000);
  const network = createNetwork({ market, clock, db, log, restFactor: 0, reach: { '1d': 3, '1h': 1 } });
  const calls = { ...createPair({ market, clock, log }), ...createLiquidations({ market, clock }), ...network.calls };
  return { clock, market, network, calls };
}

test('by side and period, of a pair and of the whole network', async (t) => {
  const { calls, network } = await bed(t, true);
  const { input, output } = tradingDataCalls.tradingSeries;
  const of = async (symbolId: string) =>
    v.parse(output, await calls.tradingSeries(visitor, v.parse(input, { symbolId, metric: 'liquidations', period: '1d', limit: 4 })));
  const sums = new Map<number, number[]>();
  for (const symbolId of kept.slice(1)) {
    const { available, fields, points, forming } = await of(symbolId);
    assert.deepEqual([available, fields, points.length, forming], [true, ['long', 'short'], 4, points.at(-1)![0]], symbolId);
    for (const [ts, long, short] of points) {
      assert.ok(Number(long) > 0 && Number(short) > 0, `${symbolId} ${ts}`);
      const [longs = 0, shorts = 0] = sums.get(ts) ?? [];
      sums.set(ts, [longs + Number(long), shorts + Number(short)]);
    }
  }
  await network.extend();
  const days = tradingDataCalls.networkSeries;
  const { points } = v.parse(
    days.output,
    await calls.networkSeries(visitor, v.parse(days.input, { metric: 'liquidations', period: '1d', limit: 3 })),
  );
  assert.equal(points.length, 3);
  for (const [ts, long, short] of points)
    for (const [told, sum] of [
      [Number(long), sums.get(ts)![0]!],
      [Number(short), sums.get(ts)![1]!],
    ] as const)
      assert.ok(Math.abs(told / sum - 1) < 0.01, `${new Date(ts).toISOString()}: ${told} of ${sum}`);
  assert.equal((await of('BTCUSDT')).available, false, 'spot has none');
});

test('the largest of the last day, of all and of one contract', async (t) => {
  const { calls, clock } = await bed(t, true);
  const { input, output } = tradingDataCalls.largestLiquidations;
  const of = async (asked: object) => v.parse(output, await calls.largestLiquidations(visitor, v.parse(input, asked)));
  const all = await of({ limit: 12 });
  assert.equal(all.available, true);
  assert.equal(all.since, clock.now() - dayMs);
  assert.equal(all.items.length, 12);
  assert.deepEqual(
    all.items,
    all.items.toSorted((a, b) => Number(b.usd) - Number(a.usd)),
  );
  assert.ok(all.items.every(({ at }) => at > clock.now() - dayMs && at <= clock.now()));
  const ether = await of({ symbolId: 'ETHUSDT_UMCBL' });
  assert.ok(ether.items.length > 5 && ether.items.every(({ baseSymbol }) => baseSymbol === 'ETH'));
  await assert.rejects(of({ symbolId: 'NOSUCH_UMCBL' }), { error: 'unknownSymbol' });
});

test('what happens is told as it happens, and to nobody else when its listener fails', async (t) => {
  const { market, clock } = await bed(t, true);
  const heard: string[] = [];
  market.onLiquidations(() => {
    throw new Error('busy');
  });
  market.onLiquidations((batch) => heard.push(...batch.map(({ symbolId }) => symbolId)));
  for (let second = 0; second < 1_800; second++) {
    clock.advance(1_000);
    await new Promise(setImmediate);
  }
  assert.ok(heard.length > 5, `${heard.length}`);
});

test('a source that tells none: missing everywhere, and zero nowhere', async (t) => {
  const { calls, network } = await bed(t, false);
  const series = await calls.tradingSeries(
    visitor,
    v.parse(tradingDataCalls.tradingSeries.input, { symbolId: 'BTCUSDT_UMCBL', metric: 'liquidations' }),
  );
  assert.deepEqual([series.available, series.points], [false, []]);
  const list = await calls.largestLiquidations(visitor, v.parse(tradingDataCalls.largestLiquidations.input, {}));
  assert.deepEqual([list.available, list.items], [false, []]);
  await network.extend();
  const { points } = await calls.networkSeries(
    visitor,
    v.parse(tradingDataCalls.networkSeries.input, { metric: 'liquidations', period: '1d', limit: 3 }),
  );
  assert.ok(points.length > 0);
  for (const [, ...figures] of points) assert.deepEqual(figures, [null, null]);
});
