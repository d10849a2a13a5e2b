// What the simulator lists: coins, symbols and their terms, how many of each coin there are, and how they come and go.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minedSupply } from '@tidemark/contract/content.ts';
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import { isCurrencyCode } from '@tidemark/contract/money.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import { maxSupplyOf } from '@tidemark/source/coins/max-supplies.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { createSimulator, type Simulator } from './index.ts';
import { createHandClock, type HandClock } from './testing/hand-clock.ts';

const now = Date.UTC(2026, 10, 12, 14, 13, 27, 350);

const simulate = (seed = 1, ticksPerSecond = 400): { simulator: Simulator; clock: HandClock } => {
  const clock = createHandClock(now);
  return { clock, simulator: createSimulator({ clock, seed, ticksPerSecond }) };
};

const { simulator } = simulate();
const catalog = await simulator.catalog();
const symbolIds = catalog.symbols.map((symbol) => symbol.symbolId);

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
  for (const seed of [1, 2, 7, 11, 12, 13, 977, 2026, 4242, 31337]) {
    const world = seed === 1 ? simulator : simulate(seed).simulator;
    const { coins } = await world.catalog();
    const most = { BTC: 21e6, LTC: 84e6, BCH: 21e6, BSV: 21e6, ZEC: 21e6, YFI: 36_666, LINK: 1e9, XRP: 100e9, DCR: 21e6, PEPE: 420.69e12 };
    const supplyOf = (ticker: string) => coins.find((coin) => coin.ticker === ticker)!.supply!;
    for (const [ticker, max] of Object.entries(most))
      assert.ok(supplyOf(ticker) <= max && supplyOf(ticker) > max / 3, `seed ${seed}: ${ticker} ${supplyOf(ticker)}`);
    for (const { ticker, supply } of coins)
      assert.ok(supply! > 0 && supply! <= (maxSupplyOf(ticker) ?? Infinity), `seed ${seed}: ${ticker} ${supply}`);
    assert.equal(supplyOf('BTC'), minedSupply((await world.blocks()).height));
  }
});

test('no token on a chain is worth more than all of it that there can be', async () => {
  for (const world of [simulator, simulate(977).simulator])
    for (const { coin, fdv, marketCap, priceUsdt } of (await world.onchain()).pools) {
      if (coin === null || marketCap === null || fdv === null) continue;
      assert.ok(Math.max(fdv, marketCap) / priceUsdt <= (maxSupplyOf(coin) ?? Infinity) * (1 + 1e-9), coin);
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
