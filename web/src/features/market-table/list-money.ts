// What all cells of a list share: the visitor's currency, and what changes are measured against.
import { quoteAt } from '@tidemark/contract/market.ts';
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import { createContext, useContext } from 'react';
import type { Quotes } from '#live/quotes.ts';
import type { Figures } from './column.ts';
import type { OpenOf } from './select-rows.ts';
import { createWorthOf, type WorthOf } from './worth.ts';

export interface ListMoney {
  readonly currency: CurrencyCode;
  /** An amount of a quote currency in the visitor's; null when the rate is not known. */
  toFiat(amount: number, pricedSymbol: string, figures: Figures): number | null;
  readonly openOf: OpenOf | null;
}

type Rates = Readonly<Record<string, string>> | undefined;

/**
 * Without rates amounts are shown in dollars, as if a USDT were one. Figures that are still those the page came with are worth what
 * they were then: rows come alive one after another, and each must begin as the server wrote it.
 */
export function createListMoney(wanted: CurrencyCode, rates: Rates, quotes: Quotes, worthOf: WorthOf, openOf: OpenOf | null): ListMoney {
  const worthThen = createWorthOf(rates, (symbolId) => (quotes.seeded(symbolId) ?? quotes.get(symbolId))?.last);
  const known = Number(rates?.[wanted]);
  const [currency, rate] = known > 0 ? ([wanted, known] as const) : (['USD', 1] as const);
  return {
    currency,
    openOf,
    toFiat(amount, pricedSymbol, figures) {
      const worth = (quotes.seeded(figures.row[quoteAt.symbolId]) === figures ? worthThen : worthOf)(pricedSymbol);
      return worth === null ? null : amount * worth * rate;
    },
  };
}

const ListMoneyContext = createContext<ListMoney | null>(null);
export const ListMoneyProvider = ListMoneyContext.Provider;

export function useListMoney(): ListMoney {
  const money = useContext(ListMoneyContext);
  if (!money) throw new Error('a cell needs a MarketTable');
  return money;
}
