// Open orders around the price. What stands at a price is drawn for that price and minute, so a tick and the whole book tell the
// same of the best ones, and most of the book stays as it was when the price moves.
import type { BookLevel, OrderBook } from '@tidemark/source/source.ts';
import { draw, exponentialBy8 } from './draw.ts';
import { minuteOf } from './grid.ts';
import type { ListedSymbol } from './listing.ts';

/** On each side. */
const levels = 150;
/** Orders are drawn apart from the volume, whose key they borrow. */
const bookSalt = 0x5bd1e995;
/** A level of a coin that turns over a billion a day holds some twenty thousand USDT, one of a hundred thousand some twenty. */
const usdtPerLevel = (dailyTurnoverUsdt: number): number => 0.004 * dailyTurnoverUsdt ** 0.75;

export interface BestPrices {
  readonly bid: number;
  readonly ask: number;
  /** Between two levels. */
  readonly step: number;
}

/** All in ticks. */
export function bestPrices({ priceScale, halfSpread }: ListedSymbol, last: number): BestPrices {
  const at = Math.round(last * priceScale);
  const half = Math.max(1, Math.round(last * halfSpread * priceScale));
  return { bid: Math.max(1, at - half), ask: at + half, step: Math.max(1, Math.round(half / 2)) };
}

/** What is offered at a price, in base currency. */
export function sizeAt({ instrument, priceScale, dailyTurnoverUsdt }: ListedSymbol, ticks: number, minute: number): number {
  const usdtPerQuote = dailyTurnoverUsdt / instrument.dailyTurnover;
  const usual = usdtPerLevel(dailyTurnoverUsdt) / usdtPerQuote / (ticks / priceScale);
  const size = usual * (0.2 + 0.8 * exponentialBy8[draw(instrument.volumeKey ^ bookSalt, Math.imul(ticks, 0x01000193) + minute) & 255]!);
  return Math.max(1, Math.round(size * instrument.volumeScale)) / instrument.volumeScale;
}

export function orderBookAt(listed: ListedSymbol, last: number, ms: number): OrderBook {
  const { bid, ask, step } = bestPrices(listed, last);
  const minute = minuteOf(ms);
  const level = (ticks: number): BookLevel => [ticks / listed.priceScale, sizeAt(listed, ticks, minute)];
  const [bids, asks] = [[level(bid)], [level(ask)]];
  for (let ticks = Math.floor((bid - 1) / step) * step; bids.length < levels && ticks > 0; ticks -= step) bids.push(level(ticks));
  for (let ticks = Math.floor(ask / step) * step + step; asks.length < levels; ticks += step) asks.push(level(ticks));
  return { ts: ms, bids, asks };
}
