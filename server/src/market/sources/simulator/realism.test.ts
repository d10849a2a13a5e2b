// A simulated year against the measured one: the acceptance checks on prices, volumes and contracts, each over a single year
// and for several seeds. Figures of minutes are taken over a month.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHandClock } from '#platform/clock.ts';
import type { Candle } from '../../candle.ts';
import { createSimulator } from './index.ts';

const now = Date.UTC(2026, 10, 15);
const dayMs = 86_400_000;
const seeds = [1, 2, 7, 2026];

const returnsOf = (candles: readonly Candle[]) => candles.slice(1).map((candle, i) => Math.log(candle.close / candles[i]!.close));

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
function sd(values: readonly number[]) {
  const center = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - center) ** 2)));
}
const quantile = (values: readonly number[], share: number) => values.toSorted((a, b) => a - b)[Math.round(share * (values.length - 1))]!;
const median = (values: readonly number[]) => quantile(values, 0.5);
function correlation(a: readonly number[], b: readonly number[]) {
  const [meanA, meanB] = [mean(a), mean(b)];
  return mean(a.map((value, i) => (value - meanA) * (b[i]! - meanB))) / (sd(a) * sd(b));
}
const autocorrelation = (values: readonly number[], lag: number) => correlation(values.slice(lag), values.slice(0, -lag));
function excessKurtosis(values: readonly number[]) {
  const [center, spread] = [mean(values), sd(values)];
  return mean(values.map((value) => ((value - center) / spread) ** 4)) - 3;
}
/** Of log turnover against log rank. */
function slope(turnovers: readonly number[]) {
  const logs = turnovers.toSorted((a, b) => b - a).slice(0, 100).map(Math.log);
  const ranks = logs.map((_, i) => Math.log(i + 1));
  return (correlation(ranks, logs) * sd(logs)) / sd(ranks);
}

async function openWorld(seed: number) {
  const simulator = createSimulator({ clock: createHandClock(now), seed });
  const catalog = await simulator.catalog();
  const money = new Set(catalog.coins.filter(({ sectors }) => sectors.some((sector) => sector === 'stablecoin' || sector === 'gold')).map(({ ticker }) => ticker));
  const listedLongAgo = catalog.symbols.filter((symbol) => symbol.listedAt < now - 400 * dayMs && !money.has(symbol.baseSymbol));
  const spot = listedLongAgo.filter((symbol) => symbol.instType === 'sp' && symbol.pricedSymbol === 'USDT').slice(0, 329);
  const contracts = listedLongAgo.filter((symbol) => symbol.instType === 'umcbl').slice(0, 200);
  const daily = (symbolId: string, limit: number) => simulator.candles({ symbolId, interval: '1d', to: now - 1, limit });
  const year = await Promise.all(spot.map(async ({ symbolId }) => daily(symbolId, 366)));
  const returns = year.map(returnsOf);
  const [bitcoin, ...alts] = returns as [number[], ...number[][]];
  return { seed, simulator, spot, contracts, daily, year, returns, bitcoin, alts };
}
const worlds = await Promise.all(seeds.map(openWorld));
const [{ simulator, spot, contracts, daily, year, returns }] = worlds as [Awaited<ReturnType<typeof openWorld>>];

function within(name: string, value: number, low: number, high: number) {
  assert.ok(value >= low && value <= high, `${name}: ${value.toFixed(4)} is not within ${low}..${high}`);
}

