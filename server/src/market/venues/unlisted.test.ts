// Prices of contracts that an exchange beside the source has not listed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@tidemark/contract/time.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { room, settled, stopAfter } from '../testing/test-room.ts';
import { catalogOf, createTestSource, tickOf } from '../testing/test-source.ts';

const btc = 'BTCUSDT_UMCBL';

test('they are refused and counted until the list has them, be they a thousand; pairs share some lists and are no fault', async (t) => {
  const grown = Array.from({ length: 1_000 }, (_, i) => `X${i}USDT_UMCBL`);
  let listed = [btc, 'BTCUSDT'];
  const okx = { ...createTestSource([]), name: 'ccxt:okx', catalog: async () => catalogOf(listed) };
  const { market, metrics, clock } = room(createInProcessBus(), { ...createTestSource([btc]), beside: [okx] });
  stopAfter(t, market);
  await market.start();
  await settled();
  const tellAll = () => okx.tell([btc, 'BTCUSDT', ...grown].map((symbolId) => tickOf(symbolId, 50_000, clock.now())));
  const refused = async () => /market_venue_ticks_refused_total\{fault="unknownSymbol",venue="okx"\} (\d+)/.exec(await metrics.text())?.[1];
  const turnover = async () => (await market.venueFigures({ symbolId: null }))![1]!.turnover24h;
  tellAll();
  assert.equal(await refused(), '1000');
  assert.equal(await turnover(), 500_000);
  listed = [...listed, ...grown];
  clock.advance(minuteMs);
  await settled();
  tellAll();
  assert.equal(await refused(), '1000');
  assert.equal(await turnover(), 500_000 * 1_001);
});
