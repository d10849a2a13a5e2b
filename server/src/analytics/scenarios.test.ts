// What the simulator can put on, seen through the front doors of market and views: each scenario shows its own events and
// states, each once, and nothing that did not happen.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { staleAfterMs } from '@tidemark/contract/market.ts';
import { moverWindowMs, type MoverEvent } from '@tidemark/contract/movers.ts';
import { minuteMs, secondMs } from '@tidemark/contract/time.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { ScenarioName } from '@tidemark/simulator/scenarios.ts';
import type { Source } from '@tidemark/source/source.ts';
import { createHandClock } from '#platform/clock.ts';
import { moverEvent, rankMark } from './tables.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { openViewsOn } from './testing/open-views.ts';

const startMs = Date.UTC(2026, 10, 12, 14, 13, 27);
/** One that leads, one that follows more than others, one that does not move, and the two that come and go. */
const tickers = ['BTC', 'DOGE', 'USDC', 'TAC', 'XEM'];

let db: Database;
before(async () => (db = await openTestDatabase()));
after(() => db.close());

/** Ticks a second are of all symbols of the simulator, of which few are played: those that have to be fresh need many. */
async function open(scenario: ScenarioName, ticksPerSecond = 12) {
  await db.orm.delete(moverEvent);
  await db.orm.delete(rankMark);
  const clock = createHandClock(startMs);
  const whole = createSimulator({ clock, seed: 1, coins: 60, scenario, ticksPerSecond });
  const isPlayed = (symbolId: string) => tickers.some((ticker) => symbolId === `${ticker}USDT`);
  const feed: Source = {
    ...whole,
    catalog: async () => {
      const { coins, symbols } = await whole.catalog();
      return {
        coins: coins.filter(({ ticker }) => tickers.includes(ticker)),
        symbols: symbols.filter(({ symbolId }) => isPlayed(symbolId)),
      };
    },
    start: (onTicks) => whole.start((ticks) => onTicks(ticks.filter(({ symbolId }) => isPlayed(symbolId)))),
  };
  const bed = await openViewsOn({ db, feed, clock });
  await bed.start();
  /** Second by second, so that what was found is stored before the next price. */
  const pass = async (ms: number) => {
    for (let gone = 0; gone < ms; gone += secondMs) {
      clock.advance(secondMs);
      await bed.settled();
    }
  };
  const events = async () => (await bed.ask('changesV2', { pageSize: 200 })).items.toReversed();
  const ageOf = (ticker: string) => clock.now() - bed.market.board.quote(`${ticker}USDT`)!.ts;
  return { ...bed, pass, events, ageOf };
}

/** Within the window of its kind an event is told again only in a higher tier. */
function assertOnce(events: readonly MoverEvent[]) {
  for (const [i, { symbolId, type, tier, at }] of events.entries()) {
    const before = events.slice(0, i).findLast((event) => event.symbolId === symbolId && event.type === type);
    assert.ok(!before || at - before.at >= moverWindowMs[type] || tier > before.tier, `${symbolId} ${type} ${tier} twice`);
  }
}
const kindsOf = (events: readonly MoverEvent[], ticker: string) => [
  ...new Set(events.filter(({ baseSymbol }) => baseSymbol === ticker).map(({ type }) => type)),
];

test('flash crash: falls within five minutes up to the highest tier, then the rally of what comes back; no stable coin', async () => {
  const bed = await open('flash-crash');
  await bed.pass(2 * minuteMs);
  const falls = (await bed.events()).filter(({ type }) => type === 'fall5m');
  for (const ticker of ['BTC', 'DOGE']) {
    const tiers = falls.filter(({ baseSymbol }) => baseSymbol === ticker).map(({ tier }) => tier);
    assert.deepEqual(
      tiers,
      tiers.toSorted((a, b) => a - b),
      ticker,
    );
    assert.equal(tiers.at(-1), 3, ticker);
    assert.ok(Number(falls.findLast(({ baseSymbol }) => baseSymbol === ticker)!.change) <= -0.11);
  }
  const { losers } = await bed.ask('indexLeaderboardNew', { lists: ['losers'] });
  assert.ok(losers.some(({ baseSymbol }) => baseSymbol === 'BTC'));
  await bed.pass(5 * minuteMs);
  const events = await bed.events();
  assertOnce(events);
  assert.equal(events.filter(({ baseSymbol, type }) => baseSymbol === 'BTC' && type === 'rally').length, 1);
  assert.ok(!kindsOf(events, 'BTC').some((type) => type.startsWith('newHigh')));
  assert.deepEqual(kindsOf(events, 'USDC'), []);
  await bed.close();
});

