// The newest figures of every tracked pair, side by side in typed arrays, with what is derived from all of them: sums,
// bars of rise and fall, orders, sectors. A beat reads only the pairs whose quotes changed, repairs the orders (they are
// nearly sorted already) and adds up again; adding 2,500 numbers anew is cheaper than keeping sums true by difference, and
// it does not drift.
import { riseBinOf, riseBins } from '@tidemark/contract/analytics.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import type { Market } from '#market/index.ts';
import { median } from './median.ts';
import { createOrder, type Order } from './order.ts';
import { createUniverse, lines, type Line, type Universe } from './universe.ts';

export interface Columns {
  /** In USDT. */
  readonly price: Float64Array;
  /** NaN = the pair has no price yet; the other columns are zero then. */
  readonly change: Float64Array;
  readonly turnover: Float64Array;
  readonly cap: Float64Array;
  /** The cap 24 hours ago. */
  readonly cap24h: Float64Array;
  /** What the pair counts in its sectors: its cap 24 hours ago, or its turnover where no supply is known. */
  readonly weight: Float64Array;
  /** How much it moves: the change times the order of magnitude of its turnover. */
  readonly heat: Float64Array;
}

export interface MarketSums {
  readonly cap: number;
  readonly cap24h: number;
  readonly stableCap: number;
  readonly stableCap24h: number;
  readonly turnover: number;
  readonly coins: number;
  readonly rising: number;
  readonly falling: number;
  readonly bins: readonly number[];
}

export interface SectorSums {
  readonly slug: string;
  /** Rows that count, in catalog order. */
  readonly members: readonly number[];
  readonly change: number;
  readonly median: number;
  readonly rising: number;
  readonly falling: number;
  readonly turnover: number;
  readonly cap: number;
  /** Rows with the highest and the lowest change. */
  readonly leader: number;
  readonly laggard: number;
}

export type OrderKey = 'change' | 'turnover' | 'heat';

export interface BoardView {
  readonly universe: Universe;
  readonly columns: Columns;
  readonly sums: MarketSums;
  readonly sectors: readonly SectorSums[];
  /** Rows of one line, the highest first; rows without a price are left out. */
  order(line: Line, key: OrderKey): readonly number[];
  /** Grows with every beat that changed something. */
  readonly version: number;
  /** These have newer quotes. */
  touch(symbolIds: readonly string[]): void;
  /** Brings everything up to date; false = nothing had changed. */
  beat(): boolean;
}

type Source = Pick<Market, 'catalog' | 'board' | 'usdtPer'>;
type Orders = Readonly<Record<Line, Readonly<Record<OrderKey, Order>>>>;

const columnNames = ['price', 'change', 'turnover', 'cap', 'cap24h', 'weight', 'heat'] as const;
const orderKeys = ['change', 'turnover', 'heat'] as const;

const emptySums: MarketSums = { cap: 0, cap24h: 0, stableCap: 0, stableCap24h: 0, turnover: 0, coins: 0, rising: 0, falling: 0, bins: riseBins.map(() => 0) };

