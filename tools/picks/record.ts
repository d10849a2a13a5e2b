// The out-of-sample results of the picks, by day. They stay with the project, so that any reader can compute the page's figures.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pickRecord, type Interval } from '../../contract/src/pick-record.ts';
import { intervalOf, type DailyResult } from '../../server/src/analytics/picks/scorecard.ts';
import { rootDir } from '../run-command.ts';

export const recordFile = join(rootDir, 'tools/picks/out-of-sample.csv');
const head = 'date,picks,edge,over btc,ahead of median';

const rowOf = ({ ts, picks, edge, overBtc, aheadOfMedian }: DailyResult): string =>
  [new Date(ts).toISOString().slice(0, 10), picks, edge.toFixed(5), overBtc.toFixed(5), aheadOfMedian.toFixed(2)].join(',');
const textOf = (days: readonly DailyResult[]): string => [head, ...days.map(rowOf), ''].join('\n');

export const saveDays = (days: readonly DailyResult[]): void => writeFileSync(recordFile, textOf(days));
export const areDays = (days: readonly DailyResult[]): boolean => readFileSync(recordFile, 'utf8') === textOf(days);

export interface PickResults {
  readonly picks: number;
  readonly edge: Interval;
  readonly overBtc: Interval;
  readonly aheadOfMedian: Interval & { readonly share: number };
}

/** As precise as the page tells them. */
export function resultsOf(days: readonly DailyResult[]): PickResults {
  const rounded = (of: (day: DailyResult) => number, digits: number): Interval => {
    const { low, high } = intervalOf(days.map(of))!;
    return { low: Number(low.toFixed(digits)), high: Number(high.toFixed(digits)) };
  };
  const share = days.reduce((sum, { aheadOfMedian }) => sum + aheadOfMedian, 0) / days.length;
  return {
    picks: days.reduce((sum, { picks }) => sum + picks, 0),
    edge: rounded(({ edge }) => edge, 4),
    overBtc: rounded(({ overBtc }) => overBtc, 4),
    aheadOfMedian: { share: Number(share.toFixed(3)), ...rounded(({ aheadOfMedian }) => aheadOfMedian, 3) },
  };
}

/** What the page tells of the same. */
export const toldResults: PickResults = {
  picks: pickRecord.picks,
  edge: pickRecord.edge,
  overBtc: pickRecord.overBtc,
  aheadOfMedian: pickRecord.aheadOfMedian,
};