for (const { seed, bitcoin, alts, returns: moves } of worlds) {
  test(`seed ${seed}: daily moves are as large as real ones, and follow Bitcoin and each other as much`, () => {
    within('sd of BTC', sd(bitcoin), 0.018, 0.035);
    within('median sd of alt coins', median(alts.map(sd)), 0.05, 0.07);
    within('median correlation with BTC', median(alts.map((alt) => correlation(alt, bitcoin))), 0.5, 0.75);
    const pairs = Array.from({ length: 800 }, (_, i) => correlation(alts[(i * 7) % alts.length]!, alts[(i * 13 + 5) % alts.length]!)).filter((value) => value < 0.999);
    within('median correlation of pairs', median(pairs), 0.5, 0.7);
  });

  test(`seed ${seed}: tails are fat, volatility clusters, and the past does not tell the direction`, () => {
    within('excess kurtosis of BTC', excessKurtosis(bitcoin), 2, 10);
    within('median excess kurtosis of alt coins', median(alts.map(excessKurtosis)), 2, 10);
    const size = bitcoin.map(Math.abs);
    within('autocorrelation of |r| at 1 day', autocorrelation(size, 1), 0.05, 0.25);
    within('autocorrelation of |r| at 20 days', autocorrelation(size, 20), 0.02, 0.35);
    within('autocorrelation of r', autocorrelation(bitcoin, 1), -0.06, 0.06);
    within('median autocorrelation of r over alt coins', median(alts.map((alt) => autocorrelation(alt, 1))), -0.06, 0.06);
  });

  test(`seed ${seed}: a day has its gainers and losers, and the market moves as one`, () => {
    const days = bitcoin.map((_, day) => moves.map((series) => Math.exp(series[day]!) - 1));
    within('median top gainer', median(days.map((day) => Math.max(...day))), 0.2, 0.4);
    within('median top loser', median(days.map((day) => Math.min(...day))), -0.25, -0.08);
    const breadth = days.map((day) => day.filter((change) => change > 0).length / day.length);
    within('breadth p5', quantile(breadth, 0.05), 0, 0.1);
    within('breadth p95', quantile(breadth, 0.95), 0.9, 1);
    within('breadth p50', median(breadth), 0.35, 0.65);
  });
}

test('turnover falls with rank, follows the hours of the day, and comes with moves', async () => {
  const turnover = (candles: readonly Candle[]) => mean(candles.map((candle) => candle.turnover));
  within('slope of spot turnover', slope(year.map(turnover)), -1.9, -1.4);
  const futures = await Promise.all(contracts.map(async ({ symbolId }) => turnover(await daily(symbolId, 90))));
  within('slope of futures turnover', slope(futures), -1.9, -1.4);
  const byHour = new Array<number>(24).fill(0);
  for (const { symbolId } of spot.slice(0, 12)) {
    const hours = await simulator.candles({ symbolId, interval: '1h', to: now - 1, limit: 960 });
    const usual = turnover(hours);
    for (const candle of hours) byHour[new Date(candle.ts).getUTCHours()]! += candle.turnover / usual;
  }
  within('hour 14', byHour[14]! / mean(byHour), 1.4, 2);
  within('hour 6', byHour[6]! / mean(byHour), 0.3, 0.7);
  const withMoves = year.slice(0, 60).map((candles, i) => correlation(candles.slice(1).map((candle) => Math.log(candle.turnover)), returns[i]!.map(Math.abs)));
  within('correlation of log turnover with |r|', median(withMoves), 0.2, 0.6);
});

test('within the day: clustering fades over hours, and variance grows with time', async () => {
  const minutes: number[] = [];
  for (let day = 30; day > 0; day--) {
    const candles: Candle[] = [];
    for (const half of [1, 0]) candles.push(...(await simulator.candles({ symbolId: 'BTCUSDT', interval: '1m', to: now - 1 - (day - 1) * dayMs - half * (dayMs / 2), limit: 720 })));
    minutes.push(...returnsOf(candles));
  }
  const size = minutes.map(Math.abs);
  within('autocorrelation of |r| at 1 minute', autocorrelation(size, 1), 0.2, 0.45);
  within('autocorrelation of |r| at 15 minutes', autocorrelation(size, 15), 0.1, 0.35);
  within('autocorrelation of |r| at 1 hour', autocorrelation(size, 60), 0.05, 0.25);
  within('autocorrelation of r at 1 minute', autocorrelation(minutes, 1), -0.06, 0.06);
  within('excess kurtosis of minutes', excessKurtosis(minutes), 12, 45);
  const quarters = Array.from({ length: Math.floor(minutes.length / 15) }, (_, i) => minutes.slice(i * 15, i * 15 + 15).reduce((sum, move) => sum + move, 0));
  within('variance of 15 minutes over 15 times that of one', sd(quarters) ** 2 / (15 * sd(minutes) ** 2), 0.8, 1.15);
});

