// The highest and the lowest price of the last ten seconds of one series: what decides whether the price has rested on
// one side of a level. One window answers for every alert of the series, however often the price plays around its level.
import { restMs } from './levels.ts';

/** Prices with the time each was replaced at; the last one is still in force. */
interface Staircase {
  readonly prices: number[];
  readonly replacedAt: number[];
}

/** A window as it can be stored: the time of the last price is left out. */
export interface KeptWindow {
  readonly highs: Staircase;
  readonly lows: Staircase;
}

export interface RestWindow {
  /** A price that is in force from `from` at the latest. */
  push(price: number, from: number, now: number): void;
  highest(at: number): number;
  lowest(at: number): number;
  keep(): KeptWindow;
}

const isOver = (replacedAt: number, at: number): boolean => replacedAt + restMs <= at;

/** A price is dropped when a later one is as far out: that one leaves the window after it. */
const push = ({ prices, replacedAt }: Staircase, price: number, from: number, now: number, isCovered: (older: number) => boolean): void => {
  replacedAt[replacedAt.length - 1] = from;
  while (prices.length > 0 && isCovered(prices.at(-1)!)) {
    prices.pop();
    replacedAt.pop();
  }
  prices.push(price);
  replacedAt.push(Infinity);
  let over = 0;
  while (isOver(replacedAt[over]!, now)) over++;
  if (over === 0) return;
  prices.splice(0, over);
  replacedAt.splice(0, over);
};

const outermost = ({ prices, replacedAt }: Staircase, at: number): number => {
  let first = 0;
  while (isOver(replacedAt[first]!, at)) first++;
  return prices[first]!;
};

const copy = ({ prices, replacedAt }: Staircase): Staircase => ({ prices: [...prices], replacedAt: replacedAt.slice(0, -1) });
const revive = ({ prices, replacedAt }: Staircase): Staircase => ({ prices: [...prices], replacedAt: [...replacedAt, Infinity] });

const createWindow = (highs: Staircase, lows: Staircase): RestWindow => ({
  push(price, from, now) {
    push(highs, price, from, now, (older) => older <= price);
    push(lows, price, from, now, (older) => older >= price);
  },
  highest: (at) => outermost(highs, at),
  lowest: (at) => outermost(lows, at),
  keep: () => ({ highs: copy(highs), lows: copy(lows) }),
});

/** Higher and lower than any price, and yet a number that can be stored. */
const beyond = Number.MAX_VALUE;

/** Begins with a price in force from `from` on; before that it may have been anywhere. */
export const startRestWindow = (price: number, from: number): RestWindow =>
  createWindow({ prices: [beyond, price], replacedAt: [from, Infinity] }, { prices: [-beyond, price], replacedAt: [from, Infinity] });

export const reviveRestWindow = ({ highs, lows }: KeptWindow): RestWindow => createWindow(revive(highs), revive(lows));
