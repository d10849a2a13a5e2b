import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertType, noticeChannel, priceSource, toFraction, toPercent } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import fc from 'fast-check';
import { aimedFrom, distanceOf, inputOf, newForm, problemOf, type AlertForm, type AlertPair } from './alert-form.ts';
import { stepTarget, targetPlaces } from './target-steps.ts';

const spot = (change: Partial<AlertForm>): AlertForm => ({ ...newForm(businessLine.spot, 'BTCUSDT'), ...change });
const pairAt = (price: string | null, pricePrecision = 2) => ({ price, markPrice: '101', indexPrice: '99', pricePrecision }) as AlertPair;
const at = (price: string | null) => ({ pair: pairAt(price), ads: null });

test('percents become fractions and back without losing a digit', () => {
  for (const [percent, fraction] of [
    ['5', '0.05'],
    ['0.5', '0.005'],
    ['12.34', '0.1234'],
    ['100', '1'],
    ['1000', '10'],
    ['0.01', '0.0001'],
  ] as const) {
    assert.equal(toFraction(percent), fraction);
    assert.equal(toPercent(fraction), percent);
  }
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (hundredths) =>
      assert.equal(Number(toFraction(toPercent(toFraction(String(hundredths / 100))))), Number((hundredths / 10_000).toFixed(4))),
    ),
  );
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

test('a note is sent without its edges, none as none, and refused where the server would refuse it', () => {
  assert.deepEqual([inputOf(spot({ value: '120', note: ' Sell half ' })).note, inputOf(spot({ value: '120' })).note], ['Sell half', null]);
  assert.equal(problemOf(spot({ value: '120', note: 'x'.repeat(100) }), at('100')), null);
  assert.deepEqual(problemOf(spot({ value: '120', note: 'x'.repeat(101) }), at('100')), { field: 'note', error: 'alertInvalidNote' });
});

test('while the prices are on their way nothing is said of them, and what is wrong without them is', () => {
  assert.equal(problemOf(spot({ value: '120' }), null), 'priceLoading');
  assert.equal(problemOf({ ...newForm(businessLine.p2p, 'USDT_EUR'), value: '0.9' }, null), 'priceLoading');
  assert.deepEqual(problemOf(spot({ value: '' }), null), { field: 'value', error: 'alertInvalidPrice' });
  assert.deepEqual(problemOf(spot({ value: '120', channels: [] }), null), { field: 'channels', error: 'alertChannelMissing' });
  assert.equal(problemOf(spot({ alertType: alertType.risePercent, value: '5' }), null), null, 'a percent needs no price');
});

test('who comes from a rise or a fall finds a round target beyond the price, of whatever size it is, that can be sent as it is', () => {
  for (const [toward, price, target] of [
    ['up', '67432.1', '68000'],
    ['down', '67432.1', '67000'],
    ['up', '1', '1.01'],
    ['down', '100', '99'],
    ['up', '0.00001234', '0.0000125'],
    ['down', '0.00000012', '0.00000011'],
    ['up', '998.7', '1005'],
  ] as const) {
    assert.equal(aimedFrom(spot({}), pairAt(price), toward).value, target, `${toward} from ${price}`);
  }
  const anyPrice = fc
    .tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.integer({ min: 0, max: 8 }))
    .map(([digits, places]) => (digits / 10 ** places).toFixed(places));
  fc.assert(
    fc.property(anyPrice, fc.constantFrom('up' as const, 'down' as const), (price, toward) => {
      const form = aimedFrom(spot({}), pairAt(price), toward);
      if (form.value === '') return assert.ok(toward === 'down' && Number(price) <= 1e-8, 'nothing is left below the smallest price');
      assert.equal(form.alertType, toward === 'up' ? alertType.risesTo : alertType.fallsTo);
      assert.equal(problemOf(form, at(price)), null);
      assert.ok((form.value.split('.')[1]?.length ?? 0) <= targetPlaces(pairAt(price)), form.value);
      const away = Math.abs(distanceOf(form.value, price)!);
      assert.ok(
        away >= 0.005 - 1e-9 && (away <= 0.0151 || Math.abs(Number(form.value) - Number(price)) < 2.1e-8),
        `${price} to ${form.value}`,
      );
    }),
    { seed: 6 },
  );
  assert.equal(aimedFrom(spot({}), pairAt(null), 'up').value, '', 'no price, no target');
});

