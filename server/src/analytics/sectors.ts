// Sectors as they travel: what weighting by cap says, beside it what weighting hides, and the line of a week.
import { otherSectorId, type SectorRow } from '@tidemark/contract/analytics.ts';
import { hourMs } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import type { BoardView, SectorSums } from './board-view.ts';
import type { PriceHistory } from './price-history.ts';
import { categoriesOfWorld } from './world.ts';

export interface Sectors {
  /** Sectors with members that count, the strongest first. */
  list(): readonly SectorRow[];
  /** 100 at the beginning; every hour for a week, then now. */
  line(slug: string): readonly (readonly [number, number])[];
}

const weekHours = 168;
/** The short line in the table. */
const stepHours = 4;

export interface SectorsDeps {
  readonly view: BoardView;
  readonly history: Pick<PriceHistory, 'track'>;
  readonly market: Pick<Market, 'board' | 'iconUrl' | 'sectors' | 'world'>;
  readonly clock: Clock;
  readonly wallClock: Clock;
}

export function createSectors({ view, history, market, clock, wallClock }: SectorsDeps): Sectors {
  const nameOf = new Map(market.sectors.map(({ slug, name }) => [slug, name]));
  const held = new Map<string, { readonly at: number; readonly line: readonly (readonly [number, number])[] }>();

  /**
   * Chained: from each hour to the next the index moves as the summed cap of those members that have a price at both ends,
   * so a coin that is listed in between does not lift it.
   */
  const drawLine = (members: readonly number[]): readonly (readonly [number, number])[] => {
    const thisHour = Math.floor(clock.now() / hourMs);
    const points: [number, number][] = [];
    let index = 100;
    const weigh = (hour: number | null) => members.map((row) => priceOf(row, hour));
    let before: (number | null)[] | null = null;
    const supplies = members.map((row) => view.universe.rows[row]!.coin.supply ?? view.columns.turnover[row]! / view.columns.price[row]!);
    for (let hour = thisHour - weekHours; hour <= thisHour + 1; hour++) {
      const isNow = hour > thisHour;
      const prices = weigh(isNow ? null : hour);
      if (before) {
        let [from, to] = [0, 0];
        prices.forEach((price, i) => {
          const was = before![i];
          if (price === null || was == null) return;
          from += supplies[i]! * was;
          to += supplies[i]! * price;
        });
        if (from > 0) index *= to / from;
      }
      if (prices.some((price) => price !== null)) {
        points.push([isNow ? clock.now() : hour * hourMs, index]);
        before = prices.map((price, i) => price ?? before?.[i] ?? null);
      }
    }
    return points.length < 2 ? [] : points;
  };

  const priceOf = (row: number, hour: number | null): number | null => {
    const {
      symbol: { symbolId },
      isUnit,
    } = view.universe.rows[row]!;
    if (isUnit) return 1;
    if (hour === null) return market.board.quote(symbolId)?.last ?? null;
    return history.track(symbolId)?.priceAtHour(hour) ?? null;
  };

  /** Redrawn at most every ten seconds: an hour's line does not change with a tick. */
  const lineOf = ({ slug, members }: SectorSums) => {
    const now = clock.now();
    const known = held.get(slug);
    if (known && now - known.at < 10_000 && now >= known.at) return known.line;
    const line = drawLine(members);
    held.set(slug, { at: now, line });
    return line;
  };

  const coinOf = (row: number): SectorRow['leader'] => {
    if (row === -1) return null;
    const { symbol, coin } = view.universe.rows[row]!;
    return {
      symbolId: symbol.symbolId,
      baseSymbol: symbol.baseSymbol,
      pricedSymbol: symbol.pricedSymbol,
      name: coin.name,
      iconUrl: market.iconUrl(coin.ticker),
      change24h: view.columns.change[row]!.toFixed(6),
    };
  };

  const growthOf = ({ members }: SectorSums): number | null => {
    let [now, mean] = [0, 0];
    for (const row of members) {
      const { symbol } = view.universe.rows[row]!;
      const usual = history.track(symbol.symbolId)?.meanDayTurnover() ?? null;
      const quote = market.board.quote(symbol.symbolId);
      if (usual === null || !quote || quote.turnover24h === 0) continue;
      // Both of the pair whose past is known.
      const rate = view.columns.pairTurnover[row]! / quote.turnover24h;
      now += view.columns.pairTurnover[row]!;
      mean += usual * rate;
    }
    return mean > 0 ? now / mean - 1 : null;
  };

  return {
    list() {
      const counted = view.sectors.filter(({ members }) => members.length > 0);
      const ofWorld = categoriesOfWorld(market.world().categories, wallClock.now());
      const total = counted.reduce((sum, { turnover }) => sum + turnover, 0);
      return counted
        .toSorted(
          (a, b) =>
            Number(a.slug === otherSectorId) - Number(b.slug === otherSectorId) || b.change - a.change || (a.slug < b.slug ? -1 : 1),
        )
        .map((sector): SectorRow => {
          const growth = growthOf(sector);
          return {
            plateCategoryId: sector.slug,
            name: nameOf.get(sector.slug) ?? sector.slug,
            coins: sector.members.length,
            change24h: sector.change.toFixed(6),
            weighedBy: sector.cap === null ? 'turnover' : 'cap',
            medianChange24h: sector.median.toFixed(6),
            rising: sector.rising,
            falling: sector.falling,
            turnover24h: sector.turnover.toFixed(2),
            turnoverShare: (total > 0 ? sector.turnover / total : 0).toFixed(6),
            turnoverGrowth: growth === null ? null : growth.toFixed(6),
            cap: sector.cap === null ? null : sector.cap.toFixed(0),
            leader: coinOf(sector.leader),
            laggard: coinOf(sector.laggard),
            closes7d: lineOf(sector)
              .filter((_, i, { length }) => (length - 1 - i) % stepHours === 0)
              .map(([, value]) => value.toFixed(4)),
            world: ofWorld(sector.slug),
          };
        });
    },
    line(slug) {
      const sector = view.sectors.find((known) => known.slug === slug);
      return sector ? lineOf(sector) : [];
    },
  };
}
