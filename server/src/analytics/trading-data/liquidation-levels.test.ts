// Levels of liquidations, worked out by hand: a price that stands still, a wick that closes what it reaches, open interest not told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelRows, liquidationCalls } from '@tidemark/contract/liquidations.ts';
import { defaultLocale } from '@tidemark/contract/locales.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import * as v from 'valibot';
import { createHandClock } from '#platform/clock.ts';
import { createLiquidationLevels, type LevelDeps } from './liquidation-levels.ts';

const visitor: Caller = { userId: null, sessionId: null, locale: defaultLocale, requestId: 'test', ip: '127.0.0.1', deviceId: null };
const quarter = 15 * minuteMs;
const now = Date.UTC(2026, 10, 12, 14, 7);
const newest = Math.floor(now / quarter) * quarter;
const [columns, open] = [96, 1_000_000];
/** At a price that stands still: what is left of a day's openings, each given up evenly within a day. */
const left = open * 0.2 * ((columns + 1) / (2 * columns));

interface Told {
  readonly lastLow?: number;
  /** Moments whose open interest the source does not tell. */
  isUnknown?(ts: number): boolean;
  readonly hasCandles?: boolean;
}

function bed({ lastLow = 100, isUnknown = () => false, hasCandles = true }: Told = {}) {
  const clock = createHandClock(now);
  const asked = { candles: 0 };
  const times = (from: number) => Array.from({ length: (newest - from) / quarter + 1 }, (_, i) => from + i * quarter);
  const candleAt = (ts: number): Candle => ({
    ts,
    open: 100,
    high: 100,
    low: ts === newest ? lastLow : 100,
    close: 100,
    volume: 1,
    turnover: 1,
  });
  const market = {
    catalog: { symbol: (id: string) => (id === 'BTCUSDT_UMCBL' ? {} : undefined) },
    candles: async ([{ from }]: [{ from: number }]) => (asked.candles++, hasCandles ? [times(from).map(candleAt)] : null),
    series: async ([{ from }]: [{ from: number }]) => [
      times(from)
        .filter((ts) => !isUnknown(ts))
        .map((ts) => ({ ts, values: { base: 1, value: open } })),
    ],
  } as unknown as LevelDeps['market'];
  const { liquidationLevels } = createLiquidationLevels({ market, clock });
  const { input, output } = liquidationCalls.liquidationLevels;
  const of = async (asking: object) => v.parse(output, await liquidationLevels(visitor, v.parse(input, asking)));
  return { clock, asked, of, levels: () => of({ symbolId: 'BTCUSDT_UMCBL' }) };
}

const isNear = (told: number | undefined, wanted: number) =>
  assert.ok(Math.abs(told! - wanted) <= 1 + wanted / 1_000, `${told} instead of ${wanted}`);

test('a price that stands still: as many longs below as shorts above, by the leverages that are assumed', async () => {
  const { available, lowest, rowHeight, times, prices, columns: told } = await bed().levels();
  assert.deepEqual([available, lowest, rowHeight, times.length, prices.at(-1)], [true, '88', '0.4', columns, '100']);
  assert.deepEqual([times[0], times.at(-1)], [newest - (columns - 1) * quarter, newest]);
  const last = told.at(-1)!;
  assert.equal(last.length, levelRows);
  // 99.6 to 100: 0.8 % of positions are within 0.4 % of their end. 96.4 to 96.8: past those of 25 times, at 3.5 %.
  isNear(last[29], left * 0.008);
  isNear(last[21], left * (0.12 + (0.28 * 0.001) / 0.06 - (0.04 + (0.08 * 0.017) / 0.02)));
  for (let row = 0; row < levelRows / 2; row++) isNear(last[row], last[levelRows - 1 - row]!);
  assert.ok(dayMs / quarter === columns && told.every((column) => column !== null));
});

test('what the price has reached is closed; what is opened afterwards stands there again', async () => {
  const last = (await bed({ lastLow: 96 }).levels()).columns.at(-1)!;
  const grid = 96 * 0.88;
  const height = (100 * 1.12 - grid) / levelRows;
  const rowOf = (price: number) => Math.floor((price - grid) / height);
  const total = (from: number, to: number) => last.slice(rowOf(from) + 1, rowOf(to)).reduce((sum, usd) => sum + usd, 0);
  const opened = (open * 0.2) / columns;
  assert.ok(total(96.5, 99.8) < opened * 0.13, `${total(96.5, 99.8)}: only those of the last quarter of an hour`);
  assert.ok(total(90, 95.5) > left * 0.2, 'those of lower leverage are still there');
  assert.ok(total(100.5, 104) > left * 0.1, 'and so are the shorts');
});

test('where the open interest of the day before is not known there is a hole, and nothing at all where nobody tells it', async () => {
  const gap = newest - 20 * quarter;
  const { columns: told, times } = await bed({ isUnknown: (ts) => ts > gap - 6 * quarter && ts <= gap }).levels();
  // It is believed for an hour.
  const lost = times.indexOf(gap - quarter);
  assert.deepEqual([told[lost - 1] === null, told[lost] === null, told.at(-1)], [false, true, null]);
  for (const nothing of [bed({ isUnknown: () => true }), bed({ hasCandles: false })]) {
    const { available, columns: none, lowest } = await nothing.levels();
    assert.deepEqual([available, none, lowest], [false, [], null]);
  }
});

test('whoever asks within a minute gets the same answer; of what is not listed there is none', async () => {
  const { asked, clock, of, levels } = bed();
  assert.deepEqual(
    (await Promise.all([levels(), levels()])).map(({ asOf }) => asOf),
    [now, now],
  );
  assert.equal(asked.candles, 1);
  clock.advance(minuteMs);
  await levels();
  assert.equal(asked.candles, 2);
  await assert.rejects(of({ symbolId: 'NOSUCH_UMCBL' }), { error: 'unknownSymbol' });
});
