// The words of every language are complete: same files, same keys, same placeholders, valid ICU, nothing left in English;
// a variant of a language has only those in which it differs. Every key is used by the sources and every id the sources use
// has words. The list of languages, of errors and of pages is the contract's own. A translation that is not there yet is a warning: the
// page says it in English meanwhile, and only the release check refuses it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageShape, type MessageShape } from './icu.ts';
import { isLoanWord } from './loan-words.ts';
import type { Problem } from './problem.ts';
import { isProperName } from './proper-names.ts';
import { readWordUse, type WordUse } from './word-use.ts';

type Texts = ReadonlyMap<string, string>;

const source: Language = { locale: 'en', tag: 'en', base: null };
/** Catalogues whose keys come from a table of the contract and not from literals in the code. */
const keptByTable = ['errors', 'seo'];
/** Read by the server; every other file is for the browser: site for all pages, the rest each for some. */
const serverCatalogues = new Set([...keptByTable, 'content', 'input', 'messages']);
/** Where an id of the browser stands: its first part may name a shelf. */
const browserCatalogue = (id: string, names: readonly string[]): string => {
  const area = id.split('.')[0] ?? '';
  return names.includes(area) && !serverCatalogues.has(area) ? area : 'site';
};

interface Language {
  readonly locale: string;
  readonly tag: string;
  readonly base: string | null;
}

interface Contract {
  readonly languages: readonly Language[];
  readonly keysOf: Readonly<Record<string, ReadonlySet<string>>>;
}

const readContract = async (rootDir: string): Promise<Contract> => {
  const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(rootDir, 'contract/src', file)).href);
  const [locales, errors, pages] = await Promise.all([load('locales.ts'), load('errors.ts'), load('pages.ts')]);
  return {
    languages: locales.languages as readonly Language[],
    keysOf: {
      errors: new Set(Object.keys(errors.errors as object)),
      seo: new Set(Object.keys(pages.pages as object).flatMap((name) => [`${name}.title`, `${name}.description`])),
    },
  };
};

const readTexts = (rootDir: string, file: string, problems: Problem[]): Texts => {
  const path = join(rootDir, file);
  if (!existsSync(path)) {
    problems.push({ file, text: 'is missing', isWarning: !file.startsWith(`locales/${source.locale}/`) });
    return new Map();
  }
  try {
    const entries = Object.entries(JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>);
    const wrong = entries.filter(([, text]) => typeof text !== 'string' || text.trim() === '');
    for (const [key] of wrong) problems.push({ file, text: `'${key}' has no text` });
    return new Map(entries.filter((entry): entry is [string, string] => !wrong.includes(entry)));
  } catch (error) {
    problems.push({ file, text: `is not valid JSON: ${error instanceof Error ? error.message : String(error)}` });
    return new Map();
  }
};

const shapesOf = (file: string, texts: Texts, tag: string, problems: Problem[]): Map<string, MessageShape> => {
  const shapes = new Map<string, MessageShape>();
  for (const [key, text] of texts) {
    try {
      shapes.set(key, messageShape(text, tag));
    } catch (error) {
      problems.push({ file, text: `'${key}' is not sound ICU: ${(error as Error).message}` });
    }
  }
  return shapes;
};

const compareKeys = (
  file: string,
  have: Iterable<string>,
  want: ReadonlySet<string>,
  whose: 'English' | 'the contract',
  problems: Problem[],
): void => {
  const keys = new Set(have);
  const isWarning = whose === 'English';
  for (const key of want) if (!keys.has(key)) problems.push({ file, text: `'${key}' is missing; ${whose} has it`, isWarning });
  for (const key of keys) if (!want.has(key)) problems.push({ file, text: `'${key}' is not in ${whose}` });
};

