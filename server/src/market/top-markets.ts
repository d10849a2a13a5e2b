// topExchangeList: the markets of this exchange by what was traded in the last 24 hours. Spot is one market per quote
// currency, contracts one per line, and turnover is compared in USDT; a market whose currency has no known worth is left
// out rather than counted as nothing.
import { type marketCalls } from '@tidemark/contract/market.ts';
import { listLineOf } from '@tidemark/contract/business-lines.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { usdtPer, type Facts } from './facts.ts';

/** Names as traders know them, in every language. */
const contractMarkets = {
  umcbl: { name: 'USDT-M', coin: 'USDT' },
  cmcbl: { name: 'USDC-M', coin: 'USDC' },
  dmcbl: { name: 'Coin-M', coin: 'BTC' },
} as const satisfies Partial<Record<InstType, object>>;

interface TopMarket {
  readonly name: string;
  readonly coin: string;
  readonly instType: InstType;
  turnover: number;
  pairs: number;
}

export function selectTopMarkets(facts: Facts, iconUrl: (ticker: string) => string): Output<typeof marketCalls.topExchangeList> {
  const markets = new Map<string, TopMarket>();
  for (const { symbolId, instType, pricedSymbol, status } of facts.catalog.data.symbols) {
    const quote = facts.board.quote(symbolId);
    const worth = usdtPer(facts, pricedSymbol);
    if (!quote || worth === null || status !== 'online') continue;
    const { name, coin } = instType === 'sp' ? { name: `Spot ${pricedSymbol}`, coin: pricedSymbol } : contractMarkets[instType];
    const market = markets.get(name) ?? { name, coin, instType, turnover: 0, pairs: 0 };
    market.turnover += quote.turnover24h * worth;
    market.pairs++;
    markets.set(name, market);
  }
  const ranked = [...markets.values()].sort((a, b) => b.turnover - a.turnover || (a.name < b.name ? -1 : 1));
  const total = ranked.reduce((sum, { turnover }) => sum + turnover, 0);
  return {
    items: ranked.map(({ name, coin, instType, turnover, pairs }, index) => ({
      rank: index + 1,
      name,
      businessLine: listLineOf[instType],
      iconUrl: iconUrl(coin),
      turnover24hUsdt: turnover.toFixed(2),
      share: (total > 0 ? turnover / total : 0).toFixed(6),
      pairs,
    })),
    total: ranked.length,
  };
}
