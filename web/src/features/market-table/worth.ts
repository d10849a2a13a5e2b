import { usdtWorth } from '@tidemark/contract/money.ts';

/** USDT per unit of a quote currency; null when not known. */
export type WorthOf = (pricedSymbol: string) => number | null;

export const createWorthOf =
  (rates: Readonly<Record<string, string>> | undefined, lastOf: (symbolId: string) => string | undefined): WorthOf =>
  (pricedSymbol) =>
    usdtWorth(
      pricedSymbol,
      (symbolId) => Number(lastOf(symbolId)),
      (currency) => Number(rates?.[currency]),
    );

const dollarLike: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** Under a price in USDT the same number in dollars says nothing new. */
export const isSameMoney = (pricedSymbol: string, currency: string): boolean =>
  pricedSymbol === currency || (dollarLike.has(pricedSymbol) && dollarLike.has(currency));
