// The market as the exchange API sees it.
import { dayMs } from '@tidemark/contract/time.ts';
import type { Metric } from '@tidemark/source/source.ts';
import type { StreamMarket } from '#edge/exchange-api/socket.ts';
import { exchangeCandles } from './exchange-candles.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';

export function exchangeMarket(market: Market, clock: Clock): StreamMarket {
  const openUtc = createUtcOpens(market, clock);
  return {
    symbols: () => market.catalog.data.symbols,
    coins: () => market.catalog.data.coins,
    quote: (symbolId) => market.board.quote(symbolId),
    openUtc: ({ symbolId, instType }) => openUtc(instType === 'sp' ? 'spot' : 'futures', symbolId),
    usdtPer: market.usdtPer,
    candles: (query) => exchangeCandles(market, query, clock.now()),
    trades: async (query) => (await market.trades([query]))?.[0] ?? null,
    orderBook: market.orderBook,
    series: async (query) => (await market.series([{ ...query, metric: query.metric as Metric }]))?.[0] ?? null,
    onChange: market.onChange,
    watchTrades: market.watchTrades,
    watchCandle: market.watchCandle,
    now: clock.now,
  };
}

const openUtcBase = 0;
/** Openings change once a day; a symbol that trades for the first time today waits this long for its own. */
const readAgainAfterMs = 10_000;

/** No request waits for opening prices: they are fetched in the background on demand, and answers lack them until then. */
function createUtcOpens(market: Pick<Market, 'dayOpens'>, clock: Clock) {
  const create = () => ({ askedAt: -Infinity, day: NaN, opens: new Map<string, number>() });
  const lines = { spot: create(), futures: create() };
  return (line: keyof typeof lines, symbolId: string): number | undefined => {
    const known = lines[line];
    const now = clock.now();
    const day = Math.floor(now / dayMs);
    if (now - known.askedAt >= readAgainAfterMs || (known.day !== day && known.askedAt < day * dayMs)) {
      known.askedAt = now;
      // What fails is asked for again; until then it is not told.
      void market.dayOpens({ market: line, base: openUtcBase }).then(
        (opens) => {
          known.day = day;
          known.opens = new Map(opens?.map((open) => [open.symbolId, open.openPrice]));
        },
        () => {},
      );
    }
    return known.day === day ? known.opens.get(symbolId) : undefined;
  };
}
