// For tests: a market whose prices are set by hand.
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Metric, P2pAd, SeriesPoint, SeriesQuery } from '@tidemark/source/source.ts';
import type { Quote } from '#market/board.ts';
import { createCatalog } from '#market/catalog/catalog.ts';
import type { PastStretch, PastTicks, PastTicksAsk } from '#market/past-ticks.ts';
import type { HandClock } from '#platform/clock.ts';

const symbolOf = (symbolId: string, tickSize: number, pricePrecision: number): MarketSymbol => ({
  symbolId,
  instType: symbolId.includes('_U') ? 'umcbl' : symbolId.includes('_D') ? 'dmcbl' : symbolId.includes('_C') ? 'cmcbl' : 'sp',
  baseSymbol: symbolId.startsWith('ETH') ? 'ETH' : 'BTC',
  pricedSymbol: symbolId.includes('_D') ? 'USD' : symbolId.includes('_C') ? 'USDC' : 'USDT',
  pricePrecision,
  tickSize,
  quantityPrecision: 4,
  status: 'online',
  maxLeverage: null,
  listedAt: 0,
  tags: [],
});

export const adOf = (side: 'buy' | 'sell', price: number, over: Partial<P2pAd> = {}): P2pAd => ({
  id: `${side}${price}`,
  side,
  price,
  available: 500,
  minAmount: 10,
  maxAmount: 900,
  paymentMethods: ['SEPA', 'Wise'],
  updatedAt: 0,
  merchant: { name: 'QuietHarbor', isVerified: true, orders30d: 90, completion: 0.99, releaseMinutes: 3 },
  ...over,
});

export interface SetPrice {
  readonly last: number;
  readonly mark?: number;
  readonly index?: number;
  readonly open24h?: number;
}

export function createTestMarket(clock: HandClock) {
  const coins = ['BTC', 'ETH'].map((ticker, at) => ({
    ticker,
    name: ticker,
    rank: at + 1,
    supply: null,
    sectors: [],
    chains: [],
    listedAt: 0,
  }));
  const symbols = [
    symbolOf('BTCUSDT', 0.01, 2),
    symbolOf('ETHUSDT', 0.01, 2),
    symbolOf('BTCUSDT_UMCBL', 0.1, 1),
    symbolOf('BTCUSD_DMCBL', 0.5, 1),
    symbolOf('ETHUSDC_CMCBL', 0.01, 2),
  ];
  const catalog = createCatalog({ coins, symbols, p2p: [{ fiat: 'EUR', coins: ['USDT', 'BTC'], paymentMethods: ['SEPA'] }] });
  const quotes = new Map<string, Quote>();
  const listeners = new Set<(quotes: readonly Quote[]) => void>();
  const missed = new Set<() => void>();
  let seq = 0;
  const told: Quote[] = [];
  let pastOf = ({ from }: PastTicksAsk): PastStretch[] => [{ kind: 'unknown', from, to: clock.now() }];
  const toldOf = ({ symbolId, after, from }: PastTicksAsk): PastStretch[] => {
    const missed = told.filter((quote) => quote.symbolId === symbolId && (after === null ? quote.ts >= from : quote.seq > after));
    const rows = missed.flatMap(({ seq: own, ts, last, mark, index, open24h }) => [own, ts, last, mark ?? null, index ?? null, open24h]);
    return [{ kind: 'ticks', from, to: clock.now(), isPriceOnly: false, rows }];
  };
  let ads: readonly P2pAd[] = [adOf('sell', 0.92), adOf('buy', 0.91)];
  const candles = new Map<string, Candle[]>();
  const points = new Map<string, SeriesPoint<'markPrice'>[]>();

  const quoteOf = (symbolId: string, { last, open24h = last, ...more }: SetPrice, ts: number): Quote => ({
    symbolId,
    ts,
    last,
    bid: last,
    ask: last,
    open24h,
    high24h: last * 2,
    low24h: last / 2,
    baseVolume24h: 1,
    turnover24h: 1,
    ...more,
    seq: ++seq,
  });
  return {
    simulated: false as boolean,
    catalog,
    board: { quote: (symbolId: string) => quotes.get(symbolId) },
    iconUrl: (ticker: string) => `/coins/${ticker}.svg`,
    dayOpens: async () => [...quotes.values()].map(({ symbolId, open24h }) => ({ symbolId, openPrice: open24h, openTime: 0 })),
    candles: async (queries: readonly CandleQuery[]) =>
      queries.map(({ symbolId, interval, from = 0, to = Infinity, limit }) =>
        (candles.get(`${symbolId} ${interval}`) ?? []).filter(({ ts }) => ts >= from && ts <= to).slice(-limit),
      ),
    series: async <M extends Metric>(queries: readonly SeriesQuery<M>[]) =>
      points.size === 0
        ? null
        : queries.map(
            ({ symbolId, metric, from = 0, to = Infinity, limit }) =>
              (points.get(`${symbolId} ${metric}`) ?? []).filter(({ ts }) => ts >= from && ts <= to).slice(-limit) as SeriesPoint<M>[],
          ),
    p2pAds: async () => ads,
    async pastTicks(asks: readonly PastTicksAsk[]): Promise<PastTicks> {
      return { epoch: 1, upTo: seq, answers: asks.map((ask) => pastOf(ask)) };
    },
    /** The answer about a stretch that was missed; at first only candles tell of it. */
    setPast: (next: (from: number) => PastStretch[]) => void (pastOf = ({ from }) => next(from)),
    /** As a feed does: a judge that stood still on a busy machine begins anew, and is told what it missed. */
    keepPast: () => void (pastOf = toldOf),
    onQuotes(listener: (quotes: readonly Quote[]) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onMissed(listener: () => void) {
      missed.add(listener);
      return () => void missed.delete(listener);
    },
    follow: () => () => {},

    /** A tick now. */
    set(symbolId: string, price: number | SetPrice) {
      const quote = quoteOf(symbolId, typeof price === 'number' ? { last: price } : price, clock.now());
      quotes.set(symbolId, quote);
      told.push(quote);
      for (const listener of listeners) listener([quote]);
    },
    setAds: (next: readonly P2pAd[]) => void (ads = next),
    setCandles: (symbolId: string, interval: string, next: Candle[]) => void candles.set(`${symbolId} ${interval}`, next),
    setPoints: (symbolId: string, metric: 'markPrice' | 'indexPrice', next: SeriesPoint<'markPrice'>[]) =>
      void points.set(`${symbolId} ${metric}`, next),
    miss() {
      for (const listener of missed) listener();
    },
  };
}
