// Which files of words a page will ask for, so that they can be asked for together with its scripts: the browser would
// find out only when those have come and run, a whole round trip later.
import type { Locale } from '@tidemark/contract/locales.ts';

/** Stands for the language in the name of a file of words. */
export const anyLocale = '*';

/** By script, the files of words it asks for once it runs. */
export type WordFiles = Readonly<Record<string, readonly string[]>>;

export const wordFilesFor = (files: WordFiles, scripts: Iterable<string>, locale: Locale): string[] => [
  ...new Set([...scripts].flatMap((script) => files[script] ?? []).map((file) => file.replace(anyLocale, locale))),
];
