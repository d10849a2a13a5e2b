// What is kept of a far source, in parts by month, over a real Postgres: also while others use it, and from the tables of before.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Candle } from '@tidemark/source/candle.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { openTestDatabase, type TestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createCandleStore, type CandleStore } from '../candles/store.ts';
import { createSeriesStore } from '../series/store.ts';
import { noFence } from './fence.ts';
import { keptDays } from './kept-days.ts';

let db: TestDatabase;
before(async () => void (db = await openTestDatabase()));
after(() => db.close());

const now = Date.UTC(2026, 10, 19, 12);
const minuteMs = 60_000;
const candleOf = (ts: number, close = 1): Candle => ({ ts, open: 1, high: 2, low: 0.5, close, volume: 3, turnover: 4 });
const rowsOf = async (text: string) => (await db.pool.query(text)).rows;
const partsOf = async (table: string): Promise<string[]> =>
  (
    await rowsOf(`select relname as name from pg_inherits join pg_class on oid = inhrelid
                  where inhparent = '"${table}"'::regclass order by 1`)
  ).map(({ name }) => String(name));

/** A row of each table as an older version wrote it. */
const formerCandle = (source: string, interval: string, ts: number, close: number) =>
  db.pool.query(`insert into candle values ('${source}', 'BTCUSDT', '${interval}', ${ts}, 1, 2, 0.5, ${close}, 3, 4)`);
const moveAll = async (store: Pick<CandleStore, 'moveSome'>) => {
  while (await store.moveSome(now));
};

test('this month and the next one are there ahead of their rows; what stays for ever shares no part with what goes', async () => {
  const store = createCandleStore(db, 'ahead', noFence);
  await store.turnMonths(now);
  assert.deepEqual(await partsOf('kept_candle_1m'), ['kept_candle_1m_2026_11', 'kept_candle_1m_2026_12']);
  await Promise.all(
    [store, createCandleStore(db, 'beside', noFence)].map((one) => one.turnMonths(Date.UTC(2026, 11, 31, 23, 59, 59, 999))),
  );
  assert.deepEqual((await partsOf('kept_candle_1h')).slice(-2), ['kept_candle_1h_2026_12', 'kept_candle_1h_2027_01']);
  await store.add('BTCUSDT', '1d', [candleOf(0)], now);
  await store.add('BTCUSDT', '1h', [candleOf(now - 400 * dayMs)], now);
  const parts = await rowsOf(`select tableoid::regclass::text as part from kept_candle where source = 'ahead' order by 1`);
  assert.deepEqual(
    parts.map(({ part }) => part),
    ['kept_candle_1h_2025_10', 'kept_candle_for_ever'],
  );
});

test('months are made while others read and write the table', async () => {
  const [store, reader] = [createCandleStore(db, 'busy', noFence), await db.pool.connect()];
  try {
    const ts = Date.UTC(2026, 4, 1);
    await store.add('BTCUSDT', '4h', [candleOf(ts)], now);
    await reader.query(`begin; insert into kept_candle values ('busy', 'ETHUSDT', '4h', ${ts}, 1, 2, 0.5, 1, 3, 4)`);
    await reader.query('select count(*) from kept_candle');
    await store.add('BTCUSDT', '4h', [candleOf(Date.UTC(2026, 5, 1)), candleOf(Date.UTC(2026, 6, 31, 20))], now);
    assert.equal((await store.range('BTCUSDT', '4h', 0, now)).length, 3);
  } finally {
    await reader.query('rollback');
    reader.release();
  }
});

test('a month goes when nothing in it is kept any more; one that is read for long holds up nobody, and goes the next time', async () => {
  const store = createCandleStore(db, 'goes', noFence);
  const [first, last] = [Date.UTC(2026, 8, 1), Date.UTC(2026, 9, 1) - minuteMs];
  const keptMs = keptDays['1m']! * dayMs;
  await store.add('BTCUSDT', '1m', [candleOf(last)], last);
  await store.turnMonths(last + keptMs);
  assert.ok((await partsOf('kept_candle_1m')).includes('kept_candle_1m_2026_09'));
  const reader = await db.pool.connect();
  await reader.query(`begin; select * from kept_candle where interval = '1m' and ts = ${first}`);
  const over = last + minuteMs + keptMs;
  assert.equal(await store.turnMonths(over), 0);
  assert.equal((await store.range('BTCUSDT', '1m', first, last)).length, 1);
  await reader.query('rollback');
  reader.release();
  assert.ok((await store.turnMonths(over)) >= 1);
  assert.deepEqual(await store.range('BTCUSDT', '1m', first, last), []);
  assert.ok((await partsOf('kept_candle_1m')).includes('kept_candle_1m_2026_11'));
});

