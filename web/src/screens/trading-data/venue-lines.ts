// From the answer of several exchanges to lines: piled up where they make one sum, each for itself where they do not.
import { venueMetric, type VenueMetric } from '@tidemark/contract/venues.ts';
import type { Calls } from '@tidemark/contract/calls.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { ChartColour, ChartLine } from '#ui/chart/chart-line.ts';

export type VenueAnswer = Pick<Output<Calls['venueSeries']>, 'venues' | 'points'>;

export interface VenuePicture {
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** The sum and every exchange, for the table and the download. */
  readonly all: readonly ChartLine[];
}

const colours = ['cat-1', 'cat-2', 'cat-3', 'cat-4', 'cat-5', 'cat-6', 'cat-7', 'cat-8'] as const satisfies readonly ChartColour[];
/** What may lie below zero, or is no part of a sum, is not piled up. */
const piled: ReadonlySet<VenueMetric> = new Set(['openInterest', 'volume', 'liquidations']);
/** Where the sum is hardly ever known, the exchanges are shown each for itself. */
const knownEnough = 0.5;

export function venueLines(
  metric: VenueMetric,
  { venues, points }: VenueAnswer,
  names: readonly string[],
  total: string,
  look: Pick<ChartLine, 'format' | 'rate'>,
): VenuePicture {
  const column = (at: number) => points.map((point) => (typeof point[at] === 'string' ? Number(point[at]) : null));
  const sum = column(1);
  const inDollars = venueMetric(metric).unit === 'usd';
  const lineOf = (id: string, label: string, colour: ChartColour, values: readonly (number | null)[]): ChartLine => ({
    ...look,
    id,
    label,
    ...(inDollars && { fileLabel: `${label} (USD)` }),
    colour,
    values,
  });
  const each = venues.map(({ venue }, i) => lineOf(venue, names[i]!, colours[i % colours.length]!, column(2 + i)));
  const sumLine = lineOf('sum', total, 'text-3', sum);
  const isSum = venueMetric(metric).isSum;
  const told = each.filter(({ values }) => values.some((value) => value !== null));
  const isPiled = piled.has(metric) && sum.filter((value) => value !== null).length >= knownEnough * sum.length;
  return {
    times: points.map(([ts]) => ts),
    lines: isPiled ? pile(told, sum) : [...told, ...(isSum && told.length > 1 ? [{ ...sumLine, isDashed: true }] : [])],
    all: isSum ? [sumLine, ...each] : each,
  };
}

/** Each on top of those before it, the highest first, so that what is below is drawn over it. A moment without a sum is a hole. */
function pile(lines: readonly ChartLine[], sum: readonly (number | null)[]): ChartLine[] {
  let heights: readonly (number | null)[] = sum.map((value) => (value === null ? null : 0));
  return lines
    .map((line) => {
      const onTopOf = heights;
      heights = heights.map((height, i) => (height === null ? null : height + (line.values[i] ?? 0)));
      return Object.assign({}, line, { onTopOf, hasArea: true });
    })
    .toReversed();
}
