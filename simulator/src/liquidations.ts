// Positions that are closed by force. Over a day a part of what is open is opened anew, at the price of its moment and with the leverages
// of the contract room's table; each is closed when the price first goes so far against it. What is closed in a cell follows from the
// highs and lows of the cells of the day before, and single liquidations lie at the minutes that made the new low or high. So a crash
// closes longs in clusters, a calm day hardly any position, and any moment can be asked for alone.
import { openedPerDay, shareClosedWithin } from '@tidemark/contract/liquidations.ts';
import { dayMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Liquidation, LiquidationQuery, PositionSide } from '@tidemark/source/source.ts';
import type { Crowd } from './crowd.ts';
import { drawUniform, keyOf } from './draw.ts';
import { cellMs, cellOf, cellsPerDay, dayOf, minutesPerCell, secondsPerMinute } from './grid.ts';
import { toPrice } from './history.ts';
import { createCellShape, createDayShape } from './instrument.ts';
import type { ListedSymbol } from './listing.ts';
import { writeCell, writeDay, writeSeconds } from './shapes.ts';

export interface Liquidations {
  /** Over [from, to), in the currency the contract is priced in. */
  sums(listed: ListedSymbol, from: number, to: number): { long: number; short: number };
  /** Of one cell, in their order. */
  ofCell(listed: ListedSymbol, cell: number): readonly Liquidation[];
  /** Within [from, to], in their order. */
  within(listed: ListedSymbol, from: number, to: number): Liquidation[];
  /** The largest within the query, the largest first. */
  largest(all: readonly ListedSymbol[], query: LiquidationQuery): Liquidation[];
}

/** What is worth less is closed by its owner. */
const smallestValue = 100;
/** A usual liquidation, of all that is open; and at least so much. */
const [usualShare, usualLeast] = [2e-6, 400];
const mostPerCell = 80;
/** Sizes as a power of a uniform draw: a few make up most of it. */
const tail = -0.6;
const rememberedDays = 4_000;
const rememberedCells = 4_000;

const sides = ['long', 'short'] as const satisfies readonly PositionSide[];
type BySide<T> = Readonly<Record<PositionSide, T>>;

interface DayOfClosings extends BySide<Float64Array> {
  /** What a usual one is worth. */
  readonly usual: number;
}

