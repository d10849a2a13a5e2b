import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minedSupply } from '@tidemark/contract/content.ts';
import { candleIntervals, instTypeOf, type CandleInterval } from '@tidemark/contract/market.ts';
import { isCurrencyCode } from '@tidemark/contract/money.ts';
import fc from 'fast-check';
import { createHandClock, type HandClock } from '#platform/clock.ts';
import { candleStart, nextCandleStart, type Candle } from '../../candle.ts';
import { maxSupplyOf } from '../../catalog/max-supplies.ts';
import type { Tick } from '../../tick.ts';
import { createSimulator, type Simulator } from './index.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27, 350);
const [dayMs, minuteMs] = [86_400_000, 60_000];

const simulate = (seed = 1, ticksPerSecond = 400): { simulator: Simulator; clock: HandClock } => {
  const clock = createHandClock(now);
  return { clock, simulator: createSimulator({ clock, seed, ticksPerSecond }) };
};

const { simulator, clock } = simulate();
const catalog = await simulator.catalog();
const symbolIds = catalog.symbols.map((symbol) => symbol.symbolId);
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

test('the catalog has 850+ coins, more than 2000 symbols on four lines, each sane', () => {
  assert.ok(catalog.coins.length >= 850);
  assert.equal(new Set(symbolIds).size, symbolIds.length);
  assert.ok(symbolIds.length > 2_000, String(symbolIds.length));
  const line = (instType: string) => catalog.symbols.filter((symbol) => symbol.instType === instType);
  assert.deepEqual([...new Set(line('sp').map((symbol) => symbol.pricedSymbol))].sort(), ['BTC', 'ETH', 'EUR', 'USDC', 'USDT']);
  assert.equal(line('umcbl').length, 550);
  assert.equal(line('cmcbl').length, 55);
  assert.ok(line('cmcbl').every(({ symbolId, pricedSymbol }) => symbolId.endsWith('USDC_CMCBL') && pricedSymbol === 'USDC'));
  assert.deepEqual(
    line('dmcbl')
      .filter(({ deliveryAt }) => deliveryAt !== undefined)
      .map(({ symbolId, status }) => [symbolId, status]),
    [
      ['BTCUSD_DMCBL_261225', 'online'],
      ['BTCUSD_DMCBL_270326', 'online'],
      ['BTCUSD_DMCBL_270625', 'prelaunch'],
      ['ETHUSD_DMCBL_261225', 'online'],
      ['ETHUSD_DMCBL_270326', 'online'],
      ['ETHUSD_DMCBL_270625', 'prelaunch'],
    ],
  );
  for (const { symbolId, instType, deliveryAt, fundingIntervalHours } of catalog.symbols) {
    assert.equal(instTypeOf(symbolId), instType);
    assert.equal(fundingIntervalHours !== undefined, instType !== 'sp' && deliveryAt === undefined, symbolId);
    if (deliveryAt !== undefined) assert.equal(new Date(deliveryAt).toISOString().slice(2, 10).replaceAll('-', ''), symbolId.slice(-6));
  }
  const onMargin = catalog.symbols.filter((symbol) => symbol.margin);
  assert.ok(onMargin.length >= 280 && onMargin.length <= 320, String(onMargin.length));
  for (const { symbolId, instType, margin } of onMargin) {
    assert.equal(instType, 'sp', symbolId);
    assert.ok(margin!.isolatedLeverage! >= 3 && (margin!.crossLeverage ?? 3) >= 3, symbolId);
    for (const rate of [margin!.baseDailyRate, margin!.quoteDailyRate]) assert.ok(rate > 0 && rate < 0.005, symbolId);
  }
  assert.equal(catalog.p2p!.length, 13);
  for (const { fiat, coins, paymentMethods } of catalog.p2p!) {
    assert.ok(isCurrencyCode(fiat) && paymentMethods.length > 0, fiat);
    for (const coin of coins)
      assert.ok(
        catalog.coins.some(({ ticker }) => ticker === coin),
        coin,
      );
  }
});

