import assert from 'node:assert/strict';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setupI18n } from '@lingui/core';
import { wordFilesFor } from './src/i18n/word-files.ts';
import { compileWords, wordFilesIn, wordsPlugin } from './words-plugin.ts';

interface Hooks {
  resolveId(id: string): string | undefined;
  load(this: { addWatchFile(file: string): void }, id: string): Promise<string | undefined>;
}

async function setUp(t: { after(fn: () => Promise<void>): void }, files: Record<string, unknown>) {
  const dir = await mkdtemp(join(tmpdir(), 'words-'));
  t.after(() => rm(dir, { recursive: true }));
  for (const [locale, words] of Object.entries(files)) {
    await mkdir(join(dir, locale));
    await writeFile(join(dir, locale, 'site.json'), JSON.stringify(words));
    await writeFile(join(dir, locale, 'alerts.json'), JSON.stringify({ 'alerts.locale': locale }));
  }
  await mkdir(join(dir, 'ja'));
  const hooks = wordsPlugin(dir) as unknown as Hooks;
  const watched: string[] = [];
  const load = (id: string) => hooks.load.call({ addWatchFile: (file) => watched.push(file.slice(dir.length + 1)) }, hooks.resolveId(id) ?? id);
  return { hooks, load, watched };
}

const evaluate = async (code: string | undefined) => (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as { default: Record<string, never> };

it('ships compiled messages that need no parser', async (t) => {
  const { load, watched } = await setUp(t, {
    en: { 'a.hello': 'Hello, {name}!', 'a.coins': '{n, plural, one {# coin} other {# coins}}', 'a.quote': "It's {0}" },
    ar: { 'a.coins': '{n, plural, zero {لا عملات} one {عملة واحدة} two {عملتان} few {# عملات} many {# عملة} other {# عملة}}', 'a.gone': 'old' },
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

it('lists the catalogues that exist, each loaded on demand', async (t) => {
  const { load, hooks } = await setUp(t, { en: {}, ar: {}, 'zh-CN': {} });
  assert.equal(
    await load('virtual:words'),
    'export const catalogues = {"ar": () => import("virtual:words/site/ar"), "en": () => import("virtual:words/site/en"), "zh-CN": () => import("virtual:words/site/zh-CN")};',
  );
  assert.equal(hooks.resolveId('virtual:other'), undefined);
  assert.equal(hooks.resolveId('./words.ts'), undefined);
  assert.equal(await load('/src/words.ts'), undefined);
});

it('a shelf of its own puts itself among the words to be loaded', async (t) => {
  const { load } = await setUp(t, { en: {}, ar: {} });
  assert.match((await load('virtual:words/alerts'))!, /import \{ wordShelf \} from ".*\/i18n\/words\.ts";\nwordShelf\.add\(\{"ar": \(\) => import\("virtual:words\/alerts\/ar"\), "en": /);
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
  const chunk = (fileName: string, facadeModuleId: string | null, dynamicImports: string[] = []) => [fileName, { type: 'chunk', fileName, facadeModuleId, dynamicImports }] as const;
  const bundle = Object.fromEntries([
    chunk('assets/shell.js', null, ['assets/en-1.js', 'assets/ar-1.js', 'assets/dialog.js']),
    chunk('assets/rank.js', '/web/src/screens/rank/index.tsx', ['assets/en-2.js', 'assets/ar-2.js']),
    chunk('assets/dialog.js', '/web/src/dialog.tsx'),
    chunk('assets/en-1.js', '\0virtual:words/site/en'),
    chunk('assets/ar-1.js', '\0virtual:words/site/ar'),
    chunk('assets/en-2.js', '\0virtual:words/rank/en'),
    chunk('assets/ar-2.js', '\0virtual:words/rank/ar'),
  ]) as unknown as Parameters<typeof wordFilesIn>[0];
  const files = wordFilesIn(bundle);
  assert.deepEqual(wordFilesFor(files, ['/assets/shell.js', '/assets/vendor.js'], 'ar'), ['/assets/ar-1.js']);
  assert.deepEqual(wordFilesFor(files, ['/assets/shell.js', '/assets/rank.js', '/assets/shell.js'], 'ja'), ['/assets/en-1.js', '/assets/en-2.js'], 'a language without words is read in English');
});
