// What the 24 hours before a trade looked like, kept while a symbol's trades pass. Exact to the trade: an alert on the change
// over 24 hours fires at the trade at which it is true, so its base must not be the nearest minute's.
import { dayMs } from '@tidemark/contract/time.ts';

export interface Day {
  /** What was paid last at or before the moment 24 hours ago; before the recording reaches back that far, its first price. */
  readonly open24h: number;
  readonly high24h: number;
  readonly low24h: number;
  readonly baseVolume24h: number;
  readonly turnover24h: number;
}

export interface RollingDay {
  /** Times must not go backwards. */
  add(ts: number, price: number, size: number): Day;
}

interface Trades {
  readonly ts: Float64Array;
  readonly price: Float64Array;
  readonly size: Float64Array;
  /** Of all trades before this one that are kept: a window's sum is a difference of two, which never falls below zero. */
  readonly volumeBefore: Float64Array;
  readonly turnoverBefore: Float64Array;
}

const createTrades = (room: number): Trades => ({
  ts: new Float64Array(room),
  price: new Float64Array(room),
  size: new Float64Array(room),
  volumeBefore: new Float64Array(room + 1),
  turnoverBefore: new Float64Array(room + 1),
});

export function createRollingDay(): RollingDay {
  let trades = createTrades(256);
  let count = 0;
  /** The first trade within the 24 hours. */
  let first = 0;
  /** Trades that are higher (lower) than all after them, oldest first: the window's extreme is the first of them. */
  let highs: number[] = [];
  let lows: number[] = [];

  /** Forgets what is past, and sums the rest anew so that errors of rounding do not add up over months. */
  const makeRoom = () => {
    const from = Math.max(0, first - 1);
    const kept = count - from;
    const next = kept * 2 > trades.ts.length ? createTrades(trades.ts.length * 2) : trades;
    next.ts.set(trades.ts.subarray(from, count));
    next.price.set(trades.price.subarray(from, count));
    next.size.set(trades.size.subarray(from, count));
    trades = next;
    for (let i = 0; i < kept; i++) sumUp(i);
    highs = highs.map((i) => i - from);
    lows = lows.map((i) => i - from);
    first -= from;
    count = kept;
  };
  const sumUp = (i: number) => {
    const { price, size, volumeBefore, turnoverBefore } = trades;
    volumeBefore[i + 1] = volumeBefore[i]! + size[i]!;
    turnoverBefore[i + 1] = turnoverBefore[i]! + size[i]! * price[i]!;
  };

  return {
    add(ts, price, size) {
      if (count === trades.ts.length) makeRoom();
      trades.ts[count] = ts;
      trades.price[count] = price;
      trades.size[count] = size;
      sumUp(count);
      while (highs.length > 0 && trades.price[highs.at(-1)!]! <= price) highs.pop();
      while (lows.length > 0 && trades.price[lows.at(-1)!]! >= price) lows.pop();
      highs.push(count);
      lows.push(count);
      count++;
      while (trades.ts[first]! <= ts - dayMs) first++;
      while (highs[0]! < first) highs.shift();
      while (lows[0]! < first) lows.shift();
      return {
        open24h: trades.price[Math.max(0, first - 1)]!,
        high24h: trades.price[highs[0]!]!,
        low24h: trades.price[lows[0]!]!,
        baseVolume24h: trades.volumeBefore[count]! - trades.volumeBefore[first]!,
        turnover24h: trades.turnoverBefore[count]! - trades.turnoverBefore[first]!,
      };
    },
  };
}
