// Prints the figures by which the simulator is held to real markets, for some seeds: node tools/measure-market.ts [seed...]
// With --real FILE.csv.gz (symbol, timestamp in ms, open, high, low, close, ... by day) first those of a recorded market.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { dayMs } from '../contract/src/time.ts';
import { createSimulator } from '../simulator/src/index.ts';
import {
  autocorrelation,
  correlation,
  crossSection,
  excessKurtosis,
  logReturns,
  median,
  quantile,
  sd,
  varianceRatio,
} from '../simulator/src/testing/figures-of-moves.ts';
import { createHandClock } from '../server/src/platform/clock.ts';

const now = Date.UTC(2026, 10, 15);
const longDays = 899;
const [yearDays, hoursPerYear] = [365, 365 * 24];

const args = process.argv.slice(2);
const realAt = args.indexOf('--real');
const realFile = realAt === -1 ? null : args.splice(realAt, 2)[1];
const seeds = args.length > 0 ? args.map(Number) : [1, 2026];

const percent = (values: readonly number[], shares: readonly number[]) =>
  shares.map((share) => (100 * quantile(values, share)).toFixed(1)).join(' / ');

/** Bitcoin's first; missing days have no number. */
function report(name: string, returns: readonly (readonly number[])[]): void {
  const year = returns.map((series) => series.slice(-yearDays)).filter((series) => !series.some(Number.isNaN));
  const [bitcoin, ...alts] = year as [number[], ...number[][]];
  const { quietMedians, lowShares, risingShares } = crossSection(returns);
  const fives = [0.05, 0.25, 0.5, 0.75, 0.95];
  console.log(`${name}: ${returns.length} coins`);
  console.log(
    `  a year: sd of Bitcoin ${(100 * sd(bitcoin)).toFixed(2)} %, median of alt coins ` +
      `${(100 * median(alts.map(sd))).toFixed(2)} %; kurtosis ${excessKurtosis(bitcoin).toFixed(1)}, ` +
      `${median(alts.map(excessKurtosis)).toFixed(1)}; correlation with Bitcoin ` +
      median(alts.map((alt) => correlation(alt, bitcoin))).toFixed(2),
  );
  console.log(
    `  a year: autocorrelation of moves ${autocorrelation(bitcoin, 1).toFixed(3)}, of their size at 1 and 20 days ` +
      [1, 20].map((lag) => autocorrelation(bitcoin.map(Math.abs), lag).toFixed(2)).join(', '),
  );
  console.log(
    `  ${returns[0]!.length} days, p5 / 25 / 50 / 75 / 95: median coin while Bitcoin moves less than 2 % ` +
      `${percent(quietMedians, fives)} %; coins below -10 % ${percent(lowShares, fives)} %; rising coins ` +
      `${percent(risingShares, fives)} %`,
  );
}

function reportReal(file: string): void {
  if (!existsSync(file)) return console.log(`${file} is not there: no figures of a recorded market`);
  const closes = new Map<string, Map<number, number>>();
  for (const row of gunzipSync(readFileSync(file)).toString('utf8').split('\n').slice(1)) {
    const [symbol, ts, , , , close] = row.split(',');
    if (close === undefined) continue;
    if (!closes.has(symbol!)) closes.set(symbol!, new Map());
    closes.get(symbol!)!.set(Number(ts) / dayMs, Number(close));
  }
  const bitcoin = closes.get('BTCUSDT')!;
  const days = [...bitcoin.keys()].sort((a, b) => a - b).slice(-longDays);
  const coins = [bitcoin, ...[...closes.values()].filter((byDay) => byDay !== bitcoin)];
  report(
    'recorded',
    coins
      .map((byDay) => days.map((day) => Math.log((byDay.get(day) ?? NaN) / (byDay.get(day - 1) ?? NaN))))
      .filter((series) => series.filter(Number.isFinite).length > 30),
  );
}

if (realFile != null) reportReal(realFile);
for (const seed of seeds) {
  const simulator = createSimulator({ clock: createHandClock(now), seed });
  const { coins, symbols } = await simulator.catalog();
  const pegged = new Set(
    coins.filter(({ sectors }) => sectors.some((sector) => sector === 'stablecoin' || sector === 'gold')).map(({ ticker }) => ticker),
  );
  const spot = symbols
    .filter(
      (symbol) =>
        symbol.instType === 'sp' &&
        symbol.pricedSymbol === 'USDT' &&
        symbol.listedAt! < now - (longDays + 1) * dayMs &&
        !pegged.has(symbol.baseSymbol),
    )
    .slice(0, 329);
  const closesOf = async (symbolId: string, interval: '1h' | '1d' | '1w', limit: number, to = now - 1) =>
    (await simulator.candles({ symbolId, interval, to, limit })).map(({ close }) => close);
  report(`seed ${seed}`, await Promise.all(spot.map(async ({ symbolId }) => logReturns(await closesOf(symbolId, '1d', longDays + 1)))));
  const ratios: string[] = [];
  for (const ticker of ['BTC', 'ETH', 'SOL', 'LINK', 'DOGE']) {
    const closes: number[] = [];
    for (let to = now - 1; closes.length < hoursPerYear; to -= 1_000 * 3_600_000)
      closes.unshift(...(await closesOf(`${ticker}USDT`, '1h', 1_000, to)));
    const hours = closes.slice(-hoursPerYear);
    ratios.push(
      `${ticker} ${varianceRatio(hours, 24).toFixed(3)} ` +
        `(${autocorrelation(logReturns(hours.filter((_, i) => i % 12 === 0)), 1).toFixed(3)})`,
    );
  }
  console.log(`  a year: variance ratio of 24 h to 1 h (autocorrelation over 12 h) ${ratios.join(', ')}`);
  console.log(
    `  Bitcoin at the first week of each year since 2021: ${(await closesOf('BTCUSDT', '1w', 400))
      .filter((_, week) => week % 52 === 1)
      .map((close) => `${Math.round(close / 1_000)} k`)
      .join(', ')}`,
  );
}
