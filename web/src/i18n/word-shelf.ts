// Which words are in memory. A catalogue is loaded once, when its language is first wanted; a language without one, and
// one that cannot be loaded, is read in English (section 8).
import type { Messages } from '@lingui/core';
import { defaultLocale, isLocale, type Locale } from '@tidemark/contract/locales.ts';

export interface Words {
  /** The language the words are really in: plurals follow it. */
  readonly locale: Locale;
  readonly messages: Messages;
}

export type Catalogues = Readonly<Record<string, () => Promise<{ readonly default: Messages }>>>;

export interface WordShelf {
  load(locale: Locale): Promise<Words>;
  /** What load() has brought for this language; null before. */
  loaded(locale: Locale): Words | null;
  /** Any words at all, for a page that cannot wait. */
  newest(): Words | null;
}

export function createWordShelf(catalogues: Catalogues): WordShelf {
  const loading = new Map<Locale, Promise<Words>>();
  const shelf = new Map<Locale, Words>();
  let newest: Words | null = null;

  async function fetchWords(locale: Locale): Promise<Words> {
    const catalogue = Object.hasOwn(catalogues, locale) ? catalogues[locale] : undefined;
    if (!catalogue && locale !== defaultLocale) return keep(locale, await load(defaultLocale));
    if (!catalogue) throw new Error(`there are no words in '${defaultLocale}'`);
    return keep(locale, { locale, messages: (await catalogue()).default });
  }

  function keep(locale: Locale, words: Words): Words {
    shelf.set(locale, words);
    newest = words;
    return words;
  }

  function load(locale: Locale): Promise<Words> {
    const wanted = isLocale(locale) ? locale : defaultLocale;
    let words = loading.get(wanted);
    if (!words) {
      words = fetchWords(wanted).catch(async (error: unknown) => {
        // The next page may have more luck.
        loading.delete(wanted);
        if (wanted === defaultLocale) throw error;
        return keep(wanted, await load(defaultLocale));
      });
      loading.set(wanted, words);
    }
    return words;
  }

  return { load, loaded: (locale) => shelf.get(locale) ?? null, newest: () => newest };
}
