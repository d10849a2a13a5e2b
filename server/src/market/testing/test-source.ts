// A source for tests that says what it is told to say.
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';

const baseOf = (symbolId: string) => symbolId.replace(/(?:USDT)?(?:_UMCBL)?$/, '') || symbolId;

export function catalogOf(symbolIds: readonly string[]): CatalogData {
  return {
    coins: [...new Set(symbolIds.map(baseOf))].map((ticker, index) => ({
      ticker,
      name: `${ticker} coin`,
      rank: index + 1,
      supply: 1_000,
      sectors: ['layer-1'],
      chains: [{ chain: ticker, address: null }],
      listedAt: 0,
    })),
    symbols: symbolIds.map((symbolId) => ({
      symbolId,
      instType: instTypeOf(symbolId),
      baseSymbol: baseOf(symbolId),
      pricedSymbol: 'USDT',
      pricePrecision: 8,
      tickSize: 1e-8,
      quantityPrecision: 2,
      status: 'online',
      maxLeverage: instTypeOf(symbolId) === 'sp' ? null : 50,
      listedAt: 0,
      tags: [],
    })),
  };
}

export const tickOf = (symbolId: string, last: number, ts: number): Tick => ({
  symbolId,
  ts,
  last,
  bid: last,
  ask: last,
  open24h: last,
  high24h: last,
  low24h: last,
  baseVolume24h: 10,
  turnover24h: 10 * Math.abs(last),
});

export interface TestSource extends Source {
  tell(ticks: readonly Tick[]): void;
}

export function createTestSource(symbolIds: readonly string[], candles?: (query: CandleQuery) => readonly Candle[]): TestSource {
  let onTicks: ((ticks: readonly Tick[]) => void) | null = null;
  return {
    name: 'test',
    simulated: false,
    catalog: async () => catalogOf(symbolIds),
    start: (listener) => void (onTicks = listener),
    stop: () => void (onTicks = null),
    tell: (ticks) => onTicks?.(ticks),
    fiatRates: async () => ({ USD: 1, EUR: 0.5 }),
    ...(candles && { candles: async (query: CandleQuery) => candles(query) }),
  };
}
