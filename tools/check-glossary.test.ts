import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { check } from './check-glossary.ts';
import { type Files, plantTree } from './testing/plant-tree.ts';

const json = (value: unknown): string => JSON.stringify(value);

const goodTree: Files = {
  'contract/src/locales.ts':
    "export const languages = [{ locale: 'en', base: null }, { locale: 'pl', base: null }, " +
    "{ locale: 'zh-TW', base: null }, { locale: 'zh-TC', base: 'zh-TW' }];",
  'tools/glossary/concepts.json': json({
    openInterest: { english: ['open interest'] },
    basis: { english: ['basis'] },
    changeBasis: { english: ['price change basis'] },
    delivery: { english: ['delivery'], except: ['reason.refused'] },
  }),
  'tools/glossary/en.json': json({ never: ['whole network'] }),
  'tools/glossary/pl.json': json({
    say: { openInterest: ['open interest'], basis: ['baza', 'bazy'], changeBasis: ['punkt odniesienia'], delivery: ['wygaśnięci'] },
    not: { openInterest: ['otwarte pozycje'] },
    never: ['parkiet'],
  }),
  'tools/glossary/zh-TW.json': json({
    say: { openInterest: ['未平倉量'], basis: ['基差'], changeBasis: ['漲跌幅基準'], delivery: ['交割'] },
    never: ['用戶'],
  }),
  'tools/glossary/zh-TC.json': json({ say: { openInterest: ['未平倉合約'] }, never: ['使用者'] }),
  'locales/en/site.json': json({
    'oi.name': 'Open interest',
    'oi.about': 'Open interest of all contracts that are open on this exchange at the end of the hour.',
    'basis.name': '{basis} basis',
    'settings.basis': 'Price change basis',
    'reason.refused': 'delivery rejected',
    user: 'User',
  }),
  'locales/pl/site.json': json({
    'oi.name': 'Open interest (LOP)',
    'oi.about': 'Liczba wszystkich otwartych kontraktów.',
    'basis.name': 'Baza: {basis}',
    'settings.basis': 'Punkt odniesienia zmiany',
    'reason.refused': 'odrzucono',
    user: 'Konto',
  }),
  'locales/zh-TW/site.json': json({
    'oi.name': '未平倉量',
    'oi.about': '所有合約的未平倉量。',
    'basis.name': '基差 {basis}',
    'settings.basis': '漲跌幅基準',
    'reason.refused': '傳送遭拒',
    user: '使用者',
  }),
  'locales/zh-TC/site.json': json({ 'oi.name': '未平倉合約', user: '用戶' }),
};

const textsOf = async (t: TestContext, changed: Files): Promise<string[]> =>
  (await check(plantTree(t, { ...goodTree, ...changed }))).map(({ file, text }) => `${file}: ${text}`);

const polish = (changed: Record<string, string>): Files => ({
  'locales/pl/site.json': json({ ...(JSON.parse(goodTree['locales/pl/site.json']!) as object), ...changed }),
});

test('labels with the word of their language, sentences without the wrong one: no problem', async (t) => {
  assert.deepEqual(await textsOf(t, {}), []);
});

const cases: readonly (readonly [name: string, changed: Files, complaints: readonly RegExp[]])[] = [
  [
    'a label with another word for the concept',
    polish({ 'oi.name': 'Wolumen kontraktów' }),
    [/^locales\/pl\/site.json: 'oi.name' does not say 'open interest' for openInterest: Wolumen kontraktów$/],
  ],
  [
    'a sentence with the known wrong word',
    polish({ 'oi.about': 'Wszystkie otwarte pozycje na giełdzie.' }),
    [/'oi.about' says 'otwarte pozycje' for openInterest/],
  ],
  ['a word that the language never says', polish({ user: 'Parkiet' }), [/'user' says 'parkiet', which pl never says/]],
  [
    'an English text in the old voice',
    { 'locales/en/site.json': json({ ...(JSON.parse(goodTree['locales/en/site.json']!) as object), user: 'Whole network' }) },
    [/^locales\/en\/site.json: 'user' says 'whole network', which en never says/],
  ],
  [
    'the longer concept, translated as the shorter one',
    polish({ 'settings.basis': 'Baza' }),
    [/'settings.basis' does not say 'punkt odniesienia' for changeBasis/],
  ],
  ['a placeholder is no word of the text', polish({ 'basis.name': '{basis}' }), [/'basis.name' does not say 'baza' or 'bazy' for basis/]],
  [
    'a variant that says the word of its base where it has its own',
    { 'locales/zh-TC/site.json': json({ 'oi.name': '未平倉量 ', user: '用戶' }) },
    [/^locales\/zh-TC\/site.json: 'oi.name' does not say '未平倉合約'/],
  ],
  [
    'a variant that takes over a word it never says',
    { 'locales/zh-TC/site.json': json({ 'oi.name': '未平倉合約' }) },
    [/^locales\/zh-TC\/site.json: 'user' says '使用者', which zh-TC never says/],
  ],
  [
    'a language without a word for a concept, and a word for none',
    { 'tools/glossary/pl.json': goodTree['tools/glossary/pl.json']!.replace('"delivery"', '"deliveries"') },
    [/^tools\/glossary\/pl.json: 'deliveries' is no concept/, /^tools\/glossary\/pl.json: 'delivery' has no word/],
  ],
];

for (const [name, changed, complaints] of cases) {
  test(`refused: ${name}`, async (t) => {
    const texts = await textsOf(t, changed);
    assert.equal(texts.length, complaints.length, texts.join('\n'));
    for (const [index, complaint] of complaints.entries()) assert.match(texts[index]!, complaint);
  });
}
