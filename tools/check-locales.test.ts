import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check } from './check-locales.ts';
import { type Files, plantTree } from './testing/plant-tree.ts';

const releaseCheck = fileURLToPath(new URL('release-check.ts', import.meta.url));
const json = (texts: Record<string, unknown>): string => JSON.stringify(texts);

const goodTree: Files = {
  'contract/src/locales.ts':
    "export const languages = [{ locale: 'en', tag: 'en', base: null }, { locale: 'ar', tag: 'ar', base: null }, { locale: " +
    "'de', tag: 'de', base: null }, { locale: 'ar-EG', tag: 'ar-EG', base: 'ar' }];",
  'contract/src/errors.ts': 'export const errors = { badInput: {} };',
  'contract/src/pages.ts': 'export const pages = { spot: {} };',
  'locales/en/errors.json': json({ badInput: 'Wrong: {field}' }),
  'locales/ar/errors.json': json({ badInput: 'خطأ: {field}' }),
  'locales/de/errors.json': json({ badInput: 'Falsch: {field}' }),
  'locales/ar-EG/site.json': json({ 'brand.name': 'واجهة Tidemark' }),
  'locales/en/seo.json': json({ 'spot.title': 'Spot prices', 'spot.description': 'All of them' }),
  'locales/ar/seo.json': json({ 'spot.title': 'أسعار', 'spot.description': 'كلها' }),
  'locales/de/seo.json': json({ 'spot.title': 'Kurse', 'spot.description': 'Alle' }),
  'locales/en/site.json': json({
    'table.rows': '{count, plural, one {# row} other {# rows}}',
    'sort.up': 'Up',
    'brand.name': 'Tidemark API',
  }),
  'locales/ar/site.json': json({
    'table.rows': '{count, plural, zero {لا صفوف} one {صف} two {صفان} few {# صفوف} many {# صفا} other {# صف}}',
    'sort.up': 'صعود',
    'brand.name': 'Tidemark API',
  }),
  'locales/de/site.json': json({
    'table.rows': '{count, plural, one {# Zeile} other {# Zeilen}}',
    'sort.up': 'Aufwärts',
    'brand.name': 'Tidemark API',
  }),
  'web/src/features/table.tsx':
    "const text = useText(); export const rows = text('table.rows', { count: 1 }); export const up = (way: 'up') => " +
    "text(`sort.${way}`); export const brand = 'brand.name';",
};

const textsOf = async (t: TestContext, changed: Files): Promise<string[]> =>
  (await check(plantTree(t, { ...goodTree, ...changed }))).map(({ file, text }) => `${file}: ${text}`);

test('a complete tree has no problem; plural forms may differ, names and templates are understood', async (t) => {
  assert.deepEqual(await textsOf(t, {}), []);
});

const site = (locale: string, changed: Record<string, unknown>): Files => {
  const path = `locales/${locale}/site.json`;
  return { [path]: json({ ...(JSON.parse(goodTree[path] ?? '{}') as object), ...changed }) };
};

/** The English words with these beside them, and the German ones with these. */
const sites = (english: Record<string, unknown>, german: Record<string, unknown>): Files => ({
  ...site('en', english),
  ...site('ar', { 'sort.name': 'الاسم' }),
  ...site('de', german),
  'web/src/features/more.tsx': "const t = useText(); t('sort.name');",
});

