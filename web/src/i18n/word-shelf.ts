// Which words are in memory. The words of the shell are always wanted; a screen or feature adds a shelf of its own by
// importing 'virtual:words/<shelf>'. Its words in a language are loaded once, when they are first wanted; where they cannot
// be loaded they are read in English (section 8).
import type { Messages } from '@lingui/core';
import { defaultLocale, isLocale, type Locale } from '@tidemark/contract/locales.ts';

export interface Words {
  /** The language the words are really in: plurals follow it. */
  readonly locale: Locale;
  /** Grows when a shelf arrives; what was there stays. */
  readonly messages: Messages;
}

/** The words of one shelf, in a language. */
export type Catalogue = (locale: Locale) => Promise<{ readonly default: Messages }>;

export interface WordShelf {
  /** Parts that were loaded later bring their own words. */
  add(catalogue: Catalogue, name?: string): void;
  /** What to wait for before this id can be read; null when its words are there, or will never be. */
  missing(locale: Locale, id: string): Promise<unknown> | null;
  /** The words of every shelf added so far. */
  load(locale: Locale): Promise<Words>;
  /** What load() has brought for this language; null before. */
  loaded(locale: Locale): Words | null;
  /** Any words at all, for a page that cannot wait. */
  newest(): Words | null;
}

export function createWordShelf(first: Catalogue): WordShelf {
  const shelves = [first];
  const loading = new Map<Locale, Map<Catalogue, Promise<void>>>();
  const own = new Map<Locale, Words>();
  const shown = new Map<Locale, Words>();
  const named = new Map<string, Catalogue>();
  const settled = new Map<Locale, Set<Catalogue>>();
  const waiting = new Map<string, Promise<unknown>>();
  let newest: Words | null = null;

  const wordsOf = (locale: Locale): Words => {
    const words = own.get(locale) ?? { locale, messages: {} };
    own.set(locale, words);
    return words;
  };

  function loadShelf(locale: Locale, catalogue: Catalogue): Promise<void> {
    const under = loading.get(locale) ?? new Map<Catalogue, Promise<void>>();
    loading.set(locale, under);
    let arrival = under.get(catalogue);
    if (!arrival) {
      arrival = catalogue(locale).then(
        ({ default: messages }) => void Object.assign(wordsOf(locale).messages, messages),
        (error: unknown) => {
          // The next page may have more luck.
          under.delete(catalogue);
          throw error;
        },
      );
      under.set(catalogue, arrival);
    }
    return arrival;
  }

  async function load(wanted: Locale): Promise<Words> {
    const locale = isLocale(wanted) ? wanted : defaultLocale;
    try {
      await Promise.all(shelves.map((catalogue) => loadShelf(locale, catalogue)));
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
    const catalogue = named.get(name);
    if (!catalogue || settled.get(locale)?.has(catalogue)) return null;
    const key = `${locale} ${name}`;
    const wait =
      waiting.get(key) ??
      load(locale)
        .catch(() => {})
        .finally(() => {
          settled.set(locale, (settled.get(locale) ?? new Set()).add(catalogue));
          waiting.delete(key);
        });
    waiting.set(key, wait);
    return wait;
  }

  function add(catalogue: Catalogue, name?: string): void {
    shelves.push(catalogue);
    if (name !== undefined) named.set(name, catalogue);
  }

  return { add, missing, load, loaded: (locale) => shown.get(locale) ?? null, newest: () => newest };
}
