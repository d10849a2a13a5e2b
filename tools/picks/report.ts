// The page about the picks' model, every figure of it computed here.
import { isDeepStrictEqual } from 'node:util';
import { aiPicks, pickCostOfTrade, pickFactors, pickHorizons } from '../../contract/src/picks.ts';
import { pickRecord, pickVerdict, type Interval } from '../../contract/src/pick-record.ts';
import { dayMs } from '../../contract/src/time.ts';
import { lookBackDays } from '../../server/src/analytics/picks/factors.ts';
import { chosenModel } from '../../server/src/analytics/picks/model.ts';
import { dailyResults, type DailyResult, type Score } from '../../server/src/analytics/picks/scorecard.ts';
import { type Recorded } from './history.ts';
import { models } from './models.ts';
import { createPanel, measuredAfter, scoresOf, type RecordedPick } from './panel.ts';
import { resultsOf, toldResults } from './record.ts';
import { embargoDays, quartersOf, walkForward } from './walk-forward.ts';

/** Quarters before the first judged one only gather results to choose by. */
const gatheredFrom = Date.UTC(2021, 9, 1);
const warmUpQuarters = 4;
const shownModels = 10;

const percent = (value: number | null, digits = 2): string =>
  value === null ? '--' : `${value < 0 ? '−' : ''}${Math.abs(value * 100).toFixed(digits)} %`;
const between = ({ low, high }: Interval, digits = 2): string => `${percent(low, digits)} to ${percent(high, digits)}`;
const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const cells = (...values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  cells(...head),
  cells(...head.map(() => '---')),
  ...rows.map((row) => cells(...row)),
];

const scoreHead = ['picks', 'net of costs', 'BTC', 'random picks, net', 'ahead of BTC', 'ahead of the median coin'];
export const scoreCells = (score: Score): string[] => [
  String(score.picks),
  percent(score.netChange),
  percent(score.btcChange),
  percent(score.randomChange),
  percent(score.aheadOfBtc, 1),
  percent(score.aheadOfMedian, 1),
];
const measuredScore = (picks: readonly RecordedPick[]): Score => scoresOf(picks).find(({ days }) => days === measuredAfter)!;

const verdicts = {
  better: 'brought more than picking at random',
  chance: 'were no better than picking at random',
  worse: 'brought less than picking at random',
  early: 'were too few to be told from picking at random',
} as const;

export interface Report {
  readonly page: string;
  readonly days: readonly DailyResult[];
  /** Where the site tells or does something else than the test gives. */
  readonly faults: readonly string[];
}

