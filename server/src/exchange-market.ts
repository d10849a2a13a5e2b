// The market as the exchange API sees it.
import type { StreamMarket } from '#edge/exchange-api/socket.ts';
import type { Market } from '#market/index.ts';
import type { Metric } from '#market/sources/source.ts';
import type { Clock } from '#platform/clock.ts';

export function exchangeMarket(market: Market, clock: Clock): StreamMarket {
  return {
    symbols: () => market.catalog.data.symbols,
    quote: (symbolId) => market.board.quote(symbolId),
    candles: async (query) => (await market.candles([query]))?.[0] ?? null,
    trades: async (query) => (await market.trades([query]))?.[0] ?? null,
    series: async (query) => (await market.series([{ ...query, metric: query.metric as Metric }]))?.[0] ?? null,
    onChange: market.onChange,
    watchTrades: market.watchTrades,
    watchCandle: market.watchCandle,
    now: clock.now,
  };
}
