import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Refusal } from '@tidemark/contract/errors.ts';
import { quoteAt } from '@tidemark/contract/market.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import * as topics from '#topics/index.ts';
import { createMarket } from '../../index.ts';
import { handLease } from '../../testing/feed-process.ts';
import { SourceError } from '../source-error.ts';
import { createReplay } from './index.ts';
import { openRecording } from './recording.ts';

const minute = 60_000;
const t0 = Date.UTC(2024, 0, 1);
const later = Date.UTC(2026, 0, 1);

function fileWith(t: TestContext, name: string, lines: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'replay-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

async function room(t: TestContext, file: string, speed: number) {
  const clock = createHandClock(later);
  const metrics = createMetrics();
  const log = createLog({ level: 'silent' });
  const bus = createInProcessBus();
  const replay = createReplay({ clock, log, metrics, file, speed });
  const market = createMarket({ bus, clock, log, metrics, db: {} as Database, feed: replay });
  const heard: string[] = [];
  bus.subscribe(
    topics.quotes,
    ({ quotes }) => void heard.push(...quotes.map(({ symbolId, ts, last }) => `${symbolId} ${ts - t0} ${last}`)),
  );
  await market.start();
  t.after(() => market.stop());
  return { clock, metrics, replay, market, heard };
}

const candles = [
  'symbol,ts,open,high,low,close,volume',
  `BTCUSDT,${t0},100.5,110.25,99,105,8`,
  `PEPEUSDT_UMCBL,${t0},0.000012,0.000013,0.000011,0.0000125,1000`,
  `BTCUSDT,${t0 + minute},105,106,90.5,91,4`,
  `PEPEUSDT_UMCBL,${t0 + minute},0.0000125,0.0000125,0.0000125,0.0000125,0`,
];

test('a candle file: the board, the row and the candles show exactly its prices, in the documented order', async (t) => {
  const { clock, metrics, replay, market, heard } = await room(t, fileWith(t, 'candles.csv', candles), 60);
  assert.deepEqual(
    market.catalog.data.symbols.map(({ symbolId, baseSymbol, pricedSymbol, pricePrecision }) => [
      symbolId,
      baseSymbol,
      pricedSymbol,
      pricePrecision,
    ]),
    [
      ['BTCUSDT', 'BTC', 'USDT', 2],
      ['PEPEUSDT_UMCBL', 'PEPE', 'USDT', 7],
    ],
  );
  await until('the first price', () => market.isReady());
  assert.equal(market.board.quote('BTCUSDT')!.last, 100.5);
  const all = { symbolId: 'BTCUSDT', interval: '1m', limit: 10 } as const;
  assert.deepEqual(
    await replay.candles(all),
    [{ ts: t0, open: 100.5, high: 100.5, low: 100.5, close: 100.5, volume: 2, turnover: 201 }],
    'nothing that lies ahead is told',
  );

  clock.advance(1_000);
  await until('one minute of the recording', () => heard.filter((line) => line.startsWith('BTC')).length >= 5);
  assert.deepEqual(
    heard.filter((line) => line.startsWith('BTC')).slice(0, 4),
    ['BTCUSDT 0 100.5', 'BTCUSDT 20000 99', 'BTCUSDT 40000 110.25', 'BTCUSDT 59999 105'],
    'rising: open, low, high, close',
  );
  assert.equal(replay.hasEnded(), false);

  clock.advance(1_000);
  await until('the end', () => replay.hasEnded());
  assert.deepEqual(
    heard.filter((line) => line.startsWith('BTC')).slice(4),
    ['BTCUSDT 60000 105', 'BTCUSDT 80000 106', 'BTCUSDT 100000 90.5', 'BTCUSDT 119999 91'],
    'falling: open, high, low, close',
  );
  assert.deepEqual(
    (await replay.candles(all)).map(({ turnover: _, ...prices }) => prices),
    [
      { ts: t0, open: 100.5, high: 110.25, low: 99, close: 105, volume: 8 },
      { ts: t0 + minute, open: 105, high: 106, low: 90.5, close: 91, volume: 4 },
    ],
  );
  const [hour] = await replay.candles({ ...all, interval: '1h' });
  assert.deepEqual({ ...hour, turnover: 0 }, { ts: t0, open: 100.5, high: 110.25, low: 90.5, close: 91, volume: 12, turnover: 0 });
  const row = market.board.row('BTCUSDT')!;
  assert.deepEqual(
    [row[quoteAt.last], row[quoteAt.open24h], row[quoteAt.high24h], row[quoteAt.low24h], row[quoteAt.ts]],
    ['91.00', '100.50', '110.25', '90.50', t0 + 2 * minute - 1],
  );
  const quote = market.board.quote('BTCUSDT')!;
  assert.equal(quote.baseVolume24h, 12);
  assert.equal(market.board.quote('PEPEUSDT_UMCBL')!.last, 0.0000125);
  const text = await metrics.text();
  assert.match(text, /market_replay_ended 1/);
  assert.match(text, /market_replay_rows_total 4/);
  assert.doesNotMatch(text, /market_ticks_refused_total\{.*\} [1-9]/);
});

test('a tick file plays at its speed; bad lines are refused with their numbers', async (t) => {
  const file = fileWith(t, 'ticks.ndjson', [
    `{"symbol":"ETHBTC","ts":${t0},"price":"0.0510","size":2,"side":"buy"}`,
    '{"symbol":"ETHBTC",',
    `{"symbol":"ETHBTC","ts":${t0 + 1_000},"price":-1}`,
    `{"symbol":"ETHBTC","ts":${t0 + 1_000},"price":0.052}`,
    `{"symbol":"ETHBTC","ts":${t0 + 500},"price":0.9}`,
    `{"symbol":"no such symbol!","ts":${t0 + 1_000},"price":1}`,
    `{"symbol":"ETHBTC","ts":${t0 + 1_500},"price":"NaN"}`,
    '',
    `{"symbol":"ETHBTC","ts":${t0 + 2_000},"price":0.053,"size":1}`,
  ]);
  const recording = await openRecording(file);
  assert.deepEqual(recording.refused, [
    { line: 2, fault: 'notJson' },
    { line: 3, fault: 'notPositive' },
    { line: 5, fault: 'outOfOrder' },
    { line: 6, fault: 'badSymbol' },
    { line: 7, fault: 'notANumber' },
  ]);
  const { clock, metrics, replay, market, heard } = await room(t, file, 1);
  await until('the first price', () => market.isReady());
  clock.advance(999);
  assert.equal(market.board.quote('ETHBTC')!.last, 0.051);
  clock.advance(51);
  await until('the second price', () => heard.length === 2);
  clock.advance(1_000);
  await until('the end', () => replay.hasEnded());
  assert.deepEqual(heard, ['ETHBTC 0 0.051', 'ETHBTC 1000 0.052', 'ETHBTC 2000 0.053']);
  assert.equal(market.catalog.symbol('ETHBTC')!.pricePrecision, 4);
  assert.match(await metrics.text(), /market_replay_rows_refused_total\{fault="outOfOrder"\} 1/);
  const [candle] = await replay.candles({ symbolId: 'ETHBTC', interval: '1m', limit: 5 });
  assert.deepEqual(candle, { ts: t0, open: 0.051, high: 0.053, low: 0.051, close: 0.053, volume: 3, turnover: 2 * 0.051 + 0.053 });
});

test('a large file is read in blocks: every row is played once, and any stretch of candles is found again', async (t) => {
  const count = 12_000;
  const price = (i: number) => 100 + (i % 977) / 100;
  const lines = Array.from({ length: count }, (_, i) => `BTCUSDT,${t0 + i * minute},${price(i)},120,90,${price(i + 1)},1`);
  const file = fileWith(t, 'long.csv', lines);
  const recording = await openRecording(file);
  assert.equal(recording.rowCount, count);
  let played = 0;
  for await (const rows of recording.rows()) for (const row of rows) assert.equal(row.ts, t0 + played++ * minute);
  assert.equal(played, count);
  const { clock, replay } = await room(t, file, 100_000);
  clock.advance((count * minute) / 100_000 + 100);
  await until('the end', () => replay.hasEnded());
  const from = t0 + 5_000 * minute;
  const middle = await replay.candles({ symbolId: 'BTCUSDT', interval: '1m', from, to: from + 99 * minute, limit: 1_000 });
  assert.deepEqual(
    middle.map(({ ts, open, close }) => [ts, open, close]),
    Array.from({ length: 100 }, (_, i) => [from + i * minute, price(5_000 + i), price(5_001 + i)]),
  );
  const newest = await replay.candles({ symbolId: 'BTCUSDT', interval: '1d', limit: 3 });
  assert.equal(newest.length, 3);
  assert.equal(newest[1]!.volume, 1_440);
  assert.deepEqual(await replay.candles({ symbolId: 'BTCUSDT', interval: '1m', from: t0 - 9 * minute, to: t0 - minute, limit: 5 }), []);
});

test('a process that takes over goes on in the recording where the one before was, with the figures of its day', async (t) => {
  const lines = Array.from({ length: 60 }, (_, second) =>
    JSON.stringify({ symbol: 'ETHBTC', ts: t0 + second * 1_000, price: (100 + second) / 1_000, size: 2 }),
  );
  const file = fileWith(t, 'ticks.ndjson', lines);
  const [bus, clock, log] = [createInProcessBus(), createHandClock(later), createLog({ level: 'silent' })];
  const heard: string[] = [];
  bus.subscribe(
    topics.quotes,
    ({ epoch, quotes }) =>
      void heard.push(...quotes.map(({ ts, open24h, baseVolume24h }) => `${epoch}: ${(ts - t0) / 1_000} ${open24h} ${baseVolume24h}`)),
  );
  const process = (isFirst: boolean) => {
    const [{ lease, take }, metrics] = [handLease(isFirst), createMetrics()];
    const feed = createReplay({ clock, log, metrics, file, speed: 1 });
    const market = createMarket({ bus, clock, log, metrics, db: {} as Database, feed, lease });
    t.after(() => market.stop());
    return { take, market };
  };
  const [first, second] = [process(true), process(false)];
  const playTo = async (at: number) => {
    while (heard.length <= at) {
      clock.advance(1_000);
      const before = heard.length;
      await until('the next second', () => heard.length > before);
    }
  };
  await first.market.start();
  await until('the first price', () => heard.length === 1);
  await playTo(20);
  await second.market.start();
  await playTo(30);
  await until('what it is told', () => second.market.board.quote('ETHBTC')?.ts === t0 + 30_000);
  await first.market.stop();
  await second.take(2);
  await playTo(59);
  assert.deepEqual(
    heard,
    lines.map((_, at) => `${at <= 30 ? 1 : 2}: ${at} 0.1 ${2 * (at + 1)}`),
  );
});

test('candles shorter than the recorded ones are refused; a file without a usable line says so', async (t) => {
  const hours = fileWith(
    t,
    'hours.csv',
    [0, 1, 2].map((i) => `BTCUSDT,${t0 + i * 60 * minute},1,1,1,1,1`),
  );
  const { replay } = await room(t, hours, 1);
  await assert.rejects(
    async () => replay.candles({ symbolId: 'BTCUSDT', interval: '1m', limit: 5 }),
    (error) => error instanceof Refusal && error.error === 'sourceLacksData',
  );
  await assert.rejects(
    openRecording(fileWith(t, 'bad.csv', ['a,b,c'])),
    (error) => error instanceof SourceError && /no usable line; line 1: wrongColumns/.test(error.message),
  );
  await assert.rejects(openRecording(join(tmpdir(), 'there-is-no-such-recording.csv')), SourceError);
});
