// Who came to buy and who to sell. A cell's share of buyers is drawn first, the minutes' shares around it are bent to agree,
// and the trades of a minute add up to its volume on both sides, to the last unit.
import { minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Trade } from '@tidemark/source/source.ts';
import { draw, drawInBlock, drawNormal, keyOf, normalBy16 } from './draw.ts';
import { cellsPerDay, minutesPerCell, secondsPerMinute } from './grid.ts';
import { logPriceAt, toPrice } from './history.ts';
import type { CellShape, DayShape } from './instrument.ts';
import type { ListedSymbol } from './listing.ts';
import { createNoise } from './noise.ts';
import { writeSeconds } from './shapes.ts';

export interface Taker {
  /** Volume bought by takers in a cell, in whole units. */
  boughtInCell(day: DayShape, k: number): number;
  /** The same for its minutes; adds up to the cell. */
  boughtInMinutes(day: DayShape, cell: CellShape, into: Float64Array): void;
  /** The orders of one minute of the cell, oldest first. Read at once: the same memory serves the next minute. */
  orders(cell: CellShape, m: number, bought: number): Orders;
  /** The same orders as they are told. */
  trades(cell: CellShape, m: number, bought: number): Trade[];
}

export interface Orders {
  readonly count: number;
  /** In whole units: above nothing those that buy, below those that sell. */
  readonly sizes: Float64Array;
  /** Moments within the minute, ms. */
  readonly times: Float64Array;
  readonly prices: Float64Array;
}

/** Spread of the buyers' share: over days, over half an hour, over a minute. */
const daysSd = 0.02;
const cellSd = 0.05;
const minuteSd = 0.17;
/** Lognormal sizes. */
const sizeSd = 1.8;
const mostOrdersPerMinute = 160;
const ordersPerRootUsdt = 0.1;

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
const weightBy16 = normalBy16.map((z) => Math.exp(sizeSd * z));
/** One key serves a minute; these keep its purposes apart. */
const sellersOf = 0x3c6ef372;
const timesKey = 0x510e527f;
const orderKey = 0x1f83d9ab;

// Working memory.
const wanted = new Float64Array(minutesPerCell);
const weights = new Float64Array(mostOrdersPerMinute + 1);
const sizes = new Float64Array(2 * (mostOrdersPerMinute + 1));
const times = new Float64Array(sizes.length);
const prices = new Float64Array(sizes.length);
const seconds = new Float64Array(secondsPerMinute + 1);

