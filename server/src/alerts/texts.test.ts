import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createWords } from '#words/index.ts';
import { createTexts, type FiringFacts } from './texts.ts';

const texts = createTexts(createWords(fileURLToPath(new URL('../../../locales', import.meta.url))), { simulated: false });
const firing: FiringFacts = {
  businessLine: 1,
  symbolId: 'BTCUSDT',
  type: 2,
  source: 0,
  price: '77046.1',
  priceUp: null,
  priceDown: null,
  firingPrice: '77000',
  anchor: null,
  happenedAt: new Date('2026-11-16T10:02:05.900Z'),
  lateness: null,
  moreCount: null,
  moreSince: null,
  ad: null,
  note: null,
};
const said = (change: Partial<FiringFacts>, locale = 'en', pricePrecision = 2) => {
  const { title, text } = texts.message(locale, { name: 'BTC/USDT', pricePrecision }, { ...firing, ...change }, 480);
  return `${title} ${text}`;
};

test('a note stands before what a text message cuts off, held apart where its script runs the other way', () => {
  assert.match(said({ note: 'Half', lateness: 'late' }), /Note: Half Triggered at/);
  assert.match(said({ note: 'بيع' }), /Note: \u2068بيع\u2069/);
  assert.match(said({ note: 'Half' }, 'ar'), /\u2068Half\u2069/);
  assert.doesNotMatch(said({}), /Note/);
});

test('prices of a message are as exact as the pair is traded', () => {
  assert.match(said({ price: '2.82', firingPrice: '2.8213' }, 'en', 4), /2\.8213\b.*2\.8200\b/s);
  assert.match(said({ type: 7, price: null, priceDown: '2.8', priceUp: '2.9', firingPrice: '2.85' }, 'de', 4), /2,8000 – 2,9000/);
  assert.match(said({ businessLine: 3, symbolId: 'USDT_CNY', price: '7.2', firingPrice: '7.1' }, 'en', 6), /7\.10\b.*7\.20\b/s);
});

test('prices of a message have two decimals where the pair has, and lose none that were typed', () => {
  assert.match(said({}), /77,000\.00.*77,046\.10/s);
  assert.match(said({ price: '1.08455', firingPrice: '1.0845' }), /1\.0845\b.*1\.08455/s);
  assert.match(said({ price: '0.00000003688', firingPrice: '0.5' }), /0\.00000003688/);
  assert.match(said({}, 'de'), /77\.000,00/);
});

test('a change over 24 hours has two decimals and the minus of the pages', () => {
  const text = said({ type: 6, price: '0.062', firingPrice: '-0.0625' });
  assert.match(text, /\u22126\.25%/);
  assert.doesNotMatch(text, /-\d/);
  assert.match(said({ type: 6, price: '0.05', firingPrice: '-0.062' }), /\u22126\.20%/);
});

test('a message says when it happened, to the second, in the time of its reader', () => {
  assert.match(said({}), /\(18:02:05 UTC\+8\)/);
  assert.match(said({ lateness: 90 as never }), /18:02 UTC\+8/, 'once, where it is late');
  assert.doesNotMatch(said({ lateness: 90 as never }), /18:02:05/);
});