const cases: readonly (readonly [name: string, changed: Files, complaints: readonly RegExp[]])[] = [
  ['a missing key', { 'locales/ar/errors.json': json({}) }, [/ar\/errors.json: 'badInput' is missing; English has it/]],
  ['a key too many', site('ar', { 'old.key': 'قديم' }), [/ar\/site.json: 'old.key' is not in English/]],
  [
    'a missing file',
    { 'locales/ar/seo.json': 'nonsense' },
    [/is not valid JSON/, /'spot.title' is missing/, /'spot.description' is missing/],
  ],
  ['an empty text', site('ar', { 'sort.up': ' ' }), [/'sort.up' has no text/, /'sort.up' is missing/]],
  ['a text that is no text', site('ar', { 'sort.up': 4 }), [/'sort.up' has no text/, /'sort.up' is missing/]],
  ['broken ICU', site('ar', { 'sort.up': 'صعود {count' }), [/'sort.up' is not sound ICU/]],
  ['a stray brace', site('ar', { 'sort.up': 'صعود }' }), [/'sort.up' is not sound ICU: stray brace/]],
  ['a kind that does not exist', site('ar', { 'table.rows': '{count, plurl, other {#}}' }), [/unknown kind 'plurl'/]],
  [
    'a plural form that the language needs',
    site('ar', { 'table.rows': '{count, plural, one {صف} other {# صف}}' }),
    [/\{count, plural\} lacks zero, two, few, many/],
  ],
  [
    'another placeholder',
    { 'locales/ar/errors.json': json({ badInput: 'خطأ: {name}' }) },
    [/'badInput' has the placeholders \[name\], English has \[field\]/],
  ],
  [
    'another kind of placeholder',
    site('ar', { 'table.rows': 'صف {count}' }),
    [/'table.rows' has the placeholders \[count\], English has \[count, plural\]/],
  ],
  ['a tag too many', site('ar', { 'sort.up': '<link>صعود</link>' }), [/'sort.up' has the placeholders \[<link>\], English has \[\]/]],
  ['a text left in English', site('ar', { 'sort.up': 'Up' }), [/'sort.up' is still English: Up/]],
  [
    'a text left in English that is no word of the language',
    sites({ 'sort.name': 'Chart asked' }, { 'sort.name': 'Chart asked' }),
    [/de\/site.json: 'sort.name' is still English/],
  ],
  [
    'a word of a variant that is the same as in its language',
    { 'locales/ar-EG/errors.json': goodTree['locales/ar/errors.json']! },
    [/ar-EG\/errors.json: 'badInput' is the same as in ar/],
  ],
  [
    'a word of a variant that its language does not have',
    { 'locales/ar-EG/errors.json': json({ gone: 'راح' }) },
    [/ar-EG\/errors.json: 'gone' is not in ar/],
  ],
  [
    'another placeholder in a variant',
    { 'locales/ar-EG/errors.json': json({ badInput: 'غلط' }) },
    [/ar-EG\/errors.json: 'badInput' has the placeholders \[\], ar has \[field\]/],
  ],
  [
    'a key that no source uses',
    { ...site('en', { 'lost.key': 'Lost' }), ...site('ar', { 'lost.key': 'ضائع' }), ...site('de', { 'lost.key': 'Verloren' }) },
    [/en\/site.json: 'lost.key' is used nowhere/],
  ],
  [
    'an id without words',
    { 'web/src/features/more.tsx': "const t = useText(); t('no.such');" },
    [/more.tsx: 'no.such' has no words in locales\/en\/site.json/],
  ],
  [
    'an id without words on its shelf',
    {
      'locales/en/alerts.json': json({}),
      'locales/ar/alerts.json': json({}),
      'locales/de/alerts.json': json({}),
      'web/src/features/more.tsx': "const t = useText(); t('alerts.new');",
    },
    [/more.tsx: 'alerts.new' has no words in locales\/en\/alerts.json/],
  ],
  [
    'a word on the wrong shelf',
    {
      'locales/en/alerts.json': json({ 'sort.up': 'Up' }),
      'locales/ar/alerts.json': json({ 'sort.up': 'صعود' }),
      'locales/de/alerts.json': json({ 'sort.up': 'Aufwärts' }),
    },
    [/en\/alerts.json: 'sort.up' belongs into site.json/],
  ],
  ['a server id without words', { 'server/src/alerts/x.ts': "words.text(locale, 'site', 'no.such');" }, [/x.ts: 'no.such' has no words/]],
  [
    'an error of the contract without words',
    { 'contract/src/errors.ts': 'export const errors = { badInput: {}, timeout: {} };' },
    [/en\/errors.json: 'timeout' is missing; the contract has it/],
  ],
  [
    'words for an error that is gone',
    { 'contract/src/errors.ts': 'export const errors = {};' },
    [/en\/errors.json: 'badInput' is not in the contract/],
  ],
  [
    'a page without a title',
    { 'contract/src/pages.ts': 'export const pages = { spot: {}, rank: {} };' },
    [/'rank.title' is missing/, /'rank.description' is missing/],
  ],
];

for (const [name, changed, complaints] of cases) {
  test(`refused: ${name}`, async (t) => {
    const texts = await textsOf(t, changed);
    assert.equal(texts.length, complaints.length, texts.join('\n'));
    for (const complaint of complaints)
      assert.ok(
        texts.some((text) => complaint.test(text)),
        `${complaint} in\n${texts.join('\n')}`,
      );
  });
}

test('a translation that is not there yet is a warning, and only the release check fails by it', async (t) => {
  const german = JSON.parse(goodTree['locales/de/site.json']!) as Record<string, unknown>;
  const { 'sort.up': _, ...rest } = german;
  const lacking = plantTree(t, { ...goodTree, 'locales/de/site.json': json(rest) });
  assert.deepEqual(await check(lacking), [{ file: 'locales/de/site.json', text: "'sort.up' is missing; English has it", isWarning: true }]);
  const unwritten = await check(plantTree(t, { ...goodTree, ...site('en', { 'sort.up': '' }) }));
  assert.ok(
    unwritten.some(({ file, isWarning }) => file === 'locales/en/site.json' && !isWarning),
    'English has to be there',
  );

  const release = (tree: string) => spawnSync(process.execPath, [releaseCheck, tree], { encoding: 'utf8' });
  const refused = release(lacking);
  assert.equal(refused.status, 1, refused.stderr);
  assert.match(refused.stdout, /^locales\/de\/site.json: 'sort.up' is missing; English has it$/m);
  const complete = release(plantTree(t, goodTree));
  assert.equal(complete.status, 0, complete.stdout + complete.stderr);
});

test('a word that the language has from English, or as English has it, is its own', async (t) => {
  assert.deepEqual(await textsOf(t, sites({ 'sort.name': 'Chart' }, { 'sort.name': 'Chart' })), []);
});

test('a new error takes the place that CONTRIBUTING names and its words; the check asks for each language', async (t) => {
  const guide = readFileSync(new URL('../CONTRIBUTING.md', import.meta.url), 'utf8');
  const place = /^\| an error \| `([^`]+)`/m.exec(guide)?.[1];
  assert.equal(place, 'contract/src/errors.ts');
  const added: Record<string, string> = { [place]: 'export const errors = { badInput: {}, tooSoon: {} };' };
  assert.deepEqual(await textsOf(t, added), ["locales/en/errors.json: 'tooSoon' is missing; the contract has it"]);
  added['locales/en/errors.json'] = json({ badInput: 'Wrong: {field}', tooSoon: 'Too soon' });
  const untranslated = await textsOf(t, added);
  for (const locale of ['ar', 'de'])
    assert.ok(untranslated.some((line) => line.startsWith(`locales/${locale}/errors.json: `) && line.includes('tooSoon')));
  added['locales/ar/errors.json'] = json({ badInput: 'خطأ: {field}', tooSoon: 'قبل الأوان' });
  added['locales/de/errors.json'] = json({ badInput: 'Falsch: {field}', tooSoon: 'Zu früh' });
  assert.deepEqual(await textsOf(t, added), []);
});
