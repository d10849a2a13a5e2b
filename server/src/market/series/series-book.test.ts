// Trading data of a far source, asked through the room's front door over the embedded Postgres.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { refuse } from '@tidemark/contract/errors.ts';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { candlesBefore, candleStart, nextCandleStart } from '@tidemark/source/candle.ts';
import type { Metric, SeriesPoint, SeriesQuery, SeriesSample } from '@tidemark/source/source.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { keptDays } from '../history/kept-days.ts';
import { room, start } from '../testing/test-room.ts';
import { createTestSource } from '../testing/test-source.ts';

let db: Database;
before(async () => {
  db = await openTestDatabase();
});
after(async () => {
  await db.close();
});
beforeEach(() => db.pool.query('delete from kept_point'));

/** An exchange with a history of takers' volume and of funding, none of open interest: that one it tells as samples. */
async function openRoom(t: TestContext, { at = start, keptAs = 'far', database = db } = {}) {
  const clock = createHandClock(at);
  const asked: SeriesQuery[] = [];
  const state = { scale: 1, isDown: false };
  const listeners = new Set<(samples: readonly SeriesSample[]) => void>();
  const series = async <M extends Metric>(query: SeriesQuery<M>): Promise<readonly SeriesPoint<M>[]> => {
    asked.push(query);
    if (state.isDown) refuse('timeout');
    if (query.metric === 'fundingRate')
      return [16, 8, 0].map((hoursAgo) => ({
        ts: candleStart('1h', clock.now()) - hoursAgo * 3_600_000,
        values: { rate: 0.0001 * state.scale } as never,
      }));
    if (query.metric !== 'takerVolume') return refuse('sourceLacksData');
    const last = candleStart(query.period, Math.min(query.to ?? clock.now(), clock.now()));
    const points: SeriesPoint<M>[] = [];
    for (
      let ts = Math.max(query.from ?? 0, candlesBefore(query.period, last, query.limit - 1));
      ts <= last;
      ts = nextCandleStart(query.period, ts)
    )
      points.push({ ts, values: { buy: (ts % 997) * state.scale, sell: state.scale } as never });
    return points;
  };
  const source = {
    ...createTestSource(['BTCUSDT_UMCBL']),
    candlesKeptAs: keptAs,
    series,
    onSamples: (listener: (samples: readonly SeriesSample[]) => void) => (listeners.add(listener), () => void listeners.delete(listener)),
  };
  const { market, metrics } = room(createInProcessBus(), source, clock, database);
  await market.start();
  t.after(() => market.stop());
  const read = async (metric: Metric, period: CandleInterval, over: object = {}) =>
    (await market.series([{ metric, symbolId: 'BTCUSDT_UMCBL', period, limit: 10, ...over }]))![0]!;
  const sample = async (base: number) => {
    const ts = candleStart('5m', clock.now());
    for (const tell of listeners) tell([{ metric: 'openInterest', symbolId: 'BTCUSDT_UMCBL', ts, values: { base, value: base * 100 } }]);
    await until('the period is kept', async () => (await stored(`metric = 'openInterest' and ts = ${ts} and period = '5m'`)) === 1);
  };
  return { market, metrics, clock, asked, state, read, sample };
}

const stored = async (where = 'true') => Number((await db.pool.query(`select count(*) from kept_point where ${where}`)).rows[0].count);

