import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createWords } from './index.ts';

const english = {
  errors: {
    badInput: 'Check {field}: {reason}',
    tooManyRequests: 'Wait {seconds, plural, one {# second} other {# seconds}}',
    notFound: 'Nothing here',
  },
  seo: { 'spot.title': 'Spot prices' },
};

function localesDir(t: TestContext, files: Record<string, Record<string, unknown> | string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'words-'));
  t.after(() => rmSync(dir, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(dir, path.split('/')[0]!), { recursive: true });
    writeFileSync(join(dir, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return dir;
}

test('values and plurals are formatted by the rules of the language', (t) => {
  const words = createWords(
    localesDir(t, {
      'en/errors.json': english.errors,
      'ar/errors.json': { tooManyRequests: '{seconds, plural, one {ثانية} two {ثانيتان} few {ثوان} many {كثير} other {غيرها}}' },
    }),
  );
  assert.equal(words.error('en', 'badInput', { field: 'pageNum', reason: 'too large' }), 'Check pageNum: too large');
  assert.equal(words.error('en', 'tooManyRequests', { seconds: 1 }), 'Wait 1 second');
  assert.equal(words.error('ar', 'tooManyRequests', { seconds: 2 }), 'ثانيتان');
  assert.equal(words.error('ar', 'tooManyRequests', { seconds: 5 }), 'ثوان');
});

test('section 8: a missing word, file or language is English', (t) => {
  const words = createWords(
    localesDir(t, { 'en/errors.json': english.errors, 'en/seo.json': english.seo, 'zh-CN/errors.json': { notFound: '没有' } }),
  );
  assert.equal(words.error('zh-CN', 'notFound'), '没有');
  assert.equal(words.error('zh-CN', 'tooManyRequests', { seconds: 1 }), 'Wait 1 second', 'English words keep English plural rules');
  assert.equal(words.seo('zh-CN', 'spot.title'), 'Spot prices');
  for (const unknown of ['xx', '', '__proto__', 'constructor']) assert.equal(words.error(unknown, 'notFound'), 'Nothing here');
  assert.deepEqual(words.problems, []);
});

test('a variant has its own words, else those of its language, else English ones', (t) => {
  const words = createWords(
    localesDir(t, {
      'en/errors.json': english.errors,
      'es/errors.json': { notFound: 'Aquí no hay nada', badInput: 'Revisa {field}: {reason}' },
      'es-AR/errors.json': { badInput: 'Revisá {field}: {reason}' },
    }),
  );
  assert.equal(words.error('es-AR', 'badInput', { field: 'x', reason: 'y' }), 'Revisá x: y');
  assert.equal(words.error('es-AR', 'notFound'), 'Aquí no hay nada');
  assert.equal(words.error('es-ES', 'badInput', { field: 'x', reason: 'y' }), 'Revisa x: y', 'a variant without a folder');
  assert.equal(words.error('es-AR', 'tooManyRequests', { seconds: 2 }), 'Wait 2 seconds');
});

test('a key nobody has: undefined for a title, the key for a text, and no inherited members', (t) => {
  const words = createWords(localesDir(t, { 'en/errors.json': english.errors }));
  assert.equal(words.seo('en', 'spot.title'), undefined);
  assert.equal(words.seo('en', 'toString'), undefined);
  assert.equal(words.text('en', 'messages', 'alert.title'), 'alert.title');
});

test('a broken file or message falls back to English and is told', (t) => {
  const words = createWords(
    localesDir(t, {
      'en/errors.json': english.errors,
      'ar/errors.json': '{"notFound": ',
      'zh-CN/errors.json': { notFound: '{broken', badInput: 7, tooManyRequests: '等' },
    }),
  );
  assert.equal(words.error('ar', 'notFound'), 'Nothing here');
  assert.equal(words.error('zh-CN', 'notFound'), 'Nothing here');
  assert.equal(words.error('zh-CN', 'tooManyRequests', { seconds: 3 }), '等');
  assert.equal(words.problems.length, 3);
  assert.match(words.problems.join('\n'), /ar.errors\.json is left out/);
});

test('without English words there is nothing to start with', (t) => {
  assert.throws(() => createWords(localesDir(t, { 'ar/errors.json': {} })), /en is missing/);
});
