// What can be drawn over or below candles, by the names that traders use in every language.
import type { CandleInterval, CandleRow } from '@tidemark/contract/market.ts';

export const studies = {
  sma: { label: 'SMA 20', colour: 'cat-2', hasPane: false },
  ema: { label: 'EMA 50', colour: 'cat-3', hasPane: false },
  bollinger: { label: 'BB 20', colour: 'cat-4', hasPane: false },
  rsi: { label: 'RSI 14', colour: 'cat-5', hasPane: true },
  macd: { label: 'MACD 12 26 9', colour: 'cat-1', hasPane: true },
} as const;
export type Study = keyof typeof studies;
export const studyNames = Object.keys(studies) as readonly Study[];

export interface ChartStyle {
  readonly studies: ReadonlySet<Study>;
  readonly isLog: boolean;
  /** Another market beside it, both as changes since the first candle in sight. */
  readonly compared: readonly CandleRow[] | null;
}
export const comparedColour = 'cat-6';

/** A span of time as candles of a length at which it can be read. */
export const ranges = {
  '1d': { interval: '5m', candles: 288 },
  '7d': { interval: '1h', candles: 168 },
  '30d': { interval: '4h', candles: 180 },
  '90d': { interval: '1d', candles: 90 },
  '1y': { interval: '1d', candles: 365 },
} as const satisfies Readonly<Record<string, { interval: CandleInterval; candles: number }>>;
export type Range = keyof typeof ranges;
export const rangeNames = Object.keys(ranges) as readonly Range[];
