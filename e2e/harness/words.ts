import { existsSync, readFileSync } from 'node:fs';
import { productName } from '@tidemark/contract/brand.ts';
import { wordSources, type Locale } from '@tidemark/contract/locales.ts';

/** A word of a language as its files have it: its own, or that of the language it is a variant of. */
export const wordOf = (locale: Locale, file: string, key: string): string => {
  for (const source of wordSources(locale)) {
    const path = new URL(`../../locales/${source}/${file}.json`, import.meta.url);
    const word = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)[key] : undefined;
    if (word !== undefined) return word.replaceAll('{site}', productName);
  }
  throw new Error(`locales/${locale}/${file}.json has no '${key}'`);
};
