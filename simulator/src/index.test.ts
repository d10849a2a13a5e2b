import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candleIntervals, type CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import { candleStart, nextCandleStart, type Candle } from '@tidemark/source/candle.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import fc from 'fast-check';
import { createHandClock, type HandClock } from './testing/hand-clock.ts';
import { createSimulator, type Simulator } from './index.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27, 350);

const simulate = (seed = 1, ticksPerSecond = 400): { simulator: Simulator; clock: HandClock } => {
  const clock = createHandClock(now);
  return { clock, simulator: createSimulator({ clock, seed, ticksPerSecond }) };
};

const { simulator, clock } = simulate();
const catalog = await simulator.catalog();
const tradedIds = catalog.symbols.filter((symbol) => symbol.status === 'online').map((symbol) => symbol.symbolId);
const anySymbol = fc.constantFrom(...tradedIds);
const minutes = (symbolId: string, from: number, to: number): Promise<Candle[]> => collect(symbolId, '1m', from, to);

async function collect(symbolId: string, interval: CandleInterval, from: number, to: number): Promise<Candle[]> {
  const all: Candle[] = [];
  for (let end = to; end >= from;) {
    const part = await simulator.candles({ symbolId, interval, from, to: end, limit: 1000 });
    if (part.length === 0) break;
    all.unshift(...part);
    end = part[0]!.ts - 1;
  }
  return all;
}

const almost = (a: number, b: number) => assert.ok(Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)), `${a} != ${b}`);

test('two simulators agree on everything, in whatever order they are asked; another seed disagrees', async () => {
  const other = simulate().simulator;
  const questions = fc.array(
    fc.record({
      symbolId: anySymbol,
      interval: fc.constantFrom(...candleIntervals),
      to: fc.integer({ min: now - 900 * dayMs, max: now }),
      limit: fc.integer({ min: 1, max: 60 }),
    }),
    { minLength: 2, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(questions, async (list) => {
      const here = await Promise.all(list.map((query) => simulator.candles(query)));
      const there = await Promise.all(list.toReversed().map((query) => other.candles(query)));
      assert.deepEqual(here, there.toReversed());
      for (const { symbolId, to } of list) assert.equal(simulator.priceAt(symbolId, to), other.priceAt(symbolId, to));
    }),
    { seed: 3, numRuns: 40 },
  );
  assert.deepEqual(await simulator.fiatRates(), await other.fiatRates());
  assert.notEqual(simulate(2).simulator.priceAt('BTCUSDT', now), simulator.priceAt('BTCUSDT', now));
});

test('in a smaller market each coin is what it is in the whole one', async () => {
  const small = createSimulator({ clock: createHandClock(now), seed: 1, coins: 40 });
  const { coins, symbols } = await small.catalog();
  assert.deepEqual(
    coins.map(({ ticker }) => ticker),
    catalog.coins.slice(0, 40).map(({ ticker }) => ticker),
  );
  assert.ok(symbols.length > 100 && symbols.length < 300, `${symbols.length} symbols`);
  for (const symbol of symbols) {
    const whole = catalog.symbols.find(({ symbolId }) => symbolId === symbol.symbolId);
    assert.ok(whole, symbol.symbolId);
    for (const ms of [now, now - 400 * dayMs])
      assert.equal(small.priceAt(symbol.symbolId, ms), simulator.priceAt(symbol.symbolId, ms), symbol.symbolId);
  }
});

test('minute candles add up to every higher interval', async () => {
  const cases: readonly (readonly [string, CandleInterval])[] = [
    ...candleIntervals.slice(1, 11).map((interval) => ['BTCUSDT', interval] as const),
    ['ETHBTC', '1d'],
    ['SOLEUR', '12h'],
    ['LINKUSDT_UMCBL', '1d'],
    ['SHIBUSDC', '4h'],
    ['DAIUSDT', '1h'],
    ['ETHUSDT', '3d'],
  ];
  for (const [symbolId, interval] of cases) {
    const candles = await simulator.candles({ symbolId, interval, to: now - 5 * dayMs, limit: interval === '3d' ? 1 : 2 });
    const fine = await minutes(symbolId, candles[0]!.ts, nextCandleStart(interval, candles.at(-1)!.ts) - 1);
    for (const candle of candles) {
      const inside = fine.filter(({ ts }) => candleStart(interval, ts) === candle.ts);
      assert.equal(candle.open, inside[0]!.open);
      assert.equal(candle.close, inside.at(-1)!.close);
      assert.equal(candle.high, Math.max(...inside.map(({ high }) => high)));
      assert.equal(candle.low, Math.min(...inside.map(({ low }) => low)));
      almost(
        candle.volume,
        inside.reduce((sum, { volume }) => sum + volume, 0),
      );
      almost(
        candle.turnover,
        inside.reduce((sum, { turnover }) => sum + turnover, 0),
      );
    }
  }
});

test('days add up to weeks and months', async () => {
  for (const interval of ['1w', '1M'] as const) {
    const [candle] = await simulator.candles({ symbolId: 'ADAUSDT', interval, to: now - 40 * dayMs, limit: 1 });
    const days = await simulator.candles({
      symbolId: 'ADAUSDT',
      interval: '1d',
      from: candle!.ts,
      to: nextCandleStart(interval, candle!.ts) - 1,
      limit: 31,
    });
    assert.equal(candle!.high, Math.max(...days.map(({ high }) => high)));
    assert.equal(candle!.low, Math.min(...days.map(({ low }) => low)));
    assert.equal(candle!.close, days.at(-1)!.close);
    almost(
      candle!.turnover,
      days.reduce((sum, { turnover }) => sum + turnover, 0),
    );
  }
});

test('no candle contradicts itself, closes meet the next open, and paths stay inside their candles', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySymbol,
      fc.constantFrom(...candleIntervals),
      fc.integer({ min: now - 400 * dayMs, max: now }),
      async (symbolId, interval, to) => {
        const candles = await simulator.candles({ symbolId, interval, to, limit: 40 });
        candles.forEach((candle, i) => {
          const { open, high, low, close, volume, turnover } = candle;
          assert.ok(low <= Math.min(open, close) && high >= Math.max(open, close) && low > 0, symbolId);
          assert.ok(volume >= 0 && turnover >= 0);
          if (i > 0) assert.equal(open, candles[i - 1]!.close);
        });
        const last = candles.at(-1);
        if (!last || interval !== '1m' || last.ts + minuteMs > now) return;
        const prices = Array.from({ length: 121 }, (_, i) => simulator.priceAt(symbolId, last.ts + i * 500)!);
        assert.equal(Math.max(...prices), last.high);
        assert.equal(Math.min(...prices), last.low);
      },
    ),
    { seed: 5, numRuns: 150 },
  );
});