export function createTaker(seed: number, listed: ListedSymbol): Taker {
  const { symbolId } = listed.symbol;
  const { instrument, priceScale, dailyTurnoverUsdt } = listed;
  const key = (purpose: string) => keyOf(seed, `taker/${symbolId}/${purpose}`);
  const days = createNoise(key('days'), 2 * cellsPerDay);
  const cellKey = key('cell');
  const minuteKey = key('minute');
  const tradeKey = key('trade');

  /** Buyers come with a rising price. */
  const share = (noise: number, move: number, sd: number, spread: number) =>
    spread * (0.6 * clamp(sd > 0 ? move / sd : 0, -3, 3) + 0.8 * noise);

  const boughtInCell = ({ day, edge, variance, volume }: DayShape, k: number) => {
    const cell = day * cellsPerDay + k;
    const ofCell =
      0.5 + daysSd * days.at(cell) + share(drawNormal(cellKey, cell), edge[k + 1]! - edge[k]!, Math.sqrt(variance[k]!), cellSd);
    return Math.round(volume[k]! * clamp(ofCell, 0.05, 0.95));
  };

  const usualOrders = Math.sqrt(dailyTurnoverUsdt / 1440) * ordersPerRootUsdt;
  const usualTurnover = instrument.dailyTurnover / 1440;
  const writeSizes = (cell: CellShape, m: number, bought: number, key: number): number => {
    const volume = cell.volume[m]!;
    if (volume === 0) return 0;
    const busy = Math.sqrt(cell.turnover[m]! / instrument.turnoverScale / usualTurnover);
    const count = clamp(usualOrders * busy * Math.exp(0.25 * drawNormal(key, -1)), 1, mostOrdersPerMinute);
    const sold = volume - bought;
    const buys = splitInto(key, bought, (count * bought) / volume, 0, 1);
    return splitInto(key ^ sellersOf, sold, (count * sold) / volume, buys, -1);
  };

  const orders = (cell: CellShape, m: number, bought: number): Orders => {
    const minute = cell.cell * minutesPerCell + m;
    const key = draw(tradeKey, minute);
    const count = writeSizes(cell, m, bought, key);
    if (count > 0) {
      shuffle(key, count);
      writeSeconds(instrument, cell, minute, seconds);
      writeTimes(key, count);
      for (let i = 0; i < count; i++) prices[i] = toPrice(logPriceAt(seconds, times[i]!), priceScale);
    }
    return { count, sizes, times, prices };
  };

  return {
    boughtInCell,
    boughtInMinutes(dayShape, { cell, edge, volume }, into) {
      const k = cell - dayShape.day * cellsPerDay;
      const target = boughtInCell(dayShape, k);
      const sd = Math.sqrt(dayShape.variance[k]! / minutesPerCell);
      const block = draw(minuteKey, cell);
      let drawn = 0;
      let total = 0;
      for (let m = 0; m < minutesPerCell; m++) {
        const noise = normalBy16[drawInBlock(block, m) & 0xffff]!;
        wanted[m] = volume[m]! * clamp(0.5 + share(noise, edge[m + 1]! - edge[m]!, sd, minuteSd), 0.02, 0.98);
        drawn += wanted[m]!;
        total += volume[m]!;
      }
      // Bent towards the cell's share, and never beyond what was traded.
      const lift = drawn < target ? (target - drawn) / (total - drawn) : 0;
      const shrink = drawn > target ? target / drawn : 1;
      let carry = 0;
      for (let m = 0; m < minutesPerCell; m++) {
        const exact = lift > 0 ? wanted[m]! + (volume[m]! - wanted[m]!) * lift : wanted[m]! * shrink;
        into[m] = clamp(Math.round(exact + carry), 0, volume[m]!);
        carry += exact - into[m]!;
      }
    },

    orders,
    trades(cell, m, bought) {
      const minute = cell.cell * minutesPerCell + m;
      const { count } = orders(cell, m, bought);
      return Array.from({ length: count }, (_, i): Trade => ({
        id: String(minute * 1_000 + i),
        symbolId,
        ts: minute * minuteMs + times[i]!,
        price: prices[i]!,
        size: Math.abs(sizes[i]!) / instrument.volumeScale,
        side: sizes[i]! > 0 ? 'buy' : 'sell',
      }));
    },
  };
}

/**
 * A side's volume as orders of lognormal sizes, in whole units that add up exactly, from place `at` of sizes on; answers the
 * place after them. Orders smaller than a unit are none.
 */
function splitInto(key: number, units: number, count: number, at: number, sign: 1 | -1): number {
  if (units === 0) return at;
  const orders = Math.max(1, Math.round(count));
  let total = 0;
  for (let i = 0; i < orders; i++) total += weights[i] = weightBy16[drawInBlock(key, i) & 0xffff]!;
  let sum = 0;
  let before = 0;
  let place = at;
  for (let i = 0; i < orders; i++) {
    sum += weights[i]!;
    const upTo = i === orders - 1 ? units : Math.round((units * sum) / total);
    if (upTo > before) sizes[place++] = sign * (upTo - before);
    before = upTo;
  }
  return place;
}

/** Moments of a minute in ms, in order. The first opens it, and two of them meet its high and its low. */
function writeTimes(key: number, count: number): void {
  for (let i = 0; i < count; i++) times[i] = drawInBlock(key ^ timesKey, i) % (secondsPerMinute * secondMs);
  if (count >= 4) {
    let [high, low] = [0, 0];
    for (let s = 1; s < secondsPerMinute; s++) {
      if (seconds[s]! > seconds[high]!) high = s;
      if (seconds[s]! < seconds[low]!) low = s;
    }
    times[0] = 0;
    times[1] = high * secondMs;
    times[2] = low * secondMs;
  }
  times.subarray(0, count).sort();
}

function shuffle(key: number, count: number): void {
  for (let i = count - 1; i > 0; i--) {
    const j = drawInBlock(key ^ orderKey, i) % (i + 1);
    [sizes[i], sizes[j]] = [sizes[j]!, sizes[i]!];
  }
}
