// Open orders and newest trades of a symbol. However many people look at it, its source is asked once in a while.
import { refuse } from '@tidemark/contract/errors.ts';
import { maxRecentTrades, type BookLevelRow, type marketDepthCalls } from '@tidemark/contract/market-depth.ts';
import { secondMs } from '@tidemark/contract/time.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { BookLevel } from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import type { FactReader } from './fact-reader.ts';
import type { Facts } from './facts.ts';

export type DepthCalls = Handlers<typeof marketDepthCalls>;

const sharedMs = secondMs;

interface DepthDeps extends Pick<FactReader, 'orderBook' | 'trades'> {
  readonly facts: Facts;
  readonly clock: Clock;
}

export function createDepthCalls({ facts, clock, orderBook, trades }: DepthDeps): DepthCalls {
  const bookOf = shared(clock, (symbolId) => orderBook(symbolId));
  const tradesOf = shared(clock, (symbolId) => trades([{ symbolId, limit: maxRecentTrades }]));
  const symbolOf = (symbolId: string): MarketSymbol => facts.catalog.symbol(symbolId) ?? refuse('unknownSymbol');
  return {
    async getDepth(_caller, { symbolId, limit }) {
      const symbol = symbolOf(symbolId);
      const { ts, bids, asks } = (await bookOf(symbolId)) ?? refuse('sourceLacksData');
      return { symbolId, ts, bids: levelRows(symbol, bids, limit), asks: levelRows(symbol, asks, limit) };
    },
    async getRecentTrades(_caller, { symbolId, limit }) {
      const { pricePrecision, quantityPrecision } = symbolOf(symbolId);
      const [found = []] = (await tradesOf(symbolId)) ?? refuse('sourceLacksData');
      return {
        symbolId,
        trades: found
          .slice(-limit)
          .toReversed()
          .map(({ id, ts, price, size, side }) => [id, ts, price.toFixed(pricePrecision), size.toFixed(quantityPrecision), side]),
      };
    },
  };
}

const levelRows = ({ pricePrecision, quantityPrecision }: MarketSymbol, levels: readonly BookLevel[], limit: number): BookLevelRow[] =>
  levels.slice(0, limit).map(([price, size]) => [price.toFixed(pricePrecision), size.toFixed(quantityPrecision)]);

function shared<T>(clock: Clock, ask: (symbolId: string) => Promise<T>): (symbolId: string) => Promise<T> {
  /** The oldest first. */
  const known = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();
  return (symbolId) => {
    const now = clock.now();
    for (const [old, { at }] of known) {
      if (Math.abs(now - at) < sharedMs) break;
      known.delete(old);
    }
    const answer = known.get(symbolId)?.answer ?? ask(symbolId);
    if (!known.has(symbolId)) known.set(symbolId, { at: now, answer });
    return answer;
  };
}
