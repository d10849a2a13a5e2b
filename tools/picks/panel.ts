// Recorded history as days to pick on: every coin's factors at a close, and what came after it.
import { aiPicks, pickFactors, pickHorizons } from '../../contract/src/picks.ts';
import { dayMs } from '../../contract/src/time.ts';
import { scoreDay, type Scored, type Weights } from '../../server/src/analytics/picks/model.ts';
import {
  judgeDay,
  sumUp,
  type ChangeAfter,
  type DayOutcome,
  type Horizon,
  type JudgedPick,
  type Score,
} from '../../server/src/analytics/picks/scorecard.ts';
import { type Recorded } from './history.ts';

export const measuredAfter: Horizon = 7;
/** The yardstick: not picked itself. */
const btc = 'BTCUSDT';

export interface PanelDay {
  /** The day at whose close the picks are made. */
  readonly ts: number;
  readonly coins: readonly Scored[];
  readonly changeAfter: ChangeAfter;
  readonly outcomes: readonly DayOutcome[];
  /** Whether each coin was ahead of the median one after the measured days; null = not known. */
  readonly isAhead: readonly (boolean | null)[];
}

/** Scores do not matter here: every model weighs the same ranks. */
const unweighted = Object.fromEntries(pickFactors.map((name) => [name, 0])) as Weights;

export function createPanel(history: readonly Recorded[], from: number, to: number): PanelDay[] {
  const candidates = history.filter(({ symbolId }) => symbolId !== btc);
  const bySymbol = new Map(history.map((recorded) => [recorded.symbolId, recorded]));
  const panel: PanelDay[] = [];
  for (let ts = from; ts < to; ts += dayMs) {
    const changeAfter: ChangeAfter = (symbolId, days) => {
      const recorded = bySymbol.get(symbolId);
      const place = recorded?.at.get(ts);
      const later = recorded?.at.get(ts + days * dayMs);
      return recorded === undefined || place === undefined || later === undefined
        ? null
        : recorded.days[later]!.close / recorded.days[place]!.close - 1;
    };
    const coins = scoreDay(
      candidates.map(({ symbolId, sector, days, at }) => ({ symbolId, sector, days, at: at.get(ts) ?? -1 })),
      unweighted,
    );
    if (coins.length === 0) continue;
    const universe = coins.map(({ symbolId }) => symbolId);
    const outcomes = pickHorizons.map((days) => judgeDay(universe, btc, changeAfter, days)).filter((outcome) => outcome !== null);
    const median = outcomes.find(({ days }) => days === measuredAfter)?.median;
    const isAhead = universe.map((symbolId) => {
      const change = changeAfter(symbolId, measuredAfter);
      return change === null || median === undefined ? null : change > median;
    });
    panel.push({ ts, coins, changeAfter, outcomes, isAhead });
  }
  return panel;
}

/** As the site ranks: best score first, equal ones by name, which is the order the coins of a panel are in. */
function pickCoins(coins: readonly Scored[], weights: Weights): readonly number[] {
  const used = pickFactors.filter((name) => weights[name] !== 0);
  const best: { place: number; score: number }[] = [];
  for (const [place, { ranks }] of coins.entries()) {
    let score = 0;
    for (const name of used) score += weights[name] * ranks[name];
    if (best.length === aiPicks.perDayAtMost && score <= best.at(-1)!.score) continue;
    const at = best.findIndex((other) => score > other.score);
    best.splice(at === -1 ? best.length : at, 0, { place, score });
    if (best.length > aiPicks.perDayAtMost) best.pop();
  }
  return best.map(({ place }) => place);
}

export type RecordedPick = JudgedPick & { readonly symbolId: string };

/** The picks that weights make on these days, each judged. */
export const pickDays = (days: readonly PanelDay[], weights: Weights): RecordedPick[] =>
  days.flatMap(({ ts, coins, changeAfter, outcomes }) =>
    pickCoins(coins, weights).map((place) => {
      const { symbolId } = coins[place]!;
      return {
        ts,
        symbolId,
        day: outcomes,
        outcomes: pickHorizons.flatMap((days) => {
          const change = changeAfter(symbolId, days);
          return change === null ? [] : [{ days, change }];
        }),
      };
    }),
  );

export interface DayMeasure {
  readonly ts: number;
  readonly picks: number;
  readonly ahead: number;
}

/** How many of a day's picks were ahead of the median coin: all that a choice among models reads. */
export const measureDays = (days: readonly PanelDay[], weights: Weights): DayMeasure[] =>
  days.map(({ ts, coins, isAhead }) => {
    const known = pickCoins(coins, weights)
      .map((place) => isAhead[place]!)
      .filter((ahead) => ahead !== null);
    return { ts, picks: known.length, ahead: known.filter((ahead) => ahead).length };
  });

export const scoresOf = (picks: readonly JudgedPick[]): Score[] => pickHorizons.map((days) => sumUp(picks, days));
