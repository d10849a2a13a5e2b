// The test that chose the picks' model. Every model picks on every day with what was known at its close; models that learn
// are taught anew each month with what was over by then. The model is chosen on the first period by one measure fixed
// beforehand, and only the chosen one is then looked at in the second.
import { pickFactors, pickHorizons } from '../../contract/src/analytics.ts';
import { chosenModel, pickFrom, rankAll, scoreDay, type Scored, type Weights } from '../../server/src/analytics/picks/model.ts';
import { judgeDay, sumUp, type ChangeAfter, type DayOutcome, type Horizon, type JudgedPick, type Score } from '../../server/src/analytics/picks/scorecard.ts';
import { dayMs, type Recorded } from './history.ts';

export const chosenOver = { from: Date.UTC(2021, 8, 1), to: Date.UTC(2024, 0, 1) };
export const heldOut = { from: Date.UTC(2024, 0, 1), to: Date.UTC(2025, 4, 1) };
/** Days a learning model looks back on. */
const taughtDays = 365;
const ridge = 0.1;
export const measuredAfter: Horizon = 7;
/** The yardstick: not picked itself. */
const btc = 'BTCUSDT';

const weigh = (weights: Partial<Weights>): Weights => {
  const size = pickFactors.reduce((sum, name) => sum + Math.abs(weights[name] ?? 0), 0);
  return Object.fromEntries(pickFactors.map((name) => [name, size === 0 ? 0 : (weights[name] ?? 0) / size])) as Weights;
};

/** Fixed weights, or a word for 'taught each month'. */
export const models: Readonly<Record<string, Weights | 'learned'>> = {
  momentum: weigh({ momentum: 1 }),
  trend: weigh({ momentum: 1, nearHigh: 1, flow: 1, breadth: 1, volatility: -1 }),
  surprise: weigh({ volume: 1, flow: 1, momentum: 1 }),
  reversal: weigh({ shortTerm: -1, volatility: -1 }),
  calm: weigh({ volatility: -1 }),
  quiet: weigh({ nearHigh: 1, volatility: -1, volume: -1 }),
  steady: chosenModel.weights,
  learned: 'learned',
};

export interface PanelDay {
  /** The close at which the picks are made. */
  readonly ts: number;
  readonly coins: readonly Scored[];
  readonly changeAfter: ChangeAfter;
  readonly outcomes: readonly DayOutcome[];
}

/** Scores do not matter here: every model weighs the same ranks. */
const unweighted = weigh({});

export function createPanel(history: readonly Recorded[], from: number, to: number): PanelDay[] {
  const candidates = history.filter(({ symbolId }) => symbolId !== btc);
  const bySymbol = new Map(history.map((recorded) => [recorded.symbolId, recorded]));
  const panel: PanelDay[] = [];
  for (let ts = from; ts < to; ts += dayMs) {
    const changeAfter: ChangeAfter = (symbolId, days) => {
      const recorded = bySymbol.get(symbolId);
      const place = recorded?.at.get(ts);
      const later = recorded?.at.get(ts + days * dayMs);
      return recorded === undefined || place === undefined || later === undefined ? null : recorded.days[later]!.close / recorded.days[place]!.close - 1;
    };
    const coins = scoreDay(candidates.map(({ symbolId, sector, days, at }) => ({ symbolId, sector, days, at: at.get(ts) ?? -1 })), unweighted);
    if (coins.length === 0) continue;
    const universe = coins.map(({ symbolId }) => symbolId);
    panel.push({ ts, coins, changeAfter, outcomes: pickHorizons.map((days) => judgeDay(universe, btc, changeAfter, days)).filter((outcome) => outcome !== null) });
  }
  return panel;
}

const scored = (coins: readonly Scored[], weights: Weights): Scored[] =>
  coins
    .map((coin) => ({ ...coin, score: pickFactors.reduce((sum, name) => sum + weights[name] * coin.ranks[name], 0) }))
    .sort((a, b) => b.score - a.score || (a.symbolId < b.symbolId ? -1 : 1));

export interface Run {
  readonly picks: readonly (JudgedPick & { readonly ts: number })[];
}

/** The picks of a model over a period, each judged. */
export function run(panel: readonly PanelDay[], model: Weights | 'learned', { from, to }: { from: number; to: number }): Run {
  let taughtIn = -1;
  let weights = model === 'learned' ? unweighted : model;
  const picks = panel.flatMap((day) => {
    if (day.ts < from || day.ts >= to) return [];
    const month = new Date(day.ts).getUTCMonth();
    if (model === 'learned' && month !== taughtIn) {
      taughtIn = month;
      weights = teach(panel, day.ts);
    }
    return pickFrom(scored(day.coins, weights)).map(({ symbolId }) => ({
      ts: day.ts,
      day: day.outcomes,
      outcomes: pickHorizons.flatMap((days) => {
        const change = day.changeAfter(symbolId, days);
        return change === null ? [] : [{ days, change }];
      }),
    }));
  });
  return { picks };
}

export const scores = ({ picks }: Run): Score[] => pickHorizons.map((days) => sumUp(picks, days));

/** Ridge regression of the rank of what came after on the ranks of the factors, over days that were over by then. */
export function teach(panel: readonly PanelDay[], now: number): Weights {
  const size = pickFactors.length;
  const left = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? ridge : 0)));
  const right = new Array<number>(size).fill(0);
  const known = panel.filter(({ ts }) => ts >= now - (taughtDays + measuredAfter) * dayMs && ts + measuredAfter * dayMs <= now);
  for (const { coins, changeAfter } of known) {
    const rows = coins.flatMap(({ symbolId, ranks }) => {
      const change = changeAfter(symbolId, measuredAfter);
      return change === null ? [] : [{ ranks, change }];
    });
    const after = rankAll(rows.map(({ change }) => change));
    const share = 1 / (rows.length * known.length);
    rows.forEach(({ ranks }, row) =>
      pickFactors.forEach((a, i) => {
        right[i]! += ranks[a] * after[row]! * share;
        pickFactors.forEach((b, j) => (left[i]![j]! += ranks[a] * ranks[b] * share));
      }),
    );
  }
  const solved = solve(left, right);
  return weigh(Object.fromEntries(pickFactors.map((name, i) => [name, solved[i]])));
}

/** Gauss-Jordan with the largest pivot. */
function solve(left: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = left.map((row, i) => [...row, right[i]!]);
  const size = rows.length;
  for (let i = 0; i < size; i++) {
    const pivot = rows.reduce((best, row, r) => (r >= i && Math.abs(row[i]!) > Math.abs(rows[best]![i]!) ? r : best), i);
    [rows[i], rows[pivot]] = [rows[pivot]!, rows[i]!];
    for (let r = 0; r < size; r++) {
      if (r === i) continue;
      const factor = rows[r]![i]! / rows[i]![i]!;
      for (let c = i; c <= size; c++) rows[r]![c]! -= factor * rows[i]![c]!;
    }
  }
  return rows.map((row, i) => row[size]! / row[i]!);
}