const compareTranslation = (
  file: string,
  locale: string,
  own: Texts,
  ownShapes: ReadonlyMap<string, MessageShape>,
  english: Texts,
  englishShapes: ReadonlyMap<string, MessageShape>,
  problems: Problem[],
): void => {
  for (const [key, shape] of ownShapes) {
    const expected = englishShapes.get(key);
    if (!expected) continue;
    if (shape.placeholders.join() !== expected.placeholders.join()) {
      problems.push({
        file,
        text: `'${key}' has the placeholders [${shape.placeholders.join('; ')}], English has [${expected.placeholders.join('; ')}]`,
      });
    }
    if (own.get(key) === english.get(key) && !shape.words.every((word) => isProperName(word) || isLoanWord(locale, word))) {
      problems.push({ file, text: `'${key}' is still English: ${own.get(key)}` });
    }
  }
};

const compareVariant = (
  file: string,
  own: Texts,
  ownShapes: ReadonlyMap<string, MessageShape>,
  base: string,
  baseTexts: Texts,
  baseShapes: ReadonlyMap<string, MessageShape>,
  problems: Problem[],
): void => {
  for (const [key, text] of own) {
    const expected = baseShapes.get(key);
    const shape = ownShapes.get(key);
    if (!expected) problems.push({ file, text: `'${key}' is not in ${base}` });
    else if (text === baseTexts.get(key))
      problems.push({ file, text: `'${key}' is the same as in ${base}: a variant has only what differs` });
    else if (shape && shape.placeholders.join() !== expected.placeholders.join()) {
      problems.push({
        file,
        text: `'${key}' has the placeholders [${shape.placeholders.join('; ')}], ${base} has [${expected.placeholders.join('; ')}]`,
      });
    }
  }
};

const compareUse = (file: string, name: string, names: readonly string[], english: Texts, use: WordUse, problems: Problem[]): void => {
  if (!keptByTable.includes(name)) {
    for (const key of english.keys()) if (!use.mentions(key)) problems.push({ file, text: `'${key}' is used nowhere` });
  }
  const isBrowser = !serverCatalogues.has(name);
  for (const key of isBrowser ? english.keys() : []) {
    const place = browserCatalogue(key, names);
    if (place !== name) problems.push({ file, text: `'${key}' belongs into ${place}.json: the first part of an id names its file` });
  }
  for (const { id, file: user, line } of isBrowser
    ? use.ids('site').filter(({ id }) => browserCatalogue(id, names) === name)
    : use.ids(name)) {
    if (!english.has(id)) problems.push({ file: user, line, text: `'${id}' has no words in ${file}` });
  }
};

export const check = async (rootDir: string): Promise<Problem[]> => {
  const problems: Problem[] = [];
  const contract = await readContract(rootDir);
  const use = readWordUse(rootDir);
  const folder = join(rootDir, 'locales', source.locale);
  const names = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => name.slice(0, -'.json'.length))
    : [];
  for (const name of ['site', ...keptByTable]) if (!names.includes(name)) names.push(name);
  for (const name of names) {
    const fileOf = ({ locale }: Language): string => `locales/${locale}/${name}.json`;
    const english = readTexts(rootDir, fileOf(source), problems);
    const englishShapes = shapesOf(fileOf(source), english, source.tag, problems);
    const table = contract.keysOf[name];
    if (table) compareKeys(fileOf(source), english.keys(), table, 'the contract', problems);
    compareUse(fileOf(source), name, names, english, use, problems);
    const whole = new Map<string, readonly [Texts, ReadonlyMap<string, MessageShape>]>([[source.locale, [english, englishShapes]]]);
    for (const language of contract.languages.filter(({ base, locale }) => base === null && locale !== source.locale)) {
      const file = fileOf(language);
      const own = readTexts(rootDir, file, problems);
      const shapes = shapesOf(file, own, language.tag, problems);
      whole.set(language.locale, [own, shapes]);
      compareKeys(file, own.keys(), new Set(english.keys()), 'English', problems);
      compareTranslation(file, language.locale, own, shapes, english, englishShapes, problems);
    }
    for (const language of contract.languages) {
      const file = fileOf(language);
      if (language.base === null || !existsSync(join(rootDir, file))) continue;
      const own = readTexts(rootDir, file, problems);
      compareVariant(file, own, shapesOf(file, own, language.tag, problems), language.base, ...whole.get(language.base)!, problems);
    }
  }
  return problems;
};
