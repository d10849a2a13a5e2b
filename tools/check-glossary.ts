// One concept, one word: where an English label names a concept of the trade, its translation says the word that traders of the language
// use (tools/glossary/<locale>.json), and no text says a word that is known to be wrong. A word counts wherever it stands, so that the
// stem is enough in a language with cases. Sentences may turn a phrase: they only have to keep clear of the wrong words.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Problem } from './problem.ts';

interface Concept {
  /** Its English words; the longest one that fits a place is the one that is meant there. */
  readonly english: readonly string[];
  /** Texts in which the English word means something else. */
  readonly except?: readonly string[];
}

interface Glossary {
  /** The words of each concept, the usual one first. */
  readonly say?: Readonly<Record<string, readonly string[]>>;
  /** Words that translations have used for a concept by mistake; refused where English names it. */
  readonly not?: Readonly<Record<string, readonly string[]>>;
  /** Refused everywhere; a variant that has such words of its own has only those. */
  readonly never?: readonly string[];
}

interface Language {
  readonly locale: string;
  readonly base: string | null;
}

const folder = 'tools/glossary';
const source = 'en';
/** Titles and descriptions for search engines are advertisements: they need not name what English names. */
const free = new Set(['seo']);
/** In English letters; what is longer is a sentence. */
const longestLabel = 45;

const readJson = <T>(path: string): T | null => (existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : null);

/** What a reader reads of a message: no names of placeholders, no plural rules. */
const plain = (text: string): string => text.replace(/\{\w+, (?:plural|select|selectordinal),/g, ' ').replace(/\{\w+\}/g, ' ');

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const conceptFinder = (concepts: Readonly<Record<string, Concept>>): ((key: string, english: string) => Set<string>) => {
  const conceptOf = new Map(Object.entries(concepts).flatMap(([name, { english }]) => english.map((word) => [word.toLowerCase(), name])));
  const words = [...conceptOf.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  const pattern = new RegExp(`(?<![\\w-])(?:${words.join('|')})(?![\\w-])`, 'gi');
  return (key, english) =>
    new Set(
      [...plain(english).matchAll(pattern)]
        .map(([word]) => conceptOf.get(word.toLowerCase())!)
        .filter((name) => !concepts[name]?.except?.includes(key)),
    );
};

const merged = (base: Glossary, own: Glossary): Glossary => ({
  say: { ...base.say, ...own.say },
  not: { ...base.not, ...own.not },
  never: own.never ?? base.never ?? [],
});

export const check = async (rootDir: string): Promise<Problem[]> => {
  const problems: Problem[] = [];
  const { languages } = (await import(pathToFileURL(join(rootDir, 'contract/src/locales.ts')).href)) as {
    languages: readonly Language[];
  };
  const concepts = readJson<Record<string, Concept>>(join(rootDir, folder, 'concepts.json')) ?? {};
  const conceptsIn = conceptFinder(concepts);
  const glossaryOf = (locale: string): Glossary => readJson<Glossary>(join(rootDir, folder, `${locale}.json`)) ?? {};
  const textsOf = (locale: string, name: string): Record<string, string> => readJson(join(rootDir, 'locales', locale, name)) ?? {};

  for (const { locale, base } of languages) {
    const file = `${folder}/${locale}.json`;
    const own = glossaryOf(locale);
    for (const name of Object.keys({ ...own.say, ...own.not })) {
      if (!concepts[name]) problems.push({ file, text: `'${name}' is no concept of ${folder}/concepts.json` });
    }
    if (base === null && locale !== source) {
      for (const name of Object.keys(concepts)) if (!own.say?.[name]?.length) problems.push({ file, text: `'${name}' has no word` });
    }
  }

  for (const name of existsSync(join(rootDir, 'locales', source)) ? readdirSync(join(rootDir, 'locales', source)) : []) {
    const english = textsOf(source, name);
    for (const { locale, base } of languages) {
      const glossary = merged(base === null ? {} : glossaryOf(base), glossaryOf(locale));
      for (const [key, text] of Object.entries({ ...(base === null ? {} : textsOf(base, name)), ...textsOf(locale, name) })) {
        const file = `locales/${locale}/${name}`;
        const line = text.replaceAll('\n', ' ');
        const said = plain(text).toLowerCase();
        const has = (word: string): boolean => said.includes(word.toLowerCase());
        for (const word of glossary.never?.filter(has) ?? [])
          problems.push({ file, text: `'${key}' says '${word}', which ${locale} never says: ${line}` });
        for (const concept of conceptsIn(key, english[key] ?? '')) {
          for (const word of glossary.not?.[concept]?.filter(has) ?? [])
            problems.push({ file, text: `'${key}' says '${word}' for ${concept}: ${line}` });
          const words = glossary.say?.[concept];
          const isLabel = (english[key] ?? '').length <= longestLabel && !free.has(name.replace('.json', ''));
          if (words && isLabel && !words.some(has))
            problems.push({ file, text: `'${key}' does not say '${words.join("' or '")}' for ${concept}: ${line}` });
        }
      }
    }
  }
  return problems;
};
