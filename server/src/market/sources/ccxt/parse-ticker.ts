// A ticker, from a list or a socket, as a Tick; or what is wrong with it.
import { hourMs } from '@tidemark/contract/time.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { faultOf, type TickFault } from '../../tick.ts';
import type { Market, Ticker } from './exchange.ts';
import type { Listing } from './parse-market.ts';
import { readNumber } from './read-number.ts';
import type { Extras, Venue } from './venue.ts';

export function parseTicker(ticker: Ticker, { market, symbol }: Listing, venue: Venue, now: number): Tick | TickFault {
  const last = readNumber(ticker.last);
  const { base, turnover } = venue.amounts(ticker, market!);
  const { openInterest, ...funding } = venue.extras(ticker.info, market!);
  const bid = ticker.bid || undefined;
  const ask = ticker.ask || undefined;
  const tick: Tick = {
    symbolId: symbol.symbolId,
    ts: ticker.timestamp ?? (venue.tickersLackTime ? now : NaN),
    last,
    // An empty side of the book has no price: the last one stands for it, kept on its side of the other.
    bid: bid ?? Math.min(last, ask ?? last),
    ask: ask ?? Math.max(last, bid ?? last),
    ...sizesOf(ticker, market!),
    open24h: readNumber(ticker.open),
    high24h: readNumber(ticker.high),
    low24h: readNumber(ticker.low),
    baseVolume24h: base,
    turnover24h: turnover,
    ...(ticker.markPrice ? { mark: ticker.markPrice } : {}),
    ...(ticker.indexPrice ? { index: ticker.indexPrice } : {}),
    ...(openInterest === undefined ? {} : { openInterest }),
    // Of a contract that ends some exchanges write a rate of zero.
    ...(market!.swap ? fundingOf(funding, symbol.fundingIntervalHours, now) : {}),
  };
  return faultOf(tick, now) ?? tick;
}

/** Sizes of contracts are numbers of contracts; those worth a fixed sum are left out rather than mixed up. */
function sizesOf(
  { bid, ask, bidVolume, askVolume }: Ticker,
  { inverse, contractSize = 1 }: NonNullable<Market>,
): Pick<Tick, 'bidSize' | 'askSize'> {
  if (inverse) return {};
  return {
    ...(bid && bidVolume ? { bidSize: bidVolume * contractSize } : {}),
    ...(ask && askVolume ? { askSize: askVolume * contractSize } : {}),
  };
}

function fundingOf(
  { fundingRate, nextFundingAt }: Extras,
  intervalHours: number | undefined,
  now: number,
): Pick<Tick, 'fundingRate' | 'nextFundingAt'> {
  if (fundingRate === undefined) return {};
  if (nextFundingAt !== undefined) return { fundingRate, nextFundingAt };
  if (intervalHours === undefined) return { fundingRate };
  const intervalMs = intervalHours * hourMs;
  return { fundingRate, nextFundingAt: (Math.floor(now / intervalMs) + 1) * intervalMs };
}
