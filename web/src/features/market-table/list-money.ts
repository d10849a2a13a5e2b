// What all cells of a list share: the visitor's currency, and what changes are measured against.
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import { createContext, useContext } from 'react';
import type { OpenOf } from './select-rows.ts';
import type { WorthOf } from './worth.ts';

export interface ListMoney {
  readonly currency: CurrencyCode;
  /** An amount of a quote currency in the visitor's; null when nobody knows. */
  toFiat(amount: number, pricedSymbol: string): number | null;
  readonly openOf: OpenOf | null;
}

/** Without rates amounts are shown in dollars, as if a USDT were one. */
export function createListMoney(wanted: CurrencyCode, rates: Readonly<Record<string, string>> | undefined, worthOf: WorthOf, openOf: OpenOf | null): ListMoney {
  const known = Number(rates?.[wanted]);
  const [currency, rate] = known > 0 ? ([wanted, known] as const) : (['USD', 1] as const);
  return {
    currency,
    openOf,
    toFiat(amount, pricedSymbol) {
      const worth = worthOf(pricedSymbol);
      return worth === null ? null : amount * worth * rate;
    },
  };
}

const ListMoneyContext = createContext<ListMoney | null>(null);
export const ListMoneyProvider = ListMoneyContext.Provider;

export function useListMoney(): ListMoney {
  const money = useContext(ListMoneyContext);
  if (!money) throw new Error('a cell of the market table stands outside of it');
  return money;
}