test('two processes that let go of the same months at once', async () => {
  const stores = ['one', 'other'].map((source) => createCandleStore(db, source, noFence));
  const keptMs = keptDays['1m']! * dayMs;
  for (let month = 0; month < 60; month++) {
    const moment = Date.UTC(2021, month, 15);
    await stores[0]!.add('BTCUSDT', '1m', [candleOf(moment)], moment);
  }
  await Promise.all(stores.map((store) => store.turnMonths(Date.UTC(2026, 0, 1) + keptMs)));
  const left = (await partsOf('kept_candle_1m')).filter((part) => part < 'kept_candle_1m_2026');
  assert.deepEqual(left, []);
});

test('what an older version kept is read at once and moved in pieces; of two accounts the first stands, the too old goes', async () => {
  const hour = Date.UTC(2026, 9, 31, 23);
  await formerCandle('moved', '1h', hour, 7);
  await formerCandle('moved', '1h', hour + 3_600_000, 8);
  await formerCandle('moved', '1m', now - 40 * dayMs, 9);
  await formerCandle('moved', '1M', 0, 10);
  await db.pool.query(
    `insert into candle select 'elsewhere', 'S' || n, '1w', 345600000, 1, 1, 1, 1, 1, 1 from generate_series(1, 10500) n`,
  );
  const store = createCandleStore(db, 'moved', noFence);
  await store.add('BTCUSDT', '1h', [candleOf(hour, 99), candleOf(hour + 7_200_000, 11)], now);
  const closes = async (interval: '1h' | '1m' | '1M') => (await store.range('BTCUSDT', interval, 0, now)).map(({ close }) => close);
  assert.deepEqual(await closes('1h'), [7, 8, 11]);
  await moveAll(store);
  assert.deepEqual(await rowsOf('select * from candle'), []);
  assert.deepEqual(await closes('1h'), [7, 8, 11]);
  assert.deepEqual([await closes('1m'), await closes('1M')], [[], [10]]);
  assert.deepEqual(await rowsOf(`select count(*)::int as moved from kept_candle where source = 'elsewhere'`), [{ moved: 10_500 }]);
  // The older process beside this one writes once more.
  await formerCandle('moved', '1h', hour + 10_800_000, 12);
  await moveAll(store);
  assert.deepEqual(await closes('1h'), [7, 8, 11, 12]);
});

test('trading data is moved likewise, and longer periods are made from parts in both places', async () => {
  const store = createSeriesStore(db, 'both', noFence);
  const hour = Date.UTC(2026, 10, 19, 10);
  const key = { symbolId: 'BTCUSDT_UMCBL', metric: 'liquidations' } as const;
  await db.pool.query(
    `insert into series_point select 'both', 'BTCUSDT_UMCBL', 'liquidations', '5m', ${hour} + n * 300000, array[n, 1.0], false
     from generate_series(0, 5) n`,
  );
  await store.addClosed(
    Array.from({ length: 7 }, (_, i) => ({ ...key, period: '5m' as const, ts: hour + (i + 5) * 300_000, values: { long: 100, short: 1 } })),
    [],
  );
  await store.rollUp('liquidations', '5m', '1h', hour);
  const hours = await store.range({ ...key, period: '1h' }, hour, now, 10);
  assert.deepEqual(hours, [{ ts: hour, values: { long: 15 + 600, short: 12 } }]);
  const parts = await store.range({ ...key, period: '5m' }, hour, now, 100);
  await moveAll(store);
  assert.deepEqual(await rowsOf('select * from series_point'), []);
  assert.deepEqual(await store.range({ ...key, period: '5m' }, hour, now, 100), parts);
});

test('a time that cannot be makes no month', async () => {
  const store = createSeriesStore(db, 'mad', noFence);
  const key = { symbolId: 'X', metric: 'openInterest', period: '5m' } as const;
  const values = { base: 1, value: 1 };
  const times = [-1, 0, Date.UTC(2500, 0), now];
  await store.addSamples(times.map((ts) => Object.assign({ ts, values }, key)));
  assert.deepEqual(await store.range(key, -10, Number.MAX_SAFE_INTEGER, 10), [{ ts: now, values }]);
  assert.deepEqual(
    (await partsOf('kept_point_5m')).filter((name) => !/_20(26|27)_/.test(name)),
    [],
  );
});

test('a point from before a figure was told lacks it, and the others are whole', async () => {
  const store = createSeriesStore(db, 'short', noFence);
  const key = { symbolId: 'X', metric: 'openInterest', period: '1d' } as const;
  const ts = Date.UTC(2026, 9, 1);
  await db.pool.query(`insert into kept_point values ('short', 'X', 'openInterest', '1d', ${ts}, '{7}', true)`);
  await store.add(key, [{ ts: ts + dayMs, values: { base: 0.1 + 0.2, value: -1e-300 } }], now);
  assert.deepEqual(await store.range(key, 0, now, 10), [
    { ts, values: { base: 7 }, isPartial: true },
    { ts: ts + dayMs, values: { base: 0.1 + 0.2, value: -1e-300 } },
  ]);
  assert.deepEqual(await store.range(key, 0, now, 1), [{ ts: ts + dayMs, values: { base: 0.1 + 0.2, value: -1e-300 } }]);
});
