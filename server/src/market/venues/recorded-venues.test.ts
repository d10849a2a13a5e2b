// Exchanges beside the source, as they were recorded: figures in dollars, asked for no more often than promised, and one that fails.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@tidemark/contract/time.ts';
import { recordedExchanges, recordedNow } from '@tidemark/testbed/exchange/recorded-exchanges.ts';
import { createRecordedServer } from '@tidemark/testbed/exchange/recorded.ts';
import { toldNow } from '@tidemark/testbed/exchange/told-now.ts';
import { until } from '@tidemark/testbed/until.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createMarket } from '../index.ts';
import { chooseSource } from '../sources/choose-source.ts';

const log = createLog({ level: 'silent' });
const everyMs = 30_000;

test('three exchanges beside Bitget', async (t) => {
  const clock = createHandClock(recordedNow);
  const recorded = toldNow(Object.assign({}, ...Object.values(recordedExchanges).map((payloads) => payloads())), clock.now);
  const server = await createRecordedServer({ ...recorded, '/fapi/v1/klines': [] });
  const metrics = createMetrics();
  const db = await openTestDatabase(log);
  const feed = await chooseSource(
    {
      source: 'ccxt:bitget',
      venues: ['binance', 'okx', 'bybit'],
      ccxtBaseUrl: server.url,
      simSeed: 1,
      simTicksPerSecond: 1,
      simCoins: 20,
      simSpeed: 1,
      simScenario: null,
      replayFile: null,
      replaySpeed: 1,
    },
    { clock, log, metrics },
  );
  const market = createMarket({ bus: createInProcessBus(), clock, log, metrics, db, feed });
  t.after(async () => {
    await market.stop();
    await server.stop();
    await db.close();
  });
  await market.start();
  const figures = async () => new Map((await market.venueFigures({ symbolId: 'BTCUSDT_UMCBL' }))!.map((one) => [one.venue, one]));
  const asked = (path: string) => server.requests.filter((request) => request.startsWith(path)).length;
  await until('the list of Binance', async () => (await figures()).get('binance')?.turnover24h !== null);
  const rows: readonly { readonly symbol: string; readonly quoteVolume: string }[] = [
    (recorded['/fapi/v1/ticker/24hr'] as any)(new URLSearchParams()),
  ].flat();
  const told = (await figures()).get('binance')!;
  assert.equal(told.state, 'told');
  assert.equal(told.turnover24h, Number(rows.find(({ symbol }) => symbol === 'BTCUSDT')!.quoteVolume));
  assert.deepEqual([...(await figures()).keys()], ['own', 'binance', 'okx', 'bybit']);

  const minutes = 5;
  const pass = async () => {
    const end = clock.now() + minutes * minuteMs;
    await until('five minutes', () => clock.now() >= end, { everyMs: 20, between: () => clock.advance(1_000) });
  };
  // Lists are asked for every half minute in any case.
  const path = '/fapi/v1/ticker/24hr';
  const most = (minutes * minuteMs) / everyMs;
  const before = asked(path);
  await pass();
  const well = asked(path);
  assert.ok(well > before && well - before <= most, `${well - before} in ${minutes} minutes, at most ${most}`);
  // An exchange that fails is not asked more often than one that is well.
  server.disturb((wanted) => (wanted.startsWith('/fapi') ? { status: 500, body: 'out of order' } : null));
  await pass();
  assert.ok(asked(path) - well <= most, `${asked(path) - well} while it failed`);
  const away = (await figures()).get('binance')!;
  assert.equal(away.state, 'away');
  assert.ok(away.awaySince! <= clock.now() - 2 * minuteMs, 'since it was last heard');
  assert.deepEqual([away.turnover24h, away.openInterest], [null, null]);
  assert.match(await metrics.text(), /market_venue_calls_total\{call="tickers",outcome="unreachable",venue="binance"\} [1-9]/);
});
