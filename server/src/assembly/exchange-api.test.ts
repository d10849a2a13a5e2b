// The live path end to end without a network: the simulator's market, served in Bitget's shapes, read back by the source that
// reads Bitget. What comes out is what went in.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { after, test } from 'node:test';
import { refuse } from '@tidemark/contract/errors.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { Trade } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { until } from '@tidemark/testbed/until.ts';
import Fastify from 'fastify';
import { WebSocket } from 'ws';
import { addressReader } from '#edge/address.ts';
import { registerExchangeApi } from '#edge/exchange-api/index.ts';
import { exchangeMarket } from './exchange-market.ts';
import { createMarket } from '#market/index.ts';
import { createCcxtSource } from '#market/sources/ccxt/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

const start = Date.UTC(2026, 10, 15, 13, 7, 20);
const clock = createHandClock(start);
const log = createLog({ level: 'silent' });
const simulator = createSimulator({ clock, seed: 1 });
const market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db: {} as Database, feed: simulator });
await market.start();
const app = Fastify({ forceCloseConnections: true });
// The source under test is not slowed down, so the limit is far above what it asks in a second on any machine.
const requestsPerSecond = 200;
const closeSockets = await registerExchangeApi(app, {
  market: exchangeMarket(market, clock),
  clock,
  log,
  addressOf: addressReader(1),
  requestsPerSecond,
});
const lines = new Set<Socket>();
app.server.on('connection', (socket) => lines.add(socket));
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as { port: number };
const base = `http://127.0.0.1:${port}/exchange`;

const metrics = createMetrics();
const source = createCcxtSource({ name: 'bitget', clock, log, metrics, baseUrl: base, isRateLimited: false });
const ticks = new Map<string, Tick>();

after(async () => {
  source.stop();
  closeSockets();
  await market.stop();
  await app.close();
});

const catalog = await source.catalog();
/** Tickers that mean other coins on the real exchange; ccxt gives those their own names, and ours go by them here. */
const renamed = new Set(['APX', 'DEGEN', 'OMNI']);
const isKept = ({ symbolId }: { readonly symbolId: string }) => !renamed.has(market.catalog.symbol(symbolId)!.baseSymbol);

test('the catalog comes through: every spot pair and contract with its steps, line and day of delivery', () => {
  const given = new Map(market.catalog.data.symbols.filter(isKept).map((symbol) => [symbol.symbolId, symbol]));
  const got = new Map(catalog.symbols.filter(({ symbolId }) => market.catalog.symbol(symbolId)).map((symbol) => [symbol.symbolId, symbol]));
  assert.deepEqual([...got.keys()].sort(), [...given.keys()].sort());
  for (const [symbolId, symbol] of got) {
    const { instType, baseSymbol, pricedSymbol, pricePrecision, quantityPrecision, status, deliveryAt, fundingIntervalHours } =
      given.get(symbolId)!;
    assert.deepEqual(
      [
        symbol.instType,
        symbol.baseSymbol,
        symbol.pricedSymbol,
        symbol.pricePrecision,
        symbol.quantityPrecision,
        symbol.status,
        symbol.deliveryAt,
      ],
      [instType, baseSymbol, pricedSymbol, pricePrecision, quantityPrecision, status, deliveryAt],
      symbolId,
    );
    if (fundingIntervalHours !== undefined) assert.equal(symbol.fundingIntervalHours, fundingIntervalHours);
  }
});

test('all four lists become quotes, with mark, index, funding and open interest', async () => {
  source.start((batch) => batch.forEach((tick) => ticks.set(tick.symbolId, tick)));
  await until('lists', () => ['BTCUSDT', 'BTCUSDT_UMCBL', 'BTCUSD_DMCBL', 'BTCUSDC_CMCBL'].every((id) => ticks.has(id)));
  const quoted = market.board
    .all()
    .filter(isKept)
    .filter(({ symbolId }) => market.catalog.symbol(symbolId)!.status !== 'delisted');
  assert.deepEqual(
    quoted.filter(({ symbolId }) => !ticks.has(symbolId)).map(({ symbolId }) => symbolId),
    [],
  );
  for (const { symbolId, last, bid, ask, high24h, low24h, mark, index, fundingRate, openInterest, ts } of quoted) {
    const tick = ticks.get(symbolId)!;
    assert.deepEqual(
      {
        last: tick.last,
        bid: tick.bid,
        ask: tick.ask,
        high24h: tick.high24h,
        low24h: tick.low24h,
        fundingRate: tick.fundingRate,
        ts: tick.ts,
      },
      { last, bid, ask, high24h, low24h, fundingRate, ts },
      symbolId,
    );
    if (mark !== undefined)
      assert.ok(
        Math.abs(tick.mark! / mark - 1) < 0.01 &&
          Math.abs(tick.index! / index! - 1) < 0.01 &&
          Math.abs(tick.openInterest! / openInterest! - 1) < 1e-9,
        symbolId,
      );
  }
});

