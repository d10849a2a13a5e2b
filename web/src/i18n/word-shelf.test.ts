import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createWordShelf, type Catalogue } from './word-shelf.ts';

const english = { hello: ['Hello'] };
const arabic = { hello: ['مرحبا'] };
/** A shelf with the words of these languages. */
const of =
  (languages: Record<string, () => Promise<Awaited<ReturnType<Catalogue>>>>): Catalogue =>
  (locale) =>
    languages[locale]?.() ?? Promise.reject(new Error(`no words in '${locale}'`));

it('loads a language once, when it is wanted', async () => {
  let loads = 0;
  const shelf = createWordShelf(of({ en: async () => ({ default: english }), ar: async () => ((loads += 1), { default: arabic }) }));
  assert.equal(shelf.loaded('ar'), null);
  assert.equal(shelf.newest(), null);
  const [words] = await Promise.all([shelf.load('ar'), shelf.load('ar')]);
  assert.deepEqual(words, { locale: 'ar', messages: arabic });
  assert.equal(shelf.loaded('ar'), words);
  assert.equal(shelf.newest(), words);
  assert.equal(loads, 1);
});

it('a language that cannot be loaded is read in English, and tried again the next time (section 8)', async () => {
  let isBroken = true;
  const shelf = createWordShelf(
    of({
      en: async () => ({ default: english }),
      ar: async () => {
        if (isBroken) throw new Error('the network is gone');
        return { default: arabic };
      },
    }),
  );
  await shelf.load('en');
  assert.equal((await shelf.load('ar')).locale, 'en');
  assert.equal(shelf.loaded('ar')?.locale, 'en');
  isBroken = false;
  assert.equal((await shelf.load('ar')).locale, 'ar');
  assert.equal(shelf.loaded('ar')?.locale, 'ar');
});

it('a shelf that a part brings along joins the words already there', async () => {
  let loads = 0;
  const shelf = createWordShelf(of({ en: async () => ((loads += 1), { default: english }), ar: async () => ({ default: arabic }) }));
  const words = await shelf.load('en');
  shelf.add(
    of({ en: async () => ({ default: { 'alerts.new': ['New alert'] } }), ar: async () => ({ default: { 'alerts.new': ['تنبيه جديد'] } }) }),
  );
  assert.equal(await shelf.load('en'), words, 'the same words, grown: whoever holds them reads the new ones too');
  assert.deepEqual(words.messages, { hello: ['Hello'], 'alerts.new': ['New alert'] });
  assert.deepEqual((await shelf.load('ar')).messages, { hello: ['مرحبا'], 'alerts.new': ['تنبيه جديد'] });
  assert.equal(loads, 1);
});

it('one shelf that cannot be loaded turns the whole page to English: no page speaks two languages', async () => {
  const shelf = createWordShelf(of({ en: async () => ({ default: english }), ar: async () => ({ default: arabic }) }));
  shelf.add(
    of({ en: async () => ({ default: { 'alerts.new': ['New alert'] } }), ar: () => Promise.reject(new Error('the network is gone')) }),
  );
  assert.deepEqual(await shelf.load('ar'), { locale: 'en', messages: { hello: ['Hello'], 'alerts.new': ['New alert'] } });
});

it('without English there is nothing to fall back on', async () => {
  await assert.rejects(createWordShelf(of({})).load('ar'), /no words in 'en'/);
});

it('a screen that is there before its words knows what to wait for, and for nothing else', async () => {
  const shelf = createWordShelf(of({ en: async () => ({ default: english }) }));
  const words = await shelf.load('en');
  const { promise, resolve } = Promise.withResolvers<{ default: Record<string, string[]> }>();
  shelf.add(of({ en: () => promise }), 'alerts');
  assert.equal(shelf.missing('en', 'sector.unknown'), null, 'an id of no shelf holds nobody up');
  const wait = shelf.missing('en', 'alerts.new');
  assert.equal(shelf.missing('en', 'alerts.new'), wait, 'the same promise for all who ask');
  resolve({ default: { 'alerts.new': ['New alert'] } });
  await wait;
  assert.deepEqual(words.messages['alerts.new'], ['New alert']);
  assert.equal(shelf.missing('en', 'alerts.gone'), null);
});
