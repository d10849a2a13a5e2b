// Visitors' sockets and alerts want more symbols than an exchange lets us follow: the alerts keep theirs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { socketLimits } from '@tidemark/contract/socket.ts';
import { startHub, ticker, until } from '#edge/socket/testing/test-hub.ts';
import { createLiveRows } from './live-rows.ts';
import { createMarket } from '#market/index.ts';
import { maxFollowed } from '#market/sources/ccxt/follow.ts';
import { createTestSource, tickOf } from '#market/testing/test-source.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';

test('an anonymous socket that claims hundreds of symbols takes no place from an alert, nor from whoever comes later', async (t) => {
  const clock = createHandClock(Date.UTC(2026, 0, 15, 12));
  const log = createLog({ level: 'silent' });
  const pages = Array.from({ length: 500 }, (_, n) => `A${String(n).padStart(3, '0')}USDT`);
  const alerts = Array.from({ length: 30 }, (_, n) => `Z${String(n).padStart(2, '0')}USDT`);
  const followed: string[][] = [];
  const source = {
    ...createTestSource([...pages, ...alerts]),
    follow: (symbolIds: Iterable<string>) => void followed.push([...symbolIds]),
  };
  const market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db: {} as Database, feed: source });
  await market.start();
  t.after(() => market.stop());
  source.tell([...pages, ...alerts].map((symbolId) => tickOf(symbolId, 100, clock.now())));
  const settle = async () => {
    for (let i = 0; i < 5; i++) {
      clock.advance(100);
      await turn();
    }
  };
  const { connect } = await startHub(t, { rows: createLiveRows(market, { log, onNews: () => {} }), clock });

  const stranger = await connect();
  const [claimed, late] = [pages.slice(0, -1), pages.at(-1)!];
  assert.ok(claimed.length > maxFollowed && claimed.length <= socketLimits.maxSubscriptions);
  for (let at = 0; at < claimed.length; at += 100) {
    stranger.subscribe(...claimed.slice(at, at + 100).map(ticker));
    await stranger.received();
    clock.advance(1_000);
  }
  for (const symbolId of alerts) market.follow(symbolId, 'alert');
  await until(async () => (await settle(), (followed.at(-1)?.length ?? 0) === claimed.length + alerts.length), 'all are wanted');
  const first = () => new Set(followed.at(-1)!.slice(0, maxFollowed));
  assert.deepEqual(
    alerts.filter((symbolId) => !first().has(symbolId)),
    [],
    'every alert is followed',
  );

  const reader = await connect();
  reader.subscribe(ticker(late));
  await reader.received();
  await until(async () => (await settle(), first().has(late)), 'what somebody looks at now is followed too');
  assert.deepEqual(
    alerts.filter((symbolId) => !first().has(symbolId)),
    [],
  );
});
