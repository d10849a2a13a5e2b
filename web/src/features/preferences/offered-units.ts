import { currencyUnits, type CurrencyCode } from '@tidemark/contract/money.ts';

/** In the operator's order. A unit that the user has chosen already stays in the list. */
export const offeredUnits = (
  current: CurrencyCode,
  offered: readonly CurrencyCode[] | undefined,
): readonly (typeof currencyUnits)[number][] =>
  offered === undefined
    ? currencyUnits
    : [...new Set([...offered, current])].flatMap((code) => currencyUnits.find((unit) => unit.code === code) ?? []);
