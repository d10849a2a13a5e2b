import { isCurrencyCode } from '@tidemark/contract/money.ts';

/** USDT per unit of a quote currency; null when nobody knows. */
export type WorthOf = (pricedSymbol: string) => number | null;

/** What a unit of a quote currency is worth in USDT: by its own USDT pair, or by the fiat rates. */
export const createWorthOf =
  (rates: Readonly<Record<string, string>> | undefined, lastOf: (symbolId: string) => string | undefined): WorthOf =>
  (pricedSymbol) => {
    if (pricedSymbol === 'USDT') return 1;
    const last = Number(lastOf(`${pricedSymbol}USDT`));
    if (last > 0) return last;
    const rate = isCurrencyCode(pricedSymbol) ? Number(rates?.[pricedSymbol]) : Number.NaN;
    return rate > 0 ? 1 / rate : null;
  };

const dollarLike: ReadonlySet<string> = new Set(['USD', 'USDT', 'USDC']);

/** Under a price in USDT the same number in dollars says nothing new. */
export const isSameMoney = (pricedSymbol: string, currency: string): boolean =>
  pricedSymbol === currency || (dollarLike.has(pricedSymbol) && dollarLike.has(currency));
