// Laws of the facts over random symbols, intervals and moments, asked through the room's front door: every answer about one
// price, in any form and by any process, holds the same price.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { candleIntervals, type CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { candlesBefore, candleStart, intervalMs, nextCandleStart, type Candle } from '@tidemark/source/candle.ts';
import fc from 'fast-check';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import { room, start } from './testing/test-room.ts';
import { answersOf, type HistoryQuestions } from './testing/tell-history.ts';

const seed = 9;
const clock = createHandClock(start);
const simulator = createSimulator({ clock, seed, ticksPerSecond: 2_000 });
const { market } = room(createInProcessBus(), simulator, clock);
await market.start();

const traded = market.catalog.data.symbols.filter(({ status }) => status === 'online');
const anySymbol = fc.constantFrom(...traded.map(({ symbolId }) => symbolId));
const anyInterval = fc.constantFrom(...candleIntervals);
const anyMoment = fc.integer({ min: start - 300 * dayMs, max: start });
const read = async (symbolId: string, interval: CandleInterval, over: { from?: number; to?: number; limit: number }) =>
  (await market.candles([{ symbolId, interval, ...over }]))![0]!;

const isNear = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

async function minutesOf(symbolId: string, from: number, end: number): Promise<Candle[]> {
  const all: Candle[] = [];
  for (let to = end - 1; to >= from;) {
    const part = await read(symbolId, '1m', { from, to, limit: 1_000 });
    if (part.length === 0) break;
    all.unshift(...part);
    to = part[0]!.ts - 1;
  }
  return all;
}

test('one-minute candles sum to every higher interval', async () => {
  const longer = candleIntervals.filter((interval) => interval !== '1m');
  await fc.assert(
    fc.asyncProperty(anySymbol, fc.constantFrom(...longer), anyMoment, async (symbolId, interval, to) => {
      const [candle] = await read(symbolId, interval, { to, limit: 1 });
      if (!candle) return;
      const minutes = await minutesOf(symbolId, candle.ts, Math.min(nextCandleStart(interval, candle.ts), clock.now() + 1));
      const name = `${symbolId} ${interval} ${candle.ts}`;
      assert.equal(candle.open, minutes[0]!.open, name);
      assert.equal(candle.close, minutes.at(-1)!.close, name);
      assert.equal(candle.high, Math.max(...minutes.map(({ high }) => high)), name);
      assert.equal(candle.low, Math.min(...minutes.map(({ low }) => low)), name);
      assert.ok(
        isNear(
          candle.volume,
          minutes.reduce((sum, { volume }) => sum + volume, 0),
        ),
        name,
      );
      assert.ok(
        isNear(
          candle.turnover,
          minutes.reduce((sum, { turnover }) => sum + turnover, 0),
        ),
        name,
      );
    }),
    { seed: 1, numRuns: 60 },
  );
});

test('no gap between a close and the next open beyond one tick, and none in time', async () => {
  await fc.assert(
    fc.asyncProperty(anySymbol, anyInterval, anyMoment, async (symbolId, interval, to) => {
      const { tickSize } = market.catalog.symbol(symbolId)!;
      const candles = await read(symbolId, interval, { to, limit: 30 });
      for (let i = 1; i < candles.length; i++) {
        const [before, after] = [candles[i - 1]!, candles[i]!];
        assert.equal(after.ts, nextCandleStart(interval, before.ts), symbolId);
        assert.ok(
          Math.abs(after.open - before.close) <= tickSize * 1.000001,
          `${symbolId} ${interval}: ${before.close} then ${after.open}`,
        );
      }
    }),
    { seed: 2, numRuns: 150 },
  );
});

test('a spot pair and its perpetual stay within sixty basis points at any moment', () => {
  const perpetuals = traded.filter(
    ({ instType, deliveryAt, baseSymbol }) =>
      instType === 'umcbl' && deliveryAt === undefined && market.catalog.symbol(`${baseSymbol}USDT`)?.status === 'online',
  );
  assert.ok(perpetuals.length > 400);
  fc.assert(
    fc.property(fc.constantFrom(...perpetuals), anyMoment, ({ symbolId, baseSymbol }, at) => {
      const [contract, spot] = [simulator.priceAt(symbolId, at), simulator.priceAt(`${baseSymbol}USDT`, at)];
      if (contract === undefined || spot === undefined) return;
      assert.ok(Math.abs(contract / spot - 1) <= 0.006, `${symbolId} at ${at}: ${contract} against ${spot}`);
    }),
    { seed: 3, numRuns: 1_000 },
  );
});