test('a query gets what it asked for and never anything after now or before the listing', async () => {
  const recent = catalog.symbols.find((symbol) => symbol.tags.includes('new') && symbol.status === 'online')!;
  const all = await simulator.candles({ symbolId: recent.symbolId, interval: '1h', limit: 1000 });
  assert.equal(all[0]!.ts, candleStart('1h', recent.listedAt!));
  assert.equal(all.at(-1)!.ts, candleStart('1h', now));
  assert.equal(all.at(-1)!.close, simulator.priceAt(recent.symbolId, now));
  assert.deepEqual(await simulator.candles({ symbolId: recent.symbolId, interval: '1h', to: recent.listedAt! - 3_600_001, limit: 10 }), []);
  assert.equal(simulator.priceAt('BTCUSDT', now + 1), undefined);
  assert.deepEqual(await simulator.candles({ symbolId: 'NOSUCH', interval: '1h', limit: 10 }), []);
  const from = Date.UTC(2026, 5, 1, 0, 30);
  const range = await simulator.candles({ symbolId: 'BTCUSDT', interval: '1h', from, to: from + 5 * 3_600_000, limit: 100 });
  assert.deepEqual(
    range.map(({ ts }) => ts),
    [1, 2, 3, 4, 5].map((hour) => Date.UTC(2026, 5, 1, hour)),
  );
  const future = await simulator.candles({ symbolId: 'BTCUSDT', interval: '1m', to: now + dayMs, limit: 2 });
  assert.equal(future.at(-1)!.ts, candleStart('1m', now));
});

