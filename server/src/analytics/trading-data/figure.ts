// Figures of series as they travel: plain decimals of ten significant digits; what is not a number does not travel.
import type { TradingPoint } from '@tidemark/contract/trading-data.ts';

const significant = 10;
const mostDecimals = 14;

export function figureText(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`${value} is not a figure`);
  if (value === 0) return '0';
  const decimals = Math.min(mostDecimals, Math.max(0, significant - 1 - Math.floor(Math.log10(Math.abs(value)))));
  const text = value.toFixed(decimals);
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text;
  return short === '-0' ? '0' : short;
}

export const figureOrNull = (value: number | null | undefined): string | null =>
  value === null || value === undefined || !Number.isFinite(value) ? null : figureText(value);

export const pointOf = (ts: number, figures: readonly (number | null)[]): TradingPoint => [ts, ...figures.map(figureOrNull)];