test('candles, funding and trading data are those of the simulator', async () => {
  for (const [symbolId, interval] of [
    ['BTCUSDT', '1m'],
    ['ETHUSDT', '1h'],
    ['BTCUSDT_UMCBL', '4h'],
    ['BTCUSD_DMCBL', '1d'],
  ] as const) {
    const to = start - (start % 86_400_000) - 1;
    const fetched = await source.candles({ symbolId, interval, to, limit: 250 });
    const made = await simulator.candles({ symbolId, interval, to, limit: 250 });
    assert.equal(fetched.length, 250);
    assert.deepEqual(
      fetched.map(({ ts, open, high, low, close }) => [ts, open, high, low, close]),
      made.map(({ ts, open, high, low, close }) => [ts, open, high, low, close]),
      `${symbolId} ${interval}`,
    );
  }
  const hour = Date.UTC(2026, 10, 14, 5);
  assert.equal(
    (await source.candles({ symbolId: 'BTCUSDT', interval: '1h', to: hour, limit: 3 })).at(-1)!.ts,
    hour,
    'one that opens with the end is among them',
  );
  for (const symbolId of ['ETHUSDT', 'ETHUSDT_UMCBL']) {
    const { bids, asks } = await simulator.orderBook(symbolId);
    assert.deepEqual(await source.orderBook(symbolId), { ts: clock.now(), bids: bids.slice(0, 50), asks: asks.slice(0, 50) });
    const { bidSize, askSize } = market.board.quote(symbolId)!;
    assert.deepEqual([ticks.get(symbolId)!.bidSize, ticks.get(symbolId)!.askSize], [bidSize, askSize]);
  }
  const rates = await source.series({ metric: 'fundingRate', symbolId: 'BTCUSDT_UMCBL', period: '1h', limit: 20 });
  const made = await simulator.series({ metric: 'fundingRate', symbolId: 'BTCUSDT_UMCBL', period: '1h', limit: 20 });
  assert.ok(rates.length > 10);
  for (const { ts, values } of rates) assert.ok(Math.abs(values.rate - made.find((point) => point.ts === ts)!.values.rate) < 1e-8);
  assert.equal((await source.funding('BTCUSDT_UMCBL')).rate, ticks.get('BTCUSDT_UMCBL')!.fundingRate);
  for (const metric of ['longShortAccounts', 'largeAccountsPositions', 'takerVolume'] as const) {
    const [point] = await source.series({ metric, symbolId: 'ETHUSDT_UMCBL', period: '1h', limit: 1 });
    const [own] = await simulator.series({ metric, symbolId: 'ETHUSDT_UMCBL', period: '1h', limit: 1 });
    for (const [name, value] of Object.entries(own!.values))
      assert.ok(Math.abs((point!.values as unknown as Record<string, number>)[name]! / value - 1) < 0.01, `${metric} ${name}`);
  }
  const [flow] = await source.series({ metric: 'fundFlow', symbolId: 'BTCUSDT', period: '1d', limit: 1 });
  assert.ok(Object.values(flow!.values).every((value) => value > 0));
  for (const metric of ['marginLongShort', 'marginLoanGrowth', 'isolatedBorrowRatio'] as const)
    assert.ok((await source.series({ metric, symbolId: 'BTCUSDT', period: '1h', limit: 10 })).length > 0, metric);
});

test('followed symbols stream, trades arrive once and in order, and a cut line comes back by itself', async () => {
  const seen: Trade[] = [];
  source.follow(['BTCUSDT']);
  const stop = source.trades.watch(['BTCUSDT'], (batch) => seen.push(...batch));
  const before = ticks.get('BTCUSDT')!.ts;
  await until('the first frames', () => ticks.get('BTCUSDT')!.ts > before && seen.length > 0, { between: () => clock.advance(250) });
  lines.forEach((socket) => socket.destroy());
  const cutAt = clock.now();
  await until('the line is back', () => ticks.get('BTCUSDT')!.ts > cutAt + 2_000 && seen.some(({ ts }) => ts > cutAt + 2_000), {
    between: () => clock.advance(250),
  });
  stop();
  assert.ok(seen.every((trade, i) => i === 0 || trade.ts >= seen[i - 1]!.ts));
  assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length);
  const made = new Set(
    (await simulator.trades.range({ symbolId: 'BTCUSDT', from: seen[0]!.ts, to: clock.now(), limit: 100_000 })).map(({ id }) => id),
  );
  assert.deepEqual(
    seen.filter(({ id }) => !made.has(id)),
    [],
    'nothing was invented',
  );
  assert.equal(ticks.get('BTCUSDT')!.last, simulator.priceAt('BTCUSDT', ticks.get('BTCUSDT')!.ts));
  assert.match(await metrics.text(), /market_source_reconnects_total [1-9]/);
});

