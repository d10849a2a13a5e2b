import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setupI18n } from '@lingui/core';
import { locales } from '@tidemark/contract/locales.ts';
import { wordFilesFor } from './src/i18n/word-files.ts';
import { compileWords, wordFilesIn, wordsPlugin } from './words-plugin.ts';

interface Emitted {
  readonly fileName: string;
  readonly source: string;
}
interface Context {
  addWatchFile(file: string): void;
  emitFile(file: Emitted): void;
  readonly environment: { readonly mode: string; readonly config: { readonly consumer: string } };
}
interface Hooks {
  resolveId(id: string): string | undefined;
  load(this: Context, id: string): Promise<string | undefined>;
  generateBundle(this: Context): void;
}

async function setUp(t: { after(fn: () => Promise<void>): void }, files: Record<string, unknown>, consumer = 'server') {
  const dir = await mkdtemp(join(tmpdir(), 'words-'));
  t.after(() => rm(dir, { recursive: true }));
  for (const [locale, words] of Object.entries(files)) {
    await mkdir(join(dir, locale));
    await writeFile(join(dir, locale, 'site.json'), JSON.stringify(words));
    await writeFile(join(dir, locale, 'alerts.json'), JSON.stringify({ 'alerts.locale': locale }));
  }
  const hooks = wordsPlugin(dir) as unknown as Hooks;
  const watched: string[] = [];
  const emitted: Emitted[] = [];
  const context: Context = {
    addWatchFile: (file) => void watched.push(file.slice(dir.length + 1)),
    emitFile: (file) => void emitted.push(file),
    environment: { mode: 'build', config: { consumer } },
  };
  const load = (id: string) => hooks.load.call(context, hooks.resolveId(id) ?? id);
  return { hooks, load, watched, emitted: () => (hooks.generateBundle.call(context), emitted) };
}

