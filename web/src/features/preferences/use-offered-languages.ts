import { useQuery } from '@tanstack/react-query';
import { languageOf } from '@tidemark/contract/locales.ts';
import { callQuery } from '#api/queries.ts';
import { useApi } from '#api/use-api.tsx';
import { useLocale } from '#i18n/text.tsx';
import { offeredLanguages, type Language } from './offered-languages.ts';

/** Until it is known, and where it does not come, all there are. */
export function useOfferedLanguages(): readonly Language[] {
  const locale = useLocale();
  const { data } = useQuery(callQuery(useApi(), 'webCommonConfig', { languageType: languageOf(locale).languageType }));
  return offeredLanguages(locale, data?.languages);
}
