// A Vite plugin: the browser's words, compiled at build time, so that no message parser ships to a browser.
//   virtual:words                    the catalogues of locales/<locale>/site.json, each loaded when asked for
//   virtual:words/<shelf>            importing it puts locales/<locale>/<shelf>.json on the shelf of words to be loaded
//   virtual:words/<shelf>/<locale>   one catalogue, every key of the English one in it
//   virtual:word-files               for the server: which files of words a script of the browser will ask for
import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import type { Plugin, Rolldown } from 'vite';
import type { WordFiles } from './src/i18n/word-files.ts';

const virtualId = 'virtual:words';
const resolvedId = `\0${virtualId}`;
const filesId = 'virtual:word-files';
const sourceLocale = 'en';
const firstShelf = 'site';

export type CompiledWords = Record<string, CompiledMessage>;

/** Throws a sentence that names the file and the key. */
export function compileWords(json: string, file: string): CompiledWords {
  const words: unknown = JSON.parse(json);
  if (typeof words !== 'object' || words === null || Array.isArray(words)) throw new Error(`${file}: a flat object of texts is expected`);
  return Object.fromEntries(
    Object.entries(words).map(([key, text]) => {
      if (typeof text !== 'string') throw new Error(`${file}: ${key} is not a text`);
      try {
        return [key, compileMessageOrThrow(text)];
      } catch (error) {
        throw new Error(`${file}: ${key} is not a valid message: ${(error as Error).message}`, { cause: error });
      }
    }),
  );
}

/** What the English catalogue has, in the other language where it is there. */
export const completeWords = (source: CompiledWords, own: CompiledWords): CompiledWords =>
  Object.fromEntries(Object.entries(source).map(([key, message]) => [key, own[key] ?? message]));

/** Of the browser's build: by script, the words it brings in each language. */
export function wordFilesIn(bundle: Rolldown.OutputBundle): WordFiles {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const localeOf = new Map<string, string>();
  for (const { fileName, facadeModuleId } of chunks) if (facadeModuleId?.startsWith(`${resolvedId}/`)) localeOf.set(fileName, facadeModuleId.split('/').at(-1)!);
  const found: Record<string, Record<string, string[]>> = {};
  for (const { fileName, dynamicImports } of chunks) {
    for (const file of dynamicImports) {
      const locale = localeOf.get(file);
      if (locale !== undefined) ((found[`/${fileName}`] ??= {})[locale] ??= []).push(`/${file}`);
    }
  }
  return found;
}

/** The browser's files are built before the server's, which reads here what became of them. */
const wordFilesPath = fileURLToPath(new URL('build/word-files.json', import.meta.url));
const wordsModule = fileURLToPath(new URL('src/i18n/words.ts', import.meta.url));

export function wordsPlugin(localesDir = fileURLToPath(new URL('../locales', import.meta.url))): Plugin {
  const fileOf = (locale: string, shelf: string) => join(localesDir, locale, `${shelf}.json`);
  const cataloguesOf = (shelf: string) => {
    const locales = readdirSync(localesDir).filter((locale) => existsSync(fileOf(locale, shelf)));
    if (!locales.includes(sourceLocale)) throw new Error(`there is no locales/${sourceLocale}/${shelf}.json`);
    return `{${locales.map((locale) => `${JSON.stringify(locale)}: () => import(${JSON.stringify(`${virtualId}/${shelf}/${locale}`)})`).join(', ')}}`;
  };
  return {
    name: 'tidemark:words',
    resolveId: (id) => (id === virtualId || id === filesId || id.startsWith(`${virtualId}/`) ? `\0${id}` : undefined),
    async load(id) {
      // While developing nothing is built, and nothing asked for ahead.
      if (id === `\0${filesId}`) return `export const wordFiles = ${this.environment.mode === 'build' ? await readFile(wordFilesPath, 'utf8') : '{}'};`;
      if (id === resolvedId) return `export const catalogues = ${cataloguesOf(firstShelf)};`;
      if (!id.startsWith(`${resolvedId}/`)) return undefined;
      const [shelf = '', locale] = id.slice(resolvedId.length + 1).split('/');
      if (locale === undefined) return `import { wordShelf } from ${JSON.stringify(wordsModule)};\nwordShelf.add(${cataloguesOf(shelf)}, ${JSON.stringify(shelf)});`;
      const [source = {}, own = {}] = await Promise.all(
        [sourceLocale, locale].map(async (name) => {
          this.addWatchFile(fileOf(name, shelf));
          return compileWords(await readFile(fileOf(name, shelf), 'utf8'), `locales/${name}/${shelf}.json`);
        }),
      );
      // A string that is parsed as JSON starts faster than the same object as a literal.
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(completeWords(source, own)))});`;
    },
    async writeBundle(_, bundle) {
      if (this.environment.config.consumer === 'client') await writeFile(wordFilesPath, JSON.stringify(wordFilesIn(bundle)));
    },
  };
}