test('a contract stays close to its coin, and a cross pair to the ratio of its legs', () => {
  for (const { symbolId, instType, baseSymbol, pricedSymbol, deliveryAt } of catalog.symbols.filter(({ status }) => status === 'online')) {
    const price = simulator.priceAt(symbolId, now)!;
    const base = simulator.priceAt(`${baseSymbol}USDT`, now);
    const inUsdt = pricedSymbol === 'USDC' ? simulator.priceAt('USDCUSDT', now)! : 1;
    if (instType !== 'sp') assert.ok(Math.abs((price * inUsdt) / base! - 1) < (deliveryAt === undefined ? 0.006 : 0.03), symbolId);
    if (instType !== 'sp' || !['BTC', 'ETH', 'USDC'].includes(pricedSymbol)) continue;
    // On the half hour the path is not bent at all, so only rounding is left.
    const grid = now - (now % 1_800_000);
    const [a, b, c] = [symbolId, `${baseSymbol}USDT`, `${pricedSymbol}USDT`].map((id) => simulator.priceAt(id, grid)!);
    assert.ok(Math.abs((a! * c!) / b! - 1) < 2e-3, symbolId);
  }
});

test('between half hours a cross pair makes highs and lows of its own, and still keeps near the ratio of its legs', () => {
  const cross = catalog.symbols.filter(
    ({ instType, pricedSymbol, status }) => instType === 'sp' && status === 'online' && ['BTC', 'ETH'].includes(pricedSymbol),
  );
  const away = Array.from({ length: 24 }, (_, i) => now - i * 7_919_000)
    .flatMap((ms) =>
      cross.map(({ symbolId, baseSymbol, pricedSymbol }) =>
        Math.abs(
          (simulator.priceAt(symbolId, ms)! * simulator.priceAt(`${pricedSymbol}USDT`, ms)!) / simulator.priceAt(`${baseSymbol}USDT`, ms)! -
            1,
        ),
      ),
    )
    .sort((a, b) => a - b);
  const at = (share: number) => away[Math.floor(share * away.length)]!;
  assert.ok(at(0.5) < 0.002 && at(0.99) < 0.02 && at(0.9999) < 0.05, `${at(0.5)} ${at(0.99)} ${at(0.9999)}`);
});

test('euro pairs and fiat rates tell the same story', async () => {
  const rates = await simulator.fiatRates();
  const ratio = simulator.priceAt('BTCEUR', now)! / simulator.priceAt('BTCUSDT', now)!;
  assert.ok(Math.abs(ratio / rates['EUR']! - 1) < 0.002);
  assert.ok(Object.values(rates).every((rate) => rate > 0) && Math.abs(rates['USD']! - 1) < 0.01);
});

test('live quotes are the price of their moment, and their 24 hours are those of the minutes', async () => {
  const newest = new Map<string, Tick>();
  let count = 0;
  let outOfOrder = 0;
  simulator.start((ticks) => {
    count += ticks.length;
    for (const tick of ticks) {
      if ((newest.get(tick.symbolId)?.ts ?? 0) >= tick.ts) outOfOrder++;
      newest.set(tick.symbolId, tick);
    }
  });
  const halted = catalog.symbols.filter(({ status }) => status === 'halted').map(({ symbolId }) => symbolId);
  assert.equal(newest.size, tradedIds.length + halted.length, 'everything that is traded, and the last prices of what is halted');
  const countAtStart = count;
  for (const symbolId of halted) newest.delete(symbolId);
  const startedAt = clock.now();
  clock.advance(100_000);
  simulator.stop();
  assert.equal(outOfOrder, 0);
  const perSecond = (count - countAtStart) / 100;
  assert.ok(perSecond > 380 && perSecond < 500, String(perSecond));
  for (const tick of newest.values()) assert.ok(clock.now() - tick.ts < 6_500, `${tick.symbolId} is ${clock.now() - tick.ts} ms old`);
  for (const symbolId of ['BTCUSDT', 'ETHBTC', 'SOLEUR', 'AVAXUSDT_UMCBL', 'USDCUSDT', 'ETHUSDC_CMCBL', 'BTCUSD_DMCBL_261225']) {
    const tick = newest.get(symbolId)!;
    assert.equal(tick.last, simulator.priceAt(symbolId, tick.ts));
    const from = candleStart('1m', tick.ts) - 1_439 * minuteMs;
    const past = (await minutes(symbolId, from, candleStart('1m', tick.ts) - 1)).slice(-1_439);
    assert.equal(tick.open24h, past[0]!.open);
    assert.ok(tick.high24h >= tick.last && tick.last >= tick.low24h && tick.bid <= tick.last && tick.last <= tick.ask);
    assert.ok(tick.high24h >= Math.max(...past.map(({ high }) => high)) && tick.low24h <= Math.min(...past.map(({ low }) => low)));
    const whole = past.reduce((sum, { turnover }) => sum + turnover, 0);
    const running = (await simulator.candles({ symbolId, interval: '1m', to: tick.ts, limit: 1 }))[0]!;
    assert.ok(tick.turnover24h >= whole - 1e-6 && tick.turnover24h <= whole + running.turnover + 1e-6, symbolId);
    assert.ok(running.ts + minuteMs > startedAt);
  }
});

