import { queryOptions } from '@tanstack/react-query';
import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { languageOf, type Locale } from '@tidemark/contract/locales.ts';
import type { Api } from '#api/client.ts';
import { unlessUnchanged } from '#session/kept-answer.ts';

/** Categories and quote currencies of spot: a browser that has seen them asks for them by their fingerprint (section 7). */
export function partitionsQuery(api: Api, locale: Locale) {
  const { languageType } = languageOf(locale);
  const ask = (kept: { readonly md5Value: string } | null) =>
    api.call('getAllPartitionV2', { languageType, ...(kept && { md5Value: kept.md5Value }) });
  return queryOptions({
    queryKey: ['getAllPartitionV2', { languageType }],
    queryFn: () => (typeof window === 'undefined' ? ask(null) : unlessUnchanged(`${localCacheKeys.partitions}.${locale}`, ask)),
  });
}
