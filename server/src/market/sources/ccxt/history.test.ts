import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import { createMetrics } from '#platform/metrics.ts';
import type { Exchange } from './exchange.ts';
import { createHistory } from './history.ts';
import type { Listing } from './parse-market.ts';
import type { Venue } from './venue.ts';

test('those who ask the same while the exchange is asked share its answer; who asks afterwards asks anew', async () => {
  let asked = 0;
  const answer = Promise.withResolvers<never[]>();
  const venue = { series: { longShortAccounts: () => (asked++, answer.promise) } } as unknown as Venue;
  const guard = { run: (_call: string, ask: () => Promise<unknown>) => ask(), waitMs: () => 0 } as never;
  const history = createHistory({
    venue,
    guard,
    exchange: {} as Exchange,
    clock: createHandClock(0),
    metrics: createMetrics(),
    lastPrice: () => undefined,
    onRefused: () => {},
  });
  const read = (limit: number) =>
    history.series({} as Listing, { metric: 'longShortAccounts', symbolId: 'BTCUSDT_UMCBL', period: '5m', limit });
  const first = [read(10), read(10), read(10)];
  assert.equal(asked, 1);
  const other = read(20);
  assert.equal(asked, 2, 'another stretch is another question');
  answer.resolve([]);
  assert.deepEqual(await Promise.all([...first, other]), [[], [], [], []]);
  await read(10);
  assert.equal(asked, 3);
});
