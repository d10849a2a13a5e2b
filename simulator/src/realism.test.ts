// A simulated year against the measured one: the acceptance checks on prices, volumes and contracts, each over a single year
// and for several seeds. Figures of minutes are taken over a month, those of the cross-section over as many days
// as were measured. tools/measure-market.ts prints most of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import { createHandClock } from './testing/hand-clock.ts';
import {
  autocorrelation,
  correlation,
  crossSection,
  excessKurtosis,
  line,
  logReturns,
  mean,
  median,
  quantile,
  sd,
  varianceRatio,
} from './testing/figures-of-moves.ts';
import { createSimulator } from './index.ts';

const now = Date.UTC(2026, 10, 15);
/** All ten where there is time: LONG=1. */
const seeds = process.env['LONG'] === '1' ? [1, 2, 7, 11, 12, 13, 977, 2026, 4242, 31337] : [2026];
/** The history that the cross-section was measured on. */
const longDays = 899;

const returnsOf = (candles: readonly Candle[]) => logReturns(candles.map(({ close }) => close));
/** Of log turnover against log rank. */
const slopeByRank = (turnovers: readonly number[]) => {
  const logs = turnovers
    .toSorted((a, b) => b - a)
    .slice(0, 100)
    .map(Math.log);
  return line(
    logs.map((_, i) => Math.log(i + 1)),
    logs,
  ).slope;
};

async function openWorld(seed: number) {
  const simulator = createSimulator({ clock: createHandClock(now), seed });
  const catalog = await simulator.catalog();
  const money = new Set(
    catalog.coins
      .filter(({ sectors }) => sectors.some((sector) => sector === 'stablecoin' || sector === 'gold'))
      .map(({ ticker }) => ticker),
  );
  const listedLongAgo = catalog.symbols.filter((symbol) => symbol.listedAt! < now - 400 * dayMs && !money.has(symbol.baseSymbol));
  const spot = listedLongAgo.filter((symbol) => symbol.instType === 'sp' && symbol.pricedSymbol === 'USDT').slice(0, 329);
  const contracts = listedLongAgo.filter((symbol) => symbol.instType === 'umcbl').slice(0, 200);
  const daily = (symbolId: string, limit: number) => simulator.candles({ symbolId, interval: '1d', to: now - 1, limit });
  const long = await Promise.all(spot.map(async ({ symbolId }) => daily(symbolId, longDays + 1)));
  const year = long.map((candles) => candles.slice(-366));
  const returns = year.map(returnsOf);
  const [bitcoin, ...alts] = returns as [number[], ...number[][]];
  return { seed, simulator, catalog, spot, contracts, daily, long, year, returns, bitcoin, alts };
}
const worlds = await Promise.all(seeds.map(openWorld));

function within(name: string, value: number, low: number, high: number) {
  assert.ok(value >= low && value <= high, `${name}: ${value.toFixed(4)} is not within ${low}..${high}`);
}

