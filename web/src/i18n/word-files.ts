// Which files of words a page will ask for, so that they can be asked for together with its scripts: the browser would
// find out only when those have come and run, a whole round trip later.
import { defaultLocale, type Locale } from '@tidemark/contract/locales.ts';

/** By script and language, the files of words the script asks for once it runs. */
export type WordFiles = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A language without words of its own is read in English. */
export const wordFilesFor = (files: WordFiles, scripts: Iterable<string>, locale: Locale): string[] => [
  ...new Set([...new Set(scripts)].flatMap((script) => files[script]?.[locale] ?? files[script]?.[defaultLocale] ?? [])),
];
