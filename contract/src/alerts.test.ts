import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { alertCalls, alertItem, alertPair, priceNotice } from './alerts.ts';
import {
  alertFrequency,
  alertLimits,
  alertSwitch,
  alertType,
  alertTypes,
  checkAlertForm,
  checkBounds,
  checkOpenCount,
  checkP2pPrice,
  checkPercent,
  checkTarget,
  defaultAlertSymbols,
  limitsOfWire,
  logStatus,
  noticeChannel,
  p2pSides,
  priceSource,
  wireLimits,
  type AlertForm,
} from './alert-rules.ts';
import { businessLine } from './business-lines.ts';

test('section 4: alert types, price sources, frequencies, log status, switch, channels', () => {
  assert.deepEqual(Object.values(alertType), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(alertType, {
    risesTo: 1,
    fallsTo: 2,
    risePercent: 3,
    fallPercent: 4,
    rise24hPercent: 5,
    fall24hPercent: 6,
    entersChannel: 7,
    exitsChannel: 8,
  });
  assert.deepEqual(priceSource, { market: 0, mark: 1, index: 2 });
  assert.deepEqual(alertFrequency, { every: 1, onceADay: 2, onceOnly: 3 });
  assert.deepEqual(logStatus, { unread: 0, read: 1 });
  assert.deepEqual(alertSwitch, { close: 0, open: 1 });
  const { push, sms, email, station, pop, ...linked } = noticeChannel;
  assert.deepEqual({ push, sms, email, station, pop }, { push: 1, sms: 2, email: 3, station: 4, pop: 5 });
  assert.deepEqual(linked, { webhook: 6, telegram: 7, discord: 8, slack: 9, ntfy: 10 });
});

test('section 3: config fields, limit values under their wire names', () => {
  const fields =
    'symbolId symbolCode markPrice price indexPrice chgUTC leftCoinName rightCoinName exchangeName tabCoin configurePrice ' +
    'configurePriceUp configurePriceDown businessLine isFavorite';
  for (const field of fields.split(' ')) assert.ok(field in alertItem.entries, field);
  assert.deepEqual(wireLimits(alertLimits), { inSecond: 1, frequencys: 2, perHour: 2, perDay: 2 });
  assert.deepEqual({ ...alertLimits, ...limitsOfWire(wireLimits(alertLimits)) }, alertLimits);
  assert.deepEqual(Object.keys(alertCalls.alertParameters.output.entries.frequencyLimits.entries), Object.keys(wireLimits(alertLimits)));
});

test('section 9, Alerts: limits, default symbols', () => {
  assert.deepEqual(alertLimits, { perSecond: 1, perMinute: 2, perHour: 2, perDay: 2, perLine: 20, total: 50 });
  assert.deepEqual(defaultAlertSymbols, { spot: 'BTCUSDT', usdtM: 'BTCUSDT', coinM: 'ETHUSD' });
});

test('section 4, Price notice: title, popContent and isShow', () => {
  for (const field of ['title', 'popContent', 'isShow', 'businessLine', 'tone']) assert.ok(field in priceNotice.entries, field);
});

test('section 5: the upper bound must be greater than the lower bound, in two variants', () => {
  assert.equal(checkBounds('2', '1'), null);
  assert.equal(checkBounds('1', '1', 'upper'), 'alertUpperNotAboveLower');
  assert.equal(checkBounds('1', '2', 'lower'), 'alertLowerNotBelowUpper');
  assert.equal(checkBounds('10', '9'), null);
  assert.equal(checkBounds('0.10000000000000000001', '0.1'), null);
  for (const bad of ['', '0', '0.00', '-1', 'NaN', '1e3', null, undefined]) {
    assert.equal(checkBounds(bad, '1'), 'alertInvalidPrice', String(bad));
    assert.equal(checkBounds('5', bad), 'alertInvalidPrice', String(bad));
  }
});

test('section 5: a target lies beyond the present price, else "Please fill in a valid price"', () => {
  assert.equal(checkTarget(alertType.risesTo, '101', '100'), null);
  assert.equal(checkTarget(alertType.risesTo, '100', '100'), 'alertInvalidPrice');
  assert.equal(checkTarget(alertType.risesTo, '99', '100'), 'alertInvalidPrice');
  assert.equal(checkTarget(alertType.fallsTo, '99', '100'), null);
  assert.equal(checkTarget(alertType.fallsTo, '100.0', '100'), 'alertInvalidPrice');
  assert.equal(checkTarget(alertType.risesTo, '', '100'), 'alertInvalidPrice');
  assert.equal(checkTarget(alertType.risesTo, '101', null), 'alertNoFreshPrice');
});

test('percents: above 0, up to 1000, falls below 100, two decimals', () => {
  const { risePercent, fallPercent, rise24hPercent, fall24hPercent } = alertType;
  for (const type of [risePercent, rise24hPercent])
    for (const fits of ['0.0001', '0.05', '1', '10', '10.0000', '0.050000']) assert.equal(checkPercent(type, fits), null, fits);
  for (const type of [risePercent, rise24hPercent])
    for (const bad of ['0', '0.00001', '10.0001', '-0.05', '', 'x', null])
      assert.equal(checkPercent(type, bad), 'alertInvalidPercent', String(bad));
  for (const type of [fallPercent, fall24hPercent]) {
    assert.equal(checkPercent(type, '0.9999'), null);
    assert.equal(checkPercent(type, '1'), 'alertInvalidPercent');
  }
});

test('section 5: P2P buy below the lowest ad, sell above the highest', () => {
  const ads = { lowest: '7.10', highest: '7.05' };
  assert.equal(checkP2pPrice('buy', '7.09', ads), null);
  assert.equal(checkP2pPrice('buy', '7.1', ads), 'p2pBuyPriceTooHigh');
  assert.equal(checkP2pPrice('sell', '7.06', ads), null);
  assert.equal(checkP2pPrice('sell', '7.05', ads), 'p2pSellPriceTooLow');
  assert.equal(checkP2pPrice('buy', '', ads), 'alertInvalidPrice');
  assert.equal(checkP2pPrice('sell', '8', { lowest: '7', highest: null }), 'alertNoFreshPrice');
});

test('sections 5 and 9: 20 open alerts a line, 50 in total', () => {
  assert.equal(checkOpenCount(businessLine.spot, 19, 49), null);
  assert.equal(checkOpenCount(businessLine.spot, 20, 20), 'alertLineLimit');
  assert.equal(checkOpenCount(businessLine.p2p, 20, 20), 'p2pAlertLimit');
  assert.equal(checkOpenCount(businessLine.futures, 0, 50), 'alertTotalLimit');
});

const form: AlertForm = {
  businessLine: businessLine.futures,
  alertType: alertType.risesTo,
  priceSource: priceSource.mark,
  frequency: alertFrequency.every,
  channels: [noticeChannel.pop],
  configurePrice: '100',
};

test('a form is judged by its line and type', () => {
  assert.equal(checkAlertForm(form), null);
  assert.equal(checkAlertForm({ ...form, channels: [] }), 'alertChannelMissing');
  assert.equal(checkAlertForm({ ...form, configurePrice: null }), 'alertInvalidPrice');
  assert.equal(checkAlertForm({ ...form, businessLine: businessLine.spot }), 'alertParameters');
  assert.equal(
    checkAlertForm({ ...form, businessLine: businessLine.p2p, priceSource: priceSource.market, alertType: alertType.risePercent }),
    'alertWrongType',
  );
  assert.equal(checkAlertForm({ ...form, businessLine: businessLine.p2p, priceSource: priceSource.market, alertType: p2pSides.buy }), null);
  assert.equal(checkAlertForm({ ...form, alertType: alertType.entersChannel }), 'alertInvalidPrice');
  assert.equal(checkAlertForm({ ...form, alertType: alertType.exitsChannel, configurePriceUp: '2', configurePriceDown: '1' }), null);
});

test('property: no form makes the rules throw, and a form that passes has the values its type needs', () => {
  const typed = fc.option(fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('0', '1', '0.5', '10', '100')), { nil: null });
  const forms = fc.record({
    businessLine: fc.constantFrom(...Object.values(businessLine)),
    alertType: fc.constantFrom(...alertTypes),
    priceSource: fc.constantFrom(...Object.values(priceSource)),
    frequency: fc.constantFrom(...Object.values(alertFrequency)),
    channels: fc.subarray(Object.values(noticeChannel)),
    configurePrice: typed,
    configurePriceUp: typed,
    configurePriceDown: typed,
  });
  fc.assert(
    fc.property(forms, (given) => {
      if (checkAlertForm(given) !== null) return;
      const used = given.alertType >= 7 ? [given.configurePriceUp, given.configurePriceDown] : [given.configurePrice];
      for (const value of used) assert.ok(value !== null && Number(value) > 0 && Number.isFinite(Number(value)), String(value));
    }),
    { seed: 20250117, numRuns: 2000 },
  );
});