test('an offered target does not move with the price while it still holds', () => {
  const rises = spot({ alertType: alertType.risesTo, value: '101' });
  assert.equal(aimedFrom(rises, pairAt('100.9'), 'up'), rises);
  assert.equal(aimedFrom(rises, pairAt('101'), 'up').value, '102');
  assert.equal(aimedFrom(spot({ alertType: alertType.fallsTo, value: '99' }), pairAt('98.5'), 'down').value, '98');
});

test('a step of one percent is one, also of a price with few digits', () => {
  assert.deepEqual(
    [stepTarget('67432.1', 0.01), stepTarget('100', -0.03), stepTarget('0.01', 0.01), stepTarget('0.00001234', -0.1)],
    ['68106.42', '97', '0.0101', '0.00001111'],
  );
});

test('targets have the places of the pair: a step below a price of 0.00000003688 is one percent', () => {
  const sats = pairAt('0.00000003688', 14);
  assert.equal(targetPlaces(sats), 14);
  assert.equal(targetPlaces(pairAt('67432.1')), 8);
  assert.equal(stepTarget('0.00000003688', -0.01, targetPlaces(sats)), '0.00000003651');
  assert.equal(aimedFrom(spot({}), sats, 'down').value, '0.0000000366');
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
  assert.deepEqual(problemOf({ ...buy, alertType: alertType.risesTo, value: '0.90' }, ads), {
    field: 'value',
    error: 'p2pSellPriceTooLow',
  });
});

test('percents stay within their bounds, and a way to be told is needed', () => {
  const rise = spot({ alertType: alertType.risePercent });
  for (const value of ['', '0', '1000.01', '5.555'])
    assert.deepEqual(problemOf({ ...rise, value }, at('100')), { field: 'value', error: 'alertInvalidPercent' }, value);
  assert.equal(problemOf({ ...rise, value: '250.5' }, at('100')), null);
  assert.deepEqual(problemOf(spot({ alertType: alertType.fall24hPercent, value: '100' }), at('100')), {
    field: 'value',
    error: 'alertInvalidPercent',
  });
  assert.deepEqual(problemOf(spot({ value: '120', channels: [] }), at('100')), { field: 'channels', error: 'alertChannelMissing' });
});

test('only what the type needs is sent', () => {
  const form = spot({ value: '5', upper: '9', lower: '8', channels: [noticeChannel.station] });
  assert.deepEqual(inputOf({ ...form, alertType: alertType.risePercent }), {
    businessLine: 1,
    symbolId: 'BTCUSDT',
    alertType: 3,
    priceSource: 0,
    frequency: 1,
    channels: [4],
    note: null,
    configurePrice: '0.05',
    configurePriceUp: null,
    configurePriceDown: null,
  });
  assert.deepEqual(inputOf({ ...form, alertType: alertType.exitsChannel }), {
    businessLine: 1,
    symbolId: 'BTCUSDT',
    alertType: 8,
    priceSource: 0,
    frequency: 1,
    channels: [4],
    note: null,
    configurePrice: null,
    configurePriceUp: '9',
    configurePriceDown: '8',
  });
  assert.equal(distanceOf('110', '100')?.toFixed(4), '0.1000');
  assert.equal(distanceOf('', '100'), null);
});

test('a number of dozens of digits is no price, and no percentage is made of it', () => {
  for (const value of ['9'.repeat(21), '9'.repeat(60), '1'.repeat(61)])
    assert.deepEqual(problemOf(spot({ value }), at('100')), { field: 'value', error: 'alertInvalidPrice' }, value);
  assert.equal(distanceOf('9'.repeat(60), '100'), null);
  assert.equal(distanceOf('150', '100'), 0.5);
});
