// The rankings: which coins stand in which list, in which order, and the rows as they travel. The rule of what is in them
// is printed on the page, so it is kept here in one place.
import { rankRules, rankWindows, type RankList, type RankRow, type RankWindow } from '@tidemark/contract/analytics.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import type { MoverType } from '@tidemark/contract/movers.ts';
import { dayMs } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { BoardView } from './board-view.ts';
import type { PriceHistory } from './price-history.ts';
import { gridMs } from './price-track.ts';
import type { Line } from './universe.ts';

export type StandingList = Exclude<RankList, 'favorites'>;
export const standingLists = [
  'hot',
  'gainers',
  'losers',
  'newListing',
  'turnover',
  'recommended',
] as const satisfies readonly StandingList[];

export interface Rankings {
  /** Rows of the view, the first first. */
  standing(line: Line, list: StandingList, window: RankWindow): readonly number[];
  changeWithin(index: number, window: RankWindow): number | null;
  /** How many coins pass the rule that all lists share. */
  eligible(line: Line): number;
  /** besides: the sector of the page, which need not be told again. */
  toRow(
    index: number,
    place: { readonly rank: number; readonly rankAnHourAgo: number | null; readonly window: RankWindow; readonly besides?: string },
  ): RankRow;
}

export interface RankingsDeps {
  readonly view: BoardView;
  readonly history: Pick<PriceHistory, 'track' | 'version'>;
  readonly market: Pick<Market, 'board' | 'iconUrl'>;
  readonly clock: Clock;
  /** What happened to the pair within the last hour. */
  readonly moverOf: (symbolId: string) => MoverType | null;
}

export function createRankings({ view, history, market, clock, moverOf }: RankingsDeps): Rankings {
  const made = new Map<string, readonly number[]>();
  let madeFor = '';

  const isEligible = (index: number): boolean => {
    const { isStable, symbol } = view.universe.rows[index]!;
    return !isStable && symbol.status === 'online' && view.columns.turnover[index]! >= liquidityFloorUsdt;
  };

  const changeWithin = (index: number, window: RankWindow): number | null => {
    const { symbol } = view.universe.rows[index]!;
    if (window === '24h') return view.columns.change[index]!;
    const track = history.track(symbol.symbolId);
    const last = market.board.quote(symbol.symbolId)?.last;
    if (!track || last === undefined) return null;
    const now = clock.now();
    const before = window === '1h' ? track.priceAt(Math.floor(now / gridMs) * gridMs - rankWindows['1h']) : track.priceAWeekBefore(now);
    return before === null ? null : last / before - 1;
  };

  const byChange = (line: Line, window: RankWindow): readonly number[] => {
    const rows = view.order(line, 'change').filter(isEligible);
    if (window === '24h') return rows;
    return rows
      .flatMap((index) => {
        const change = changeWithin(index, window);
        return change === null ? [] : [{ index, change }];
      })
      .sort((a, b) => b.change - a.change || a.index - b.index)
      .map(({ index }) => index);
  };

  /** Rises over the day and the week without having run away, is traded well and is not new. */
  const isRecommended = (index: number): boolean => {
    const { symbol, coin } = view.universe.rows[index]!;
    const day = view.columns.change[index]!;
    if (!(day > 0 && day <= rankRules.recommendedRiseAtMost) || view.columns.turnover[index]! < rankRules.recommendedTurnoverUsdt)
      return false;
    const listedAt = symbol.listedAt ?? coin.listedAt;
    if (listedAt === null || clock.now() - listedAt < rankRules.recommendedListedDays * dayMs) return false;
    const week = changeWithin(index, '7d');
    return week !== null && week > 0;
  };

  const make = (line: Line, list: StandingList, window: RankWindow): readonly number[] => {
    const { rows } = view.universe;
    switch (list) {
      case 'gainers':
        return byChange(line, window).filter((index) => (changeWithin(index, window) ?? 0) > 0);
      case 'losers':
        return byChange(line, window)
          .filter((index) => (changeWithin(index, window) ?? 0) < 0)
          .toReversed();
      case 'turnover':
        return view.order(line, 'turnover').filter(isEligible);
      case 'hot':
        return view.order(line, 'heat').filter(isEligible);
      case 'recommended':
        return view.order(line, 'turnover').filter((index) => isEligible(index) && isRecommended(index));
      case 'newListing': {
        const since = clock.now() - rankRules.newListingDays * dayMs;
        const listedAtOf = (index: number) => rows[index]!.symbol.listedAt ?? -Infinity;
        return view
          .order(line, 'turnover')
          .filter((index) => listedAtOf(index) >= since && !rows[index]!.isStable)
          .toSorted((a, b) => listedAtOf(b) - listedAtOf(a) || a - b);
      }
    }
  };

  return {
    changeWithin,
    eligible: (line) => view.order(line, 'turnover').filter(isEligible).length,
    standing(line, list, window) {
      const state = `${view.version} ${history.version}`;
      if (state !== madeFor) made.clear();
      madeFor = state;
      const key = `${line} ${list} ${window}`;
      let rows = made.get(key);
      if (!rows) made.set(key, (rows = make(line, list, window)));
      return rows;
    },
    toRow(index, { rank, rankAnHourAgo, window, besides }) {
      const { symbol, coin } = view.universe.rows[index]!;
      const { symbolId } = symbol;
      const quote = market.board.quote(symbolId)!;
      const within = changeWithin(index, window);
      const isWorthKnown = view.columns.price[index]! > 0;
      return {
        symbolId,
        baseSymbol: symbol.baseSymbol,
        pricedSymbol: symbol.pricedSymbol,
        name: coin.name,
        iconUrl: market.iconUrl(coin.ticker),
        rank,
        rankAnHourAgo,
        last: quote.last.toFixed(symbol.pricePrecision),
        change24h: view.columns.change[index]!.toFixed(6),
        change: within === null ? null : within.toFixed(6),
        turnover24h: isWorthKnown ? view.columns.turnover[index]!.toFixed(2) : null,
        cap: isWorthKnown && coin.supply !== null ? view.columns.cap[index]!.toFixed(0) : null,
        listedAt: symbol.listedAt,
        sector: coin.sectors.find((slug) => slug !== besides) ?? null,
        mover: moverOf(symbolId),
        quote: market.board.row(symbolId)!,
      };
    },
  };
}