test('bad questions get the exchange’s refusals', async () => {
  const ask = async (path: string) => {
    const response = await fetch(base + path);
    return { status: response.status, body: (await response.json()) as { code: string; data: unknown } };
  };
  assert.deepEqual(
    await ask('/api/v2/spot/market/candles?symbol=NOSUCH&granularity=1min').then(({ status, body }) => [status, body.code]),
    [400, '40034'],
  );
  assert.deepEqual(
    await ask('/api/v2/spot/market/candles?symbol=BTCUSDT&granularity=7min').then(({ status, body }) => [status, body.code]),
    [400, '40020'],
  );
  assert.deepEqual(
    await ask('/api/v2/spot/market/candles?symbol=BTCUSDT&granularity=1min&endTime=x').then(({ status, body }) => [status, body.code]),
    [400, '40020'],
  );
  assert.deepEqual(await ask('/api/v2/nothing').then(({ status, body }) => [status, body.code]), [404, '40404']);
});

test('twenty requests a second and address, of trading data and candles of months fewer, each counted by itself', async () => {
  const limited = Fastify();
  const close = await registerExchangeApi(limited, { market: exchangeMarket(market, clock), clock, log, addressOf: addressReader(0) });
  const ask = async (path: string) => (await limited.inject(`/exchange/api/${path}`)).statusCode;
  /** What was answered in a second; a burst of less than one may touch two of them, and where it takes longer the next one is too much. */
  const answeredOf = async (path: string) => {
    let most = 0;
    await until(`too many of ${path}`, async () => {
      const startedAt = performance.now();
      const answers = await Promise.all(Array.from({ length: 60 }, () => ask(path)));
      const windows = Math.floor((performance.now() - startedAt) / 1_000) + 2;
      most = Math.max(most, answers.filter((status) => status === 200).length / windows);
      return answers.includes(429);
    });
    return most;
  };
  assert.ok((await answeredOf('v3/market/futures-long-short?symbol=BTCUSDT')) <= 2);
  assert.ok((await answeredOf('v2/spot/market/candles?symbol=BTCUSDT&granularity=1M')) <= 5);
  assert.equal(await ask('v2/public/time'), 200, 'what is usual is not used up by that');
  assert.ok((await answeredOf('v2/public/time')) <= 20);
  close();
  await limited.close();
});

test('what the market refuses is told as a refusal and not written to the log as a fault', async () => {
  const written: string[] = [];
  const quiet = Fastify();
  const refusing = {
    ...exchangeMarket(market, clock),
    orderBook: async () => refuse('timeout'),
    trades: async () => refuse('sourceLacksData'),
    candles: async () => Promise.reject(new Error('a fault')),
  };
  const close = await registerExchangeApi(quiet, {
    market: refusing,
    clock,
    log: { ...log, error: (_: unknown, text: string) => written.push(text) } as unknown as typeof log,
    addressOf: addressReader(0),
  });
  const ask = async (path: string) => {
    const answer = await quiet.inject(`/exchange/api/v2/spot/market/${path}`);
    return [answer.statusCode, answer.json<{ code: string }>().code];
  };
  assert.deepEqual(await ask('orderbook?symbol=BTCUSDT'), [503, '40010']);
  assert.deepEqual(await ask('fills?symbol=BTCUSDT'), [400, '40019']);
  assert.deepEqual(written, []);
  assert.deepEqual(await ask('candles?symbol=BTCUSDT&granularity=1min'), [500, '40725']);
  assert.deepEqual(written, ['exchange api failed']);
  close();
  await quiet.close();
});

