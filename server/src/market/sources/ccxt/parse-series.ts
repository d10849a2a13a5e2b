// Rows of the trading data calls. A row is a point, or null: refused. Combined ratios are made from their two shares,
// never read: one exchange publishes them divided by a hundred.
import type { MetricValues, Metric, SeriesPoint } from '@tidemark/source/source.ts';
import { fieldOf, readNumber } from './read-number.ts';

type Values<M extends Metric> = MetricValues[M];

/** The names (or columns) of a row's fields. */
type Field = string | number;

const at = <M extends Metric>(ts: number, values: Values<M>): SeriesPoint<M> | null =>
  Number.isFinite(ts) && ts > 0 && Object.values(values).every(Number.isFinite) ? { ts, values } : null;

/** Shares that do not add up to one are not shares. */
const shareTolerance = 0.02;

export function sharesOf(long: number, short: number): { long: number; short: number } | null {
  const sum = long + short;
  if (!(long >= 0 && short >= 0 && Math.abs(sum - 1) <= shareTolerance)) return null;
  return { long: long / sum, short: short / sum };
}

/** Where only long over short is published. */
const sharesOfRatio = (ratio: number): { long: number; short: number } | null =>
  ratio >= 0 && Number.isFinite(ratio) ? { long: ratio / (1 + ratio), short: 1 / (1 + ratio) } : null;

export const sharesRow =
  (long: Field, short: Field, ts: Field) =>
  (row: unknown): SeriesPoint<'longShortAccounts'> | null => {
    const shares = sharesOf(readNumber(fieldOf(row, long)), readNumber(fieldOf(row, short)));
    return shares && at<'longShortAccounts'>(readNumber(fieldOf(row, ts)), shares);
  };

export const ratioSharesRow =
  (ratio: Field, ts: Field) =>
  (row: unknown): SeriesPoint<'longShortAccounts'> | null => {
    const shares = sharesOfRatio(readNumber(fieldOf(row, ratio)));
    return shares && at<'longShortAccounts'>(readNumber(fieldOf(row, ts)), shares);
  };

export const takerRow =
  (buy: Field, sell: Field, ts: Field) =>
  (row: unknown): SeriesPoint<'takerVolume'> | null => {
    const values = { buy: readNumber(fieldOf(row, buy)), sell: readNumber(fieldOf(row, sell)) };
    return values.buy >= 0 && values.sell >= 0 ? at<'takerVolume'>(readNumber(fieldOf(row, ts)), values) : null;
  };

export const openInterestRow =
  (base: Field, value: Field, ts: Field) =>
  (row: unknown): SeriesPoint<'openInterest'> | null => {
    const values = { base: readNumber(fieldOf(row, base)), value: readNumber(fieldOf(row, value)) };
    return values.base >= 0 && values.value >= 0 ? at<'openInterest'>(readNumber(fieldOf(row, ts)), values) : null;
  };

export const ratioRow =
  (ratio: Field, ts: Field) =>
  (row: unknown): SeriesPoint<'marginLongShort'> | null => {
    const values = { ratio: readNumber(fieldOf(row, ratio)) };
    return values.ratio >= 0 ? at<'marginLongShort'>(readNumber(fieldOf(row, ts)), values) : null;
  };

export const growthRow =
  (growth: Field, ts: Field) =>
  (row: unknown): SeriesPoint<'marginLoanGrowth'> | null =>
    at<'marginLoanGrowth'>(readNumber(fieldOf(row, ts)), { growth: readNumber(fieldOf(row, growth)) });

export const fundingRow = (row: unknown): SeriesPoint<'fundingRate'> | null =>
  at<'fundingRate'>(readNumber(fieldOf(row, 'timestamp')), { rate: readNumber(fieldOf(row, 'fundingRate')) });

/** Takers by size, in base currency, turned into quote currency by a price. */
export function fundFlowRow(ts: number, price: number) {
  return (row: unknown): SeriesPoint<'fundFlow'> | null => {
    const amount = (name: string) => readNumber(fieldOf(row, `${name}Volume`)) * price;
    const values: Values<'fundFlow'> = {
      whaleBuy: amount('whaleBuy'),
      whaleSell: amount('whaleSell'),
      dolphinBuy: amount('dolphinBuy'),
      dolphinSell: amount('dolphinSell'),
      fishBuy: amount('fishBuy'),
      fishSell: amount('fishSell'),
    };
    return Object.values(values).every((value) => value >= 0) ? at<'fundFlow'>(ts, values) : null;
  };
}

/** Two series of shares, where both know the moment. */
export function joinLargeAccounts(
  accounts: readonly SeriesPoint<'longShortAccounts'>[],
  positions: readonly SeriesPoint<'longShortAccounts'>[],
): SeriesPoint<'largeAccountsPositions'>[] {
  const byTime = new Map(positions.map((point) => [point.ts, point.values]));
  return accounts.flatMap(({ ts, values }) => {
    const held = byTime.get(ts);
    return held
      ? [{ ts, values: { longAccounts: values.long, shortAccounts: values.short, longPositions: held.long, shortPositions: held.short } }]
      : [];
  });
}

/** Oldest first, one point per moment. */
export function judgePoints<M extends Metric>(
  rows: unknown,
  parse: (row: unknown) => SeriesPoint<M> | null,
): { points: SeriesPoint<M>[]; refused: number } {
  if (!Array.isArray(rows)) return { points: [], refused: 1 };
  const byTime = new Map<number, SeriesPoint<M>>();
  let refused = 0;
  for (const row of rows) {
    const point = parse(row);
    if (!point || byTime.has(point.ts)) refused++;
    else byTime.set(point.ts, point);
  }
  return { points: [...byTime.values()].sort((a, b) => a.ts - b.ts), refused };
}
