// Our index beside the known one, from daily candles: the parts that candles can tell, the weights chosen on the first years, and
// how the index moves with the other on later days.
import {
  fearGreedBands,
  fearGreedCheck,
  fearGreedParts,
  fearGreedRule,
  fearGreedWeights,
  type FearGreedPart,
} from '../../contract/src/fear-greed.ts';
import { createFigures } from '../../server/src/analytics/fear-greed/figures.ts';
import { indexDay, totalOf, type FigureDay } from '../../server/src/analytics/fear-greed/rules.ts';
import { knownCoins } from '../../source/src/coins/universe.ts';
import { tickerOf, type Recorded } from '../picks/history.ts';

/** The others need contracts, supplies and visitors, which the history has not. */
export const measuredParts = ['volatility', 'momentum', 'breadth'] as const;
export type Measured = Readonly<Record<(typeof measuredParts)[number], number>>;

export interface MeasuredDay {
  readonly ts: number;
  readonly parts: Measured;
}

export interface ComparedDay extends MeasuredDay {
  /** The other's value. */
  readonly known: number;
}

const noParts = Object.fromEntries(fearGreedParts.map((part) => [part, null])) as Record<FearGreedPart, null>;

/** Each day's parts by the rules of the site, of the coins that it would take. */
export function measureParts(history: readonly Recorded[]): MeasuredDay[] {
  const btc = history.find(({ symbolId }) => symbolId === 'BTCUSDT')!;
  const ranks = new Map(knownCoins().map(({ ticker }, rank) => [ticker, rank]));
  const coins = history
    .map(({ symbolId, days }) => ({ ticker: tickerOf(symbolId), supply: null, days }))
    .filter(({ ticker }) => ranks.has(ticker))
    .sort((a, b) => ranks.get(a.ticker)! - ranks.get(b.ticker)!)
    .slice(0, fearGreedRule.coins);
  const figuresOf = createFigures({ btc: btc.days, coins, contracts: [], favorites: new Map() });
  const days: FigureDay[] = btc.days.map(({ ts }) => ({ ts, figures: figuresOf(ts) }));
  return days.flatMap(({ ts }, at) => {
    const { volatility, momentum, breadth } = indexDay(days, at).parts;
    return volatility === null || momentum === null || breadth === null ? [] : [{ ts, parts: { volatility, momentum, breadth } }];
  });
}

/** By date, as the page shows them beside each other; the other's value of a date is published when that day begins. */
export const compareDays = (days: readonly MeasuredDay[], known: ReadonlyMap<number, number>): ComparedDay[] =>
  days.flatMap((day) => {
    const value = known.get(day.ts);
    return value === undefined ? [] : [{ ...day, known: value }];
  });

export function correlation(pairs: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const product = pairs.reduce((sum, [x, y]) => sum + (x - a) * (y - b), 0);
  const spread = (at: 0 | 1, middle: number) => Math.sqrt(pairs.reduce((sum, pair) => sum + (pair[at] - middle) ** 2, 0));
  return product / (spread(0, a) * spread(1, b));
}

const step = 5;
/**
 * As much as the least of the other parts has. The later days had been looked at when it was set: a floor of 5 does a little better there.
 */
const leastWeight = 10;
const shared = measuredParts.reduce((sum, part) => sum + fearGreedWeights[part], 0);

export interface Weighing {
  readonly weights: Measured;
  readonly correlation: number;
}

/** Every way to share out the weight that the measured parts have, best correlation first, on days up to the end of 2023. */
export function weighParts(days: readonly ComparedDay[]): Weighing[] {
  const early = days.filter(({ ts }) => ts <= fearGreedCheck.weighedUpTo);
  const found: Weighing[] = [];
  for (let volatility = leastWeight; volatility <= shared; volatility += step) {
    for (let momentum = leastWeight; volatility + momentum + leastWeight <= shared; momentum += step) {
      const weights = { volatility, momentum, breadth: shared - volatility - momentum };
      const pairs = early.map(
        ({ parts, known }) => [measuredParts.reduce((sum, part) => sum + weights[part] * parts[part], 0), known] as const,
      );
      found.push({ weights, correlation: correlation(pairs) });
    }
  }
  return found.sort((a, b) => b.correlation - a.correlation);
}

export interface Check {
  readonly from: number;
  readonly to: number;
  readonly days: number;
  readonly correlation: number;
  readonly sameBand: number;
  readonly nextBand: number;
}

/** Of the days that had no say in the weights, with those of the site. */
export function checkIndex(days: readonly ComparedDay[]): Check {
  const later = days.filter(({ ts }) => ts > fearGreedCheck.weighedUpTo);
  const pairs = later.map(({ parts, known }) => [totalOf({ ...noParts, ...parts })!, known] as const);
  const bandOf = (value: number) => fearGreedBands.findIndex(({ upTo }) => Math.round(value) <= upTo);
  const apart = pairs.map(([own, known]) => Math.abs(bandOf(own) - bandOf(known)));
  const share = (atMost: number) => apart.filter((bands) => bands <= atMost).length / apart.length;
  return {
    from: later[0]!.ts,
    to: later.at(-1)!.ts,
    days: pairs.length,
    correlation: correlation(pairs),
    sameBand: share(0),
    nextBand: share(1),
  };
}
