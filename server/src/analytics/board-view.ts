// The newest figures of every tracked pair, side by side in typed arrays, with what is derived from all of them: sums,
// bars of rise and fall, orders, sectors. A beat reads only the pairs whose quotes changed, repairs the orders (they are
// nearly sorted already) and adds up again; adding 2,500 numbers anew is cheaper than keeping sums true by difference, and
// it does not drift.
import { riseBinOf, riseBins } from '@tidemark/contract/rise-bins.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Market } from '#market/index.ts';
import { median } from './median.ts';
import { createOrder, type Order } from './order.ts';
import { createUniverse, lines, type Line, type Tracked, type Universe } from './universe.ts';

export interface Columns {
  /** In USDT; 0 = the worth of the quote currency is not known, and nothing in USDT is known of the pair. */
  readonly price: Float64Array;
  /** -Infinity = the pair has no price yet; so are its turnover and its heat, and nothing else of it counts. */
  readonly change: Float64Array;
  /** Of all pairs of the coin on this line, in USDT. */
  readonly turnover: Float64Array;
  /** Of the pair that stands for it. */
  readonly pairTurnover: Float64Array;
  /** 0 = not known. */
  readonly cap: Float64Array;
  /** The cap 24 hours ago. */
  readonly cap24h: Float64Array;
  /** What the pair counts in its sectors: its cap 24 hours ago, or its turnover where no supply is known. */
  readonly weight: Float64Array;
  /** How much it moves: the change times the order of magnitude of its turnover. */
  readonly heat: Float64Array;
  /** Its bar of rise and fall. */
  readonly bin: Int8Array;
}

export interface CapSums {
  readonly all: number;
  readonly all24h: number;
  /** null = of no stablecoin is the supply known. */
  readonly stable: number | null;
}

export interface MarketSums {
  /** Of the coins whose supply is known; null = of none. */
  readonly caps: CapSums | null;
  /** Of the coins with a pair whose money has a known worth; null = of none. */
  readonly turnover: number | null;
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
  /** Of the members whose supply is known; null = of none, and turnover weighs. */
  readonly cap: number | null;
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

const columnNames = ['price', 'change', 'turnover', 'pairTurnover', 'cap', 'cap24h', 'weight', 'heat'] as const;
const orderKeys = ['change', 'turnover', 'heat'] as const;

const emptySums: MarketSums = { caps: null, turnover: null, coins: 0, rising: 0, falling: 0, bins: riseBins.map(() => 0) };

export function createBoardView(market: Source): BoardView {
  const hasPrice = (symbolId: string) => market.board.quote(symbolId) !== undefined;
  let universe = createUniverse(market.catalog, hasPrice);
  let columns = makeColumns(0);
  let orders: Orders = makeOrders(universe, columns);
  let spot = new Int32Array();
  let stable = new Uint8Array();
  let members: readonly (readonly [slug: string, rows: Int32Array])[] = [];
  /** With a pair that is not quoted in USDT: what it is worth also moves with its currency. */
  let foreign: readonly Tracked[] = [];
  let sums = emptySums;
  let sectors: readonly SectorSums[] = [];
  let dirty = new Set<string>();
  let version = 0;

  const rebuild = () => {
    universe = createUniverse(market.catalog, hasPrice);
    columns = makeColumns(universe.rows.length);
    orders = makeOrders(universe, columns);
    spot = Int32Array.from(
      universe.rows.filter(({ line }) => line === 1),
      ({ index }) => index,
    );
    stable = Uint8Array.from(universe.rows, ({ isStable }) => (isStable ? 1 : 0));
    const bySector = new Map<string, number[]>();
    foreign = universe.rows.filter(({ pairs }) => pairs.some(({ pricedSymbol }) => pricedSymbol !== 'USDT'));
    for (const { index, line, coin } of universe.rows) {
      if (line !== 1) continue;
      for (const slug of coin.sectors) {
        const known = bySector.get(slug);
        if (known) known.push(index);
        else bySector.set(slug, [index]);
      }
    }
    members = [...bySector].map(([slug, rows]) => [slug, Int32Array.from(rows)]);
    dirty = new Set(universe.rows.map(({ symbol }) => symbol.symbolId));
  };

  const rateOf = ({ pricedSymbol }: MarketSymbol): number => (pricedSymbol === 'USDT' ? 1 : (market.usdtPer(pricedSymbol) ?? 0));

  const read = ({ index, symbol, pairs, coin, isUnit }: Tracked): boolean => {
    const quote = market.board.quote(symbol.symbolId);
    if (!quote) return false;
    const rate = rateOf(symbol);
    const price = isUnit ? 1 : quote.last * rate;
    const before = isUnit ? 1 : quote.open24h * rate;
    const change = isUnit ? 0 : quote.last / quote.open24h - 1;
    let turnover = 0;
    for (const pair of pairs) turnover += (market.board.quote(pair.symbolId)?.turnover24h ?? 0) * rateOf(pair);
    columns.price[index] = price;
    columns.change[index] = change;
    columns.turnover[index] = turnover;
    columns.pairTurnover[index] = quote.turnover24h * rate;
    columns.cap[index] = coin.supply === null ? 0 : coin.supply * price;
    columns.cap24h[index] = coin.supply === null ? 0 : coin.supply * before;
    columns.weight[index] = coin.supply === null ? turnover : coin.supply * before;
    columns.bin[index] = riseBinOf(change);
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
      if (version === 0 || universe.catalog !== market.catalog || [...dirty].some((symbolId) => universe.isOutdatedBy(symbolId))) rebuild();
      const changed = new Set<Tracked>();
      for (const symbolId of dirty) {
        const row = universe.byAnyPair(symbolId);
        if (row) changed.add(row);
      }
      dirty.clear();
      let hasChanged = false;
      for (const row of changed) if (read(row)) hasChanged = true;
      if (!hasChanged) return false;
      for (const row of foreign) if (!changed.has(row)) read(row);
      for (const line of lines) for (const key of orderKeys) orders[line][key].repair();
      sums = addUp(universe, spot, stable, columns);
      sectors = members.map(([slug, rows]) => addUpSector(slug, rows, columns));
      version++;
      return true;
    },
  };
}