test('as time passes: the day holds the last price, and every running candle closes at the quote', async () => {
  let seen = 0;
  const stop = market.onQuotes((quotes) => {
    for (const { symbolId, last, high24h, low24h, open24h, bid, ask } of quotes) {
      seen++;
      assert.ok(high24h >= last && last >= low24h && high24h >= open24h && open24h >= low24h, symbolId);
      assert.ok(bid <= last && last <= ask, symbolId);
    }
  });
  for (let step = 0; step < 30; step++) {
    clock.advance(2_150);
    const newest = market.board
      .all()
      .filter(({ ts }) => ts === clock.now())
      .slice(0, 4);
    for (const { symbolId, last } of newest) {
      for (const interval of candleIntervals)
        assert.equal((await read(symbolId, interval, { limit: 1 })).at(-1)!.close, last, `${symbolId} ${interval}`);
    }
  }
  stop();
  assert.ok(seen > 50_000, `${seen} quotes were judged`);
  // The 24 hours of a quote are those of the minutes.
  for (const symbolId of ['BTCUSDT', 'ETHUSDT_UMCBL', 'ETHBTC', 'DOGEUSDT']) {
    const quote = market.board.quote(symbolId)!;
    const minutes = await minutesOf(symbolId, candlesBefore('1m', candleStart('1m', quote.ts), 1_439), quote.ts + 1);
    assert.ok(
      quote.high24h <= Math.max(...minutes.map(({ high }) => high)) && quote.low24h >= Math.min(...minutes.map(({ low }) => low)),
      symbolId,
    );
    assert.equal(quote.open24h, minutes[0]!.open);
  }
});

test('after a restart, and in a second process, history is identical to the last digit', async () => {
  const sample = fc.sample(
    fc.record({
      symbolId: anySymbol,
      interval: anyInterval,
      to: fc.integer({ min: start - 500 * dayMs, max: start - minuteMs }),
      limit: fc.integer({ min: 1, max: 30 }),
    }),
    { seed: 4, numRuns: 40 },
  );
  const contracts = traded.filter(({ instType }) => instType === 'umcbl').slice(0, 6);
  const questions: HistoryQuestions = {
    // Whole ones only: the running one of then has closed since.
    candles: sample.map(({ symbolId, interval, to, limit }) => ({
      symbolId,
      interval,
      limit,
      to: candleStart(interval, to) - intervalMs[interval],
    })),
    series: contracts.flatMap(({ symbolId }) =>
      (['openInterest', 'longShortAccounts', 'takerVolume', 'fundingRate'] as const).map((metric) => ({
        metric,
        symbolId,
        period: '1h' as const,
        to: start - 2 * 3_600_000,
        limit: 20,
      })),
    ),
    trades: ['BTCUSDT', 'DOGEUSDT', 'ETHUSDT_UMCBL'].map((symbolId) => ({ symbolId, to: start - minuteMs, limit: 50 })),
  };
  const here = await answersOf(simulator, questions);
  assert.ok(here.length > 20_000);
  const program = fileURLToPath(new URL('./testing/tell-history.ts', import.meta.url));
  const later = start + 3 * 3_600_000;
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(later), String(seed), JSON.stringify(questions)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  assert.equal(stdout, here, 'a second process that started three hours later');
  const restarted = createSimulator({ clock: createHandClock(start + 40 * dayMs), seed });
  // A few coins have left and been listed anew by then: that is another life, with a history of its own.
  const lives = new Map((await restarted.catalog()).symbols.map(({ symbolId, listedAt }) => [symbolId, listedAt]));
  const sameLife = traded.filter(({ symbolId, listedAt }) => lives.get(symbolId) === listedAt).map(({ symbolId }) => symbolId);
  assert.ok(sameLife.length > 0.95 * traded.length);
  const lasting = { ...questions, candles: questions.candles.filter(({ symbolId }) => sameLife.includes(symbolId)), trades: [] };
  assert.equal(await answersOf(restarted, lasting), await answersOf(simulator, lasting), 'started anew forty days later');
  await market.stop();
});
