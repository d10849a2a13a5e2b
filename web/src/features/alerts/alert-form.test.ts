import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertType, noticeChannel, priceSource } from '@tidemark/contract/alerts.ts';
import { businessLine } from '@tidemark/contract/market.ts';
import fc from 'fast-check';
import { aimedFrom, cleanNumber, distanceOf, inputOf, newForm, problemOf, toFraction, toPercent, type AlertForm } from './alert-form.ts';

const spot = (change: Partial<AlertForm>): AlertForm => ({ ...newForm(businessLine.spot, 'BTCUSDT'), ...change });
const at = (price: string | null) => ({ pair: { price, markPrice: '101', indexPrice: '99' } as never, ads: null });

test('percents become fractions and back without losing a digit', () => {
  for (const [percent, fraction] of [['5', '0.05'], ['0.5', '0.005'], ['12.34', '0.1234'], ['100', '1'], ['1000', '10'], ['0.01', '0.0001']] as const) {
    assert.equal(toFraction(percent), fraction);
    assert.equal(toPercent(fraction), percent);
  }
  fc.assert(fc.property(fc.integer({ min: 1, max: 100_000 }), (hundredths) => assert.equal(Number(toFraction(toPercent(toFraction(String(hundredths / 100))))), Number((hundredths / 10_000).toFixed(4)))));
});

test('section 5: a number is digits and one point', () => {
  assert.equal(cleanNumber('1,234.5.6x', 8), '1234.56');
  assert.equal(cleanNumber('-0.123456789', 8), '0.12345678');
  assert.equal(cleanNumber('abc', 2), '');
});

test('section 5: the target lies beyond the price, in the named direction and of the named source', () => {
  assert.deepEqual(problemOf(spot({ value: '' }), at('100')), { field: 'value', error: 'alertInvalidPrice' });
  assert.deepEqual(problemOf(spot({ value: '100' }), at('100')), { field: 'value', error: 'alertInvalidPrice' });
  assert.equal(problemOf(spot({ value: '100.01' }), at('100')), null);
  assert.equal(problemOf(spot({ value: '99.', alertType: alertType.fallsTo }), at('100')), null);
  assert.deepEqual(problemOf(spot({ value: '120' }), at(null)), { field: 'value', error: 'alertNoFreshPrice' });
  const futures = { ...newForm(businessLine.futures, 'BTCUSDT_UMCBL'), priceSource: priceSource.mark, value: '100.5' };
  assert.deepEqual(problemOf(futures, at('100')), { field: 'value', error: 'alertInvalidPrice' }, 'the mark price is above it');
});

test('a target that came with a link waits on its own side of the price', () => {
  for (const [value, price, type] of [['90', '100', alertType.fallsTo], ['110', '100', alertType.risesTo]] as const) {
    const form = aimedFrom(spot({ value }), price);
    assert.equal(form.alertType, type);
    assert.equal(problemOf(form, at(price)), null, 'it can be sent as it is');
  }
  assert.equal(aimedFrom(spot({ value: '90' }), null).alertType, alertType.risesTo);
});

test('section 5: bounds speak of the one that was touched', () => {
  const channel = spot({ alertType: alertType.entersChannel, upper: '90', lower: '95' });
  assert.deepEqual(problemOf(channel, at('100'), 'upper'), { field: 'upper', error: 'alertUpperNotAboveLower' });
  assert.deepEqual(problemOf(channel, at('100'), 'lower'), { field: 'lower', error: 'alertLowerNotBelowUpper' });
  assert.equal(problemOf({ ...channel, upper: '96' }, at('100')), null);
});

test('section 5: P2P waits for less than the lowest ad, or more than the highest', () => {
  const buy = { ...newForm(businessLine.p2p, 'USDT_EUR'), value: '0.95' };
  const ads = { pair: null, ads: { lowest: '0.93', highest: '0.91' } };
  assert.deepEqual(problemOf(buy, ads), { field: 'value', error: 'p2pBuyPriceTooHigh' });
  assert.equal(problemOf({ ...buy, value: '0.92' }, ads), null);
  assert.deepEqual(problemOf({ ...buy, alertType: alertType.risesTo, value: '0.90' }, ads), { field: 'value', error: 'p2pSellPriceTooLow' });
});

test('percents stay within their bounds, and a way to be told is needed', () => {
  const rise = spot({ alertType: alertType.risePercent });
  for (const value of ['', '0', '1000.01', '5.555']) assert.deepEqual(problemOf({ ...rise, value }, at('100')), { field: 'value', error: 'alertInvalidPercent' }, value);
  assert.equal(problemOf({ ...rise, value: '250.5' }, at('100')), null);
  assert.deepEqual(problemOf(spot({ alertType: alertType.fall24hPercent, value: '100' }), at('100')), { field: 'value', error: 'alertInvalidPercent' });
  assert.deepEqual(problemOf(spot({ value: '120', channels: [] }), at('100')), { field: 'channels', error: 'alertChannelMissing' });
});

test('only what the type needs is sent', () => {
  const form = spot({ value: '5', upper: '9', lower: '8', channels: [noticeChannel.station] });
  assert.deepEqual(inputOf({ ...form, alertType: alertType.risePercent }), { businessLine: 1, symbolId: 'BTCUSDT', alertType: 3, priceSource: 0, frequency: 1, channels: [4], configurePrice: '0.05', configurePriceUp: null, configurePriceDown: null });
  assert.deepEqual(inputOf({ ...form, alertType: alertType.exitsChannel }), { businessLine: 1, symbolId: 'BTCUSDT', alertType: 8, priceSource: 0, frequency: 1, channels: [4], configurePrice: null, configurePriceUp: '9', configurePriceDown: '8' });
  assert.equal(distanceOf('110', '100')?.toFixed(4), '0.1000');
  assert.equal(distanceOf('', '100'), null);
});
