// For tests: a source that says what it is told to say, and the market room on it.
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { Source, Trade, TradeQuery } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';

export interface TestCoin {
  readonly ticker: string;
  readonly supply?: number | null;
  readonly sectors?: readonly string[];
  readonly listedAt?: number | null;
}

const quotes = ['USDT', 'USDC', 'EUR', 'USD', 'GBP'];
const baseOf = (symbolId: string) => {
  const [pair = ''] = symbolId.split('_');
  const quote = quotes.find((one) => pair.endsWith(one) && pair !== one) ?? '';
  return { base: pair.slice(0, pair.length - quote.length), quote };
};

export function catalogOf(coins: readonly TestCoin[], symbolIds: readonly string[]): CatalogData {
  return {
    coins: coins.map(({ ticker, supply = 1_000, sectors = ['layer-1'], listedAt = 0 }, i) => ({
      ticker,
      name: `${ticker} coin`,
      rank: i + 1,
      supply,
      sectors,
      chains: [],
      listedAt,
    })),
    symbols: symbolIds.map((symbolId) => {
      const { base, quote } = baseOf(symbolId);
      const coin = coins.find(({ ticker }) => ticker === base)!;
      return {
        symbolId,
        instType: instTypeOf(symbolId),
        baseSymbol: base,
        pricedSymbol: quote,
        pricePrecision: 8,
        tickSize: 1e-8,
        quantityPrecision: 2,
        status: 'online',
        maxLeverage: instTypeOf(symbolId) === 'sp' ? null : 50,
        listedAt: coin.listedAt === undefined ? 0 : coin.listedAt,
        tags: [],
      };
    }),
  };
}

export const tickOf = (symbolId: string, ts: number, last: number, more: Partial<Tick> = {}): Tick => ({
  symbolId,
  ts,
  last,
  bid: last,
  ask: last,
  open24h: last,
  high24h: Math.max(last, more.open24h ?? last),
  low24h: Math.min(last, more.open24h ?? last),
  baseVolume24h: 1_000_000 / last,
  turnover24h: 1_000_000,
  ...more,
});

export interface TestFeed extends Source {
  tell(...ticks: readonly Tick[]): void;
  candlesOf: (query: CandleQuery) => readonly Candle[];
  tradesOf: (query: TradeQuery) => readonly Trade[];
}

export function createTestFeed(catalog: CatalogData): TestFeed {
  let onTicks: ((ticks: readonly Tick[]) => void) | null = null;
  const feed: TestFeed = {
    name: 'test',
    simulated: false,
    catalog: async () => catalog,
    start: (listener) => void (onTicks = listener),
    stop: () => void (onTicks = null),
    tell: (...ticks) => onTicks?.(ticks),
    fiatRates: async () => ({ USD: 1, EUR: 0.5 }),
    candlesOf: () => [],
    tradesOf: () => [],
    candles: async (query) => feed.candlesOf(query),
    trades: { range: async (query) => feed.tradesOf(query), watch: () => () => {} },
  };
  return feed;
}
