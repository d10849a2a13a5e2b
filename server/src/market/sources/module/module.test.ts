// SOURCE=module: the example of the documents from its engine to the board, modules that cannot begin, and what the check finds.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { candleStart, intervalMs } from '@tidemark/source/candle.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { createWebServer } from '@tidemark/testbed/web-server.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock, systemClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createMarket } from '../../index.ts';
import { SourceError } from '../source-error.ts';
import { checkSource } from './check-source.ts';
import { loadSourceModule } from './index.ts';

const log = createLog({ level: 'silent' });
const example = fileURLToPath(new URL('../../../../../docs/examples/own-exchange.ts', import.meta.url));

/** The engine that the example is written for. */
async function startEngine(t: TestContext) {
  const json = (value: unknown) => ({ headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) });
  const ticker = (pair: string, last: number) => ({
    pair,
    time: Date.now(),
    last,
    bid: last - 1,
    ask: last + 1,
    open24h: last - 5,
    high24h: last + 5,
    low24h: last - 6,
    baseVolume24h: 3,
    turnover24h: 3 * last,
  });
  const engine = await createWebServer({
    '/markets': json([
      { base: 'BTC', quote: 'USDT', name: 'Bitcoin', decimals: 1, amountDecimals: 6, isOpen: true },
      { base: 'ETH', quote: 'USDT', name: 'Ethereum', decimals: 2, amountDecimals: 5, isOpen: true },
    ]),
    '/tickers': () => json([ticker('BTCUSDT', 50_000), ticker('ETHUSDT', 2_500)]),
    '/candles': ({ url }) => {
      const query = new URL(url, 'http://engine').searchParams;
      const interval = query.get('interval') as '1m' | '1h' | '1d';
      if (query.get('pair') !== 'BTCUSDT' && query.get('pair') !== 'ETHUSDT') return json([]);
      const last = candleStart(interval, Number(query.get('to')));
      const rows = Array.from({ length: Number(query.get('limit')) }, (_, i) => [last - i * intervalMs[interval], 10, 12, 9, 11, 1, 11]);
      return json(rows.toReversed());
    },
  });
  process.env['ENGINE_URL'] = engine.url;
  t.after(() => engine.stop());
  return engine;
}

test('the example of the documents keeps to everything, and its prices stand on the board', async (t) => {
  await startEngine(t);
  const load = () => loadSourceModule(example, { clock: systemClock, log });
  const report = await checkSource(await load(), { clock: systemClock });
  assert.deepEqual(report.faults, []);
  assert.deepEqual([report.offers, report.symbols, report.priced], [['candles'], 2, 2]);

  const market = createMarket({
    bus: createInProcessBus(),
    clock: systemClock,
    log,
    metrics: createMetrics(),
    db: {} as Database,
    feed: await load(),
  });
  t.after(() => market.stop());
  await market.start();
  await until('its prices', () => market.board.quote('BTCUSDT') !== undefined);
  assert.equal(market.board.quote('BTCUSDT')!.last, 50_000);
  assert.equal(market.catalog.coin('BTC')!.supply, null);
});

test('an engine that fails is asked again; its last prices stay', async (t) => {
  const engine = await startEngine(t);
  const clock = createHandClock(Date.now());
  const warnings: string[] = [];
  const source = await loadSourceModule(example, { clock, log: { warn: (_details, message) => void warnings.push(message) } });
  const batches: (readonly Tick[])[] = [];
  source.start((ticks) => batches.push(ticks));
  t.after(() => source.stop());
  await until('the first prices', () => batches.length === 1);
  const tickers = engine.routes.get('/tickers')!;
  engine.routes.set('/tickers', { status: 500 });
  clock.advance(1_000);
  await until('the failure is told', () => warnings.length === 1);
  engine.routes.set('/tickers', tickers);
  clock.advance(1_000);
  await until('prices again', () => batches.length === 2);
});

