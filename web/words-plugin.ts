// A Vite plugin: the browser's words, compiled at build time, so that no message parser ships to a browser.
//   virtual:words                    the words of locales/<locale>/site.json, in each language loaded when asked for
//   virtual:words/<shelf>            importing it puts locales/<locale>/<shelf>.json on the shelf of words to be loaded
//   virtual:words/<shelf>/<locale>   one catalogue, every key of the English one in it
//   virtual:word-files               for the server: which files of words a script of the browser will ask for
// In a browser's build a shelf has one name for all its languages, with the language in it, so that no page carries a list of them.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import { defaultLocale, isLocale, locales, wordSources, type Locale } from '@tidemark/contract/locales.ts';
import type { Plugin, Rolldown } from 'vite';
import { anyLocale, type WordFiles } from './src/i18n/word-files.ts';

const virtualId = 'virtual:words';
const resolvedId = `\0${virtualId}`;
const filesId = 'virtual:word-files';
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

/** What the English catalogue has, each word from the nearest source that has it. */
const completeWords = (nearestFirst: readonly CompiledWords[]): CompiledWords =>
  Object.fromEntries(
    Object.keys(nearestFirst.at(-1) ?? {}).map((key) => [key, nearestFirst.find((words) => Object.hasOwn(words, key))![key]!]),
  );

const moduleOf = (words: CompiledWords): string => `export default ${JSON.stringify(words)};`;

const shelfOf = (moduleId: string): string | null => {
  if (moduleId === resolvedId) return firstShelf;
  return moduleId.startsWith(`${resolvedId}/`) ? moduleId.slice(resolvedId.length + 1) : null;
};

/** Of the browser's build: by script, the words it asks for. */
export function wordFilesIn(bundle: Rolldown.OutputBundle, nameOf: (shelf: string) => string): WordFiles {
  const found: Record<string, string[]> = {};
  for (const output of Object.values(bundle)) {
    const shelves = output.type === 'chunk' ? output.moduleIds.flatMap((id) => shelfOf(id) ?? []) : [];
    if (shelves.length > 0) found[`/${output.fileName}`] = shelves.map((shelf) => `/${nameOf(shelf)}`);
  }
  return found;
}

/** The browser's files are built before the server's, which reads here what became of them. */
const wordFilesPath = fileURLToPath(new URL('build/word-files.json', import.meta.url));
const wordsModule = fileURLToPath(new URL('src/i18n/words.ts', import.meta.url));

interface BuiltShelf {
  /** Of its files, anyLocale in place of the language. */
  readonly name: string;
  readonly modules: ReadonlyMap<Locale, string>;
}

export function wordsPlugin(localesDir = fileURLToPath(new URL('../locales', import.meta.url))): Plugin {
  const built = new Map<string, BuiltShelf>();
  const fileOf = (locale: string, shelf: string) => join(localesDir, locale, `${shelf}.json`);

  async function catalogueOf(shelf: string, locale: Locale, onRead: (file: string) => void = () => {}): Promise<CompiledWords> {
    const sources = wordSources(locale).filter((source) => existsSync(fileOf(source, shelf)));
    return completeWords(
      await Promise.all(
        sources.map(async (source) => {
          onRead(fileOf(source, shelf));
          return compileWords(await readFile(fileOf(source, shelf), 'utf8'), `locales/${source}/${shelf}.json`);
        }),
      ),
    );
  }

  async function build(shelf: string): Promise<BuiltShelf> {
    const modules = new Map(
      await Promise.all(locales.map(async (locale) => [locale, moduleOf(await catalogueOf(shelf, locale))] as const)),
    );
    const hash = createHash('sha256')
      .update([...modules.values()].join())
      .digest('base64url')
      .slice(0, 8);
    return { name: `assets/words/${shelf}.${anyLocale}.${hash}.js`, modules };
  }

  /** The source of a Catalogue: in a browser's build by the name of a file, elsewhere by the modules there are. */
  async function loaderOf(shelf: string, isForBrowser: boolean): Promise<string> {
    if (!existsSync(fileOf(defaultLocale, shelf))) throw new Error(`there is no locales/${defaultLocale}/${shelf}.json`);
    if (!isForBrowser) {
      const loaders = locales.map(
        (locale) => `${JSON.stringify(locale)}: () => import(${JSON.stringify(`${virtualId}/${shelf}/${locale}`)})`,
      );
      return `(locale) => ({${loaders.join(', ')}})[locale]()`;
    }
    const made = await build(shelf);
    built.set(shelf, made);
    const [before, after] = made.name.split(anyLocale);
    return `(locale) => import(/* @vite-ignore */ ${JSON.stringify(`/${before}`)} + locale + ${JSON.stringify(after)})`;
  }

  return {
    name: 'tidemark:words',
    resolveId: (id) => (id === virtualId || id === filesId || id.startsWith(`${virtualId}/`) ? `\0${id}` : undefined),
    async load(id) {
      const isBuild = this.environment.mode === 'build';
      // While developing nothing is built, and nothing asked for ahead.
      if (id === `\0${filesId}`) return `export const wordFiles = ${isBuild ? await readFile(wordFilesPath, 'utf8') : '{}'};`;
      const isForBrowser = isBuild && this.environment.config.consumer === 'client';
      if (id === resolvedId) return `export const catalogue = ${await loaderOf(firstShelf, isForBrowser)};`;
      const [shelf = '', locale] = shelfOf(id)?.split('/') ?? [];
      if (shelf === '') return undefined;
      if (locale === undefined)
        return (
          `import { wordShelf } from ${JSON.stringify(wordsModule)};\n` +
          `wordShelf.add(${await loaderOf(shelf, isForBrowser)}, ${JSON.stringify(shelf)});`
        );
      if (!isLocale(locale)) throw new Error(`there is no language '${locale}'`);
      return moduleOf(await catalogueOf(shelf, locale, (file) => this.addWatchFile(file)));
    },
    generateBundle() {
      if (this.environment.config.consumer !== 'client') return;
      for (const { name, modules } of built.values())
        for (const [locale, source] of modules) this.emitFile({ type: 'asset', fileName: name.replace(anyLocale, locale), source });
    },
    async writeBundle(_, bundle) {
      if (this.environment.config.consumer === 'client')
        await writeFile(wordFilesPath, JSON.stringify(wordFilesIn(bundle, (shelf) => built.get(shelf)!.name)));
    },
  };
}
