// All contracts of several exchanges over time: written down by the hour, summed only where no exchange is missing, and never made up.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import { venueCalls, type NetworkVenueMetric } from '@tidemark/contract/venues.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Source } from '@tidemark/source/source.ts';
import * as v from 'valibot';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createByVenue } from './by-venue.ts';
import { createVenueTotals } from './venue-totals.ts';

const hour = Date.UTC(2026, 10, 12, 14);
const log = createLog({ level: 'silent' });
const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };
const contracts = ['BTCUSDT_UMCBL', 'ETHUSDT_UMCBL', 'BTCUSD_DMCBL'];

/** Three exchanges beside one, with a few contracts each. */
async function bed(t: TestContext, simulated: boolean) {
  const clock = createHandClock(hour + 3 * minuteMs);
  const whole = createSimulator({ clock, seed: 1, coins: 20, ticksPerSecond: 1 });
  const silent = new Set<string>();
  const few = (source: Source): Source => ({
    ...source,
    start: (onTicks) => source.start((ticks) => void (silent.has(source.name) || onTicks(ticks))),
    simulated,
    catalog: async () => {
      const data = await source.catalog();
      return { ...data, symbols: data.symbols.filter(({ symbolId, instType }) => instType === 'sp' || contracts.includes(symbolId)) };
    },
  });
  const db = await openTestDatabase(log);
  const market = createMarket({
    bus: createInProcessBus(),
    clock,
    log,
    metrics: createMetrics(),
    db,
    feed: { ...few(whole), beside: whole.beside.map(few) },
  });
  await market.start();
  const totals = createVenueTotals({ market, clock, db, log, restFactor: 0, before: { '1d': 3, '1h': 5 } });
  t.after(async () => {
    await totals.stop();
    await market.stop();
    await db.close();
  });
  const { input, output } = venueCalls.networkVenues;
  return {
    silent,
    market,
    totals,
    now: () => clock.now(),
    /** Lists come every half minute. */
    async live(ms: number) {
      for (let passed = 0; passed < ms; passed += 30_000) {
        clock.advance(30_000);
        for (let i = 0; i < 8; i++) await turn();
      }
    },
    table: () => createByVenue({ market, clock }).venueTable(visitor, v.parse(venueCalls.venueTable.input, {})),
    async read(metric: NetworkVenueMetric, period: '1h' | '4h' | '1d', limit = 10) {
      const asked = v.parse(input, { metric, period, limit });
      return v.parse(output, await totals.calls.networkVenues(visitor, asked));
    },
  };
}

const about = (figure: string | null | undefined, expected: number) =>
  assert.ok(Math.abs(Number(figure) / expected - 1) < 1e-6, `${figure} is not ${expected}`);

test('of a real exchange what was told is written down by the hour, and nothing of the time before is made up', async (t) => {
  const { silent, totals, live, read, now, table } = await bed(t, false);
  await live(minuteMs);
  await totals.extend();
  await totals.extend();
  const first = await read('openInterest', '1h');
  assert.deepEqual(
    first.venues.map(({ venue, state }) => [venue, state]),
    [
      ['own', 'told'],
      ['Sim 1', 'told'],
      ['Sim 2', 'told'],
      ['Sim 3', 'told'],
    ],
  );
  assert.deepEqual(
    first.points.map(([ts]) => ts),
    [hour, now()],
  );
  const { items, total } = await table();
  assert.deepEqual(first.points.at(-1)!.slice(1), [total.openInterestUsd, ...items.map((item) => item.openInterestUsd)]);
  assert.deepEqual((await read('volume', '1h')).points.at(-1)!.slice(1), [
    total.turnover24hUsd,
    ...items.map((item) => item.turnover24hUsd),
  ]);
  // A rate of several exchanges makes no sum.
  assert.deepEqual((await read('fundingRate', '1h')).points.at(-1)!.slice(1), [null, ...items.map((item) => item.fundingOfEightHours)]);

  // The hour that follows was slept through until a quarter past: the figures of then are not those of its beginning.
  await live(72 * minuteMs);
  await totals.extend();
  assert.deepEqual(
    (await read('openInterest', '1h')).points.map(([ts]) => ts),
    [hour, now()],
  );
  await live(46 * minuteMs);
  await totals.extend();
  const { points } = await read('openInterest', '1h');
  assert.deepEqual(
    points.map(([ts, ...figures]) => [ts, figures.every((figure) => figure !== null), figures.some((figure) => figure !== null)]),
    [
      [hour, true, true],
      [hour + hourMs, false, false],
      [hour + 2 * hourMs, true, true],
      [now(), true, true],
    ],
    'and the hour between is a hole',
  );

  silent.add('Sim 3');
  await live(2 * minuteMs);
  const without = await read('openInterest', '1h', 2);
  assert.deepEqual(
    without.venues.map(({ state }) => state),
    ['told', 'told', 'told', 'away'],
  );
  assert.deepEqual(
    without.points.map(([, sum, ...each]) => [sum !== null, each.filter((figure) => figure !== null).length]),
    [
      [true, 4],
      [false, 3],
    ],
    'without one of them there is no sum',
  );
});

test('the simulator is added up for the time before', async (t) => {
  const { market, totals, live, read } = await bed(t, true);
  await live(minuteMs);
  await totals.extend();
  const days = await read('openInterest', '1d');
  const today = Math.floor(hour / dayMs) * dayMs;
  assert.deepEqual(
    days.points.slice(0, -1).map(([ts]) => ts),
    [2, 1, 0].map((ago) => today - ago * dayMs),
  );
  const told = await Promise.all(
    contracts.map((symbolId) => market.venueSeries({ symbolId, metric: 'openInterest', period: '1d', limit: 3 })),
  );
  const [, sum, ...each] = days.points[1]!;
  const byVenue = days.venues.map((_, i) =>
    told.flatMap((all) => all![i]!.points).reduce((held, [ts, figure]) => (ts === today - dayMs ? held + figure : held), 0),
  );
  byVenue.forEach((held, i) => about(each[i], held));
  about(
    sum,
    byVenue.reduce((all, held) => all + held, 0),
  );
  const traded = await market.venueSeries({ symbolId: contracts[0]!, metric: 'volume', period: '1d', limit: 3 });
  assert.ok(Number((await read('volume', '1d')).points[1]![2]) >= traded![0]!.points.find(([ts]) => ts === today - 2 * dayMs)![1]);
  assert.equal((await read('openInterest', '1h')).points.length, 6);
  assert.deepEqual(
    (await read('openInterest', '4h')).points.slice(0, -1).map(([ts]) => ts % (4 * hourMs)),
    [0],
  );
});
