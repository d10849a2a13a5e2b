import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { check, widthOf } from './check-widths.ts';
import { type Files, plantTree } from './testing/plant-tree.ts';

const goodTree: Files = {
  'locales/context.json': JSON.stringify([
    { keys: 'alerts.column.distance', about: 'The head of a narrow column.', width: 12 },
    { keys: 'alerts.column.*', about: 'Heads of a table.', width: 8 },
    { keys: 'site.about', about: 'A sentence; it may take the room it needs.' },
  ]),
  'locales/en/alerts.json': JSON.stringify({ 'alerts.column.distance': 'Distance', 'alerts.column.pair': 'Pair {pair}' }),
  'locales/en/site.json': JSON.stringify({ 'site.about': 'A long sentence about this site' }),
  'locales/ja/alerts.json': JSON.stringify({ 'alerts.column.distance': '目標との差', 'alerts.column.pair': 'ペア' }),
};
const textsOf = (t: TestContext, changed: Files): string[] =>
  check(plantTree(t, { ...goodTree, ...changed })).map(({ file, text }) => `${file}: ${text}`);
const japanese = (texts: Record<string, string>): Files => ({ 'locales/ja/alerts.json': JSON.stringify(texts) });

test('wide letters count twice, marks on letters nothing', () => {
  assert.deepEqual(['Pair', '目標', 'ペア', '가격', 'ที่', 'مُعطّل'].map(widthOf), [4, 4, 4, 4, 1, 4]);
});

test('texts that fit are no problem; a placeholder is no letter', (t) => {
  assert.deepEqual(textsOf(t, {}), []);
});

test('a label that its place does not hold is refused, in any language', (t) => {
  assert.deepEqual(textsOf(t, japanese({ 'alerts.column.pair': '取引ペア名' })), [
    "locales/ja/alerts.json: 'alerts.column.pair' is 10 wide, its place holds 8: 取引ペア名",
  ]);
  assert.equal(textsOf(t, japanese({ 'alerts.column.distance': '目標までの距離' })).length, 1, 'the first entry that fits counts');
});

test('context of a key that is none, or without a sentence, is refused', (t) => {
  const context = JSON.stringify([
    { keys: 'gone.*', about: ' ' },
    { keys: 'alerts/*', about: 'Alerts.' },
    { keys: 'site/*', about: 'Site.' },
  ]);
  assert.deepEqual(textsOf(t, { 'locales/context.json': context }), [
    "locales/context.json: 'gone.*' is no key of English",
    "locales/context.json: 'gone.*' says nothing to a translator",
  ]);
});

test('a text of which nothing says what it is is refused', (t) => {
  assert.deepEqual(textsOf(t, { 'locales/en/seo.json': JSON.stringify({ 'site.about': 'x', 'coin.title': 'Bitcoin price' }) }), [
    "locales/context.json: nothing says what 'seo/coin.title' is",
  ]);
});