for (const { seed, simulator: world, catalog, spot, long, bitcoin, alts, returns: moves } of worlds) {
  test(`seed ${seed}: daily moves are as large as real ones, and follow Bitcoin and each other as much`, () => {
    within('sd of BTC', sd(bitcoin), 0.018, 0.035);
    within('median sd of alt coins', median(alts.map(sd)), 0.05, 0.07);
    within('median correlation with BTC', median(alts.map((alt) => correlation(alt, bitcoin))), 0.5, 0.75);
    const pairs = Array.from({ length: 800 }, (_, i) =>
      correlation(alts[(i * 7) % alts.length]!, alts[(i * 13 + 5) % alts.length]!),
    ).filter((value) => value < 0.999);
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
    const breadth = crossSection(moves).risingShares;
    within('breadth p5', quantile(breadth, 0.05), 0, 0.1);
    within('breadth p95', quantile(breadth, 0.95), 0.9, 1);
    within('breadth p50', median(breadth), 0.35, 0.65);
  });

  test(`seed ${seed}: over 899 days coins stray from Bitcoin, fall together and rise together as often as real ones`, () => {
    // Coins listed later have no such past.
    const old = long.filter((candles) => candles.length === longDays + 1).map(returnsOf);
    assert.ok(old.length >= 146, String(old.length));
    const { quietMedians, lowShares, risingShares } = crossSection(old);
    within('median coin while Bitcoin is quiet, p5', quantile(quietMedians, 0.05), -0.055, -0.034);
    within('median coin while Bitcoin is quiet, p95', quantile(quietMedians, 0.95), 0.025, 0.0435);
    within('share of coins below -10 %, median day', median(lowShares), 0.0015, 0.008);
    within('share of coins below -10 %, p95', quantile(lowShares, 0.95), 0.06, 0.18);
    const measured = [
      [0.05, 0.015, 0.06],
      [0.25, 0.1, 0.22],
      [0.5, 0.42, 0.58],
      [0.75, 0.77, 0.89],
      [0.95, 0.94, 0.99],
    ] as const;
    for (const [share, low, high] of measured) within(`share of rising coins, p${share * 100}`, quantile(risingShares, share), low, high);
  });

  test(`seed ${seed}: moves do not remember over hours`, async () => {
    const tickers = ['BTC', 'ETH', 'XRP', 'SOL', 'DOGE', 'ADA', 'LINK', 'AVAX', 'LTC', 'PEPE', 'FIL'];
    const measures = await Promise.all(
      tickers.map(async (ticker) => {
        const closes: number[] = [];
        for (let to = now - 1; closes.length < 365 * 24; to -= 1_000 * 3_600_000)
          closes.unshift(
            ...(await world.candles({ symbolId: `${ticker}USDT`, interval: '1h', to, limit: 1_000 })).map(({ close }) => close),
          );
        const halfDays = logReturns(closes.slice(-365 * 24).filter((_, hour) => hour % 12 === 0));
        return { ratio: varianceRatio(closes.slice(-365 * 24), 24), memory: autocorrelation(halfDays, 1), halfDays: halfDays.length };
      }),
    );
    const [bitcoinHours, ...altHours] = measures as [(typeof measures)[number], ...typeof measures];
    within('variance ratio of 24 h to 1 h, Bitcoin', bitcoinHours.ratio, 0.93, 1.07);
    within('variance ratio of 24 h to 1 h, median of alt coins', median(altHours.map(({ ratio }) => ratio)), 0.93, 1.07);
    // Of a year of half days that do not remember; eleven of them reach further now and then.
    const standardError = 1 / Math.sqrt(bitcoinHours.halfDays);
    within('autocorrelation over 12 h, Bitcoin', bitcoinHours.memory, -2 * standardError, 2 * standardError);
    within(
      'autocorrelation over 12 h, median of alt coins',
      median(altHours.map(({ memory }) => memory)),
      -2 * standardError,
      2 * standardError,
    );
    for (const { memory } of altHours) within('autocorrelation over 12 h', memory, -3.5 * standardError, 3.5 * standardError);
  });

  test(`seed ${seed}: Bitcoin has a past: it rose from some ten thousands, fell by more than half, and rose again`, async () => {
    const weeks = await world.candles({ symbolId: 'BTCUSDT', interval: '1w', to: now - 1, limit: 400 });
    const closesIn = (from: number, to: number) =>
      weeks.filter(({ ts }) => ts >= Date.UTC(from, 0, 1) && ts < Date.UTC(to, 0, 1)).map(({ close }) => close);
    within('January 2021', weeks[1]!.close, 12_000, 62_000);
    const [top, bottom] = [Math.max(...closesIn(2021, 2023)), Math.min(...closesIn(2022, 2024))];
    within('lowest after the first top, as a part of it', bottom / top, 0.1, 0.5);
    within('the last year above that low', mean(closesIn(2026, 2027)) / bottom, 2.5, 12);
    within('highest of all', Math.max(...weeks.map(({ high }) => high)), 90_000, 260_000);
  });

  test(`seed ${seed}: turnover follows the cap of a coin, with the scatter of a real venue`, () => {
    const recent = spot
      .map((symbol, i) => ({
        symbol,
        turnover: median(long[i]!.slice(-30).map((candle) => candle.turnover)),
        price: long[i]!.at(-1)!.close,
      }))
      .slice(0, 300);
    const supplies = new Map(catalog.coins.map(({ ticker, supply }) => [ticker, supply!]));
    const { slope, residualSd } = line(
      recent.map(({ symbol, price }) => Math.log10(supplies.get(symbol.baseSymbol)! * price)),
      recent.map(({ turnover }) => Math.log10(turnover)),
    );
    within('slope of log turnover on log cap', slope, 0.8, 1.15);
    within('scatter around it, powers of ten', residualSd, 0.35, 0.6);
    const daysAbove = (one: string, other: string) => {
      const [a, b] = [one, other].map((id) => long[spot.findIndex(({ symbolId }) => symbolId === id)]!.slice(-365));
      return mean(a!.map(({ turnover }, day) => (turnover > b![day]!.turnover ? 1 : 0)));
    };
    within('days on which SOL turned over more than BONK', daysAbove('SOLUSDT', 'BONKUSDT'), 0.97, 1);
    within('days on which BTC turned over more than SOL', daysAbove('BTCUSDT', 'SOLUSDT'), 0.97, 1);
  });
}

