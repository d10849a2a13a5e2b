// Single positions that were closed by force.
import { dayMs } from '@tidemark/contract/time.ts';
import type { tradingDataCalls } from '@tidemark/contract/trading-data.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Handlers } from '@tidemark/contract/wire.ts';
import type { Market } from '#market/index.ts';
import type { Clock } from '#platform/clock.ts';
import { figureText } from './figure.ts';

export type LiquidationCalls = Handlers<Pick<typeof tradingDataCalls, 'largestLiquidations'>>;

export function createLiquidations({ market, clock }: { readonly market: Market; readonly clock: Clock }): LiquidationCalls {
  return {
    async largestLiquidations(_caller, { symbolId, limit }) {
      if (symbolId !== undefined && !market.catalog.symbol(symbolId)) refuse('unknownSymbol');
      const now = clock.now();
      const list = await market.largestLiquidations({ symbolId, from: now - dayMs, to: now, limit });
      const items = (list?.items ?? []).flatMap(({ symbolId: of, side, price, value, ts }) => {
        const symbol = market.catalog.symbol(of);
        const usdt = symbol ? market.usdtPer(symbol.pricedSymbol) : null;
        if (!symbol || usdt === null) return [];
        const { baseSymbol, pricedSymbol, pricePrecision } = symbol;
        return [
          {
            symbolId: of,
            baseSymbol,
            pricedSymbol,
            iconUrl: market.iconUrl(baseSymbol),
            side,
            price: price.toFixed(pricePrecision),
            usd: figureText(value * usdt),
            at: ts,
          },
        ];
      });
      return { available: list !== null, items, since: list?.since ?? now, asOf: now };
    },
  };
}