test('every symbol has ticks, steps and tags that suit its price', () => {
  for (const { symbolId, pricePrecision, tickSize, quantityPrecision, maxLeverage, instType, status } of catalog.symbols) {
    assert.ok(pricePrecision >= 2 && pricePrecision <= 14, symbolId);
    assert.equal(tickSize, Number(`1e-${pricePrecision}`), symbolId);
    assert.ok(quantityPrecision >= 0 && quantityPrecision <= 6, symbolId);
    assert.equal(instType === 'sp', maxLeverage === null, symbolId);
    if (status !== 'online') continue;
    const price = simulator.priceAt(symbolId, now)!;
    assert.ok(price / tickSize >= 100, `${symbolId} at ${price} moves in ticks of ${tickSize}`);
  }
  const isNew = (listedAt: number) => now - listedAt < 30 * dayMs;
  const fresh = catalog.coins.filter((coin) => isNew(coin.listedAt!)).length;
  assert.ok(fresh >= 3 && fresh <= 40, String(fresh));
  for (const { tags, listedAt, deliveryAt } of catalog.symbols)
    assert.equal(tags.includes('new'), isNew(listedAt!) && deliveryAt === undefined);
});

test('no coin has more in circulation than there can be, and Bitcoin has what its blocks have paid', async () => {
  for (const seed of [1, 977]) {
    const world = seed === 1 ? simulator : simulate(seed).simulator;
    const { coins } = await world.catalog();
    const most = { BTC: 21e6, LTC: 84e6, BCH: 21e6, BSV: 21e6, ZEC: 21e6, YFI: 36_666, LINK: 1e9, XRP: 100e9, DCR: 21e6, PEPE: 420.69e12 };
    const supplyOf = (ticker: string) => coins.find((coin) => coin.ticker === ticker)!.supply!;
    for (const [ticker, max] of Object.entries(most))
      assert.ok(supplyOf(ticker) <= max && supplyOf(ticker) > max / 3, `${ticker} ${supplyOf(ticker)}`);
    for (const { ticker, supply } of coins) assert.ok(supply! > 0 && supply! <= (maxSupplyOf(ticker) ?? Infinity), `${ticker} ${supply}`);
    assert.equal(supplyOf('BTC'), minedSupply((await world.blocks()).height));
    for (const { coin, fdv, marketCap, priceUsdt } of (await world.onchain()).pools) {
      if (coin === null || marketCap === null || fdv === null) continue;
      assert.ok(Math.max(fdv, marketCap) / priceUsdt <= (maxSupplyOf(coin) ?? Infinity) * (1 + 1e-9), coin);
    }
  }
});

test('well-known coins cost what people expect, stable ones a dollar', () => {
  const price = (symbolId: string) => simulator.priceAt(symbolId, now)!;
  assert.ok(price('BTCUSDT') > 40_000 && price('BTCUSDT') < 300_000);
  assert.ok(price('ETHUSDT') > 800 && price('ETHUSDT') < 15_000);
  assert.ok(price('SHIBUSDT') < 0.0002);
  for (const stable of ['USDCUSDT', 'DAIUSDT', 'FDUSDUSDT']) assert.ok(Math.abs(price(stable) - 1) < 0.01, stable);
  assert.ok(Math.abs(price('PAXGUSDT') / price('XAUTUSDT') - 1) < 0.05);
});

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

test('every high and low of every minute was a tick, from the minute of the start on and at any speed', async () => {
  for (const { startSecond, speed } of [
    { startSecond: 1, speed: 1 },
    { startSecond: 27.35, speed: 1 },
    { startSecond: 59.9, speed: 1 },
    { startSecond: 13, speed: 600 },
  ]) {
    const startedAt = candleStart('1m', now) + startSecond * 1_000;
    const hand = createHandClock(startedAt);
    const live = createSimulator({ clock: hand, seed: 1, ticksPerSecond: 50, speed });
    const told = new Map<string, Set<number>>();
    live.start((ticks) => {
      for (const { symbolId, last } of ticks) told.set(symbolId, (told.get(symbolId) ?? new Set()).add(last));
    });
    hand.advance(185_000);
    live.stop();
    for (const symbolId of tradedIds) {
      const candles = await live.candles({
        symbolId,
        interval: '1m',
        from: candleStart('1m', startedAt),
        to: candleStart('1m', hand.now()) - 1,
        limit: 5,
      });
      assert.equal(candles.length, Math.floor(hand.now() / minuteMs) - Math.floor(startedAt / minuteMs));
      for (const { ts, high, low } of candles) {
        for (const price of [high, low])
          assert.ok(
            told.get(symbolId)!.has(price),
            `${symbolId} ${price} of ${new Date(ts).toISOString()}, start at second ${startSecond}, speed ${speed}`,
          );
      }
    }
  }
});

