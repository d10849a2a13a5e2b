// From the answer of a call to what is drawn: which fields are lines, which are bars, what stands across.
import type { Calls } from '@tidemark/contract/calls.ts';
import { networkMetrics, pairMetrics, type FieldUnit, type NetworkMetric, type PairMetric } from '@tidemark/contract/trading-data.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import type { Text } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { twoSided, type Figures } from './figures.ts';
import { sumOfTold } from './headline.ts';
import { networkDrawings, pairDrawings, type AnyMetric, type Drawing } from './metric-drawings.ts';

export type SeriesAnswer = Pick<Output<Calls['tradingSeries']>, 'fields' | 'points' | 'forming' | 'partial'>;

export interface ChartPicture {
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  /** Every field, for the table and the download. */
  readonly all: readonly ChartLine[];
  readonly guides: readonly number[];
  /** What is to be said of a point besides its values. */
  readonly notes: ReadonlyMap<number, string>;
}

/** field: the one to be drawn, where a metric has several units. */
export function pictureOf(
  scope: 'pair' | 'network',
  metric: AnyMetric,
  answer: SeriesAnswer,
  figures: Figures,
  t: Text,
  field?: string,
): ChartPicture {
  const isPair = scope === 'pair';
  const units: Readonly<Record<string, FieldUnit>> = isPair
    ? pairMetrics[metric as PairMetric].fields
    : networkMetrics[metric as NetworkMetric].fields;
  const { fields: usual, guides = [] } = isPair ? pairDrawings[metric as PairMetric] : networkDrawings[metric as NetworkMetric];
  const [look] = Object.values(usual);
  const fields = field && look ? { [field]: look } : usual;
  const notes = notesOf(answer, t);
  const pale = new Set(notes.keys());
  const isTwoSided = Object.values(fields).some(({ isBelow }) => isBelow);
  const columns = answer.fields.map((_, field) => answer.points.map((point) => numberOf(point[field + 1])));
  const valuesOf = (field: string): readonly (number | null)[] => {
    const place = answer.fields.indexOf(field);
    return place >= 0 ? columns[place]! : sumOf(answer.fields, columns, field);
  };
  const drawnLine = (field: string, look: Drawing['fields'][string]): ChartLine => {
    const unit = units[field] ?? 'quote';
    const format = figures.figureOf(metric, field, unit);
    const label = t(`trading.field.${metric}.${field}` as WordId);
    return {
      ...look,
      id: field,
      label,
      ...(unit === 'usd' && { fileLabel: `${label} (USD)` }),
      format,
      rate: figures.rateOf(unit),
      formatTick: isTwoSided ? twoSided(format) : format,
      values: valuesOf(field),
      ...(look.kind === 'bars' && pale.size > 0 && { pale }),
    };
  };
  return {
    times: answer.points.map(([ts]) => ts),
    lines: Object.entries(fields).map(([field, look]) => drawnLine(field, look)),
    all: answer.fields.map((field) => drawnLine(field, { colour: 'cat-1' })),
    guides,
    notes,
  };
}

function notesOf({ points, forming, partial }: SeriesAnswer, t: Text): ReadonlyMap<number, string> {
  const notes = new Map<number, string>();
  if (forming === null && partial.length === 0) return notes;
  const unknown = new Set(partial);
  points.forEach(([ts], i) => {
    if (unknown.has(ts)) notes.set(i, t('trading.partial'));
    else if (ts === forming) notes.set(i, t('trading.forming'));
  });
  return notes;
}

const numberOf = (text: string | number | null | undefined): number | null => (text === null || text === undefined ? null : Number(text));

/** 'buy' of whales, dolphins and fish together. */
function sumOf(fields: readonly string[], columns: readonly (readonly (number | null)[])[], side: string): (number | null)[] {
  const parts = columns.filter((_, i) => fields[i]!.toLowerCase().endsWith(side));
  return (columns[0] ?? []).map((_, at) => sumOfTold(parts.map((part) => part[at] ?? null)));
}

/** Values of another series at the moments of this one: the last one before each. */
export function alignTo(
  times: readonly number[],
  other: { readonly times: readonly number[]; readonly values: readonly (number | null)[] },
): (number | null)[] {
  let at = -1;
  return times.map((time) => {
    while (at + 1 < other.times.length && other.times[at + 1]! <= time) at++;
    return at < 0 ? null : (other.values[at] ?? null);
  });
}
