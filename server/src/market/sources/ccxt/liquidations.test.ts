// Liquidations as each exchange tells them over its socket, in the shapes of its public documentation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Liquidation } from '@tidemark/source/source.ts';
import { createRecordedServer } from '@tidemark/testbed/exchange/recorded.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { ExchangeName } from './exchange.ts';
import { createCcxtSource } from './index.ts';
import { messageEveryMs } from './pace.ts';
import { recordedExchanges, recordedNow as now } from '@tidemark/testbed/exchange/recorded-exchanges.ts';

const at = now - 400;
/** [what is subscribed to, a message that is well, one that is not, what is to be heard] */
const told: Readonly<
  Record<string, { name: ExchangeName; asked: RegExp; good: object; bad: object; symbolIds: string[]; heard: object[] }>
> = {
  'bybit, whose side is that of the position, several in a message': {
    name: 'bybit',
    asked: /allLiquidation\.BTCUSD"/,
    good: {
      topic: 'allLiquidation.BTCUSD',
      type: 'snapshot',
      ts: now,
      data: [
        { T: at, s: 'BTCUSD', S: 'Buy', v: '20000', p: '80000' },
        { T: at + 1, s: 'BTCUSD', S: 'Sell', v: '4000', p: '80000' },
      ],
    },
    bad: { topic: 'allLiquidation.BTCUSD', type: 'snapshot', ts: now, data: [{ T: at, s: 'BTCUSD', S: 'None', v: '1', p: '80000' }] },
    symbolIds: ['BTCUSD_DMCBL'],
    heard: [
      { symbolId: 'BTCUSD_DMCBL', ts: at, side: 'long', price: 80_000, size: 0.25, value: 20_000 },
      { symbolId: 'BTCUSD_DMCBL', ts: at + 1, side: 'short', price: 80_000, size: 0.05, value: 4_000 },
    ],
  },
  'binance, whose side is that of the order': {
    name: 'binance',
    asked: /btcusdt@forceOrder/,
    good: {
      e: 'forceOrder',
      E: now,
      o: { s: 'BTCUSDT', S: 'SELL', o: 'LIMIT', f: 'IOC', q: '0.5', p: '79000', ap: '80000', X: 'FILLED', l: '0.1', z: '0.5', T: at },
    },
    bad: {
      e: 'forceOrder',
      E: now,
      o: { s: 'BTCUSDT', S: 'SELL', o: 'LIMIT', f: 'IOC', q: '0.5', p: '79000', ap: 'soon', X: 'FILLED', l: '0.1', z: '0.5', T: at },
    },
    symbolIds: ['BTCUSDT_UMCBL', 'BTCUSDT'],
    heard: [{ symbolId: 'BTCUSDT_UMCBL', ts: at, side: 'long', price: 80_000, size: 0.5, value: 40_000 }],
  },
  'okx, in contracts, several in a row': {
    name: 'okx',
    asked: /"channel":"liquidation-orders","instType":"SWAP"/,
    good: {
      arg: { channel: 'liquidation-orders', instType: 'SWAP' },
      data: [
        {
          details: [
            { bkLoss: '0', bkPx: '80000', ccy: '', posSide: 'short', side: 'buy', sz: '8', ts: String(at) },
            { bkLoss: '0', bkPx: '79000', ccy: '', posSide: 'long', side: 'sell', sz: '79', ts: String(at + 1) },
          ],
          instFamily: 'BTC-USD',
          instId: 'BTC-USD-SWAP',
          instType: 'SWAP',
          uly: 'BTC-USD',
        },
      ],
    },
    bad: {
      arg: { channel: 'liquidation-orders', instType: 'SWAP' },
      data: [{ instFamily: 'BTC-USD', instId: 'BTC-USD-SWAP', instType: 'SWAP', uly: 'BTC-USD' }],
    },
    symbolIds: ['BTCUSD_DMCBL'],
    heard: [
      { symbolId: 'BTCUSD_DMCBL', ts: at, side: 'short', price: 80_000, size: 0.01, value: 800 },
      { symbolId: 'BTCUSD_DMCBL', ts: at + 1, side: 'long', price: 79_000, size: 0.1, value: 7_900 },
    ],
  },
};

for (const [title, { name, asked, good, bad, symbolIds, heard: expected }] of Object.entries(told))
  test(`${title}; what makes no sense is counted, a cut is told and mended`, async (t) => {
    const acknowledge = (frame: string) => {
      if (!frame.startsWith('{')) return ['pong'];
      const { op, id, req_id: request, args, method } = JSON.parse(frame) as Record<string, unknown>;
      if (method) return [JSON.stringify({ result: null, id })];
      if (name === 'okx') return (args as unknown[]).map((arg) => JSON.stringify({ event: 'subscribe', arg, connId: '1' }));
      return [JSON.stringify({ success: true, ret_msg: 'subscribe', conn_id: '1', req_id: request, op })];
    };
    const server = await createRecordedServer(recordedExchanges[name](), acknowledge);
    const clock = createHandClock(now);
    const metrics = createMetrics();
    const source = createCcxtSource({
      name,
      clock,
      log: createLog({ level: 'silent' }),
      metrics,
      baseUrl: server.url,
      isRateLimited: false,
    });
    t.after(async () => {
      source.stop();
      await server.stop();
    });
    await source.catalog();
    source.start(() => {});
    const heard: Liquidation[] = [];
    const hearings: string[] = [];
    source.liquidations!.watch(
      symbolIds,
      (batch) => heard.push(...batch),
      (_, hearing) => hearings.push(hearing),
    );
    const isAsked = () => server.frames.some((frame) => asked.test(frame));
    await until('the subscription', isAsked);
    server.send(JSON.stringify(good));
    await until('what was told', () => heard.length === expected.length);
    assert.deepEqual(heard, expected);
    await until('that it is heard', () => hearings.includes('heard'));
    server.send(JSON.stringify(bad));
    await until('the refusal', async () => /rows_refused_total\{row="liquidation",fault="malformed"\} 1/.test(await metrics.text()));

    const before = server.frames.length;
    server.cutSockets();
    await until('the cut', () => hearings.at(-1) === 'cut');
    await until('the subscription again', async () => {
      clock.advance(messageEveryMs);
      await delay(5);
      return server.frames.slice(before).some((frame) => asked.test(frame));
    });
    server.send(JSON.stringify(good));
    await until('what is told after the cut', () => heard.length === 2 * expected.length);
  });

test('bitget publishes none, and so offers none', () => {
  const source = createCcxtSource({
    name: 'bitget',
    clock: createHandClock(now),
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
    baseUrl: 'http://127.0.0.1:1',
  });
  assert.equal(source.liquidations, undefined);
});
