import { useQuery } from '@tanstack/react-query';
import { currencyUnits, type CurrencyCode } from '@tidemark/contract/money.ts';
import { useApiQueries } from '#api/use-api.tsx';
import { useLocale } from '#i18n/text.tsx';
import { usePreferences } from './preferences.tsx';
import { offeredUnits } from './offered-units.ts';

/** Those of the public config; until it is known, and where it does not come, all there are. */
export function useOfferedCurrencies(): readonly (typeof currencyUnits)[number][] {
  const { currency } = usePreferences();
  const { data } = useQuery(useApiQueries().config(useLocale()));
  return offeredUnits(
    currency,
    data?.currencyConfig.map(({ code }): CurrencyCode => code),
  );
}
