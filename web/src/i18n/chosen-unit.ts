// Amounts that come in dollars, in the currency the user chose.
import type { CurrencyCode } from '@tidemark/contract/money.ts';
import type { Format } from './format.ts';

export interface ChosenUnit {
  readonly currency: CurrencyCode;
  /** So many of it are a dollar. */
  readonly rate: number;
}

/** Without a rate amounts stay in dollars, as if a USDT were one. */
export function chosenUnit(wanted: CurrencyCode, rates: Readonly<Record<string, string>> | undefined): ChosenUnit {
  const rate = Number(rates?.[wanted]);
  return rate > 0 ? { currency: wanted, rate } : { currency: 'USD', rate: 1 };
}

export interface InUnit {
  /** Abbreviated, as amounts are. */
  money(dollars: string | number | null): string;
  /** In full, as prices are. */
  price(dollars: string | number | null): string;
}

export function inUnit({ currency, rate }: ChosenUnit, format: Pick<Format, 'money' | 'fiat'>): InUnit {
  const converted = (dollars: string | number | null) => (dollars === null ? null : Number(dollars) * rate);
  return {
    money: (dollars) => format.money(converted(dollars), currency),
    price: (dollars) => format.fiat(converted(dollars), currency),
  };
}
