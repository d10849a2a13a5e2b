// Candles of a far source, asked through the room's own calls over the embedded Postgres.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test, type TestContext } from 'node:test';
import { refuse } from '@tidemark/contract/errors.ts';
import { candleAt, quoteAt, type CandleInterval, type CandleRow } from '@tidemark/contract/market.ts';
import { candlesBefore, candleStart, intervalMs, nextCandleStart, type Candle, type CandleQuery } from '@tidemark/source/candle.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import type { Market } from '../index.ts';
import { ask, isRefusal, room, start } from '../testing/test-room.ts';
import { createTestSource, tickOf, type TestSource } from '../testing/test-source.ts';
import { keptDays } from '../history/kept-days.ts';

let db: Database;
before(async () => {
  db = await openTestDatabase();
});
after(async () => {
  await db.close();
});
beforeEach(() => db.pool.query('delete from kept_candle'));

/** An exchange: every candle is a function of its opening, told as far as its clock has come. */
function createFarExchange(clock: { now(): number }, keptAs = 'far') {
  const asked: CandleQuery[] = [];
  const state = { scale: 1, isDown: false, bornAt: 0, shiftMs: 0, missing: new Set<number>() };
  const candlesOf = ({ interval, from, to, limit }: CandleQuery): Candle[] => {
    if (state.isDown) refuse('timeout');
    const last = candleStart(interval, Math.min(to ?? clock.now(), clock.now()));
    const candles: Candle[] = [];
    for (
      let ts = candleStart(interval, Math.max(from ?? 0, state.bornAt, candlesBefore(interval, last, limit - 1)));
      ts <= last;
      ts = nextCandleStart(interval, ts)
    ) {
      const open = state.scale * (1 + (ts % 1_000_003) / 1_000_003);
      if (ts >= (from ?? 0) && !state.missing.has(ts))
        candles.push({ ts: ts + state.shiftMs, open, high: open * 2, low: open / 2, close: open * 1.5, volume: 3, turnover: 4 * open });
    }
    return candles;
  };
  const source: TestSource = {
    ...createTestSource(['BTCUSDT', 'ETHUSDT'], (query) => (asked.push(query), candlesOf(query))),
    candlesKeptAs: keptAs,
  };
  return { source, asked, state };
}

async function openRoom(t: TestContext, { at = start, database = db, keptAs = 'far' } = {}) {
  const clock = createHandClock(at);
  const exchange = createFarExchange(clock, keptAs);
  const { market, metrics } = room(createInProcessBus(), exchange.source, clock, database);
  await market.start();
  t.after(() => market.stop());
  return { market, metrics, clock, ...exchange };
}

const read = async (market: Market, interval: CandleInterval, over: object = {}) =>
  (await ask(market, 'getMoreKlineData', { symbolId: 'BTCUSDT', interval, limit: 20, ...over })).candles;
const timesOf = (candles: readonly CandleRow[]) => candles.map((row) => row[candleAt.openTime]);
const storedCount = async () => Number((await db.pool.query('select count(*) from kept_candle')).rows[0].count);

test('what was fetched is read from memory, and after a restart from the store; only the running candle is asked for again', async (t) => {
  const first = await openRoom(t);
  const firstRead = await read(first.market, '1m');
  assert.equal(firstRead.length, 20);
  assert.equal(first.asked.length, 1, 'closed candles and the running one come with one question');
  assert.deepEqual(await read(first.market, '1m'), firstRead);
  assert.equal(first.asked.length, 1);
  assert.equal(await storedCount(), 19, 'the running candle is not stored');
  const second = await openRoom(t);
  assert.deepEqual(await read(second.market, '1m'), firstRead);
  assert.deepEqual(
    second.asked.map(({ from, limit }) => [from, limit]),
    [[candleStart('1m', start), 1]],
  );
});

test('a closed candle never changes, whatever the source says later', async (t) => {
  const { market, clock, state } = await openRoom(t);
  for (const interval of ['1m', '1h', '1w', '1M'] as const) {
    state.scale = 1;
    const firstRead = await read(market, interval);
    state.scale = 7;
    clock.advance(3_000);
    const again = await read(market, interval);
    assert.deepEqual(again.slice(0, -1), firstRead.slice(0, -1), interval);
    assert.notDeepEqual(again.at(-1), firstRead.at(-1), `${interval}: the running one follows the source`);
    const restarted = await openRoom(t);
    restarted.state.scale = 9;
    assert.deepEqual((await read(restarted.market, interval)).slice(0, -1), firstRead.slice(0, -1), interval);
  }
});

test('a candle that has just ended is not closed for good until late trades are booked', async (t) => {
  const { market, clock, state } = await openRoom(t, { at: candleStart('1m', start) + 1_000 });
  const ended = candleStart('1m', start) - intervalMs['1m'];
  const rowOf = async () => (await read(market, '1m')).find((row) => row[candleAt.openTime] === ended);
  const early = await rowOf();
  state.scale = 2;
  clock.advance(3_000);
  const later = await rowOf();
  assert.notDeepEqual(later, early);
  clock.advance(3_000);
  const final = await rowOf();
  state.scale = 3;
  clock.advance(3_000);
  assert.deepEqual(await rowOf(), final);
});