export function createReport(history: readonly Recorded[]): Report {
  const first = Math.min(...history.map(({ days }) => days[0]!.ts));
  const end = Math.max(...history.map(({ days }) => days.at(-1)!.ts)) + dayMs;
  const alive = history.filter(({ days }) => days.at(-1)!.ts >= end - 8 * dayMs).length;
  const panel = createPanel(history, first, end);
  const quarters = quartersOf({ from: gatheredFrom, to: end });
  const { folds, ranking, next } = walkForward(panel, quarters, warmUpQuarters);
  const picks = folds.flatMap((fold) => fold.picks);
  const days = dailyResults(picks, measuredAfter);
  const results = resultsOf(days);
  const judged = { from: folds[0]!.quarter.from, to: end - dayMs };
  const counts = panel.filter(({ ts }) => ts >= judged.from).map((day) => day.coins.length);
  const faults: string[] = [];
  if (next.model !== chosenModel.name || pickFactors.some((name) => Math.abs(next.weights[name] - chosenModel.weights[name]) > 0.0005)) {
    faults.push(
      `the test chooses '${next.model}' ${JSON.stringify(next.weights)}: change chosenModel in server/src/analytics/picks/model.ts`,
    );
  }
  const { from, to, embargoDays: embargo, days: held } = pickRecord;
  if (
    !isDeepStrictEqual(results, toldResults) ||
    !isDeepStrictEqual({ from, to, embargo, held }, { ...judged, embargo: embargoDays, held: measuredAfter })
  ) {
    faults.push(`the test gives ${JSON.stringify({ ...judged, ...results })}: change pickRecord in contract/src/pick-record.ts`);
  }
  const page = [
    '# AI picks: the model and how it was chosen',
    '',
    'Written by `node tools/run.mjs tools/picks-report.ts --data <folder>`; every figure below is computed by that command. ' +
      'The model, its factors and',
    'the scorecard are the code the site runs (`server/src/analytics/picks/`); the walk-forward test is in `tools/picks/`.',
    '',
    '## In one sentence',
    '',
    `On ${days.length} days that had no say in what picked on them (${date(judged.from)} to ${date(judged.to)}), the picks ` +
      `${verdicts[pickVerdict(results.edge)]}: after ${measuredAfter} days they were`,
    `${between(results.edge)} beyond random picks and ${between(results.overBtc)} beyond BTC, and ahead of the median coin in ` +
      `${percent(results.aheadOfMedian.share, 1)} of cases (${between(results.aheadOfMedian, 1)}), each with 95 % confidence.`,
    'Nothing here is advice.',
    '',
    '## What it does',
    '',
    `Once a day at 00:00 UTC it ranks every coin that has ${lookBackDays} days of history and an average daily turnover of at ` +
      `least $${aiPicks.floorUsdt.toLocaleString('en')} over the last ${aiPicks.floorAverageDays} days,`,
    `and takes the first ${aiPicks.perDayAtMost}. Each factor becomes the coin's place among all coins of the day, from −1 ` +
      '(lowest) to 1 (highest); the score is the weighted sum of places.',
    'Stablecoins, gold, wrapped and staked coins are never among them, nor any coin that hardly moves: they follow another price.',
    '',
    ...table(
      ['factor', 'what it is', 'weight'],
      pickFactors.map((name) => [name, about[name], next.weights[name].toFixed(2).replace('-', '−')]),
    ),
    '',
    'Funding, the taker buy share and the share of long accounts are shown beside a pick as facts. They are not part of the ' +
      'score: the history below has none of',
    'them, and what was not tested is not used.',
    '',
    '## Data',
    '',
    `Daily candles of ${history.length} perpetual contracts against USDT of one exchange, ${date(first)} to ` +
      `${date(end - dayMs)}, coins that follow another price left out; BTC is the yardstick and is not picked itself; sectors ` +
      'are our own table.',
    'The recording is not part of this project. ' +
      (alive === history.length
        ? 'Every contract in it was still trading at its end'
        : `${alive} of ${history.length} contracts in it were still trading at its end`) +
      ': coins that died before are missing, which makes every average, random picks included, look better than it was.',
    `Coins to choose from: ${Math.min(...counts)} to ${Math.max(...counts)}.`,
    '',
    '## Test',
    '',
    '- A pick is bought at the close it was made from and sold at the close 1, 3 or 7 days later. Buying and selling together ' +
      `cost ${percent(pickCostOfTrade, 1)} (fee and slippage). BTC is held and pays nothing.`,
    '- Random picks are the average of every coin that could have been picked that day, at the same costs.',
    `- ${Object.keys(models).length} models are compared: every mixture of two or three factors with equal weights, high or ` +
      'low, and one that is taught. Nobody drafted a list of them.',
    '- Nested walk-forward by quarters: before each quarter every model is judged by its picks of the quarters before, and ' +
      `only the best of them picks in it. \`learned\` (ridge regression of ranks) is taught anew before each quarter, so its ` +
      'picks too are of days it has not seen.',
    `- Embargo: whatever a choice reads ends ${embargoDays} days before the quarter begins, as far as the quarter's first ` +
      `factors look back. In a quarter only picks count whose ${measuredAfter} days are over before it ends.`,
    `- The measure to choose by is the share of picks ahead of the median coin after ${measuredAfter} days. An average is ` +
      'decided by a few coins that multiply; this measure is not.',
    `- The first ${warmUpQuarters} quarters from ${date(gatheredFrom)} on only gather results to choose by.`,
    "- The intervals come from the means of blocks of four weeks (Student's t), for picks of neighbouring days share most of " +
      'their days. The results by day are in `tools/picks/out-of-sample.csv`.',
    '- The site picks with what the same rule chooses after the last quarter.',
    '',
    `### By quarter, after ${measuredAfter} days: none of these days was seen by what picked on them`,
    '',
    ...table(
      ['quarter', 'chosen', 'by', ...scoreHead],
      [
        ...folds.map(({ quarter, model, chosenBy, picks: own }) =>
          [quarter.name, model, percent(chosenBy, 1)].concat(scoreCells(measuredScore(own))),
        ),
        ['all', '', '', ...scoreCells(measuredScore(picks))],
      ],
    ),
    '',
    `### The models over all quarters, after ${measuredAfter} days: what the next choice goes by`,
    '',
    `The first ${shownModels} of ${ranking.length}, and the last:`,
    '',
    ...table(
      ['model', 'ahead of the median coin'],
      [...ranking.slice(0, shownModels), ranking.at(-1)!].map(({ model, measure }) => [
        model === next.model ? `**${model}**` : model,
        percent(measure, 1),
      ]),
    ),
    '',
    '## Limits',
    '',
    '- The history is of perpetual contracts; the site picks spot coins. Dead coins are missing from it.',
    '- The factors themselves were named by people who know how markets were in those years.',
    '- The test took this form after two others had been run on the same history: a list of 21 models made by hand, judged ' +
      'from 2022 Q1 and from 2022 Q4. Their intervals',
    '  held chance as well; the share ahead of the median coin was 55.5 % to 55.6 % in all three.',
    `- The site keeps its own scorecard of every pick over ${pickHorizons.join(', ')} days, by the same code, and words it by ` +
      'the same interval. Picks made afterwards from history are marked.',
    '',
  ].join('\n');
  return { page, days, faults };
}

const about: Readonly<Record<(typeof pickFactors)[number], string>> = {
  momentum: `change over ${lookBackDays} days in units of its own volatility`,
  shortTerm: 'change over 7 days',
  nearHigh: `distance from the highest price of ${lookBackDays} days`,
  volume: `turnover of the last 3 days against the average of ${lookBackDays}`,
  flow: 'where the last 7 days closed between low and high, weighted by turnover',
  volatility: `standard deviation of daily changes over ${lookBackDays} days`,
  breadth: 'share of the coins of its sector that rose over 7 days',
};
