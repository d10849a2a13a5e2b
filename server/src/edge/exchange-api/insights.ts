// Trading data by the v3 paths and their v2 twins: which series of the market each is, and its rows. Combined ratios are told
// divided by a hundred, as there.
import type { CandleInterval } from '@tidemark/contract/market.ts';

export interface InsightPoint {
  readonly ts: number;
  readonly values: Readonly<Record<string, number>>;
}

export interface Insight {
  readonly line: 'spot' | 'futures';
  readonly metric: string;
  /** By what was asked as period; null = no such. */
  span(period: string | undefined): { readonly period: CandleInterval; readonly count: number } | null;
  /** Whether rows need the mean price of each period. */
  readonly isInCoins?: true;
  rows(points: readonly InsightPoint[], prices: InsightPrices): unknown;
}

export interface InsightPrices {
  /** NaN = not known, as all of them. */
  readonly now: number;
  /** Mean price of the period that begins then. */
  during(ts: number): number;
}

const share = (value: number) => value.toFixed(4);
const amount = (value: number) => value.toFixed(6);
const combined = (long: number, short: number) => (long / short / 100).toFixed(4);

const futuresPeriods = ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'] as const;
const futuresSpan: Insight['span'] = (asked = '5m') => {
  const period = futuresPeriods.find((each) => each === asked.toLowerCase().replace('utc', ''));
  return period ? { period, count: 100 } : null;
};
const flowSpan: Insight['span'] = (asked = '15m') => {
  const period = (['15m', '30m', '1h', '2h', '4h', '1d'] as const).find((each) => each === asked);
  return period ? { period, count: 1 } : null;
};
const marginSpan: Insight['span'] = (asked = '24h') =>
  asked === '24h' ? { period: '1h', count: 24 } : asked === '30d' ? { period: '1d', count: 30 } : null;

const each = (write: (values: Readonly<Record<string, number>>) => object) => (points: readonly InsightPoint[]) =>
  points.map(({ ts, values }) => ({ ...write(values), ts: String(ts) }));

const sizes = ['whale', 'dolphin', 'fish'] as const;

/** What went in less what went out, in base currency; a period without a price is left out. */
const netFlow =
  (ofSizes: readonly (typeof sizes)[number][], write: (net: string, ts: string) => object): Insight['rows'] =>
  (points, { during }) =>
    points.flatMap(({ ts, values }) => {
      const net = ofSizes.reduce((sum, size) => sum + values[`${size}Buy`]! - values[`${size}Sell`]!, 0) / during(ts);
      return Number.isFinite(net) ? [write(amount(net), String(ts))] : [];
    });

export const insights: Readonly<Record<string, Insight>> = {
  'futures-long-short': {
    line: 'futures',
    metric: 'longShortAccounts',
    span: futuresSpan,
    rows: each(({ long, short }) => ({ longRatio: share(long!), shortRatio: share(short!), longShortRatio: combined(long!, short!) })),
  },
  'futures-account-long-short': {
    line: 'futures',
    metric: 'largeAccountsPositions',
    span: futuresSpan,
    rows: each(({ longAccounts, shortAccounts }) => ({
      longAccountRatio: share(longAccounts!),
      shortAccountRatio: share(shortAccounts!),
      longShortAccountRatio: combined(longAccounts!, shortAccounts!),
    })),
  },
  'futures-position-long-short': {
    line: 'futures',
    metric: 'largeAccountsPositions',
    span: futuresSpan,
    rows: each(({ longPositions, shortPositions }) => ({
      longPositionRatio: share(longPositions!),
      shortPositionRatio: share(shortPositions!),
      longShortPositionRatio: combined(longPositions!, shortPositions!),
    })),
  },
  'futures-active-buy-sell': {
    line: 'futures',
    metric: 'takerVolume',
    span: futuresSpan,
    rows: each(({ buy, sell }) => ({ buyVolume: amount(buy!), sellVolume: amount(sell!) })),
  },
  'spot-fund-flow': {
    line: 'spot',
    metric: 'fundFlow',
    span: flowSpan,
    rows(points, { now: price }) {
      const values = points.at(-1)?.values;
      if (!values || !(price > 0)) return {};
      const total = Object.values(values).reduce((sum, value) => sum + value, 0);
      // In base currency, as there; the market counts turnover.
      return Object.fromEntries(
        sizes.flatMap((size) =>
          (['Buy', 'Sell'] as const).flatMap((side) => {
            const turnover = values[`${size}${side}`]!;
            return [
              [`${size}${side}Volume`, amount(turnover / price)],
              [`${size}${side}Ratio`, share(total > 0 ? turnover / total : 0)],
            ];
          }),
        ),
      );
    },
  },
  'spot-whale-flow': {
    line: 'spot',
    metric: 'fundFlow',
    span: () => ({ period: '1d', count: 5 }),
    isInCoins: true,
    rows: netFlow(['whale'], (volume, date) => ({ volume, date })),
  },
  'spot-net-flow': {
    line: 'spot',
    metric: 'fundFlow',
    span: () => ({ period: '1h', count: 24 }),
    isInCoins: true,
    rows: netFlow(sizes, (net, ts) => ({ netFlow: net, ts })),
  },
  'margin-long-short': {
    line: 'spot',
    metric: 'marginLongShort',
    span: marginSpan,
    rows: each(({ ratio }) => ({ longShortRatio: share(ratio!) })),
  },
  'margin-loan-growth': {
    line: 'spot',
    metric: 'marginLoanGrowth',
    span: marginSpan,
    rows: each(({ growth }) => ({ growthRate: amount(growth!) })),
  },
  'margin-isolated-borrow': {
    line: 'spot',
    metric: 'isolatedBorrowRatio',
    span: marginSpan,
    rows: each(({ ratio }) => ({ borrowRate: share(ratio!) })),
  },
};

/** The paths of v2, by what they are called in v3. */
export const insightPaths: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.keys(insights).map((name) => [`/api/v3/market/${name}`, name])),
  '/api/v2/mix/market/account-long-short': 'futures-account-long-short',
  '/api/v2/mix/market/position-long-short': 'futures-position-long-short',
  '/api/v2/mix/market/long-short': 'futures-long-short',
  '/api/v2/mix/market/taker-buy-sell': 'futures-active-buy-sell',
  '/api/v2/spot/market/fund-flow': 'spot-fund-flow',
  '/api/v2/spot/market/fund-net-flow': 'spot-net-flow',
  '/api/v2/spot/market/whale-net-flow': 'spot-whale-flow',
  '/api/v2/margin/market/long-short-ratio': 'margin-long-short',
  '/api/v2/margin/market/loan-growth': 'margin-loan-growth',
  '/api/v2/margin/market/isolated-borrow-rate': 'margin-isolated-borrow',
  '/api/v2/mix/market/loan-growth': 'margin-loan-growth',
  '/api/v2/mix/market/isolated-borrow-rate': 'margin-isolated-borrow',
};