test('the simulator keeps to everything', async () => {
  const simulator = createSimulator({ clock: systemClock, seed: 1, coins: 20 });
  const { symbols } = await simulator.catalog();
  const report = await checkSource(simulator, { clock: systemClock });
  assert.deepEqual(report.faults, []);
  assert.equal(report.priced, symbols.filter(({ status }) => status !== 'prelaunch').length);
});

test('a module that cannot begin says why in one sentence', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'source-module-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const cases: readonly (readonly [code: string, reason: RegExp])[] = [
    ['export const source = {};', /must export by default a function/],
    ['export default {};', /must export by default a function/],
    ['export default () => { throw new Error("no key"); };', /did not make its source: no key$/],
    ['export default async () => null;', /made no source\.$/],
    ['export default () => ({ simulated: false });', /without a name\.$/],
    ['export default () => ({ name: "x" });', /does not say whether its prices are simulated\.$/],
    ['export default () => ({ name: "x", simulated: false, catalog() {} });', /made a source without start, stop\.$/],
    ['this is no program', /could not be loaded: /],
  ];
  for (const [i, [code, reason]] of cases.entries()) {
    const path = join(folder, `${i}.mjs`);
    writeFileSync(path, code);
    await assert.rejects(
      loadSourceModule(path, { clock: systemClock, log }),
      (error) => error instanceof SourceError && reason.test(error.message),
      code,
    );
  }
  await assert.rejects(loadSourceModule(join(folder, 'nowhere.mjs'), { clock: systemClock, log }), /could not be loaded/);
});

test('a source of a class keeps its own this, and what it throws at once is an answer', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'source-module-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'class.mjs');
  writeFileSync(
    path,
    `class Engine {
      name = 'engine'; simulated = false; #coins = [];
      async catalog() { return { coins: this.#coins, symbols: [] }; }
      start(onTicks) { this.onTicks = onTicks; }
      stop() {}
      candles() { throw new Error('at once'); }
    }
    export default () => new Engine();`,
  );
  const { catalog, candles, ...rest } = await loadSourceModule(path, { clock: systemClock, log });
  assert.deepEqual(await catalog(), { coins: [], symbols: [] });
  await assert.rejects(candles!({ symbolId: 'X', interval: '1h', limit: 1 }), /at once/);
  assert.equal('series' in rest, false);
});

const at = Date.UTC(2026, 0, 5, 12);
const catalogOf = (symbol: object = {}, coin: object = {}): CatalogData => ({
  coins: [{ ticker: 'BTC', name: 'Bitcoin', rank: 1, supply: null, sectors: [], chains: [], listedAt: null, ...coin }],
  symbols: [
    {
      symbolId: 'BTCUSDT',
      instType: 'sp',
      baseSymbol: 'BTC',
      pricedSymbol: 'USDT',
      pricePrecision: 1,
      tickSize: 0.5,
      quantityPrecision: 3,
      status: 'online',
      maxLeverage: null,
      listedAt: null,
      tags: [],
      ...symbol,
    },
  ],
});
const tickOf = (more: Partial<Tick> = {}): Tick => ({
  symbolId: 'BTCUSDT',
  ts: at,
  last: 10,
  bid: 9,
  ask: 11,
  open24h: 10,
  high24h: 12,
  low24h: 8,
  baseVolume24h: 1,
  turnover24h: 10,
  ...more,
});