test('many trade channels opened at once have their first trades read a few at a time', async () => {
  let reads = 0;
  const own = createHandClock(clock.now());
  const counting = { ...exchangeMarket(market, clock), trades: async () => (reads++, []) };
  const server = Fastify({ forceCloseConnections: true });
  const close = await registerExchangeApi(server, { market: counting, clock: own, log, addressOf: addressReader(0) });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const ws = new WebSocket(`ws://127.0.0.1:${(server.server.address() as { port: number }).port}/exchange/v2/ws/public`);
  await once(ws, 'open');
  const names = market.catalog
    .symbolsOf('sp')
    .slice(0, 100)
    .map(({ symbolId }) => symbolId);
  let acks = 0;
  ws.on('message', () => acks++);
  ws.send(JSON.stringify({ op: 'subscribe', args: names.map((instId) => ({ instType: 'SPOT', channel: 'trade', instId })) }));
  await until('all are acknowledged', () => acks >= names.length);
  assert.equal(reads, 0);
  own.advance(200);
  assert.equal(reads, 4);
  own.advance(2_000);
  assert.equal(reads, 44);
  ws.close();
  await once(ws, 'close');
  close();
  await server.close();
  own.advance(10_000);
  assert.equal(reads, 44, 'nobody waits for the others any more');
});

test('the socket refuses what does not exist and answers ping', async () => {
  const ws = new WebSocket(`${base.replace('http', 'ws')}/v2/ws/public`);
  const heard: string[] = [];
  // eslint-disable-next-line typescript/no-base-to-string -- text frames arrive as one buffer
  ws.on('message', (data) => heard.push(data.toString()));
  await new Promise((resolve) => ws.once('open', resolve));
  ws.send('ping');
  ws.send('{nonsense');
  ws.send(
    JSON.stringify({
      op: 'subscribe',
      args: [
        { instType: 'SPOT', channel: 'ticker', instId: 'NOSUCH' },
        { instType: 'SPOT', channel: 'candle5m', instId: 'ETHUSDT' },
      ],
    }),
  );
  await until('a candle', () => heard.some((frame) => frame.includes('"candle5m"') && frame.includes('"action"')), {
    between: () => clock.advance(250),
  });
  assert.equal(heard[0], 'pong');
  assert.match(heard[1]!, /"code":30002/);
  assert.match(heard[2]!, /"code":30001/);
  assert.match(heard[3]!, /"event":"subscribe"/);
  ws.terminate();
});

const openStream = async (headers: Record<string, string> = {}) => {
  const ws = new WebSocket(`${base.replace('http', 'ws')}/v2/ws/public`, { headers });
  ws.on('error', () => {});
  await once(ws, 'open');
  return ws;
};
const arg = (i: number) => ({ instType: 'SPOT', channel: 'ticker', instId: `NOSUCH${i}` });

test('a socket that says too much is cut off, and a frame full of names costs next to nothing', async () => {
  const ws = await openStream();
  const before = process.cpuUsage();
  ws.send(JSON.stringify({ op: 'subscribe', args: Array.from({ length: 600 }, (_, i) => arg(i)) }));
  ws.send('ping');
  const heard: string[] = [];
  // eslint-disable-next-line typescript/no-base-to-string -- text frames arrive as one buffer
  ws.on('message', (data) => heard.push(data.toString()));
  await until('the answer', () => heard.includes('pong'), { between: () => clock.advance(10) });
  assert.equal(heard.length, 601);
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 2_000_000, `${user + system} µs of the processor`);
  for (let i = 0; i < 60; i++) ws.send(JSON.stringify({ op: 'subscribe', args: [arg(i)] }));
  const [code] = (await once(ws, 'close')) as [number];
  assert.equal(code, 1008);

  const many = await openStream();
  for (let i = 0; i < 3; i++) many.send(JSON.stringify({ op: 'unsubscribe', args: Array.from({ length: 500 }, (_, at) => arg(at)) }));
  assert.equal(((await once(many, 'close')) as [number])[0], 1008, 'few frames, but too many names');
});

test('the limit of sockets counts the networks of clients, not the proxy; an upgrade that nobody takes is refused', async () => {
  const all: WebSocket[] = [];
  const openFrom = async (network: number) => {
    // Not faster than new ones are taken.
    clock.advance(20);
    all.push(await openStream({ 'x-forwarded-for': `2001:db8:${network}::${all.length + 1}` }));
  };
  for (let i = 0; i < 140; i++) await openFrom(i % 2);
  for (let i = 0; i < 30; i++) await openFrom(0);
  clock.advance(20);
  const refused = new WebSocket(`${base.replace('http', 'ws')}/v2/ws/public`, { headers: { 'x-forwarded-for': '2001:db8:0::ffff' } });
  assert.match(((await once(refused, 'error')) as [Error])[0].message, /429/, 'the 101st of its network');
  await openFrom(1);
  for (const path of ['/nowhere', '/stream', '/exchange/v2/ws/private']) {
    const lost = new WebSocket(base.replace('http', 'ws').replace(/\/exchange$/, path));
    const [error] = (await once(lost, 'error')) as [Error];
    assert.match(error.message, /404/, path);
  }
  for (const ws of all) ws.terminate();
});
