// Which words are in memory. The words of the shell are always wanted; a screen or feature adds a shelf of its own by
// importing 'virtual:words/<shelf>'. A catalogue is loaded once, when its language is first wanted; a language without
// one, and one that cannot be loaded, is read in English (section 8).
import type { Messages } from '@lingui/core';
import { defaultLocale, isLocale, type Locale } from '@tidemark/contract/locales.ts';

export interface Words {
  /** The language the words are really in: plurals follow it. */
  readonly locale: Locale;
  /** Grows when a shelf arrives; what was there stays. */
  readonly messages: Messages;
}

export type Catalogues = Readonly<Record<string, () => Promise<{ readonly default: Messages }>>>;

export interface WordShelf {
  /** Parts that were loaded later bring their own words. */
  add(catalogues: Catalogues, name?: string): void;
  /** What to wait for before this id can be read; null when its words are there, or will never be. */
  missing(locale: Locale, id: string): Promise<unknown> | null;
  /** The words of every shelf added so far. */
  load(locale: Locale): Promise<Words>;
  /** What load() has brought for this language; null before. */
  loaded(locale: Locale): Words | null;
  /** Any words at all, for a page that cannot wait. */
  newest(): Words | null;
}

export function createWordShelf(first: Catalogues): WordShelf {
  const shelves = [first];
  const loading = new Map<Locale, Map<Catalogues, Promise<void>>>();
  const own = new Map<Locale, Words>();
  const shown = new Map<Locale, Words>();
  const named = new Map<string, Catalogues>();
  const settled = new Map<Locale, Set<Catalogues>>();
  const waiting = new Map<string, Promise<unknown>>();
  let newest: Words | null = null;

  const wordsOf = (locale: Locale): Words => {
    const words = own.get(locale) ?? { locale, messages: {} };
    own.set(locale, words);
    return words;
  };

  function loadShelf(locale: Locale, catalogues: Catalogues): Promise<void> {
    const under = loading.get(locale) ?? new Map<Catalogues, Promise<void>>();
    loading.set(locale, under);
    let arrival = under.get(catalogues);
    if (!arrival) {
      arrival = catalogues[locale]!().then(
        ({ default: messages }) => void Object.assign(wordsOf(locale).messages, messages),
        (error: unknown) => {
          // The next page may have more luck.
          under.delete(catalogues);
          throw error;
        },
      );
      under.set(catalogues, arrival);
    }
    return arrival;
  }

  async function load(wanted: Locale): Promise<Words> {
    const locale = isLocale(wanted) ? wanted : defaultLocale;
    const isThere = Object.hasOwn(first, locale);
    if (!isThere && locale === defaultLocale) throw new Error(`there are no words in '${defaultLocale}'`);
    try {
      if (!isThere) return keep(locale, await load(defaultLocale));
      await Promise.all(shelves.map((catalogues) => loadShelf(locale, catalogues)));
      return keep(locale, wordsOf(locale));
    } catch (error) {
      if (locale === defaultLocale) throw error;
      return keep(locale, await load(defaultLocale));
    }
  }

  function keep(locale: Locale, words: Words): Words {
    shown.set(locale, words);
    newest = words;
    return words;
  }

  /** A screen may come before its words do; asked once per shelf, and a shelf that fails is not waited for again. */
  function missing(locale: Locale, id: string): Promise<unknown> | null {
    const name = id.slice(0, id.indexOf('.'));
    const catalogues = named.get(name);
    if (!catalogues || settled.get(locale)?.has(catalogues)) return null;
    const key = `${locale} ${name}`;
    const wait = waiting.get(key) ?? load(locale).catch(() => {}).finally(() => {
      settled.set(locale, (settled.get(locale) ?? new Set()).add(catalogues));
      waiting.delete(key);
    });
    waiting.set(key, wait);
    return wait;
  }

  function add(catalogues: Catalogues, name?: string): void {
    shelves.push(catalogues);
    if (name !== undefined) named.set(name, catalogues);
  }

  return { add, missing, load, loaded: (locale) => shown.get(locale) ?? null, newest: () => newest };
}