test('the last quote equals the close of the running candle in every interval', async () => {
  const tickNow = simulator.priceAt('BTCUSDT', clock.now());
  for (const interval of candleIntervals) {
    const [running] = await simulator.candles({ symbolId: 'BTCUSDT', interval, limit: 1 });
    assert.equal(running!.close, tickNow, interval);
  }
});

test('new coins are announced, open at their hour while the process runs, and leave again in their time', async () => {
  const announced = catalog.coins.filter((coin) => coin.listedAt! > now);
  assert.ok(announced.length >= 1 && announced.length <= 6, String(announced.length));
  assert.ok(announced.every(({ listedAt }) => listedAt! - now <= 7 * dayMs));
  const { simulator: live, clock: hand } = simulate(1, 1);
  const next = announced.toSorted((a, b) => a.listedAt! - b.listedAt!)[0]!;
  hand.advance(next.listedAt! - now - 5_000);
  const symbolId = `${next.ticker}USDT`;
  const statusOf = async (source: Simulator) => (await source.catalog()).symbols.find((symbol) => symbol.symbolId === symbolId)!.status;
  assert.equal(await statusOf(live), 'prelaunch');
  let changes = 0;
  live.onCatalogChange(() => changes++);
  const heard: Tick[] = [];
  live.start((ticks) => heard.push(...ticks.filter((tick) => tick.symbolId === symbolId)));
  hand.advance(65_000);
  live.stop();
  assert.equal(changes, 1);
  assert.equal(await statusOf(live), 'online');
  assert.ok(heard.length > 0 && heard.every(({ ts }) => ts >= next.listedAt!));
  assert.equal((await live.candles({ symbolId, interval: '1m', limit: 10 }))[0]!.ts, next.listedAt);
  hand.advance(1_094 * dayMs);
  assert.equal(await statusOf(live), 'delisted');
});

test('coins on their way out are halted for some days: listed, without trades, at their last price; then they are gone', async () => {
  const { simulator: live, clock: hand } = simulate(1, 1);
  const halted = async () =>
    (await live.catalog()).symbols.filter(({ status, pricedSymbol }) => status === 'halted' && pricedSymbol === 'USDT');
  for (let days = 0; days < 20 && (await halted()).length === 0; days++) hand.advance(dayMs);
  const [symbol] = await halted();
  assert.ok(symbol, 'one is halted now and then');
  const candles = await live.candles({ symbolId: symbol.symbolId, interval: '1m', limit: 5 });
  const endedAt = candles.at(-1)!.ts;
  assert.ok(endedAt < hand.now());
  // A process that starts now tells the last price with its age, and nothing after it.
  const fresh = createSimulator({ clock: hand, seed: 1, ticksPerSecond: 1 });
  if ((await fresh.catalog()).symbols.find(({ symbolId }) => symbolId === symbol.symbolId)!.status === 'halted') {
    const heard: Tick[] = [];
    fresh.start((ticks) => heard.push(...ticks.filter(({ symbolId }) => symbolId === symbol.symbolId)));
    hand.advance(120_000);
    fresh.stop();
    assert.deepEqual(
      heard.map(({ last }) => last),
      [candles.at(-1)!.close],
    );
    assert.ok(heard[0]!.ts <= endedAt + 60_000);
  }
  hand.advance(3 * dayMs);
  assert.equal((await live.catalog()).symbols.find(({ symbolId }) => symbolId === symbol.symbolId)!.status, 'delisted');
});
