import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { defaultUserPreference } from '@tidemark/contract/users.ts';
import { createWords } from '#words/index.ts';
import { createTexts } from '../texts.ts';
import { writeNotice } from './notice.ts';
import type { Due } from './outbox-store.ts';

const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const at = new Date(Date.UTC(2026, 10, 17, 12));
const row: Due = {
  id: 1,
  userId: 'u',
  bundle: null,
  tries: 0,
  createdAt: at,
  expiresAt: at,
  takenAt: at,
  key: '1:1:1',
  about: null,
  alertId: 1,
  firing: {
    businessLine: 1,
    symbolId: 'BTCUSDT',
    type: 1,
    source: 0,
    price: '110',
    priceUp: null,
    priceDown: null,
    firingPrice: '111.5',
    anchor: null,
    happenedAt: at,
    lateness: null,
    moreCount: null,
    moreSince: null,
    ad: null,
    note: null,
  },
};
const noticeOf = (rows: readonly Due[], simulated: boolean) =>
  writeNotice(
    { userId: 'u', channel: 5, rows },
    { locale: 'de', email: null, phone: null, antiPhishingCode: '', preference: defaultUserPreference },
    at.getTime(),
    {
      texts: createTexts(words, { simulated }),
      pairs: { find: () => null },
      publicUrl: 'https://site.example',
    },
  );

test('a price of the simulator is told as one, first of all, so that no channel cuts it off', () => {
  const { text, pop } = noticeOf([row], true);
  assert.match(text, /^Simulierte Daten: .*111,5/);
  assert.equal(pop.popContent, text);
  const summary = noticeOf([row, { ...row, id: 2, key: '1:1:2' }], true).text;
  assert.deepEqual(summary.match(/Simulierte Daten/g), ['Simulierte Daten'], 'once for all of them');
});

test('a price of a market and a trial, which has no price, carry no label', () => {
  assert.doesNotMatch(noticeOf([row], false).text, /Simulierte/);
  assert.doesNotMatch(noticeOf([{ ...row, firing: null, key: null }], true).text, /Simulierte/);
});
