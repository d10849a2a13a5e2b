// Section 1 and facts of the market as a whole: every figure of the views equals a slow recomputation from the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { riseBinOf, riseBins } from '@tidemark/contract/rise-bins.ts';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createBoardView, type BoardView } from './board-view.ts';
import { slowViews } from './testing/slow-views.ts';
import { catalogOf, createTestFeed, tickOf, type TestCoin } from './testing/test-feed.ts';

const start = Date.UTC(2026, 5, 1, 12);
const near = (a: number, b: number, what: string) =>
  assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b)), `${what}: ${a} is not ${b}`);

async function open(coins: readonly TestCoin[], symbolIds: readonly string[]) {
  const clock = createHandClock(start);
  const feed = createTestFeed(catalogOf(coins, symbolIds));
  const market = createMarket({
    bus: createInProcessBus(),
    clock,
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    db: {} as Database,
    feed,
  });
  await market.start();
  const view = createBoardView(market);
  market.onChange(view.touch);
  return { feed, market, view, clock };
}

function assertEqual(view: BoardView, market: Parameters<typeof slowViews>[0]) {
  const slow = slowViews(market);
  for (const name of ['all', 'all24h', 'stable'] as const) near(view.sums.caps![name]!, slow.sums.caps[name], name);
  near(view.sums.turnover!, slow.sums.turnover, 'turnover');
  assert.equal(view.sums.coins, slow.sums.coins);
  assert.deepEqual(view.sums.bins, slow.sums.bins);
  for (const line of [1, 2] as const) {
    for (const key of ['change', 'turnover', 'heat'] as const) {
      const fast = view.order(line, key).map((row) => view.columns[key][row]!);
      assert.equal(fast.length, slow.orders[line][key].length);
      fast.forEach((value, i) => near(value, slow.orders[line][key][i]!.value, `${key} at ${i}`));
    }
  }
  const known = slow.sectors.filter(({ coins }) => coins > 0);
  assert.equal(view.sectors.filter(({ members }) => members.length > 0).length, known.length);
  for (const sector of known) {
    const fast = view.sectors.find(({ slug }) => slug === sector.slug)!;
    assert.equal(fast.members.length, sector.coins);
    for (const name of ['change', 'median', 'turnover', 'cap'] as const) near(fast[name] ?? 0, sector[name], `${name} of ${sector.slug}`);
    assert.deepEqual([fast.rising, fast.falling], [sector.rising, sector.falling]);
    assert.deepEqual(
      [fast.leader === -1 ? null : view.columns.change[fast.leader], fast.laggard === -1 ? null : view.columns.change[fast.laggard]],
      [sector.best, sector.worst],
    );
  }
}

const tickers = ['AA', 'BB', 'CC', 'DD', 'EE', 'FF', 'GG'];
const coin = fc.record({
  supply: fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: null }),
  sectors: fc.uniqueArray(fc.constantFrom('layer-1', 'defi', 'meme', 'stablecoin'), { minLength: 1, maxLength: 3 }),
});
const move = fc.record({
  ticker: fc.constantFrom(...tickers),
  pair: fc.constantFrom('USDT', 'USDC', 'USDT_UMCBL'),
  last: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100),
  open24h: fc.integer({ min: 1, max: 100_000 }).map((n) => n / 100),
  turnover24h: fc.oneof(fc.integer({ min: 0, max: 49_999 }), fc.integer({ min: 50_000, max: 1e9 })),
});

test('after any run of quotes all views equal a recomputation of everything', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(coin, { minLength: tickers.length, maxLength: tickers.length }),
      fc.array(fc.array(move, { maxLength: 12 }), { minLength: 1, maxLength: 6 }),
      async (coins, beats) => {
        const all: TestCoin[] = [
          ...tickers.map((ticker, i) => ({ ticker, ...coins[i]! })),
          { ticker: 'USDT', supply: 5_000, sectors: ['stablecoin'] },
          { ticker: 'USDC', supply: 3_000, sectors: ['stablecoin'] },
        ];
        const { feed, market, view, clock } = await open(all, [
          'USDCUSDT',
          'USDTUSDC',
          ...tickers.flatMap((ticker) => [`${ticker}USDC`, `${ticker}USDT`, `${ticker}USDT_UMCBL`]),
        ]);
        feed.tell(tickOf('USDCUSDT', start, 1.001), tickOf('USDTUSDC', start, 0.999, { open24h: 1.002 }));
        for (const moves of beats) {
          clock.advance(1_000);
          for (const { ticker, pair, last, ...more } of moves) feed.tell(tickOf(`${ticker}${pair}`, clock.now(), last, more));
          view.beat();
          assertEqual(view, market);
        }
        await market.stop();
      },
    ),
    { numRuns: 60, seed: 7 },
  );
});