export function createLiquidations(seed: number, crowdOf: (listed: ListedSymbol) => Crowd): Liquidations {
  const days = new Map<string, DayOfClosings>();
  const cells = new Map<string, readonly Liquidation[]>();
  // Working memory: every use is over before the next begins.
  const [today, minutes] = [createDayShape(), createCellShape()];
  const [edge, high, low] = [0, 0, 0].map(() => new Float64Array(2 * cellsPerDay)) as [Float64Array, Float64Array, Float64Array];

  let loaded: { readonly listed: ListedSymbol; readonly day: number } | null = null;
  const loadDay = ({ instrument }: ListedSymbol, day: number, first: number): void => {
    writeDay(instrument, day, today);
    edge.set(today.edge.subarray(0, cellsPerDay), first);
    high.set(today.high, first);
    low.set(today.low, first);
  };
  /** The cells of a day and of the one before, into working memory. */
  const load = (listed: ListedSymbol, day: number): void => {
    // A caller that asks for many days asks for one after the other.
    if (loaded?.listed === listed && loaded.day === day - 1) for (const values of [edge, high, low]) values.copyWithin(0, cellsPerDay);
    else loadDay(listed, day - 1, 0);
    loadDay(listed, day, cellsPerDay);
    loaded = { listed, day };
  };
  const extremeOf = { long: low, short: high } as const;

  const writeDayOf = (listed: ListedSymbol, day: number): DayOfClosings => {
    load(listed, day);
    const open = crowdOf(listed).openInterest(day * dayMs) * Math.exp(today.edge[0]!);
    const ofSide = (side: PositionSide) =>
      Float64Array.from({ length: cellsPerDay }, (_, k) =>
        valued(open * closedShare(listed, day, side, cellsPerDay + k, extremeOf[side][cellsPerDay + k]!)),
      );
    return { long: ofSide('long'), short: ofSide('short'), usual: Math.max(usualLeast, open * usualShare) };
  };

  /** Of all that is open, in a cell of the loaded days, when the log price has reached so far in it. */
  const closedShare = (listed: ListedSymbol, day: number, side: PositionSide, at: number, reached: number): number => {
    const extreme = extremeOf[side];
    const direction = side === 'long' ? 1 : -1;
    const firstOpened = Math.max(at - cellsPerDay + 1, Math.ceil(listed.listedAt / cellMs) - (day - 1) * cellsPerDay);
    let share = 0;
    let reachedBefore = direction * Infinity;
    for (let opened = at; opened >= firstOpened; opened--) {
      if (opened < at) reachedBefore = direction * Math.min(direction * reachedBefore, direction * extreme[opened]!);
      // Those of earlier cells were closed when the price was there the last time.
      if (direction * reached >= direction * reachedBefore) break;
      const closedAt = (logPrice: number) => shareClosedWithin(Math.max(0, direction * (1 - Math.exp(logPrice - edge[opened]!))));
      share += (closedAt(reached) - (opened === at ? 0 : closedAt(reachedBefore))) * (1 - (at - opened) / cellsPerDay);
    }
    return (share * openedPerDay) / cellsPerDay;
  };

  const dayOfClosings = (listed: ListedSymbol, day: number): DayOfClosings =>
    remembered(days, rememberedDays, `${listed.symbol.symbolId} ${day}`, () => writeDayOf(listed, day));

  const eventsOf = (listed: ListedSymbol, cell: number): readonly Liquidation[] =>
    remembered(cells, rememberedCells, `${listed.symbol.symbolId} ${cell}`, () => {
      const day = Math.floor(cell / cellsPerDay);
      const closings = dayOfClosings(listed, day);
      const k = cell - day * cellsPerDay;
      if (closings.long[k] === 0 && closings.short[k] === 0) return [];
      load(listed, day);
      writeCell(listed.instrument, today, cell, minutes);
      return sides.flatMap((side) => eventsOfSide(listed, cell, side, closings[side][k]!, closings.usual)).sort((a, b) => a.ts - b.ts);
    });

  /** They lie where the price reached them: most in the minutes that closed most. */
  const eventsOfSide = (listed: ListedSymbol, cell: number, side: PositionSide, value: number, usual: number): Liquidation[] => {
    if (value === 0) return [];
    const { symbolId } = listed.symbol;
    const day = Math.floor(cell / cellsPerDay);
    const extreme = side === 'long' ? minutes.low : minutes.high;
    const reached = [minutes.edge[0]!];
    const closed = [0];
    for (let m = 0; m < minutesPerCell; m++) {
      const furthest = side === 'long' ? Math.min(reached[m]!, extreme[m]!) : Math.max(reached[m]!, extreme[m]!);
      reached.push(furthest);
      closed.push(furthest === reached[m] ? closed[m]! : closedShare(listed, day, side, cellsPerDay + cell - day * cellsPerDay, furthest));
    }
    const paths = new Map<number, Float64Array>();
    /** In which the price of the minute gets there first. */
    const secondOf = (m: number, logPrice: number): number => {
      let path = paths.get(m);
      if (!path) {
        paths.set(m, (path = new Float64Array(secondsPerMinute + 1)));
        writeSeconds(listed.instrument, minutes, cell * minutesPerCell + m, path);
      }
      const second = path.findIndex((there) => (side === 'long' ? there <= logPrice : there >= logPrice));
      return second < 0 ? secondsPerMinute - 1 : Math.max(0, Math.min(secondsPerMinute - 1, second));
    };
    const key = keyOf(seed, `liquidations/${symbolId}/${side}/${cell}`);
    const weights = Array.from({ length: Math.min(mostPerCell, 1 + Math.floor(value / usual)) }, (_, i) => drawUniform(key, 3 * i) ** tail);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight, i) => {
      const place = drawUniform(key, 3 * i + 1) * closed[minutesPerCell]!;
      let m = 0;
      while (m < minutesPerCell - 1 && closed[m + 1]! < place) m++;
      const way = (place - closed[m]!) / (closed[m + 1]! - closed[m]! || 1);
      const logPrice = reached[m]! + (reached[m + 1]! - reached[m]!) * way;
      const price = toPrice(logPrice, listed.priceScale);
      const worth = (value * weight) / total;
      return {
        symbolId,
        ts: cell * cellMs + m * minuteMs + Math.floor((secondOf(m, logPrice) + drawUniform(key, 3 * i + 2)) * secondMs),
        side,
        price,
        size: worth / price,
        value: worth,
      };
    });
  };

  const within = (listed: ListedSymbol, from: number, to: number): Liquidation[] => {
    const found: Liquidation[] = [];
    for (let cell = cellOf(from); cell <= cellOf(to); cell++)
      for (const event of eventsOf(listed, cell)) if (event.ts >= from && event.ts <= to) found.push(event);
    return found;
  };

  return {
    ofCell: eventsOf,
    within,
    sums(listed, from, to) {
      const sum = { long: 0, short: 0 };
      for (let ms = from; ms < to;) {
        const cell = cellOf(ms);
        const end = Math.min(to, (cell + 1) * cellMs);
        if (ms === cell * cellMs && end === (cell + 1) * cellMs) {
          const closings = dayOfClosings(listed, dayOf(ms));
          const k = cell - dayOf(ms) * cellsPerDay;
          for (const side of sides) sum[side] += closings[side][k]!;
        } else for (const { side, value } of within(listed, ms, end - 1)) sum[side] += value;
        ms = end;
      }
      return sum;
    },
    largest(all, { from, to, limit }) {
      // No liquidation is larger than all of its cell: cells are looked into from the largest down, until none can hold a larger one.
      const candidates: { readonly listed: ListedSymbol; readonly cell: number; readonly most: number }[] = [];
      for (const listed of all)
        for (let cell = cellOf(Math.max(from, listed.listedAt)); cell <= cellOf(to); cell++) {
          const { long, short } = dayOfClosings(listed, Math.floor(cell / cellsPerDay));
          const k = cell - Math.floor(cell / cellsPerDay) * cellsPerDay;
          const most = Math.max(long[k]!, short[k]!);
          if (most > 0) candidates.push({ listed, cell, most });
        }
      candidates.sort((a, b) => b.most - a.most);
      let found: Liquidation[] = [];
      for (const { listed, cell, most } of candidates) {
        if (found.length >= limit && found[limit - 1]!.value >= most) break;
        const inside = eventsOf(listed, cell).filter(({ ts }) => ts >= from && ts <= to);
        if (inside.length > 0) found = [...found, ...inside].sort((a, b) => b.value - a.value).slice(0, limit);
      }
      return found.slice(0, limit);
    },
  };
}

const valued = (value: number): number => (value < smallestValue ? 0 : value);

/** Remembers only to be fast: what was not asked for lately is made again. */
function remembered<T>(known: Map<string, T>, most: number, key: string, make: () => T): T {
  let value = known.get(key);
  if (value === undefined) {
    value = make();
    if (known.size >= most) known.delete(known.keys().next().value!);
    known.set(key, value);
  }
  return value;
}
