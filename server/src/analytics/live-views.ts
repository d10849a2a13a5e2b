// What the socket tells of the views: small answers whole, orders of rankings as symbols only (their prices come by the
// channels of the symbols).
import { rankWindows, type RankWindow } from '@tidemark/contract/analytics.ts';
import { viewNames } from '@tidemark/contract/views.ts';
import type { BoardView } from './board-view.ts';
import { oncePerBeat } from './calls.ts';
import { standingLists, type Rankings, type StandingList } from './rankings.ts';
import type { Sectors } from './sectors.ts';
import { lines, type Line } from './universe.ts';
import type { WholeMarket } from './whole-market.ts';

export interface LiveViews {
  has(name: string): boolean;
  names(): readonly string[];
  /** JSON text. */
  encode(name: string): string | null;
}

const orderLength = 100;

export function createLiveViews({
  view,
  rankings,
  sectors,
  wholeMarket,
}: {
  view: BoardView;
  rankings: Rankings;
  sectors: Sectors;
  wholeMarket: WholeMarket;
}): LiveViews {
  const makers = new Map<string, () => unknown>([
    [viewNames.metrics, wholeMarket.figures],
    // The lines of a week do not change with a beat.
    [viewNames.sectors, () => sectors.list().map(({ closes7d: _, ...row }) => row)],
  ]);
  const order = (line: Line, list: StandingList, window: RankWindow) => () =>
    rankings
      .standing(line, list, window)
      .slice(0, orderLength)
      .map((index) => view.universe.rows[index]!.symbol.symbolId);
  for (const line of lines)
    for (const list of standingLists)
      for (const window of Object.keys(rankWindows) as RankWindow[])
        makers.set(viewNames.rank(line, list, window), order(line, list, window));

  const texts = new Map([...makers].map(([name, make]) => [name, oncePerBeat(view, () => JSON.stringify({ name, data: make() }))]));
  const names = [...texts.keys()];
  return { has: (name) => texts.has(name), names: () => names, encode: (name) => texts.get(name)?.() ?? null };
}
