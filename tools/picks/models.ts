// What is compared: every mixture of two or three factors with equal weights, high or low, and weights taught from the past. The list is
// complete and not drafted by a person who has seen the same years. One factor alone is left out: a pick has more than one reason.
import { pickFactors } from '../../contract/src/picks.ts';
import { rankAll, type Weights } from '../../server/src/analytics/picks/model.ts';
import { measuredAfter, type PanelDay } from './panel.ts';

const ridge = 0.1;

/** Sizes sum up to 1; all 0 stay 0. */
const weigh = (weights: Partial<Weights>): Weights => {
  const size = pickFactors.reduce((sum, name) => sum + Math.abs(weights[name] ?? 0), 0);
  return Object.fromEntries(pickFactors.map((name) => [name, size === 0 ? 0 : (weights[name] ?? 0) / size])) as Weights;
};

/** Fixed weights, or a word for 'taught before each quarter'. */
export type Model = Weights | 'learned';

const factorsAtMost = 3;

/** Each way to take some factors, high or low, the first of them from `from` on. */
function* mixtures(from: number, room: number): Generator<readonly (readonly [(typeof pickFactors)[number], 1 | -1])[]> {
  yield [];
  if (room === 0) return;
  for (let i = from; i < pickFactors.length; i++) {
    for (const rest of mixtures(i + 1, room - 1)) for (const sign of [1, -1] as const) yield [[pickFactors[i]!, sign], ...rest];
  }
}

const nameOf = (mixture: readonly (readonly [string, number])[]): string =>
  mixture.map(([name, sign]) => `${sign === 1 ? 'high' : 'low'} ${name}`).join(', ');

export const models: Readonly<Record<string, Model>> = {
  ...Object.fromEntries(
    [...mixtures(0, factorsAtMost)]
      .filter(({ length }) => length > 1)
      .map((mixture) => [nameOf(mixture), weigh(Object.fromEntries(mixture))]),
  ),
  learned: 'learned',
};

/** Ridge regression of the rank of what came after on the ranks of the factors. */
export function teach(known: readonly PanelDay[]): Weights {
  const size = pickFactors.length;
  const left = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => (i === j ? ridge : 0)));
  const right = new Array<number>(size).fill(0);
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
