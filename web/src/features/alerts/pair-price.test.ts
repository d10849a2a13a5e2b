import assert from 'node:assert/strict';
import { test } from 'node:test';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import { createFormat } from '#i18n/format.ts';
import { pairPrice } from './pair-price.ts';

const format = createFormat('en');
const xrp = { businessLine: businessLine.spot, pricePrecision: 4 } as const;

test('a price of an alert has the decimals of its pair, and none that was typed is lost', () => {
  assert.equal(pairPrice(format, '2.8213', xrp), '2.8213');
  assert.equal(pairPrice(format, '2.82', xrp), '2.8200');
  assert.equal(pairPrice(format, '2.821355', xrp), '2.821355');
  assert.equal(pairPrice(format, '98500.5', { ...xrp, pricePrecision: 1 }), '98,500.5');
  assert.equal(pairPrice(createFormat('de'), '2.8213', xrp), '2,8213');
  assert.equal(pairPrice(format, '0.00000003688', { ...xrp, pricePrecision: 11 }), '0.00000003688');
});

test('where no pair is known, and at P2P, prices read as in lists', () => {
  assert.equal(pairPrice(format, '2.8213', null), '2.82');
  assert.equal(pairPrice(format, '7.2145', { ...xrp, businessLine: businessLine.p2p }), '7.21');
  assert.equal(pairPrice(format, null, xrp), '--');
});

test('a precision that a process of the version before does not tell is the one of the digits', () => {
  const { pricePrecision: _, ...untold } = xrp;
  assert.equal(pairPrice(format, '2.8213', untold as typeof xrp), '2.8213');
});