test('section 7: create is spelled inster on the wire and takes a form with its client key', () => {
  const { path, input } = alertCalls.createAlert;
  assert.equal(path, '/send/priceremindconfig/inster');
  const parsed = v.parse(input, {
    clientKey: 'k',
    businessLine: 1,
    symbolId: 'BTCUSDT',
    alertType: 1,
    configurePrice: '100000',
    frequency: 3,
    channels: [4, 5],
  });
  assert.equal(parsed.priceSource, priceSource.market);
  assert.equal(parsed.configurePriceUp, null);
  assert.equal(v.is(input, { clientKey: 'k', businessLine: 1, symbolId: 'BTCUSDT', alertType: 9, frequency: 3, channels: [] }), false);
  assert.equal(
    v.is(input, { clientKey: 'k', businessLine: 1, symbolId: 'BTCUSDT', alertType: 1, configurePrice: 'NaN', frequency: 3, channels: [] }),
    false,
  );
});

test('section 3, Coin info and contract symbol are part of what alerts can be set on', () => {
  const { entries } = alertCalls.alertExchangeSetting.output;
  assert.deepEqual(Object.keys(entries.coins.pipe[0].item.entries), ['coinName', 'imgUrl']);
  assert.ok('supportUtaFlag' in entries.items.pipe[0].item.entries);
  assert.ok('symbolCodeDisplayName' in alertPair.entries);
});