const evaluate = async (code: string | undefined) =>
  (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as { default: Record<string, never> };

it('ships compiled messages that need no parser', async (t) => {
  const { load, watched } = await setUp(t, {
    en: { 'a.hello': 'Hello, {name}!', 'a.coins': '{n, plural, one {# coin} other {# coins}}', 'a.quote': "It's {0}" },
    ar: {
      'a.coins': '{n, plural, zero {لا عملات} one {عملة واحدة} two {عملتان} few {# عملات} many {# عملة} other {# عملة}}',
      'a.gone': 'old',
    },
  });
  const { default: words } = await evaluate(await load('virtual:words/site/ar'));
  assert.deepEqual(Object.keys(words), ['a.hello', 'a.coins', 'a.quote'], 'keys of the English catalogue and no others');
  const i18n = setupI18n({ locale: 'ar', locales: 'ar-u-nu-latn', messages: { ar: words } });
  i18n.setMessagesCompiler(() => assert.fail('something was not compiled'));
  assert.equal(i18n._('a.coins', { n: 2 }), 'عملتان');
  assert.equal(i18n._('a.coins', { n: 1234 }), '1,234 عملة', 'digits as everywhere else on the page');
  assert.equal(i18n._('a.hello', { name: 'Ada' }), 'Hello, Ada!', 'what is not translated is English');
  assert.equal(i18n._('a.quote', { 0: 'here' }), "It's here");
  assert.deepEqual(watched.sort(), ['ar/site.json', 'en/site.json']);
});

it('a variant takes what it has not from its language, and only then from English', async (t) => {
  const { load } = await setUp(t, {
    en: { 'a.one': 'One', 'a.two': 'Two', 'a.three': 'Three' },
    es: { 'a.one': 'Uno', 'a.two': 'Dos' },
    'es-AR': { 'a.two': 'Dos, che' },
  });
  assert.deepEqual((await evaluate(await load('virtual:words/site/es-AR'))).default, {
    'a.one': ['Uno'],
    'a.two': ['Dos, che'],
    'a.three': ['Three'],
  });
  assert.deepEqual(
    (await evaluate(await load('virtual:words/site/es-ES'))).default,
    { 'a.one': ['Uno'], 'a.two': ['Dos'], 'a.three': ['Three'] },
    'without a folder',
  );
  await assert.rejects(load('virtual:words/site/xx'), /no language 'xx'/);
});

it('on the server each language is a module, loaded on demand', async (t) => {
  const { load, hooks } = await setUp(t, { en: {}, ar: {} });
  assert.match(
    (await load('virtual:words'))!,
    new RegExp(
      String.raw`^export const catalogue = \(locale\) => \(\{"en": \(\) => import\("virtual:words/site/en"\), ` +
        String.raw`.*"bg": \(\) => import\("virtual:words/site/bg"\)\}\)\[locale\]\(\);$`,
    ),
  );
  assert.equal(hooks.resolveId('virtual:other'), undefined);
  assert.equal(hooks.resolveId('./words.ts'), undefined);
  assert.equal(await load('/src/words.ts'), undefined);
});

it('for a browser a shelf is one name with the language in it, and a file for each', async (t) => {
  const { load, emitted } = await setUp(t, { en: { 'a.one': 'One' }, ar: { 'a.one': 'واحد' } }, 'client');
  const [, before, after] = /import\(\/\* @vite-ignore \*\/ "(.*)" \+ locale \+ "(.*)"\)/.exec((await load('virtual:words'))!)!;
  const files = emitted();
  assert.deepEqual(
    files.map(({ fileName }) => `/${fileName}`),
    locales.map((locale) => `${before}${locale}${after}`),
  );
  const arabic = files.find(({ fileName }) => fileName.includes('.ar.'))!;
  assert.deepEqual((await evaluate(arabic.source)).default, { 'a.one': ['واحد'] });
  const changed = await setUp(t, { en: { 'a.one': 'One' }, ar: { 'a.one': 'أحد' } }, 'client');
  assert.ok(!(await changed.load('virtual:words'))!.includes(after!), 'other words, another name');
});

it('a shelf of its own puts itself among the words to be loaded', async (t) => {
  const { load } = await setUp(t, { en: {}, ar: {} });
  assert.match(
    (await load('virtual:words/alerts'))!,
    new RegExp(
      String.raw`import \{ wordShelf \} from ".*/i18n/words\.ts";\nwordShelf\.add\(` +
        String.raw`\(locale\) => \(\{"en": \(\) => import\("virtual:words/alerts/en"\), .*, "alerts"\);`,
    ),
  );
  assert.deepEqual((await evaluate(await load('virtual:words/alerts/ar'))).default, { 'alerts.locale': ['ar'] });
  await assert.rejects(load('virtual:words/lost'), /no locales\/en\/lost\.json/);
});

it('a broken message stops the build and says where', async (t) => {
  const { load } = await setUp(t, { en: { 'a.ok': 'fine' }, ar: { 'a.ok': '{n, plural, one {x}' } });
  await assert.rejects(load('virtual:words/site/ar'), /locales\/ar\/site\.json: a\.ok is not a valid message/);
  assert.throws(() => compileWords('{"a":{"b":"nested"}}', 'x.json'), /x\.json: a is not a text/);
  assert.throws(() => compileWords('[]', 'x.json'), /flat object/);
});

it('knows which files of words the scripts of a page will ask for, in each language', () => {
  const chunk = (fileName: string, ...moduleIds: string[]) => [fileName, { type: 'chunk', fileName, moduleIds }] as const;
  const bundle = Object.fromEntries([
    chunk('assets/shell.js', '/web/src/root.tsx', '\0virtual:words'),
    chunk('assets/rank.js', '\0virtual:words/rank', '/web/src/screens/rank/index.tsx'),
    chunk('assets/dialog.js', '/web/src/dialog.tsx'),
  ]) as unknown as Parameters<typeof wordFilesIn>[0];
  const files = wordFilesIn(bundle, (shelf) => `assets/words/${shelf}.*.1.js`);
  assert.deepEqual(wordFilesFor(files, ['/assets/shell.js', '/assets/dialog.js', '/assets/vendor.js'], 'ar'), [
    '/assets/words/site.ar.1.js',
  ]);
  assert.deepEqual(wordFilesFor(files, ['/assets/shell.js', '/assets/rank.js', '/assets/shell.js'], 'ja'), [
    '/assets/words/site.ja.1.js',
    '/assets/words/rank.ja.1.js',
  ]);
});