test('every high and low of every minute was a tick, at any speed; a stream begins with nothing of the past', async () => {
  let inFirstMinute = 0;
  for (const { startSecond, speed } of [
    { startSecond: 1, speed: 1 },
    { startSecond: 27.35, speed: 1 },
    { startSecond: 59.9, speed: 1 },
    { startSecond: 13, speed: 600 },
  ]) {
    const startedAt = candleStart('1m', now) + startSecond * 1_000;
    const hand = createHandClock(startedAt);
    const live = createSimulator({ clock: hand, seed: 1, ticksPerSecond: 50, speed });
    const streamed = new Map<string, Set<number>>();
    live.start((ticks) => {
      for (const { symbolId, ts } of ticks)
        if (tradedIds.includes(symbolId)) assert.ok(ts >= startedAt, `${symbolId} of ${startedAt - ts} ms before the start`);
      for (const { symbolId, last } of ticks) streamed.set(symbolId, (streamed.get(symbolId) ?? new Set()).add(last));
    });
    hand.advance(185_000);
    live.stop();
    const firstMinute = candleStart('1m', startedAt);
    for (const symbolId of tradedIds) {
      // Of the minute it began in: those that were still to come.
      const [first] = await live.candles({ symbolId, interval: '1m', from: firstMinute, to: firstMinute, limit: 1 });
      const ofFirst = await live.ticks!({ symbolId, from: firstMinute - 1, to: firstMinute + minuteMs - 1 });
      for (const price of [first!.high, first!.low]) {
        // Where it was reached before, no tick has to tell it again.
        const reachedAt = ofFirst.find(({ last }) => last === price)?.ts ?? -Infinity;
        if (reachedAt <= startedAt) continue;
        inFirstMinute++;
        assert.ok(
          streamed.get(symbolId)!.has(price),
          `${symbolId} ${price} of the first minute, start at second ${startSecond}, speed ${speed}`,
        );
      }
      const candles = await live.candles({
        symbolId,
        interval: '1m',
        from: firstMinute + minuteMs,
        to: candleStart('1m', hand.now()) - 1,
        limit: 5,
      });
      assert.equal(candles.length, Math.floor(hand.now() / minuteMs) - Math.floor(startedAt / minuteMs) - 1);
      for (const { ts, high, low } of candles) {
        for (const price of [high, low])
          assert.ok(
            streamed.get(symbolId)!.has(price),
            `${symbolId} ${price} of ${new Date(ts).toISOString()}, start at second ${startSecond}, speed ${speed}`,
          );
      }
    }
  }
  assert.ok(inFirstMinute > tradedIds.length, `${inFirstMinute} highs and lows`);
});

test('the last quote equals the close of the running candle in every interval', async () => {
  const tickNow = simulator.priceAt('BTCUSDT', clock.now());
  for (const interval of candleIntervals) {
    const [running] = await simulator.candles({ symbolId: 'BTCUSDT', interval, limit: 1 });
    assert.equal(running!.close, tickNow, interval);
  }
});

test('prepared long before or not at all, the stream begins with the same ticks', async () => {
  const stream = async (isPrepared: boolean) => {
    const { simulator: own, clock: ownClock } = simulate();
    if (isPrepared) await own.prepare();
    ownClock.advance(5 * minuteMs + 1_234);
    const batches: Tick[][] = [];
    own.start((ticks) => void batches.push([...ticks]));
    ownClock.advance(3_000);
    own.stop();
    return batches;
  };
  assert.deepEqual(await stream(true), await stream(false));
});