test('only the gap is asked for, and what the source lacks is not asked again at once', async (t) => {
  const { market, clock, asked, state } = await openRoom(t);
  await read(market, '1h', { to: start - 30 * intervalMs['1h'], limit: 10 });
  await read(market, '1h', { to: start - 5 * intervalMs['1h'], limit: 10 });
  asked.length = 0;
  const to = start - 5 * intervalMs['1h'];
  assert.equal((await read(market, '1h', { to, limit: 35 })).length, 35);
  assert.deepEqual(
    asked.map(({ from, limit }) => [from, limit]),
    [[candleStart('1h', start) - 29 * intervalMs['1h'], 15]],
  );

  const hole = candleStart('1m', start) - 5 * intervalMs['1m'];
  state.missing.add(hole);
  assert.ok(!timesOf(await read(market, '1m')).includes(hole));
  asked.length = 0;
  clock.advance(1_000);
  await read(market, '1m', { to: start - intervalMs['1m'] });
  assert.deepEqual(
    asked.filter(({ interval, from, to }) => interval === '1m' && from! <= hole && to! >= hole),
    [],
  );
  // The exchange was only unwell: later it has the candle, and it is filled in.
  state.missing.clear();
  clock.advance(600_000);
  assert.ok(timesOf(await read(market, '1m')).includes(hole));
});

test('while the source is away what is stored is shown; with nothing stored the reason is told', async (t) => {
  const first = await openRoom(t);
  const firstRead = await read(first.market, '4h');
  const second = await openRoom(t);
  second.state.isDown = true;
  assert.deepEqual(await read(second.market, '4h'), firstRead.slice(0, -1));
  await assert.rejects(read(second.market, '4h', { symbolId: 'ETHUSDT' }), isRefusal('timeout'));
  second.state.isDown = false;
  assert.deepEqual(await read(second.market, '4h'), firstRead);
});

test('without the store the source still answers', async (t) => {
  const broken = { orm: { select: () => assert.fail('no store'), execute: () => assert.fail('no store') } } as unknown as Database;
  const { market } = await openRoom(t, { database: broken });
  assert.equal((await read(market, '1h')).length, 20);
});

test('the running candle of every interval moves with the quotes and closes at the newest', async (t) => {
  const { market, clock, source } = await openRoom(t);
  const before = new Map<CandleInterval, CandleRow>();
  for (const interval of ['1m', '1h', '1d', '1M'] as const) before.set(interval, (await read(market, interval)).at(-1)!);
  for (const last of [50, 0.01, 3]) source.tell([tickOf('BTCUSDT', last, clock.now())]);
  for (const [interval, was] of before) {
    const candles = await read(market, interval);
    const is = candles.at(-1)!;
    assert.equal(is[candleAt.close], market.board.row('BTCUSDT')![quoteAt.last], interval);
    assert.equal(Number(is[candleAt.high]), 50);
    assert.equal(Number(is[candleAt.low]), 0.01);
    for (const same of [candleAt.openTime, candleAt.open, candleAt.baseVolume, candleAt.turnover]) assert.equal(is[same], was[same]);
  }
  // Quotes stopped: the source knows more than they do.
  clock.advance(30_000);
  assert.notEqual(Number((await read(market, '1h')).at(-1)![candleAt.close]), 3);
});

test('two exchanges in one store do not see each other', async (t) => {
  const one = await openRoom(t);
  await read(one.market, '1d');
  const other = await openRoom(t, { keptAs: 'other' });
  other.state.scale = 5;
  const firstRead = await read(other.market, '1d');
  assert.equal(other.asked[0]!.limit, 20);
  assert.ok(Number(firstRead[0]![candleAt.open]) >= 5);
});

test('many readers at once are one question to the source', async (t) => {
  const { market, asked } = await openRoom(t);
  await Promise.all(Array.from({ length: 20 }, () => read(market, '15m')));
  assert.equal(asked.length, 1);
});

test('retention: months that are over go, by interval, and what is too old is not stored at all', async (t) => {
  const { market } = await openRoom(t);
  const dayMs = intervalMs['1d'];
  const edge = start - keptDays['1m']! * dayMs;
  const firstRead = await read(market, '1m', { to: edge + 10 * intervalMs['1m'], limit: 20 });
  assert.equal(firstRead.length, 20);
  assert.equal(await storedCount(), 10);
  await read(market, '1d', { to: edge - 400 * dayMs, limit: 5 });
  assert.equal(await storedCount(), 15);
  await openRoom(t, { at: Date.UTC(2026, 10, 30, 23, 59) });
  await openRoom(t, { at: Date.UTC(2026, 11, 1) });
  await until('the month is gone', async () => (await storedCount()) === 5);
  assert.deepEqual((await db.pool.query('select distinct interval from kept_candle')).rows, [{ interval: '1d' }]);
  assert.deepEqual(
    await read(market, '1m', { to: edge + 10 * intervalMs['1m'], limit: 20 }),
    firstRead,
    'who has read them still sees the same',
  );
});

test('candles cut in another time zone are refused and counted', async (t) => {
  const { market, metrics, state } = await openRoom(t);
  state.shiftMs = -8 * intervalMs['1h'];
  assert.deepEqual(await read(market, '1d'), []);
  state.shiftMs = 0;
  assert.equal((await read(market, '1d', { to: start - intervalMs['1d'] })).length, 20);
  assert.match(await metrics.text(), /market_candles_refused_total\{fault="misaligned"\} 20/);
});

test('a market younger than the question has no candles before its birth', async (t) => {
  const { market, state, asked } = await openRoom(t);
  state.bornAt = candleStart('1h', start) - 3 * intervalMs['1h'];
  assert.equal((await read(market, '1h')).length, 4);
  asked.length = 0;
  assert.equal((await read(market, '1h')).length, 4);
  assert.deepEqual(asked, []);
});