test('closed periods are kept and never change; the running one is asked for again', async (t) => {
  const first = await openRoom(t);
  const firstRead = await first.read('takerVolume', '1h');
  assert.equal(firstRead.length, 10);
  assert.equal(first.asked.length, 1);
  assert.equal(await stored(), 9, 'the running period is not stored');
  assert.deepEqual(await first.read('takerVolume', '1h'), firstRead);
  assert.equal(first.asked.length, 1, 'from memory');
  first.clock.advance(14_000);
  await first.read('takerVolume', '1h');
  assert.equal(first.asked.length, 1, 'exchanges allow few of these calls');
  first.clock.advance(2_000);
  await first.read('takerVolume', '1h');
  assert.equal(first.asked.length, 2, 'but what runs does not grow old');
  const second = await openRoom(t);
  second.state.scale = 7;
  const after = await second.read('takerVolume', '1h');
  assert.deepEqual(after.slice(0, -1), firstRead.slice(0, -1), 'what was told once stands');
  assert.notDeepEqual(after.at(-1), firstRead.at(-1));
  assert.equal(second.asked[0]!.limit, 1, 'only the running one was asked for');
  const other = await openRoom(t, { keptAs: 'another exchange' });
  other.state.scale = 3;
  assert.notDeepEqual((await other.read('takerVolume', '1h'))[0], firstRead[0], 'another source has another past');
});

test('what the exchange tells only of now becomes the history it does not have', async (t) => {
  const { clock, read, sample, metrics } = await openRoom(t, { at: start - (start % dayMs) });
  assert.deepEqual(await read('openInterest', '5m'), []);
  for (let i = 0; i < 30; i++) {
    await sample(100 + i);
    // A second one within the period is not its first.
    await sample(999);
    clock.advance(300_000);
  }
  const fives = await read('openInterest', '5m', { limit: 100 });
  assert.deepEqual(
    fives.map(({ values }) => (values as { base: number }).base),
    Array.from({ length: 30 }, (_, i) => 100 + i),
  );
  assert.deepEqual(
    (await read('openInterest', '1h')).map(({ ts, values }) => [ts - (start - (start % dayMs)), (values as { base: number }).base]),
    [
      [0, 100],
      [3_600_000, 112],
      [7_200_000, 124],
    ],
  );
  assert.equal((await read('openInterest', '1d')).length, 1);
  assert.match(await metrics.text(), /market_series_samples_total \d/);
  const again = await openRoom(t, { at: clock.now() });
  assert.deepEqual(await again.read('openInterest', '5m', { limit: 100 }), fives, 'after a restart too');
  assert.deepEqual(await again.read('longShortAccounts', '5m'), [], 'what nobody told is not made up');
});

test('settlements of funding have their own times and add up over the years', async (t) => {
  const first = await openRoom(t);
  const firstRead = await first.read('fundingRate', '1h');
  assert.equal(firstRead.length, 3);
  const later = await openRoom(t, { at: start + 2 * dayMs });
  later.state.scale = 2;
  const both = await later.read('fundingRate', '1d');
  assert.equal(both.length, 6);
  assert.deepEqual(both.slice(0, 3), firstRead);
  later.state.isDown = true;
  later.clock.advance(120_000);
  assert.deepEqual(await later.read('fundingRate', '1h'), both, 'the last good ones while the exchange is away');
});

test('old points go by the length of their period', async (t) => {
  const { read, sample } = await openRoom(t);
  await sample(1);
  await read('takerVolume', '5m');
  await read('takerVolume', '1d');
  await openRoom(t, { at: Date.UTC(2026, 11, 1) + keptDays['5m']! * dayMs });
  await until('old periods are gone', async () => (await stored(`period = '5m'`)) === 0);
  const rows = (await db.pool.query('select period, count(*)::int as count from kept_point group by period')).rows as {
    period: string;
    count: number;
  }[];
  assert.equal(
    rows.find(({ period }) => period === '5m'),
    undefined,
  );
  assert.equal(rows.find(({ period }) => period === '15m')!.count, 1);
  assert.equal(rows.find(({ period }) => period === '1d')!.count, 10);
});

test('without the store the exchange still answers, and NaN is kept by nobody', async (t) => {
  const broken = {
    orm: new Proxy(
      {},
      {
        get: () => {
          throw new Error('down');
        },
      },
    ),
  } as unknown as Database;
  const { read } = await openRoom(t, { database: broken });
  assert.equal((await read('takerVolume', '1h')).length, 10);
  const whole = await openRoom(t);
  whole.state.scale = NaN;
  await whole.read('takerVolume', '1h');
  assert.equal(await stored(), 0);
});
