// The topics candle and trades from the simulator to a browser's socket, with a clock turned by hand.
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { candleAt, candleRow, liveTrades, tradeRow, type CandleRow, type TradeRow } from '@tidemark/contract/market.ts';
import { socketCodes, type DataFrame, type SubscriptionArg } from '@tidemark/contract/socket.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import * as v from 'valibot';
import { isData, startHub, type TestClient } from '#edge/socket/testing/test-hub.ts';
import { createLiveRows } from './live-rows.ts';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

const startMs = Date.UTC(2026, 10, 12, 14, 13, 57, 0);
const candleArg: SubscriptionArg = { topic: 'candle', instType: 'sp', instId: 'BTCUSDT', channel: '1m' };
const tradesArg: SubscriptionArg = { topic: 'trades', instType: 'sp', instId: 'BTCUSDT' };

async function world(t: TestContext) {
  const clock = createHandClock(startMs);
  const log = createLog({ level: 'silent' });
  const simulator = createSimulator({ clock, seed: 11 });
  const market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db: {} as Database, feed: simulator });
  await market.start();
  t.after(() => market.stop());
  const news: [string, string][] = [];
  const rows = createLiveRows(market, { log, onNews: (topic, key) => (news.push([topic, key]), hub.hub.changed([key], [topic])) });
  const hub = await startHub(t, { rows, clock });
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 50) {
      clock.advance(Math.min(50, left));
      for (let i = 0; i < 4; i++) await turn();
    }
  };
  return { clock, simulator, market, hub, pass, news };
}

/** Every row told so far, the newest of each name. */
async function read(client: TestClient, topic: string): Promise<DataFrame[]> {
  return (await client.received()).filter((frame): frame is DataFrame<never> => isData(frame) && frame.arg.topic === topic);
}

test('candle: the running one as it forms, the closed one when its minute is over, the same as the source tells', async (t) => {
  const { clock, simulator, market, hub, pass } = await world(t);
  const client = await hub.connect();
  client.subscribe(candleArg);
  await client.received();
  await pass(6_000);
  const byOpenTime = new Map<number, CandleRow>();
  for (const frame of await read(client, 'candle'))
    for (const row of frame.data) byOpenTime.set((row as CandleRow)[candleAt.openTime], v.parse(candleRow, row));
  const minute = Math.floor(startMs / minuteMs) * minuteMs;
  assert.deepEqual(
    [...byOpenTime.keys()].sort((a, b) => a - b),
    [minute - minuteMs, minute, minute + minuteMs],
  );
  const { pricePrecision } = market.catalog.symbol('BTCUSDT')!;
  const closed = (await simulator.candles({ symbolId: 'BTCUSDT', interval: '1m', to: clock.now(), limit: 2 }))[0]!;
  assert.equal(closed.ts, minute);
  const row = byOpenTime.get(minute)!;
  assert.deepEqual(
    row.slice(1, 5),
    [closed.open, closed.high, closed.low, closed.close].map((price) => price.toFixed(pricePrecision)),
  );
  assert.equal(
    byOpenTime.get(minute + minuteMs)![candleAt.close],
    market.board.quote('BTCUSDT')!.last.toFixed(pricePrecision),
    'the close is the quote',
  );
  // A newcomer begins with the same.
  const late = await hub.connect();
  late.subscribe(candleArg);
  const [snapshot] = await read(late, 'candle');
  assert.equal(snapshot!.action, 'snapshot');
  assert.deepEqual(
    snapshot!.data.map((each) => (each as CandleRow)[0]),
    [minute, minute + minuteMs],
  );
});

const tradeAt = { id: 0, time: 1 } as const;

test('trades: the recent ones first, then each new one once, in order', async (t) => {
  const { clock, simulator, hub, pass } = await world(t);
  const client = await hub.connect();
  client.subscribe(tradesArg);
  await client.received();
  await pass(8_000);
  const rows = (await read(client, 'trades')).flatMap(({ data }) => data as TradeRow[]);
  for (const row of rows) v.parse(tradeRow, row);
  const ids = rows.map((row) => row[tradeAt.id]);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    rows.map((row) => row[tradeAt.time]),
    rows.map((row) => row[tradeAt.time]).toSorted((a, b) => a - b),
  );
  const expected = await simulator.trades.range({ symbolId: 'BTCUSDT', to: clock.now() - 1_000, limit: 20 });
  for (const { id } of expected) assert.ok(ids.includes(id), `trade ${id} was told`);
  const late = await hub.connect();
  late.subscribe(tradesArg);
  const [snapshot] = await read(late, 'trades');
  assert.ok(snapshot!.data.length <= liveTrades);
  assert.deepEqual((snapshot!.data.at(-1) as TradeRow)[tradeAt.id], ids.at(-1));
});

test('what nobody watches any more is no longer made, and what does not exist is refused', async (t) => {
  const { hub, pass, news } = await world(t);
  const client = await hub.connect();
  client.subscribe(candleArg, tradesArg);
  await pass(3_000);
  assert.ok(news.length > 0);
  client.unsubscribe(candleArg, tradesArg);
  await client.received();
  await pass(1_000);
  news.length = 0;
  await pass(5_000);
  assert.deepEqual(news, []);
  client.subscribe(
    { ...candleArg, channel: '7m' },
    { ...candleArg, instId: 'NOSUCH' },
    { ...candleArg, instType: 'umcbl' },
    { topic: 'candle' },
    { ...tradesArg, instId: 'NOSUCH' },
    { topic: 'trades', instType: 'sp' },
  );
  const refusals = (await client.received()).map((frame) => ('code' in frame ? frame.code : null));
  assert.deepEqual(
    refusals,
    Array.from({ length: 6 }, () => socketCodes.unknownInstrument),
  );
});
