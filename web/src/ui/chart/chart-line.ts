import { axisOf, type Axis, type AxisRules } from './scale.ts';

/** A colour by its token: 'cat-1' is var(--cat-1). */
export type ChartColour =
  | `cat-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`
  | 'up-fill'
  | 'down-fill'
  | 'text-3'
  | 'warn-fill'
  | `fg-${1 | 2 | 3 | 4 | 5}`;

export interface ChartLine {
  readonly id: string;
  readonly label: string;
  /** In a file, where plain numbers stand without the reader's unit; the label where it is left out. */
  readonly fileLabel?: string;
  readonly colour: ChartColour;
  /** One per time; null where there is none. */
  readonly values: readonly (number | null)[];
  /** How a value reads on the axis, in the crosshair and in the table. */
  format(value: number): string;
  /** Shorter form for the axis, where it differs. */
  formatTick?(value: number): string;
  /** So many of the unit that `format` writes are one of the values; 1 where it is left out. */
  readonly rate?: number;
  /** The value axis stands at the end; a second unit gets its own at the start. */
  readonly axis?: 'end' | 'start';
  readonly kind?: 'line' | 'steps' | 'bars';
  readonly isDashed?: boolean;
  /** A soft fill down to the bottom. */
  readonly hasArea?: boolean;
  /** Bars that hang from zero: the other side of something. The values stay what they are. */
  readonly isBelow?: boolean;
  /** Heights that it stands on: lines piled up. The values stay what they are; without a height there is a hole. */
  readonly onTopOf?: readonly (number | null)[];
  /** Of bars below zero: the other side of one figure that may be on both. */
  readonly belowColour?: ChartColour;
  /** Bars of single events, which are no longer than a moment. */
  readonly isThin?: boolean;
  /** Places of bars that stand paler: not over yet, or not wholly known. */
  readonly pale?: ReadonlySet<number>;
}

const moved = new WeakMap<ChartLine, readonly (number | null)[]>();
/** The values as they are drawn. */
export function drawnValues(line: ChartLine): readonly (number | null)[] {
  const { values, isBelow, onTopOf } = line;
  if (!isBelow && !onTopOf) return values;
  const heightOf = (value: number, at: number): number | null => {
    if (!onTopOf) return -value;
    const below = onTopOf[at] ?? null;
    return below === null ? null : below + value;
  };
  let drawn = moved.get(line);
  if (!drawn) moved.set(line, (drawn = values.map((value, at) => (value === null ? null : heightOf(value, at)))));
  return drawn;
}

/** What is drawn in one colour. */
export interface LinePart {
  readonly colour: ChartColour;
  readonly values: readonly (number | null)[];
}

const parts = new WeakMap<ChartLine, readonly LinePart[]>();
/** One, or two where what is below zero has a colour of its own. */
export function partsOf(line: ChartLine): readonly LinePart[] {
  let found = parts.get(line);
  if (found) return found;
  const values = drawnValues(line);
  const { colour, belowColour } = line;
  const only = (isBelow: boolean) => values.map((value) => (value !== null && value < 0 === isBelow ? value : null));
  found = belowColour
    ? [
        { colour, values: only(false) },
        { colour: belowColour, values: only(true) },
      ]
    : [{ colour, values }];
  parts.set(line, found);
  return found;
}

/** How wide bars are: so much of what there is for each, and no more pixels than that. */
export const barWidth = ({ isThin }: Pick<ChartLine, 'isThin'>): { readonly share: number; readonly most: number } =>
  isThin ? { share: 0.4, most: 6 } : { share: 0.8, most: 28 };

export const axisSideOf = (line: ChartLine): 'end' | 'start' => line.axis ?? 'end';

/** The axis of a side, for what lies between two places; null where nothing is drawn on it. */
export function axisOn(
  lines: readonly ChartLine[],
  side: 'end' | 'start',
  range?: AxisRules['range'],
  first = 0,
  last = Infinity,
): Axis | null {
  const line = lines.find((one) => axisSideOf(one) === side);
  return line
    ? axisOf(axisValues(lines, side, first, last), { range, rate: line.rate, format: (value) => (line.formatTick ?? line.format)(value) })
    : null;
}

/** The lowest and the highest that an axis has to hold. Bars and piles stand on zero, so that their heights can be compared. */
function axisValues(lines: readonly ChartLine[], side: 'end' | 'start', first: number, last: number): readonly number[] {
  let low = Infinity;
  let high = -Infinity;
  for (const line of lines) {
    if (axisSideOf(line) !== side) continue;
    const values = drawnValues(line);
    const end = Math.min(last, values.length - 1);
    if (line.kind === 'bars' || line.onTopOf) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
    for (let i = first; i <= end; i++) {
      const value = values[i]!;
      if (value === null) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low > high ? [] : [low, high];
}

/** What bars need beside the first and the last of them, in ms: half the smallest step between two. A lone bar stands in the middle. */
export function barRoom(times: readonly number[], lines: readonly ChartLine[]): number {
  if (!lines.some(({ kind }) => kind === 'bars')) return 0;
  let step = Infinity;
  for (let i = 1; i < times.length; i++) step = Math.min(step, times[i]! - times[i - 1]!);
  return step === Infinity ? 1 : step / 2;
}