for (const { seed, simulator: world, contracts: perpetuals } of worlds) test(`seed ${seed}: funding stands at its interest most of the time, and its tail lies below`, async () => {
  const rates: number[] = [];
  const persistence: number[] = [];
  for (const { symbolId, fundingIntervalHours } of perpetuals) {
    const settled = (await world.series({ metric: 'fundingRate', symbolId, period: '1h', from: now - 90 * dayMs, limit: 1_000 })).map(({ values }) => values.rate);
    rates.push(...settled);
    if (sd(settled) > 0) persistence.push(autocorrelation(settled, 24 / fundingIntervalHours!));
  }
  const share = (is: (rate: number) => boolean) => rates.filter(is).length / rates.length;
  within('exactly 0.01 %', share((rate) => rate === 0.0001), 0.35, 0.5);
  within('exactly 0.005 %', share((rate) => rate === 0.00005), 0.12, 0.35);
  within('negative', share((rate) => rate < 0), 0.1, 0.25);
  within('above the interest', share((rate) => rate > 0.0001), 0, 0.05);
  within('0.1 % quantile', quantile(rates, 0.001), -0.004, -0.0008);
  within('99 % quantile', quantile(rates, 0.99), 0.0001, 0.0002);
  within('median autocorrelation over a day', median(persistence), 0, 0.5);
});

test('contracts keep near their index, and what is open and who is long moves as measured', async () => {
  const basis = await Promise.all(contracts.slice(10, 110).map(async ({ symbolId }) => (await simulator.series({ metric: 'basis', symbolId, period: '4h', limit: 60 })).map(({ values }) => values.rate)));
  within('sd of the basis', sd(basis.flat()), 0.0003, 0.0012);
  within('mean of the basis', mean(basis.flat()), -0.0004, 0.0001);
  within('furthest from the index', Math.max(...basis.flat().map(Math.abs)), 0, 0.006);
  const open = await Promise.all(contracts.slice(0, 100).map(async ({ symbolId }) => (await simulator.series({ metric: 'openInterest', symbolId, period: '1d', limit: 200 })).map(({ values }) => Math.log(values.base))));
  within('daily change of open interest', median(open.map((logs) => sd(logs.slice(1).map((log, i) => log - logs[i]!)))), 0.08, 0.13);
  const ratios = await Promise.all(contracts.map(async ({ symbolId }) => (await simulator.series({ metric: 'longShortAccounts', symbolId, period: '1h', limit: 100 })).map(({ values }) => Math.log(values.long / values.short))));
  within('median long over short', Math.exp(median(ratios.map((logs) => logs[0]!))), 1.4, 2.1);
  within('hourly step', median(ratios.flatMap((logs) => logs.slice(1).map((log, i) => Math.abs(log - logs[i]!)))), 0.005, 0.025);
});

test('the share of buyers is even and as restless as measured, over minutes and over days', async () => {
  const expected = { '1m': [0.13, 0.2], '5m': [0.08, 0.15], '1h': [0.035, 0.065], '1d': [0.015, 0.03] } as const;
  for (const period of ['1m', '5m', '1h', '1d'] as const) {
    const shares = await Promise.all(contracts.slice(0, 30).map(async ({ symbolId }) => (await simulator.series({ metric: 'takerVolume', symbolId, period, to: now - 1, limit: 300 })).map(({ values }) => values.buy / (values.buy + values.sell))));
    const known = shares.flat().filter(Number.isFinite);
    within(`mean at ${period}`, mean(known), 0.48, 0.52);
    const [low, high] = expected[period];
    within(`sd at ${period}`, sd(known), low, high);
  }
});