test('rally: rises within five minutes and two hours and new highs, and nothing that falls', async () => {
  const bed = await open('rally');
  await bed.pass(7 * minuteMs);
  const events = await bed.events();
  assertOnce(events);
  for (const ticker of ['BTC', 'DOGE']) {
    const kinds = kindsOf(events, ticker);
    for (const type of ['rise5m', 'rise2h'] as const) assert.ok(kinds.includes(type), `${ticker} ${type} of ${kinds.join()}`);
    assert.ok(!kinds.some((type) => type.startsWith('fall') || type.startsWith('newLow')), `${ticker}: ${kinds.join()}`);
  }
  assert.ok(kindsOf(events, 'BTC').some((type) => type.startsWith('newHigh')));
  assert.deepEqual(kindsOf(events, 'USDC'), []);
  const { gainers } = await bed.ask('indexLeaderboardNew', { lists: ['gainers'] });
  assert.ok(gainers.some(({ baseSymbol }) => baseSymbol === 'BTC'));
  await bed.close();
});

test('listing day: announced and not traded, then new among the rankings; its first highs are no news, its first moves are', async () => {
  const bed = await open('listing-day');
  const statusOf = () => bed.market.catalog.symbol('TACUSDT')?.status;
  const newOnes = async () =>
    (await bed.ask('indexLeaderboardNew', { lists: ['newListing'] })).newListing.map(({ baseSymbol }) => baseSymbol);
  assert.equal(statusOf(), 'prelaunch');
  assert.deepEqual(await newOnes(), []);
  await bed.pass(6 * minuteMs);
  assert.equal(statusOf(), 'online');
  assert.deepEqual(await newOnes(), ['TAC']);
  const events = await bed.events();
  assertOnce(events);
  const kinds = kindsOf(events, 'TAC');
  assert.ok(kinds.includes('rise5m') && kinds.includes('pullback'), kinds.join());
  assert.ok(!kinds.some((type) => type.startsWith('newHigh') || type.startsWith('newLow')), kinds.join());
  await bed.close();
});

test('delisting: halted with its last price, which grows old; then it is in no view and no event', async () => {
  const bed = await open('delisting', 100);
  const statusOf = () => bed.market.catalog.symbol('XEMUSDT')?.status;
  // Its turnover is below the floor of the other lists; favorites have none.
  const ranked = async () =>
    (await bed.ask('indexLeaderboardNew', { lists: ['favorites'], symbolIds: ['XEMUSDT', 'BTCUSDT'] })).favorites.map(
      ({ baseSymbol }) => baseSymbol,
    );
  await bed.pass(3 * secondMs);
  assert.equal(statusOf(), 'online');
  assert.ok((await ranked()).includes('XEM'));
  await bed.pass(18 * secondMs);
  assert.equal(statusOf(), 'halted');
  assert.ok(bed.ageOf('XEM') > staleAfterMs, `${bed.ageOf('XEM')} ms`);
  assert.ok(bed.ageOf('BTC') <= staleAfterMs);
  await bed.pass(12 * secondMs);
  assert.equal(statusOf(), 'delisted');
  assert.ok(!(await ranked()).includes('XEM'));
  assert.deepEqual(kindsOf(await bed.events(), 'XEM'), []);
  await bed.close();
});

test('feed outage: every price is stale while it lasts and none after it, and the gap is no event', async () => {
  const bed = await open('feed-outage', 100);
  const traded = ['BTC', 'DOGE', 'USDC'];
  await bed.pass(4 * secondMs);
  for (const ticker of traded) assert.ok(bed.ageOf(ticker) <= staleAfterMs, `${ticker} ${bed.ageOf(ticker)} ms`);
  await bed.pass(20 * secondMs);
  for (const ticker of traded) assert.ok(bed.ageOf(ticker) > staleAfterMs, `${ticker} ${bed.ageOf(ticker)} ms`);
  await bed.pass(40 * secondMs);
  for (const ticker of traded) assert.ok(bed.ageOf(ticker) <= staleAfterMs, `${ticker} ${bed.ageOf(ticker)} ms`);
  const events = await bed.events();
  assert.ok(!events.some(({ type }) => /^(?:rise|fall)/.test(type)), JSON.stringify(events));
  await bed.close();
});
