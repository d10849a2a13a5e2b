// The server's words: error messages, page titles, alert texts, notes and papers. Read and compiled once at start. A word that a
// language lacks is that of the language it is a variant of, or the English one, and so is every word of a file that is broken
// (section 8: locale file failure falls back to English); `problems` tells them for the log.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n, type I18n, type Messages } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { productName } from '@tidemark/contract/brand.ts';
import type { ErrorName } from '@tidemark/contract/errors.ts';
import { defaultLocale, isLocale, languageOf, locales, wordSources } from '@tidemark/contract/locales.ts';

export type WordValues = Readonly<Record<string, string | number>>;

export interface Words {
  error(locale: string, name: ErrorName, values?: WordValues): string;
  seo(locale: string, key: string, values?: WordValues): string | undefined;
  /** The key itself when not even English has it. */
  text(locale: string, file: WordFile, key: string, values?: WordValues): string;
  /** One sentence per file or message that was left out. */
  readonly problems: readonly string[];
}

/** All other files are the browser's words alone: compiled into the pages, never used here. */
const serverFiles = ['content', 'errors', 'input', 'messages', 'news', 'seo', 'site'] as const;
/** A type, so that asking for a file that is not read here does not compile. */
type WordFile = (typeof serverFiles)[number];

const idOf = (file: WordFile, key: string) => `${file}/${key}`;

/** siteName: what the texts call the site. */
export function createWords(localesDir: string, siteName: string = productName): Words {
  const problems: string[] = [];
  const catalogues = new Map<string, I18n>();
  for (const entry of readdirSync(localesDir, { withFileTypes: true })) {
    if (!entry.isDirectory() || !isLocale(entry.name)) continue;
    const tag = languageOf(entry.name).tag;
    const messages = readMessages(join(localesDir, entry.name), problems);
    catalogues.set(entry.name, setupI18n({ locale: tag, messages: { [tag]: messages } }));
  }
  if (!catalogues.has(defaultLocale)) throw new Error(`no words: ${join(localesDir, defaultLocale)} is missing`);

  const sourcesOf = new Map(
    locales.map((locale) => [locale as string, wordSources(locale).flatMap((source) => catalogues.get(source) ?? [])]),
  );
  const english = sourcesOf.get(defaultLocale)!;

  // The catalogue that has the message also formats it: English words keep English plural rules.
  const find = (locale: string, id: string, values?: WordValues): string | undefined =>
    (sourcesOf.get(locale) ?? english).find(({ messages }) => Object.hasOwn(messages, id))?._(id, { site: siteName, ...values });
  const text = (locale: string, file: WordFile, key: string, values?: WordValues) => find(locale, idOf(file, key), values) ?? key;

  return {
    text,
    error: (locale, name, values) => text(locale, 'errors', name, values),
    seo: (locale, key, values) => find(locale, idOf('seo', key), values),
    problems,
  };
}

function readMessages(dir: string, problems: string[]): Messages {
  const messages: Messages = Object.create(null);
  const there = new Set(readdirSync(dir));
  for (const file of serverFiles.filter((name) => there.has(`${name}.json`))) {
    const path = join(dir, `${file}.json`);
    for (const [key, text] of Object.entries(readFile(path, problems))) {
      try {
        if (typeof text !== 'string') throw new Error('not a text');
        messages[idOf(file, key)] = compileMessageOrThrow(text);
      } catch (error) {
        problems.push(`${path}: '${key}' is left out: ${reasonOf(error)}`);
      }
    }
  }
  return messages;
}

function readFile(path: string, problems: string[]): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
    throw new Error('not an object of texts');
  } catch (error) {
    problems.push(`${path} is left out: ${reasonOf(error)}`);
    return {};
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message.split('\n')[0] : String(error));
