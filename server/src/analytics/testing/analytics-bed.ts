// For tests: the room on a market that is made by hand.
import { after, before } from 'node:test';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { moverEvent, rankMark } from '../tables.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { openViews } from './open-views.ts';
import { catalogOf, tickOf } from './test-feed.ts';

export const startMs = Date.UTC(2026, 5, 1, 9, 30);
export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

export let db: Database;
before(async () => (db = await openTestDatabase()));
after(() => db.close());

export const openOn = async (
  symbolIds: readonly string[],
  more: Parameters<typeof catalogOf>[0] = [],
  fundingHours: Readonly<Record<string, number>> = {},
) => {
  await db.orm.delete(moverEvent);
  await db.orm.delete(rankMark);
  const tickers = [...new Set(symbolIds.map((symbolId) => symbolId.replace(/USDT.*$/, '')))];
  const coins = tickers.map((ticker) => more.find((coin) => coin.ticker === ticker) ?? { ticker });
  const catalog = catalogOf(coins, symbolIds);
  const symbols = catalog.symbols.map((symbol) => ({
    ...symbol,
    ...(fundingHours[symbol.symbolId] !== undefined && { fundingIntervalHours: fundingHours[symbol.symbolId]! }),
  }));
  return openViews({ db, catalog: { ...catalog, symbols }, startMs });
};

/** A seeded number between 0 and 1. */
export const random = (seed: number) => () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
  return seed / 4_294_967_296;
};

export const candle = (ts: number, price: number, more: Partial<Candle> = {}): Candle => ({
  ts,
  open: price,
  high: price,
  low: price,
  close: price,
  volume: 1,
  turnover: 100,
  ...more,
});

/** Prices that jump, calm down, fall silent and come back, with true figures of the last 24 hours. */
export function randomTicks(seed: number, symbolIds: readonly string[], count: number): Tick[] {
  const next = random(seed);
  const last = new Map(symbolIds.map((symbolId) => [symbolId, 100]));
  const ticks: Tick[] = symbolIds.map((symbolId) => tickOf(symbolId, startMs - minute, 100));
  let ts = startMs;
  while (ticks.length < count) {
    const kind = next();
    ts += Math.round(kind < 0.03 ? (10 + 170 * next()) * minute : kind < 0.05 ? 9 * hour * next() : (5 + 70 * next()) * 1_000);
    const symbolId = symbolIds[Math.floor(next() * symbolIds.length)]!;
    const size = next() < 0.15 ? 0.14 : 0.02;
    const price = Math.max(1, last.get(symbolId)! * (1 + (next() - 0.5) * 2 * size));
    last.set(symbolId, price);
    const recent = ticks.filter((tick) => tick.symbolId === symbolId && tick.ts > ts - day).map((tick) => tick.last);
    ticks.push(
      tickOf(symbolId, ts, price, {
        open24h: recent[0] ?? price,
        high24h: Math.max(price, ...recent),
        low24h: Math.min(price, ...recent),
        turnover24h: next() < 0.1 ? 40_000 : 500_000,
      }),
    );
  }
  return ticks;
}