for (const { seed, simulator, spot, contracts, daily, year, returns } of worlds)
  test(`seed ${seed}: turnover falls with rank, follows the hours of the day, and comes with moves`, async () => {
    const turnover = (candles: readonly Candle[]) => mean(candles.map((candle) => candle.turnover));
    within('slope of spot turnover', slopeByRank(year.map(turnover)), -1.9, -1.4);
    const futures = await Promise.all(contracts.map(async ({ symbolId }) => turnover(await daily(symbolId, 90))));
    within('slope of futures turnover', slopeByRank(futures), -1.9, -1.4);
    const byHour = new Array<number>(24).fill(0);
    for (const { symbolId } of spot.slice(0, 12)) {
      const hours = await simulator.candles({ symbolId, interval: '1h', to: now - 1, limit: 960 });
      const usual = turnover(hours);
      for (const candle of hours) byHour[new Date(candle.ts).getUTCHours()]! += candle.turnover / usual;
    }
    within('hour 14', byHour[14]! / mean(byHour), 1.4, 2);
    within('hour 6', byHour[6]! / mean(byHour), 0.3, 0.7);
    const withMoves = year.slice(0, 60).map((candles, i) =>
      correlation(
        candles.slice(1).map((candle) => Math.log(candle.turnover)),
        returns[i]!.map(Math.abs),
      ),
    );
    within('correlation of log turnover with |r|', median(withMoves), 0.2, 0.6);
  });

/** Moves of Bitcoin from minute to minute over the last month. */
async function minutesOf({ simulator }: Awaited<ReturnType<typeof openWorld>>): Promise<number[]> {
  const minutes: number[] = [];
  for (let day = 30; day > 0; day--) {
    const candles: Candle[] = [];
    for (const half of [1, 0])
      candles.push(
        ...(await simulator.candles({
          symbolId: 'BTCUSDT',
          interval: '1m',
          to: now - 1 - (day - 1) * dayMs - half * (dayMs / 2),
          limit: 720,
        })),
      );
    minutes.push(...returnsOf(candles));
  }
  return minutes;
}
const months = await Promise.all(worlds.map(minutesOf));

for (const [i, seed] of seeds.entries())
  test(`seed ${seed}: within the day clustering fades over hours, and variance grows with time`, () => {
    const minutes = months[i]!;
    const size = minutes.map(Math.abs);
    within('autocorrelation of |r| at 1 minute', autocorrelation(size, 1), 0.2, 0.45);
    within('autocorrelation of |r| at 15 minutes', autocorrelation(size, 15), 0.1, 0.35);
    within('autocorrelation of |r| at 1 hour', autocorrelation(size, 60), 0.05, 0.25);
    within('autocorrelation of r at 1 minute', autocorrelation(minutes, 1), -0.06, 0.06);
    // Of 43,000 minutes one can make up most of the kurtosis: left out. How far it goes is bounded by itself.
    const largest = Math.max(...size);
    within('largest move of a minute', largest, 0.002, 0.03);
    within('excess kurtosis of minutes, without the largest', excessKurtosis(minutes.filter((move) => Math.abs(move) < largest)), 12, 45);
    const quarters = Array.from({ length: Math.floor(minutes.length / 15) }, (_, quarter) =>
      minutes.slice(quarter * 15, quarter * 15 + 15).reduce((sum, move) => sum + move, 0),
    );
    within('variance of 15 minutes over 15 times that of one', sd(quarters) ** 2 / (15 * sd(minutes) ** 2), 0.8, 1.15);
  });

