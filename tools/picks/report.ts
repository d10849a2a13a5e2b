// The page about the picks' model, every figure of it computed here.
import { aiPicks, pickCostOfTrade, pickFactors, pickHorizons } from '../../contract/src/analytics.ts';
import { chosenModel } from '../../server/src/analytics/picks/model.ts';
import { lookBackDays } from '../../server/src/analytics/picks/factors.ts';
import type { Score } from '../../server/src/analytics/picks/scorecard.ts';
import { dayMs, type Recorded } from './history.ts';
import { chosenOver, createPanel, heldOut, measuredAfter, models, run, scores, type PanelDay } from './walk-forward.ts';

const percent = (value: number | null, digits = 2): string => (value === null ? '--' : `${value < 0 ? '−' : ''}${Math.abs(value * 100).toFixed(digits)} %`);
const date = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const cells = (...values: readonly (string | number)[]): string => `| ${values.join(' | ')} |`;

const scoreCells = (score: Score): string[] => [
  String(score.picks), percent(score.netChange), percent(score.btcChange), percent(score.randomChange), percent(score.aheadOfBtc, 1), percent(score.aheadOfMedian, 1),
];
const row = (name: string, score: Score): string[] => [name].concat(scoreCells(score));
const scoreHead = ['picks', 'net of costs', 'BTC', 'random picks, net', 'ahead of BTC', 'ahead of the median coin'];

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [cells(...head), cells(...head.map(() => '---')), ...rows.map((row) => cells(...row))];

