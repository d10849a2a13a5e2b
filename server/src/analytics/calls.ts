// One handler per call of the views: (caller, input) -> output. Answers that many ask for are made once per beat.
import { rankWindows, type analyticsCalls, type RankList, type RankRow } from '@tidemark/contract/analytics.ts';
import { riseBinOf } from '@tidemark/contract/rise-bins.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import type { MoverRules } from '@tidemark/contract/movers.ts';
import type { Handlers, Input } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import type { Words } from '#words/index.ts';
import type { BoardView } from './board-view.ts';
import type { Movers } from './movers/movers.ts';
import type { RankMemory } from './rank-memory.ts';
import type { Rankings, StandingList } from './rankings.ts';
import type { Sectors } from './sectors.ts';
import type { WholeMarket } from './whole-market.ts';

const viewCallNames = [
  'indexLeaderboardNew',
  'changesV2',
  'changesMenuList',
  'getListNameByPlateType',
  'getSectorDetail2',
  'getMetrics',
  'riseBinCoins',
  'heatTopCoins',
] as const;
export type ViewCallNames = (typeof viewCallNames)[number];
export type ViewCalls = Handlers<Pick<typeof analyticsCalls, ViewCallNames>>;

type RankAsk = Input<typeof analyticsCalls.indexLeaderboardNew>;

export interface ViewCallsDeps {
  readonly view: BoardView;
  readonly rankings: Rankings;
  readonly memory: RankMemory;
  readonly sectors: Sectors;
  readonly wholeMarket: WholeMarket;
  readonly movers: Movers;
  readonly rules: MoverRules;
  readonly words: Words;
  readonly clock: Clock;
}

export function createViewCalls({ view, rankings, memory, sectors, wholeMarket, movers, rules, words, clock }: ViewCallsDeps): ViewCalls {
  const figures = oncePerBeat(view, wholeMarket.figures);
  const sectorList = oncePerBeat(view, sectors.list);

  const standing = (ask: RankAsk, list: StandingList): RankRow[] =>
    rankings
      .standing(ask.businessLine, list, ask.window)
      .slice(0, ask.limit)
      .map((index, i) =>
        rankings.toRow(index, {
          rank: i + 1,
          rankAnHourAgo: memory.anHourAgo(`${ask.businessLine} ${list} ${ask.window}`, view.universe.rows[index]!.symbol.symbolId),
          window: ask.window,
        }),
      );

  /** By what they gained; a pair that is not tracked (another quote of the same coin) stands for its coin. */
  const favorites = ({ symbolIds, businessLine, window, limit }: RankAsk): RankRow[] => {
    const wanted = new Set(symbolIds.flatMap((symbolId) => view.universe.catalog.symbol(symbolId)?.baseSymbol ?? []));
    return view
      .order(businessLine, 'change')
      .filter((index) => wanted.has(view.universe.rows[index]!.coin.ticker))
      .map((index) => ({ index, change: rankings.changeWithin(index, window) }))
      .sort((a, b) => (b.change ?? -Infinity) - (a.change ?? -Infinity) || a.index - b.index)
      .slice(0, limit)
      .map(({ index }, i) => rankings.toRow(index, { rank: i + 1, rankAnHourAgo: null, window }));
  };

  return {
    indexLeaderboardNew(_caller, ask) {
      const isAsked = (list: RankList) => ask.lists === undefined || ask.lists.includes(list);
      const of = (list: StandingList) => (isAsked(list) ? standing(ask, list) : []);
      return {
        hot: of('hot'),
        gainers: of('gainers'),
        losers: of('losers'),
        newListing: of('newListing'),
        turnover: of('turnover'),
        recommended: of('recommended'),
        favorites: isAsked('favorites') ? favorites(ask) : [],
        rule: {
          floorUsdt: liquidityFloorUsdt,
          windowMs: rankWindows[ask.window],
          coins: rankings.eligible(ask.businessLine),
          listed: view.order(ask.businessLine, 'turnover').length,
        },
        asOf: clock.now(),
      };
    },
    changesV2: (_caller, { pageNum, pageSize, params: { types, businessLine, symbolIds } }) =>
      movers.page({ types, line: businessLine, symbolIds }, (pageNum - 1) * pageSize, pageSize),
    async changesMenuList(_caller, { businessLine }) {
      const items = await movers.counts(businessLine);
      return { items, total: items.reduce((sum, { count }) => sum + count, 0), rules, asOf: clock.now() };
    },
    getListNameByPlateType() {
      const items = [...sectorList()];
      return { items, total: items.length, asOf: clock.now() };
    },
    getSectorDetail2({ locale }, { plateCategoryId }) {
      const sector = sectorList().find((row) => row.plateCategoryId === plateCategoryId) ?? refuse('sectorWithoutDetails');
      const members = view.sectors.find(({ slug }) => slug === plateCategoryId)?.members ?? [];
      return {
        sector,
        description: words.text(locale, 'messages', `sector.${plateCategoryId}.about`),
        members: [...members]
          .sort((a, b) => view.columns.cap[b]! - view.columns.cap[a]! || a - b)
          .slice(0, 200)
          .map((index, i) => rankings.toRow(index, { rank: i + 1, rankAnHourAgo: null, window: '24h', besides: plateCategoryId })),
        line: sectors.line(plateCategoryId).map(([at, value]) => [at, value.toFixed(4)] as [number, string]),
        asOf: clock.now(),
      };
    },
    getMetrics: () => figures(),
    riseBinCoins(_caller, { bin, limit }) {
      const inside = view.order(1, 'turnover').filter((index) => riseBinOf(view.columns.change[index]!) === bin);
      return {
        items: inside.slice(0, limit).map((index, i) => rankings.toRow(index, { rank: i + 1, rankAnHourAgo: null, window: '24h' })),
        total: inside.length,
        asOf: clock.now(),
      };
    },
    heatTopCoins(_caller, { size, limit }) {
      return { ...wholeMarket.tiles(size, limit), asOf: clock.now() };
    },
  };
}

export function oncePerBeat<T>(view: Pick<BoardView, 'version'>, make: () => T): () => T {
  let madeFor = -1;
  let made: T;
  return () => {
    if (madeFor !== view.version) made = make();
    madeFor = view.version;
    return made;
  };
}