test('a pair that has no price does not hide the coin: the next best stands in until it has one', async () => {
  const { feed, market, view } = await open([{ ticker: 'AA' }, { ticker: 'USDC' }], ['AAUSDT', 'AAEUR', 'USDCUSDT']);
  const shown = () => view.order(1, 'turnover').map((index) => view.universe.rows[index]!.symbol.symbolId);
  feed.tell(tickOf('AAEUR', start, 2), tickOf('USDCUSDT', start, 1));
  assert.equal(view.beat(), true);
  assert.deepEqual(shown(), ['AAEUR', 'USDCUSDT']);
  assert.equal(view.sums.coins, 2);
  feed.tell(tickOf('AAUSDT', start, 3));
  assert.equal(view.beat(), true);
  assert.deepEqual(shown().toSorted(), ['AAUSDT', 'USDCUSDT']);
  assert.equal(view.sums.coins, 2);
  await market.stop();
});

test('what is traded counts over all pairs of a coin, though one of them stands for it', async () => {
  const { feed, market, view } = await open(
    [{ ticker: 'AA' }, { ticker: 'USDC', sectors: ['stablecoin'] }],
    ['AAUSDT', 'AAUSDC', 'USDCUSDT', 'AAUSDT_UMCBL'],
  );
  feed.tell(
    tickOf('USDCUSDT', start, 2, { turnover24h: 10 }),
    tickOf('AAUSDT', start, 5, { turnover24h: 300 }),
    tickOf('AAUSDC', start, 5, { turnover24h: 70 }),
    tickOf('AAUSDT_UMCBL', start, 5, { turnover24h: 1_000 }),
  );
  view.beat();
  const turnoverOf = (symbolId: string) => view.columns.turnover[view.universe.bySymbol(symbolId)!.index];
  assert.deepEqual([turnoverOf('AAUSDT'), turnoverOf('AAUSDT_UMCBL'), view.sums.turnover], [300 + 70 * 2, 1_000, 300 + 70 * 2 + 10]);
  assert.equal(view.columns.pairTurnover[view.universe.bySymbol('AAUSDT')!.index], 300);
  feed.tell(tickOf('AAUSDC', start, 5, { turnover24h: 90 }));
  assert.equal(view.beat(), true, 'a quote of the other pair is news, too');
  assert.equal(turnoverOf('AAUSDT'), 300 + 90 * 2);
  await market.stop();
});

test('Tether is a stablecoin like any other: in its sector, worth one of itself, and counted once in the whole', async () => {
  const coins = [
    { ticker: 'USDT', supply: 500_000, sectors: ['stablecoin'] },
    { ticker: 'USDC', supply: 90_000, sectors: ['stablecoin'] },
  ];
  const { feed, market, view } = await open(coins, ['USDCUSDT', 'USDTUSDC']);
  feed.tell(tickOf('USDCUSDT', start, 1, { turnover24h: 60_000 }));
  view.beat();
  assert.deepEqual(
    [view.sums.caps, view.sectors[0]!.cap],
    [{ all: 590_000, all24h: 590_000, stable: 590_000 }, 90_000],
    'without a price it has a cap, and no row',
  );
  feed.tell(tickOf('USDTUSDC', start, 1.01, { open24h: 0.9, turnover24h: 80_000 }));
  view.beat();
  assert.deepEqual([view.sums.caps, view.sums.coins, view.sums.turnover], [{ all: 590_000, all24h: 590_000, stable: 590_000 }, 2, 140_000]);
  const [stable] = view.sectors;
  assert.deepEqual([stable!.cap, stable!.members.length, stable!.change, stable!.rising], [590_000, 2, 0, 0]);
  await market.stop();
});

test('a quote of a pair nobody tracks, or none at all, is no beat', async () => {
  const { feed, market, view } = await open([{ ticker: 'AA' }], ['AAUSDT']);
  assert.equal(view.beat(), false);
  feed.tell(tickOf('AAUSDT', start, 1));
  assert.equal(view.beat(), true);
  assert.equal(view.beat(), false);
  feed.tell(tickOf('ZZUSDT', start, 2));
  assert.equal(view.beat(), false);
  await market.stop();
});

test('facts 3.6: an edge belongs to the bar farther out, and what prints as 0.00 % is no change', () => {
  assert.equal(riseBins.length, 11);
  const cases: readonly [number, number][] = [
    [-0.5, 0],
    [-0.1, 0],
    [-0.0999, 1],
    [-0.07, 1],
    [-0.05, 2],
    [-0.03, 3],
    [-0.0299, 4],
    [-0.0001, 4],
    [-0.00004, 5],
    [0, 5],
    [0.00004, 5],
    [0.0001, 6],
    [0.03, 7],
    [0.05, 8],
    [0.07, 9],
    [0.1, 10],
    [9, 10],
  ];
  for (const [change, bin] of cases) assert.equal(riseBinOf(change), bin, String(change));
});
