// All contracts together: what is open in them and the funding it pays. Every page that tells these figures takes them from here.
import { fundingOfEightHours } from '@tidemark/contract/trading-data.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Quote } from '#market/board.ts';
import type { Market } from '#market/index.ts';

export interface OpenContract {
  readonly symbol: MarketSymbol;
  readonly quote: Quote;
  /** null = not told, or in a currency whose worth is not known. */
  readonly openInterestUsdt: number | null;
  /** Of 24 hours; null = in a currency whose worth is not known. */
  readonly turnoverUsdt: number | null;
  /** Contracts settle at different intervals; as rates of eight hours they can be compared and added. null = it has none. */
  readonly fundingOfEightHours: number | null;
}

/** Those that trade and have a price. */
export function openContracts(market: Pick<Market, 'board' | 'catalog' | 'usdtPer'>): readonly OpenContract[] {
  return market.catalog.data.symbols.flatMap((symbol): OpenContract[] => {
    const quote = market.board.quote(symbol.symbolId);
    if (symbol.instType === 'sp' || symbol.status !== 'online' || !quote) return [];
    const usdt = market.usdtPer(symbol.pricedSymbol);
    const { openInterest, fundingRate, mark = quote.last } = quote;
    return [
      {
        symbol,
        quote,
        openInterestUsdt: openInterest === undefined || usdt === null ? null : openInterest * mark * usdt,
        turnoverUsdt: usdt === null ? null : quote.turnover24h * usdt,
        fundingOfEightHours:
          fundingRate === undefined || !symbol.fundingIntervalHours ? null : fundingOfEightHours(fundingRate, symbol.fundingIntervalHours),
      },
    ];
  });
}

/** null = nothing is known to be open. */
export function sumOpenInterest(contracts: readonly OpenContract[]): number | null {
  const sum = contracts.reduce((all, { openInterestUsdt }) => all + (openInterestUsdt ?? 0), 0);
  return sum > 0 ? sum : null;
}

/** null = of no contract is it known. */
export function sumTurnover(contracts: readonly OpenContract[]): number | null {
  const known = contracts.filter(({ turnoverUsdt }) => turnoverUsdt !== null);
  return known.length > 0 ? known.reduce((sum, { turnoverUsdt }) => sum + turnoverUsdt!, 0) : null;
}

/** Of eight hours, each contract by what is open in it; null = no funding is known of what is open. */
export function weightedFunding(contracts: readonly OpenContract[]): number | null {
  let [weighted, weight] = [0, 0];
  for (const { openInterestUsdt, fundingOfEightHours: rate } of contracts) {
    if (openInterestUsdt === null || rate === null) continue;
    weighted += rate * openInterestUsdt;
    weight += openInterestUsdt;
  }
  return weight > 0 ? weighted / weight : null;
}
