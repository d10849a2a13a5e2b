// Open orders and the newest trades of one symbol, as its page shows them.
import * as v from 'valibot';
import { symbolId } from './market.ts';
import { call, decimal, filled, languageType, listOf, queryInt, timeMs } from './wire.ts';

/** On each side. */
export const maxDepthLevels = 100;
export const maxRecentTrades = 50;

const bookLevel = v.tuple([
  decimal, // price
  decimal, // size in base currency
]);
export type BookLevelRow = v.InferOutput<typeof bookLevel>;

const tradeRow = v.tuple([
  filled(128), // unique within the symbol
  timeMs,
  decimal, // price
  decimal, // size in base currency
  v.picklist(['buy', 'sell']), // what the taker did
]);
export const tradeAt = { id: 0, ts: 1, price: 2, size: 3, side: 4 } as const;

export const marketDepthCalls = {
  getDepth: call({
    kind: 'read',
    cacheSeconds: 1,
    method: 'GET',
    path: '/mix/market/depth',
    about: 'Open orders of one symbol, the best price first, in its own precision.',
    input: v.object({ languageType, symbolId, limit: v.optional(queryInt(1, maxDepthLevels), maxDepthLevels) }),
    output: v.object({ symbolId, ts: timeMs, bids: listOf(bookLevel, maxDepthLevels), asks: listOf(bookLevel, maxDepthLevels) }),
  }),
  getRecentTrades: call({
    kind: 'read',
    cacheSeconds: 1,
    method: 'GET',
    path: '/mix/market/trades',
    about: 'The newest trades of one symbol, newest first, in its own precision.',
    input: v.object({ languageType, symbolId, limit: v.optional(queryInt(1, maxRecentTrades), 20) }),
    output: v.object({ symbolId, trades: listOf(tradeRow, maxRecentTrades) }),
  }),
} as const;
