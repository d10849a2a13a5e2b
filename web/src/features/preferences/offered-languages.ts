import { languages, type Locale } from '@tidemark/contract/locales.ts';

export type Language = (typeof languages)[number];

/** Without those that the operator hides; the one that is read now stays to be seen. */
export const offeredLanguages = (
  current: Locale,
  settings: readonly { readonly locale: Locale; readonly hide: boolean }[] | undefined,
): readonly Language[] => {
  const hidden = new Set(settings?.flatMap(({ locale, hide }) => (hide && locale !== current ? [locale] : [])));
  return hidden.size === 0 ? languages : languages.filter(({ locale }) => !hidden.has(locale));
};
