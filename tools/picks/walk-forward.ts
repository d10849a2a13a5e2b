// The nested walk-forward test of the picks. Before each quarter every model is held against the others by how it did in the quarters
// before, and only the best of them picks in it. What is known before a quarter ends an embargo earlier: no day that the choice
// reads is one that the quarter's own factors look back on.
import { dayMs } from '../../contract/src/time.ts';
import { lookBackDays } from '../../server/src/analytics/picks/factors.ts';
import type { Weights } from '../../server/src/analytics/picks/model.ts';
import { models, teach, type Model } from './models.ts';
import { measureDays, measuredAfter, pickDays, type DayMeasure, type PanelDay, type RecordedPick } from './panel.ts';

export const embargoDays = lookBackDays;

export interface Quarter {
  readonly name: string;
  readonly from: number;
  /** The first day after it. */
  readonly to: number;
}

export const quartersOf = ({ from, to }: { from: number; to: number }): Quarter[] => {
  const quarters: Quarter[] = [];
  for (let start = from; start < to;) {
    const { year, quarter } = { year: new Date(start).getUTCFullYear(), quarter: Math.floor(new Date(start).getUTCMonth() / 3) };
    const end = Math.min(to, Date.UTC(year, 3 * quarter + 3, 1));
    quarters.push({ name: `${year} Q${quarter + 1}`, from: start, to: end });
    start = end;
  }
  return quarters;
};

/** The last day that a pick's outcome reads. */
const lastRead = (ts: number): number => ts + measuredAfter * dayMs;

/** What a choice for a quarter may read. */
const knownBefore = <Day extends { readonly ts: number }>(days: readonly Day[], from: number): Day[] =>
  days.filter(({ ts }) => lastRead(ts) < from - embargoDays * dayMs);

/** Days whose outcome is over before the quarter is. */
export const daysWithin = <Day extends { readonly ts: number }>(days: readonly Day[], { from, to }: Quarter): Day[] =>
  days.filter(({ ts }) => ts >= from && lastRead(ts) < to);

export interface Fold {
  readonly quarter: Quarter;
  readonly model: string;
  readonly weights: Weights;
  /** Of its picks before: what it was chosen by. */
  readonly chosenBy: number;
  readonly picks: readonly RecordedPick[];
}

export interface WalkForward {
  readonly folds: readonly Fold[];
  /** Every model by how it did in all quarters, best first. */
  readonly ranking: readonly { readonly model: string; readonly measure: number }[];
  /** What the same rule chooses after the last quarter, for the days to come. */
  readonly next: { readonly model: string; readonly weights: Weights };
}

/** The one measure, fixed beforehand. An average change is decided by a few coins that multiply; this is not. */
const measureOf = (days: readonly DayMeasure[]): number => {
  const picks = days.reduce((sum, day) => sum + day.picks, 0);
  return picks === 0 ? 0 : days.reduce((sum, day) => sum + day.ahead, 0) / picks;
};

const rank = (results: ReadonlyMap<string, readonly DayMeasure[]>) =>
  [...results]
    .map(([model, days]) => ({ model, measure: measureOf(days) }))
    .sort((a, b) => b.measure - a.measure || (a.model < b.model ? -1 : 1));

const weightsOf = (model: Model, known: readonly PanelDay[]): Weights => (model === 'learned' ? teach(known) : model);

/** warmUp: so many quarters only gather results to choose by. */
export function walkForward(
  panel: readonly PanelDay[],
  quarters: readonly Quarter[],
  warmUp: number,
  compared: Readonly<Record<string, Model>> = models,
): WalkForward {
  const results = new Map<string, DayMeasure[]>(Object.keys(compared).map((name) => [name, []]));
  const folds: Fold[] = [];
  for (const [place, quarter] of quarters.entries()) {
    const known = knownBefore(panel, quarter.from);
    const days = daysWithin(panel, quarter);
    if (place >= warmUp) {
      const [best] = rank(new Map([...results].map(([name, measured]) => [name, knownBefore(measured, quarter.from)])));
      const weights = weightsOf(compared[best!.model]!, known);
      folds.push({ quarter, model: best!.model, weights, chosenBy: best!.measure, picks: pickDays(days, weights) });
    }
    for (const [name, model] of Object.entries(compared)) results.get(name)!.push(...measureDays(days, weightsOf(model, known)));
  }
  const ranking = rank(results);
  const { model } = ranking[0]!;
  return {
    folds,
    ranking,
    next: { model, weights: weightsOf(compared[model]!, knownBefore(panel, quarters.at(-1)!.to + embargoDays * dayMs)) },
  };
}
