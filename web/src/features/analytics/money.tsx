// The visitor's currency for amounts that come in USDT. Screens put it around their parts.
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import { createContext, use, useCallback, type ReactNode } from 'react';
import { useApiQueries } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { chosenUnit } from '#i18n/chosen-unit.ts';
import { useFormat } from '#i18n/format.ts';

const MoneyContext = createContext<CurrencyCode>('USD');

export function MoneyProvider({ currency, children }: { currency: CurrencyCode; children: ReactNode }) {
  return <MoneyContext value={currency}>{children}</MoneyContext>;
}

/** An amount of USDT as text in the visitor's currency; without a rate in dollars, as if a USDT were one. */
export function useMoney(): (usdt: string | number | null) => string {
  const wanted = use(MoneyContext);
  const { money } = useFormat();
  const { data } = usePageQuery(useApiQueries().rates());
  const { currency, rate } = chosenUnit(wanted, data?.rates);
  return useCallback((usdt) => money(usdt === null ? null : Number(usdt) * rate, currency), [money, rate, currency]);
}

/** Inside a sentence a figure keeps its own direction. */
export const isolated = (figure: string): string => `\u2066${figure}\u2069`;
