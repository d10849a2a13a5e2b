// For tests: what is computed once a day, on some coins of the simulator.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { analyticsCalls } from '@tidemark/contract/analytics.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import * as v from 'valibot';
import { createMarket, type Market } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import { createFearGreed } from '../fear-greed/index.ts';
import { createPicks } from '../picks/index.ts';

export const now = Date.UTC(2026, 10, 12, 14, 13, 27);
export const today = now - (now % dayMs);
export const clock = createHandClock(now);
export const log = createLog({ level: 'silent' });
export const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const whole = createSimulator({ clock, seed: 1 });
export const data = await whole.catalog();
export const tickers = new Set(
  data.coins
    .filter(({ sectors }) => sectors[0] !== 'stablecoin' && sectors[0] !== 'gold')
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 24)
    .map(({ ticker }) => ticker),
);
export const symbols = data.symbols.filter(
  ({ baseSymbol, pricedSymbol, instType, deliveryAt }) =>
    (tickers.has(baseSymbol) || baseSymbol === 'USDC') &&
    pricedSymbol === 'USDT' &&
    (instType === 'sp' || instType === 'umcbl') &&
    deliveryAt === undefined,
);
export const source = { ...whole, catalog: async () => ({ ...data, symbols }) };

export let db: Database;
export let market: Market;
before(async () => {
  db = await openTestDatabase(log);
  market = createMarket({ bus: createInProcessBus(), clock, log, metrics: createMetrics(), db, feed: source });
  await market.start();
  clock.advance(2_000);
});
after(async () => {
  await market.stop();
  await db.close();
});

export type Calls = typeof analyticsCalls;
const caller = (locale: Locale): Caller => ({
  userId: null,
  sessionId: null,
  locale,
  requestId: 'test',
  ip: '127.0.0.1',
  deviceId: null,
});
export async function ask<N extends keyof Calls>(
  part: { calls: Partial<Record<N, unknown>> },
  name: N,
  input: unknown = {},
  locale: Locale = 'en',
): Promise<v.InferOutput<Calls[N]['output']>> {
  const handler = part.calls[name] as (caller: Caller, input: unknown) => unknown;
  const call = analyticsCalls[name];
  return v.parse(call.output, await handler(caller(locale), v.parse(call.input, input)));
}
export const fearGreed = (isKeeper = true) =>
  createFearGreed({ db, clock, log, market, isKeeper: isKeeper ? () => true : null, favorites: async () => 12 });
export const picks = (isKeeper = true) =>
  createPicks({ db, clock, log, market, words, isKeeper: isKeeper ? () => true : null, phrasing: null });
export async function eventually<T>(read: () => Promise<T>, isGood: (value: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 600; tries++) {
    const value = await read();
    if (isGood(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail('never happened');
}

export const candlesOf = async (symbolId: string, days: number) =>
  (await market.candles([{ symbolId, interval: '1d', from: today - days * dayMs, to: today, limit: days + 1 }]))![0]!;
export const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
export const deviation = (values: readonly number[]) => Math.sqrt(average(values.map((value) => (value - average(values)) ** 2)));
export const placeOf = (values: readonly number[]) =>
  (100 * (values.filter((value) => value < values.at(-1)!).length + values.filter((value) => value === values.at(-1)!).length / 2)) /
  values.length;
/** The figure of each of the last 365 days, the newest last. */
export const year = (figure: (daysBack: number) => number) => Array.from({ length: 365 }, (_, i) => figure(364 - i));
