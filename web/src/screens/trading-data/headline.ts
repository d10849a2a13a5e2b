// The figure that stands above a chart.
import { tradingRangeMs, tradingRanges, type TradingPoint, type TradingRange } from '@tidemark/contract/trading-data.ts';

interface HeadlineSeries {
  readonly fields: readonly string[];
  readonly points: readonly TradingPoint[];
  readonly forming: number | null;
}

export interface Headline {
  readonly value: number | null;
  /** What it was when the chart begins; null where the two do not compare. */
  readonly first: number | null;
}

/**
 * In the unit of what is drawn: both sides of a volume, the ratio of two shares, else its first field. Fund flow has a table of its own; of
 * liquidations neither side stands for both.
 */
export function headlineFields(metric: string, fields: readonly string[]): readonly string[] {
  if (metric === 'fundFlow' || metric === 'liquidations') return [];
  if (metric === 'takerVolume') return ['buy', 'sell'];
  return [metric === 'basis' ? 'rate' : fields.includes('ratio') ? 'ratio' : fields[0]!];
}

/** isSum: the name of the chart says over how long, so its figure is all of it, what has only begun included. */
export function headlineOf({ fields, points, forming }: HeadlineSeries, field: string, isSum: boolean): Headline {
  const place = fields.indexOf(field) + 1;
  const valueOf = (point: TradingPoint | undefined): number | null => {
    const text = point?.[place];
    return text === null || text === undefined ? null : Number(text);
  };
  if (isSum) return { value: sumOfTold(points.map(valueOf)), first: null };
  // A period that has only begun is not compared with one that is over.
  const whole = forming === null ? points : points.slice(0, -1);
  return { value: valueOf(whole.at(-1)), first: whole.length > 1 ? valueOf(whole[0]) : null };
}

/** null = nothing was told. */
export const sumOfTold = (figures: readonly (number | null)[]): number | null =>
  figures.reduce((sum, figure) => (figure === null ? sum : (sum ?? 0) + figure), null);

/** Over how long the figure is compared: the strip above tells of 24 hours, the chart of all that is in sight. */
export const comparedOver = (spanMs: number): TradingRange | null =>
  tradingRanges.find((range) => tradingRangeMs[range] === spanMs) ?? null;