function makeColumns(length: number): Columns {
  const columns = Object.fromEntries(columnNames.map((name) => [name, new Float64Array(length)])) as unknown as Record<
    (typeof columnNames)[number],
    Float64Array
  >;
  for (const name of orderKeys) columns[name].fill(-Infinity);
  return { ...columns, bin: new Int8Array(length) };
}

function makeOrders(universe: Universe, columns: Columns): Orders {
  const of = (line: Line) => {
    const rows = universe.rows.filter((row) => row.line === line).map(({ index }) => index);
    return Object.fromEntries(orderKeys.map((key) => [key, createOrder(rows, columns[key])])) as Record<OrderKey, Order>;
  };
  return { 1: of(1), 2: of(2) };
}

function addUp(
  { unit, rows }: Universe,
  spot: Int32Array,
  stable: Uint8Array,
  { price, change, cap, cap24h, turnover, bin }: Columns,
): MarketSums {
  const bins = riseBins.map(() => 0);
  let [sumCap, sumCap24h, stableCap, sumTurnover, coins, ofKnownWorth] = [0, 0, 0, 0, 0, 0];
  // The currency everything is measured in counts also where no pair of it has a price.
  if (unit && !rows.some(({ isUnit, index, line }) => isUnit && line === 1 && change[index] !== -Infinity))
    sumCap = sumCap24h = stableCap = unit.supply ?? 0;
  for (let i = 0; i < spot.length; i++) {
    const index = spot[i]!;
    if (change[index] === -Infinity) continue;
    sumCap += cap[index]!;
    sumCap24h += cap24h[index]!;
    sumTurnover += turnover[index]!;
    if (stable[index] === 1) stableCap += cap[index]!;
    if (price[index]! > 0 || turnover[index]! > 0) ofKnownWorth++;
    coins++;
    bins[bin[index]!]!++;
  }
  const count = (from: number, to: number) => bins.slice(from, to).reduce((sum, inside) => sum + inside, 0);
  return {
    caps: sumCap > 0 ? { all: sumCap, all24h: sumCap24h, stable: stableCap > 0 ? stableCap : null } : null,
    turnover: ofKnownWorth > 0 ? sumTurnover : null,
    coins,
    rising: count(6, 11),
    falling: count(0, 5),
    bins,
  };
}

function addUpSector(slug: string, rows: Int32Array, { change, weight, turnover, cap, bin }: Columns): SectorSums {
  const counted: number[] = [];
  let [sumWeight, moved, sumTurnover, sumCap, rising, falling, leader, laggard] = [0, 0, 0, 0, 0, 0, -1, -1];
  for (let i = 0; i < rows.length; i++) {
    const index = rows[i]!;
    if (!(turnover[index]! >= liquidityFloorUsdt)) continue;
    const own = change[index]!;
    counted.push(index);
    sumWeight += weight[index]!;
    moved += weight[index]! * own;
    sumTurnover += turnover[index]!;
    sumCap += cap[index]!;
    if (bin[index]! > 5) rising++;
    else if (bin[index]! < 5) falling++;
    if (leader === -1 || own > change[leader]!) leader = index;
    if (laggard === -1 || own < change[laggard]!) laggard = index;
  }
  const changes = new Float64Array(counted.length);
  for (let i = 0; i < counted.length; i++) changes[i] = change[counted[i]!]!;
  return {
    slug,
    members: counted,
    change: sumWeight > 0 ? moved / sumWeight : 0,
    median: median(changes),
    rising,
    falling,
    turnover: sumTurnover,
    cap: sumCap > 0 ? sumCap : null,
    leader,
    laggard,
  };
}