test('the median seed has minutes with tails as fat as measured', () => {
  within('median excess kurtosis of minutes', median(months.map(excessKurtosis)), 12, 45);
});

for (const { seed, simulator: world, contracts: perpetuals } of worlds)
  test(`seed ${seed}: funding stands at its interest most of the time, and its tail lies below`, async () => {
    const rates: number[] = [];
    const persistence: number[] = [];
    for (const { symbolId, fundingIntervalHours } of perpetuals) {
      const settled = (await world.series({ metric: 'fundingRate', symbolId, period: '1h', from: now - 90 * dayMs, limit: 1_000 })).map(
        ({ values }) => values.rate,
      );
      rates.push(...settled);
      if (sd(settled) > 0) persistence.push(autocorrelation(settled, 24 / fundingIntervalHours!));
    }
    const share = (is: (rate: number) => boolean) => rates.filter(is).length / rates.length;
    within(
      'exactly 0.01 %',
      share((rate) => rate === 0.0001),
      0.35,
      0.5,
    );
    within(
      'exactly 0.005 %',
      share((rate) => rate === 0.00005),
      0.12,
      0.35,
    );
    within(
      'negative',
      share((rate) => rate < 0),
      0.1,
      0.25,
    );
    within(
      'above the interest',
      share((rate) => rate > 0.0001),
      0,
      0.05,
    );
    within('0.1 % quantile', quantile(rates, 0.001), -0.004, -0.0008);
    within('99 % quantile', quantile(rates, 0.99), 0.0001, 0.0002);
    within('median autocorrelation over a day', median(persistence), 0, 0.5);
  });

for (const { seed, simulator, contracts } of worlds)
  test(`seed ${seed}: contracts keep near their index, and what is open and who is long moves as measured`, async () => {
    const basis = await Promise.all(
      contracts
        .slice(10, 110)
        .map(async ({ symbolId }) =>
          (await simulator.series({ metric: 'basis', symbolId, period: '4h', limit: 60 })).map(({ values }) => values.rate),
        ),
    );
    within('sd of the basis', sd(basis.flat()), 0.0003, 0.0012);
    within('mean of the basis', mean(basis.flat()), -0.0004, 0.0001);
    within('furthest from the index', Math.max(...basis.flat().map(Math.abs)), 0, 0.006);
    const open = await Promise.all(
      contracts
        .slice(0, 100)
        .map(async ({ symbolId }) =>
          (await simulator.series({ metric: 'openInterest', symbolId, period: '1d', limit: 200 })).map(({ values }) =>
            Math.log(values.base),
          ),
        ),
    );
    within('daily change of open interest', median(open.map((logs) => sd(logs.slice(1).map((log, i) => log - logs[i]!)))), 0.08, 0.13);
    const ratios = await Promise.all(
      contracts.map(async ({ symbolId }) =>
        (await simulator.series({ metric: 'longShortAccounts', symbolId, period: '1h', limit: 100 })).map(({ values }) =>
          Math.log(values.long / values.short),
        ),
      ),
    );
    within('median long over short', Math.exp(median(ratios.map((logs) => logs[0]!))), 1.4, 2.1);
    within('hourly step', median(ratios.flatMap((logs) => logs.slice(1).map((log, i) => Math.abs(log - logs[i]!)))), 0.005, 0.025);
  });

for (const { seed, simulator, contracts } of worlds)
  test(`seed ${seed}: the share of buyers is even and as restless as measured, over minutes and over days`, async () => {
    const expected = { '1m': [0.13, 0.2], '5m': [0.08, 0.15], '1h': [0.035, 0.065], '1d': [0.015, 0.03] } as const;
    for (const period of ['1m', '5m', '1h', '1d'] as const) {
      const shares = await Promise.all(
        contracts
          .slice(0, 30)
          .map(async ({ symbolId }) =>
            (await simulator.series({ metric: 'takerVolume', symbolId, period, to: now - 1, limit: 300 })).map(
              ({ values }) => values.buy / (values.buy + values.sell),
            ),
          ),
      );
      const known = shares.flat().filter(Number.isFinite);
      within(`mean at ${period}`, mean(known), 0.48, 0.52);
      const [low, high] = expected[period];
      within(`sd at ${period}`, sd(known), low, high);
    }
  });