export interface Quarter {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export const quartersOf = ({ from, to }: { from: number; to: number }): Quarter[] => {
  const quarters: Quarter[] = [];
  for (let start = from; start < to; ) {
    const { year, quarter } = { year: new Date(start).getUTCFullYear(), quarter: Math.floor(new Date(start).getUTCMonth() / 3) };
    const end = Math.min(to, Date.UTC(year, 3 * quarter + 3, 1));
    quarters.push({ name: `${year} Q${quarter + 1}`, from: start, to: end });
    start = end;
  }
  return quarters;
};

/** A row of the table by quarter: the test on part of the history computes one of them again. */
export const quarterRow = (panel: readonly PanelDay[], quarter: Quarter): string =>
  cells(quarter.name, ...scoreCells(scores(run(panel, chosenModel.weights, quarter)).find(({ days }) => days === measuredAfter)!));

export function createReport(history: readonly Recorded[]): string {
  const first = Math.min(...history.map(({ days }) => days[0]!.ts));
  const last = Math.max(...history.map(({ days }) => days.at(-1)!.ts));
  const alive = history.filter(({ days }) => days.at(-1)!.ts >= last - 7 * dayMs).length;
  const panel = createPanel(history, first, last);
  const inPeriod = (period: { from: number; to: number }) => panel.filter(({ ts }) => ts >= period.from && ts < period.to);
  const coins = (period: { from: number; to: number }) => {
    const counts = inPeriod(period).map((day) => day.coins.length);
    return `${Math.min(...counts)} to ${Math.max(...counts)}`;
  };
  const measured = Object.entries(models)
    .map(([name, model]) => ({ name, score: scores(run(panel, model, chosenOver)).find(({ days }) => days === measuredAfter)! }))
    .sort((a, b) => (b.score.aheadOfMedian ?? 0) - (a.score.aheadOfMedian ?? 0));
  const best = measured[0]!.name;
  const held = scores(run(panel, models[best]!, heldOut));
  const after = held.find(({ days }) => days === measuredAfter)!;
  const weights = models[best] === 'learned' ? null : models[best];
  if (best !== chosenModel.name) throw new Error(`the test chooses '${best}', the site picks with '${chosenModel.name}': change chosenModel in server/src/analytics/picks/model.ts`);
  const verdict = [
    (after.netChange ?? 0) > (after.btcChange ?? 0) ? 'did better than simply holding BTC' : 'did worse than simply holding BTC',
    Math.abs((after.netChange ?? 0) - (after.randomChange ?? 0)) < 0.001 ? 'brought on average the same as picking at random' : (after.netChange ?? 0) > (after.randomChange ?? 0) ? 'brought more on average than picking at random' : 'brought less on average than picking at random',
    `were ahead of the median coin in ${percent(after.aheadOfMedian, 1)} of cases`,
  ];
  return [
    '# AI picks: the model and how it was chosen',
    '',
    `Written by \`node tools/run.mjs tools/picks-report.ts --data <folder>\`; every figure below is computed by that command. The model, its factors and`,
    'the scorecard are the code the site runs (`server/src/analytics/picks/`); the walk-forward test is in `tools/picks/`.',
    '',
    '## In one sentence',
    '',
    `Over the period that was not used for choosing it (${date(heldOut.from)} to ${date(heldOut.to)}), the model's picks ${verdict[0]}, ${verdict[1]}, and ${verdict[2]}, after ${measuredAfter} days. `
      + 'It finds coins that hold up better than most, not coins that make anybody rich, and nothing here is advice.',
    '',
    '## What it does',
    '',
    `Once a day at 00:00 UTC it ranks every coin that has ${lookBackDays} days of history and an average daily turnover of at least $${aiPicks.floorUsdt.toLocaleString('en')} over the last ${aiPicks.floorAverageDays} days,`,
    `and takes the first ${aiPicks.perDayAtMost}. Each factor becomes the coin's place among all coins of the day, from −1 (lowest) to 1 (highest); the score is the weighted sum of places.`,
    '',
    ...table(['factor', 'what it is', 'weight'], pickFactors.map((name) => [name, about[name], weights ? weights[name].toFixed(2).replace('-', '−') : 'taught monthly'])),
    '',
    'Funding, the taker buy share and the share of long accounts are shown beside a pick as facts. They are not part of the score: the history below has none of',
    'them, and what was not tested is not used.',
    '',
    '## Data',
    '',
    `Daily candles of ${history.length} perpetual contracts against USDT of one exchange, ${date(first)} to ${date(last)}, stablecoins left out; BTC is the yardstick and is not picked itself; sectors are our own table. The recording is not part of`,
    `this project. ${alive === history.length ? 'Every contract in it was still trading at its end' : `${alive} of ${history.length} contracts in it were still trading at its end`}: coins that died before are missing, which makes every average, random picks included, look better than it was.`,
    `Coins to choose from: ${coins(chosenOver)} in the first period, ${coins(heldOut)} in the second.`,
    '',
    '## Test',
    '',
    `- A pick is bought at the close it was made from and sold at the close 1, 3 or 7 days later. Buying and selling together cost ${percent(pickCostOfTrade, 1)} (fee and slippage). BTC is held and pays nothing.`,
    '- Random picks are the average of every coin that could have been picked that day, at the same costs.',
    '- No model sees anything after the close it picks at. `learned` is taught anew each month (ridge regression of ranks) on the 365 days that were over by then.',
    `- The measure is the share of picks ahead of the median coin after ${measuredAfter} days. An average is decided by a few coins that multiply; this measure is not.`,
    `- Models were compared on ${date(chosenOver.from)} to ${date(chosenOver.to)} only. The best of them is reported on ${date(heldOut.from)} to ${date(heldOut.to)}.`,
    '',
    `### Models compared, after ${measuredAfter} days, ${date(chosenOver.from)} to ${date(chosenOver.to)}`,
    '',
    ...table(['model', ...scoreHead], measured.map(({ name, score }) => row(name === best ? `**${name}**` : name, score))),
    '',
    `### The chosen model in the second period, ${date(heldOut.from)} to ${date(heldOut.to)}`,
    '',
    ...table(['after', ...scoreHead], held.map((score) => row(`${score.days} ${score.days === 1 ? 'day' : 'days'}`, score))),
    '',
    `### By quarter, after ${measuredAfter} days`,
    '',
    cells('quarter', ...scoreHead),
    cells('---', ...scoreHead.map(() => '---')),
    ...[...quartersOf(chosenOver), ...quartersOf(heldOut)].map((quarter) => quarterRow(panel, quarter)),
    '',
    '## Limits',
    '',
    '- The second period was not used to choose among the models, but the weights of the models were drafted by somebody who had seen how single factors did in both',
    '  periods. It is a check, not a proof.',
    '- Picks of neighbouring days overlap, so the number of independent observations is much smaller than the number of picks.',
    '- The history is of perpetual contracts; the site picks spot coins. Dead coins are missing from it.',
    `- The site keeps its own scorecard of every pick over ${pickHorizons.join(', ')} days, by the same code, and shows it whether it is good or bad. Picks made afterwards from history are marked.`,
    '',
  ].join('\n');
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