export function createBoardView(market: Source): BoardView {
  let universe = createUniverse(market.catalog);
  let columns = makeColumns(0);
  let orders: Orders = makeOrders(universe, columns);
  let members = new Map<string, number[]>();
  /** Not quoted in USDT: what they are worth also moves with their currency. */
  let foreign: string[] = [];
  let sums = emptySums;
  let sectors: readonly SectorSums[] = [];
  let dirty = new Set<string>();
  let version = 0;

  const rebuild = () => {
    universe = createUniverse(market.catalog);
    columns = makeColumns(universe.rows.length);
    orders = makeOrders(universe, columns);
    members = new Map();
    foreign = universe.rows.filter(({ symbol }) => symbol.pricedSymbol !== 'USDT').map(({ symbol }) => symbol.symbolId);
    for (const { index, line, coin } of universe.rows) {
      if (line !== 1) continue;
      for (const slug of coin.sectors) members.set(slug, [...(members.get(slug) ?? []), index]);
    }
    dirty = new Set(universe.rows.map(({ symbol }) => symbol.symbolId));
  };

  const read = (symbolId: string): boolean => {
    const row = universe.bySymbol(symbolId);
    const quote = row && market.board.quote(symbolId);
    if (!quote) return false;
    const { index, symbol, coin } = row;
    const rate = symbol.pricedSymbol === 'USDT' ? 1 : (market.usdtPer(symbol.pricedSymbol) ?? 0);
    const price = quote.last * rate;
    const turnover = quote.turnover24h * rate;
    const change = quote.last / quote.open24h - 1;
    const before = quote.open24h * rate;
    columns.price[index] = price;
    columns.change[index] = change;
    columns.turnover[index] = turnover;
    columns.cap[index] = coin.supply === null ? 0 : coin.supply * price;
    columns.cap24h[index] = coin.supply === null ? 0 : coin.supply * before;
    columns.weight[index] = coin.supply === null ? turnover : coin.supply * before;
    columns.heat[index] = Math.abs(change) * Math.log10(1 + turnover / liquidityFloorUsdt);
    return true;
  };

  return {
    get universe() {
      return universe;
    },
    get columns() {
      return columns;
    },
    get sums() {
      return sums;
    },
    get sectors() {
      return sectors;
    },
    get version() {
      return version;
    },
    order: (line, key) => orders[line][key].rows(),
    touch(symbolIds) {
      for (const symbolId of symbolIds) dirty.add(symbolId);
    },
    beat() {
      if (version === 0 || universe.catalog !== market.catalog) rebuild();
      let hasChanged = false;
      for (const symbolId of dirty) if (read(symbolId)) hasChanged = true;
      dirty.clear();
      if (!hasChanged) return false;
      for (const symbolId of foreign) read(symbolId);
      for (const line of lines) for (const key of orderKeys) orders[line][key].repair();
      sums = addUp(universe, columns);
      sectors = [...members].map(([slug, rows]) => addUpSector(slug, rows, columns));
      version++;
      return true;
    },
  };
}

function makeColumns(length: number): Columns {
  const columns = Object.fromEntries(columnNames.map((name) => [name, new Float64Array(length)])) as unknown as Columns;
  columns.change.fill(NaN);
  return columns;
}

function makeOrders(universe: Universe, columns: Columns): Orders {
  const of = (line: Line) => {
    const rows = universe.rows.filter((row) => row.line === line).map(({ index }) => index);
    return Object.fromEntries(orderKeys.map((key) => [key, createOrder(rows, columns[key], columns.change)])) as Record<OrderKey, Order>;
  };
  return { 1: of(1), 2: of(2) };
}

function addUp({ rows, capOnly }: Universe, { change, cap, cap24h, turnover }: Columns): MarketSums {
  const bins = riseBins.map(() => 0);
  const sums = { cap: 0, cap24h: 0, stableCap: 0, stableCap24h: 0, turnover: 0, coins: 0, rising: 0, falling: 0 };
  for (const { supply } of capOnly) {
    // The currency everything is measured in costs one of itself.
    sums.cap += supply ?? 0;
    sums.cap24h += supply ?? 0;
    sums.stableCap += supply ?? 0;
    sums.stableCap24h += supply ?? 0;
  }
  for (const { index, line, isStable } of rows) {
    const moved = change[index]!;
    if (line !== 1 || Number.isNaN(moved)) continue;
    sums.cap += cap[index]!;
    sums.cap24h += cap24h[index]!;
    sums.turnover += turnover[index]!;
    if (isStable) {
      sums.stableCap += cap[index]!;
      sums.stableCap24h += cap24h[index]!;
    }
    sums.coins++;
    const bin = riseBinOf(moved);
    bins[bin]!++;
    if (bin > 5) sums.rising++;
    else if (bin < 5) sums.falling++;
  }
  return { ...sums, bins };
}

function addUpSector(slug: string, rows: readonly number[], { change, weight, turnover, cap }: Columns): SectorSums {
  const counted: number[] = [];
  const sums = { weight: 0, moved: 0, turnover: 0, cap: 0, rising: 0, falling: 0 };
  let [leader, laggard] = [-1, -1];
  for (const index of rows) {
    const moved = change[index]!;
    if (Number.isNaN(moved) || turnover[index]! < liquidityFloorUsdt) continue;
    counted.push(index);
    sums.weight += weight[index]!;
    sums.moved += weight[index]! * moved;
    sums.turnover += turnover[index]!;
    sums.cap += cap[index]!;
    const bin = riseBinOf(moved);
    if (bin > 5) sums.rising++;
    else if (bin < 5) sums.falling++;
    if (leader === -1 || moved > change[leader]!) leader = index;
    if (laggard === -1 || moved < change[laggard]!) laggard = index;
  }
  const { weight: total, moved, ...rest } = sums;
  return { slug, members: counted, change: total > 0 ? moved / total : 0, median: median(Float64Array.from(counted, (index) => change[index]!)), ...rest, leader, laggard };
}
