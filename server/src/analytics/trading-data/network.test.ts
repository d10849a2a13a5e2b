// The whole network over a source that does not tell everything: a figure that is not told is no zero.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuse } from '@tidemark/contract/errors.ts';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { tradingDataCalls, type NetworkMetric } from '@tidemark/contract/trading-data.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { CatalogData, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Metric, SeriesQuery } from '@tidemark/source/source.ts';
import * as v from 'valibot';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createNetwork } from './network.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27);
const log = createLog({ level: 'silent' });
const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };

const inFrancs = (symbol: MarketSymbol): MarketSymbol => ({ ...symbol, pricedSymbol: 'XAF' });

/** Spot and USDT-M as they are; a USDC-M contract in money of unknown worth; nothing of Coin-M. */
const cut = (data: CatalogData): CatalogData => ({
  ...data,
  coins: data.coins.map((coin) => (coin.ticker === 'BTC' || coin.sectors.includes('stablecoin') ? { ...coin, supply: null } : coin)),
  symbols: data.symbols
    .filter(
      ({ symbolId, instType, baseSymbol }) =>
        ['BTCUSDT', 'ETHUSDT', 'BTCUSDT_UMCBL'].includes(symbolId) || (instType === 'cmcbl' && baseSymbol === 'BTC'),
    )
    .map((symbol) => (symbol.instType === 'cmcbl' ? inFrancs(symbol) : symbol)),
});

test('the whole network: what no market tells is unknown, over hours, four hours and days', async (t) => {
  const clock = createHandClock(now);
  const whole = createSimulator({ clock, seed: 1, coins: 20 });
  const data = cut(await whole.catalog());
  assert.equal(data.symbols.length, 4);
  const db = await openTestDatabase(log);
  const market = createMarket({
    bus: createInProcessBus(),
    clock,
    log,
    metrics: createMetrics(),
    db,
    feed: {
      ...whole,
      catalog: async () => data,
      series: async <M extends Metric>(query: SeriesQuery<M>) =>
        query.metric === 'takerVolume' ? refuse('sourceLacksData') : whole.series(query),
    },
  });
  t.after(async () => {
    await market.stop();
    await db.close();
  });
  await market.start();
  clock.advance(2_000);
  const network = createNetwork({ market, clock, db, log, restFactor: 0, reach: { '1d': 2, '1h': 1 } });
  await network.extend();
  const { input, output } = tradingDataCalls.networkSeries;
  const pointsOf = async (metric: NetworkMetric, period: '1h' | '4h' | '1d') => {
    const { points } = v.parse(output, await network.calls.networkSeries(visitor, v.parse(input, { metric, period, limit: 3 })));
    assert.ok(points.length > 0, `${metric} ${period}`);
    return points;
  };
  for (const period of ['1h', '4h', '1d'] as const) {
    for (const [, ...figures] of await pointsOf('takerVolume', period)) assert.deepEqual(figures, [null, null, null], period);
    for (const [, spot, usdtM, usdcM, coinM] of await pointsOf('volumeByLine', period)) {
      assert.ok(Number(spot) > 0 && Number(usdtM) > 0, period);
      assert.deepEqual([usdcM, coinM], [null, null], period);
    }
    for (const [, btc, eth, btcWithout, ethWithout] of await pointsOf('dominance', period)) {
      assert.deepEqual([btc, btcWithout, ethWithout], [null, null, null], period);
      assert.ok(Number(eth) > 0, period);
    }
    for (const [, cap, withoutStablecoins] of await pointsOf('marketCap', period)) {
      assert.ok(Number(cap) > 0, period);
      assert.equal(withoutStablecoins, null, period);
    }
  }
});
