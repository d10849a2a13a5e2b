import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertType, noticeChannel, priceSource } from '@tidemark/contract/alerts.ts';
import { businessLine } from '@tidemark/contract/market.ts';
import fc from 'fast-check';
import { aimedFrom, cleanNumber, distanceOf, inputOf, newForm, problemOf, toFraction, toPercent, type AlertForm } from './alert-form.ts';
import { priceDecimals, stepTarget } from './target-steps.ts';

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

test('while the prices are on their way nothing is said of them, and what is wrong without them is', () => {
  assert.equal(problemOf(spot({ value: '120' }), null), 'priceLoading');
  assert.equal(problemOf({ ...newForm(businessLine.p2p, 'USDT_EUR'), value: '0.9' }, null), 'priceLoading');
  assert.deepEqual(problemOf(spot({ value: '' }), null), { field: 'value', error: 'alertInvalidPrice' });
  assert.deepEqual(problemOf(spot({ value: '120', channels: [] }), null), { field: 'channels', error: 'alertChannelMissing' });
  assert.equal(problemOf(spot({ alertType: alertType.risePercent, value: '5' }), null), null, 'a percent needs no price');
});

test('who comes from a rise or a fall finds a round target beyond the price, of whatever size it is, that can be sent as it is', () => {
  for (const [toward, price, target] of [['up', '67432.1', '68000'], ['down', '67432.1', '67000'], ['up', '1', '1.01'], ['down', '100', '99'], ['up', '0.00001234', '0.0000125'], ['down', '0.00000012', '0.00000011'], ['up', '998.7', '1005']] as const) {
    assert.equal(aimedFrom(spot({}), price, toward).value, target, `${toward} from ${price}`);
  }
  const anyPrice = fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 8 })).map(([digits, places]) => (digits / 10 ** places).toFixed(places));
  fc.assert(
    fc.property(anyPrice, fc.constantFrom('up' as const, 'down' as const), (price, toward) => {
      const form = aimedFrom(spot({}), price, toward);
      if (form.value === '') return assert.ok(toward === 'down' && Number(price) <= 1e-8, 'nothing is left below the smallest price');
      assert.equal(form.alertType, toward === 'up' ? alertType.risesTo : alertType.fallsTo);
      assert.equal(problemOf(form, at(price)), null);
      assert.equal(cleanNumber(form.value, priceDecimals), form.value);
      const away = Math.abs(distanceOf(form.value, price)!);
      assert.ok(away >= 0.005 - 1e-9 && (away <= 0.0151 || Math.abs(Number(form.value) - Number(price)) < 2.1e-8), `${price} to ${form.value}`);
    }),
    { seed: 6 },
  );
  assert.equal(aimedFrom(spot({}), null, 'up').value, '', 'no price, no target');
});

test('an offered target does not move with the price while it still holds', () => {
  const rises = spot({ alertType: alertType.risesTo, value: '101' });
  assert.equal(aimedFrom(rises, '100.9', 'up'), rises);
  assert.equal(aimedFrom(rises, '101', 'up').value, '102');
  assert.equal(aimedFrom(spot({ alertType: alertType.fallsTo, value: '99' }), '98.5', 'down').value, '98');
});

test('a step of one percent is one, also of a price with few digits', () => {
  assert.deepEqual([stepTarget('67432.1', 0.01), stepTarget('100', -0.03), stepTarget('0.01', 0.01), stepTarget('0.00001234', -0.1)], ['68106.42', '97', '0.0101', '0.00001111']);
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
