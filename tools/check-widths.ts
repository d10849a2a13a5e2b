// No label is longer than its place: locales/context.json says what each text is (for translators) and, of buttons, tabs, heads of tables
// and the like, how wide it may be. A width is counted in Latin letters; letters of Chinese, Japanese and Korean count twice, marks that
// stand on another letter not at all. The first entry that fits a key counts; `*` stands for one part of a key or more, and a file may
// stand before it ('seo/*.title'). No text is without an entry.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Problem } from './problem.ts';

interface Context {
  /** Keys, such as 'alerts.column.*' or 'seo/*.title'. */
  readonly keys: string;
  /** A sentence for the translator. */
  readonly about: string;
  /** The most that its place holds. */
  readonly width?: number;
}

const contextFile = 'locales/context.json';
const source = 'en';

export const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => {
    if (/[\p{Mn}\p{Me}\p{Cf}]/u.test(letter)) return sum;
    return sum + (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u30ff\uff00-\uff60]/u.test(letter) ? 2 : 1);
  }, 0);

const patternOf = (keys: string): RegExp => new RegExp(`^${keys.replace(/[.+?^${}()|[\]\\-]/g, '\\$&').replaceAll('*', '.+')}$`);

const textsOf = (path: string): Record<string, string> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;

export const check = (rootDir: string): Problem[] => {
  const problems: Problem[] = [];
  const path = join(rootDir, contextFile);
  if (!existsSync(path)) return [{ file: contextFile, text: 'is missing' }];
  const contexts = (JSON.parse(readFileSync(path, 'utf8')) as readonly Context[]).map(
    (context) => [patternOf(context.keys), context] as const,
  );
  const englishDir = join(rootDir, 'locales', source);
  const placeOf = (name: string, key: string): string => `${name.replace('.json', '')}/${key}`;
  const contextOf = (name: string, key: string): Context | undefined =>
    contexts.find(([pattern]) => pattern.test(key) || pattern.test(placeOf(name, key)))?.[1];
  const keys = readdirSync(englishDir).flatMap((name) => Object.keys(textsOf(join(englishDir, name))).map((key) => [name, key] as const));
  for (const [name, key] of keys)
    if (!contextOf(name, key)) problems.push({ file: contextFile, text: `nothing says what '${placeOf(name, key)}' is` });
  for (const [pattern, { keys: wanted, about }] of contexts) {
    if (!keys.some(([name, key]) => pattern.test(key) || pattern.test(placeOf(name, key))))
      problems.push({ file: contextFile, text: `'${wanted}' is no key of English` });
    if (about.trim() === '') problems.push({ file: contextFile, text: `'${wanted}' says nothing to a translator` });
  }
  for (const locale of readdirSync(join(rootDir, 'locales'), { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    for (const name of readdirSync(join(rootDir, 'locales', locale.name))) {
      const file = `locales/${locale.name}/${name}`;
      for (const [key, text] of Object.entries(textsOf(join(rootDir, file)))) {
        const most = contextOf(name, key)?.width;
        // What is put into a text is as long as it is; the words around it have to leave room.
        const width = widthOf(text.replace(/\{\w+\}/g, ''));
        if (most !== undefined && width > most)
          problems.push({ file, text: `'${key}' is ${width} wide, its place holds ${most}: ${text}` });
      }
    }
  }
  return problems;
};