test('each thing that a source gets wrong is named', async () => {
  const faultsOf = async (more: Partial<Source>, tick: Partial<Tick> = {}) => {
    const source: Source = {
      name: 'wrong',
      simulated: false,
      catalog: async () => catalogOf(),
      start: (onTicks) => onTicks([tickOf(tick)]),
      stop: () => {},
      ...more,
    };
    return (await checkSource(source, { clock: createHandClock(at) })).faults;
  };
  assert.deepEqual(await faultsOf({}), []);
  const hour = 3_600_000;
  const candle = { ts: at - hour, open: 10, high: 11, low: 9, close: 10, volume: 1, turnover: 10 };
  const cases: readonly (readonly [about: RegExp, more: Partial<Source>, tick?: Partial<Tick>])[] = [
    [/the coin BTC has a supply of 0/, { catalog: async () => catalogOf({}, { supply: 0 }) }],
    [/the coin BTC was listed at 0/, { catalog: async () => catalogOf({}, { listedAt: 0 }) }],
    [/BTCUSDT was listed at 0/, { catalog: async () => catalogOf({ listedAt: 0 }) }],
    [/of the line umcbl, and its ending says sp/, { catalog: async () => catalogOf({ instType: 'umcbl' }) }],
    [/which is not among the coins/, { catalog: async () => catalogOf({ baseSymbol: 'ETH' }) }],
    [/needs more decimals/, { catalog: async () => catalogOf({ tickSize: 0.05 }) }],
    [/highest leverage of 0/, { catalog: async () => catalogOf({ maxLeverage: 0 }) }],
    [/is no perpetual contract/, { catalog: async () => catalogOf({ fundingIntervalHours: 8 }) }],
    [
      /terms of margin without a leverage/,
      {
        catalog: async () =>
          catalogOf({ margin: { crossLeverage: null, isolatedLeverage: null, baseDailyRate: 0.1, quoteDailyRate: 0.1 } }),
      },
    ],
    [/is no id like/, { catalog: async () => catalogOf({ symbolId: 'BTC/USDT' }) }],
    [/would be refused: notPositive/, {}, { bid: 0 }],
    [/would be refused: fromTheFuture/, {}, { ts: at + 60_000 }],
    [/is of no symbol of the catalog/, {}, { symbolId: 'ETHUSDT' }],
    [/has funding, and it is no perpetual/, {}, { fundingRate: 0 }],
    [/of spot has figures of a contract/, {}, { openInterest: 0 }],
    [/is older than the one before/, { start: (onTicks) => onTicks([tickOf(), tickOf({ ts: at - 1 })]) }],
    [/does not open where its interval begins/, { candles: async () => [{ ...candle, ts: at - hour + 1 }] }],
    [/opens after the end/, { candles: async () => [{ ...candle, ts: at + hour * 24 }] }],
    [/not within low and high/, { candles: async () => [{ ...candle, high: 9.5 }] }],
    [/oldest first/, { candles: async () => [candle, { ...candle, ts: at - 2 * hour }] }],
    [/failed: broken/, { candles: async () => Promise.reject(new Error('broken')) }],
    [/made some up/, { candles: async () => [candle] }],
    [
      /two have one id/,
      {
        trades: {
          range: async ({ symbolId }) =>
            Array.from({ length: 2 }, () => ({ id: '1', symbolId, ts: at, price: 1, size: 1, side: 'buy' as const })),
          watch: () => () => {},
        },
      },
    ],
    [/best bid is not below/, { orderBook: async () => ({ ts: at, bids: [[10, 1]], asks: [[10, 1]] }) }],
    [
      /best price comes first/,
      {
        orderBook: async () => ({
          ts: at,
          bids: [
            [9, 1],
            [10, 1],
          ],
          asks: [],
        }),
      },
    ],
    [
      /long and short are together 1/,
      {
        series: async ({ metric }) =>
          metric === 'longShortAccounts' ? [{ ts: at - hour * 12, values: { long: 60, short: 40 } as never }] : [],
      },
    ],
  ];
  for (const [about, more, tick] of cases) {
    const faults = await faultsOf(more, tick);
    assert.ok(
      faults.some((text) => about.test(text)),
      `${about} is not among ${JSON.stringify(faults)}`,
    );
  }
  const silent = createHandClock(at);
  const asked = checkSource(
    { name: 'silent', simulated: false, catalog: async () => catalogOf(), start: () => silent.advance(30_000), stop: () => {} },
    { clock: silent },
  );
  assert.deepEqual((await asked).faults, ['start(): no price came within 30 seconds.']);
});
