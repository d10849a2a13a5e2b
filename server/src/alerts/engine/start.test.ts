import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertFrequency, alertLimits, alertType, priceSource, type AlertForm } from '@tidemark/contract/alert-rules.ts';
import { createScale } from './scale.ts';
import { seriesKindOf, seriesName } from './series.ts';
import { shownState } from './shown-state.ts';
import { newStanding } from './standing.ts';
import { checkStart, planLevels, startStanding } from './start.ts';

const scale = createScale('0.01');
const form = (values: Partial<AlertForm>): AlertForm => ({
  businessLine: 1,
  alertType: alertType.risesTo,
  priceSource: priceSource.market,
  frequency: alertFrequency.every,
  channels: [4],
  ...values,
});
const check = (values: Partial<AlertForm>, price: string | null = '100', ageMs = 0) =>
  checkStart(form(values), { price, at: 1_000_000 - ageMs }, scale, 1_000_000);

test('section 5: the target lies beyond the present price, which is fresh', () => {
  assert.equal(check({ configurePrice: '100.01' }), null);
  assert.equal(check({ configurePrice: '100' }), 'alertInvalidPrice');
  assert.equal(check({ alertType: alertType.fallsTo, configurePrice: '99.99' }), null);
  assert.equal(check({ alertType: alertType.fallsTo, configurePrice: '100' }), 'alertInvalidPrice');
  assert.equal(check({ configurePrice: '101' }, null), 'alertNoFreshPrice');
  assert.equal(check({ configurePrice: '101' }, '100', 30_000), null);
  assert.equal(check({ configurePrice: '101' }, '100', 30_001), 'alertNoFreshPrice');
  assert.equal(check({ configurePrice: '9'.repeat(20) }), 'alertInvalidPrice');
});

test('percents and channels need a fresh price too, and a channel a price that can be inside', () => {
  assert.equal(check({ alertType: alertType.risePercent, configurePrice: '0.05' }), null);
  assert.equal(check({ alertType: alertType.risePercent, configurePrice: '0.05' }, null), 'alertNoFreshPrice');
  assert.equal(check({ alertType: alertType.fall24hPercent, configurePrice: '1' }), 'alertInvalidPercent');
  assert.equal(check({ alertType: alertType.entersChannel, configurePriceDown: '90', configurePriceUp: '110' }), null);
  assert.equal(check({ alertType: alertType.entersChannel, configurePriceDown: '110', configurePriceUp: '90' }), 'alertUpperNotAboveLower');
  assert.equal(check({ alertType: alertType.exitsChannel, configurePriceDown: '90.001', configurePriceUp: '90.009' }), 'alertInvalidPrice');
});

test('section 5: P2P buy below the lowest ad, sell above the highest, and never without an ad', () => {
  const p2p = { businessLine: 3 } as const;
  assert.equal(check({ ...p2p, alertType: alertType.fallsTo, configurePrice: '99.99' }), null);
  assert.equal(check({ ...p2p, alertType: alertType.fallsTo, configurePrice: '100' }), 'p2pBuyPriceTooHigh');
  assert.equal(check({ ...p2p, alertType: alertType.risesTo, configurePrice: '100.01' }), null);
  assert.equal(check({ ...p2p, alertType: alertType.risesTo, configurePrice: '100' }), 'p2pSellPriceTooLow');
  assert.equal(check({ ...p2p, alertType: alertType.risesTo, configurePrice: '101' }, null), 'alertNoFreshPrice');
  assert.equal(check({ ...p2p, alertType: alertType.risePercent, configurePrice: '0.05' }), 'alertWrongType');
});

test('levels are moved onto the tick to the side where nothing fires early', () => {
  assert.deepEqual(planLevels({ alertType: alertType.risesTo, configurePrice: '100.001' }, scale), { target: 10_001, upper: 0 });
  assert.deepEqual(planLevels({ alertType: alertType.fallsTo, configurePrice: '99.999' }, scale), { target: 9_999, upper: 0 });
  assert.deepEqual(planLevels({ alertType: alertType.entersChannel, configurePriceDown: '90.001', configurePriceUp: '110.009' }, scale), {
    target: 9_001,
    upper: 11_000,
  });
  assert.deepEqual(planLevels({ alertType: alertType.rise24hPercent, configurePrice: '0.0525' }, scale), { target: 525, upper: 0 });
});

test('7 while inside, 8 while outside and 5, 6 on level start latched; 3 and 4 take their anchor', () => {
  const phase = (type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8, value: number, target: number, upper = 0) =>
    startStanding({ type, target, upper }, 1, value, 5).phase;
  assert.equal(phase(7, 100, 90, 110), 'latched');
  assert.equal(phase(7, 89, 90, 110), 'armed');
  assert.equal(phase(8, 100, 90, 110), 'armed');
  assert.equal(phase(8, 111, 90, 110), 'latched');
  assert.equal(phase(5, 5_000, 500), 'latched');
  assert.equal(phase(5, 4_999, 500), 'armed');
  assert.equal(phase(6, -5_000, 500), 'latched');
  assert.deepEqual(startStanding({ type: 3, target: 500, upper: 0 }, 4, 777, 5), { ...newStanding(4, 5), anchor: 777 });
});

test('what a standing is shown as', () => {
  const now = 100_000;
  const shown = (changes: object, condition: object = {}) =>
    shownState(
      { timeZone: -1 },
      { ...newStanding(1, 0), ...changes },
      { now, lastTickAt: now - 30_000, isSuspended: false, ...condition },
      alertLimits,
    );
  assert.equal(shown({}), 'armed');
  assert.equal(shown({ phase: 'latched' }), 'latched');
  assert.equal(shown({}, { lastTickAt: now - 30_001 }), 'stale');
  assert.equal(shown({}, { lastTickAt: null }), 'stale');
  assert.equal(shown({}, { lastTickAt: null, isSuspended: true }), 'suspended');
  assert.equal(shown({ phase: 'off' }, { isSuspended: true }), 'off');
  const full = { firedAt: now - 1, inSecond: 1, inMinute: 2, inHour: 2, inDay: 2 };
  assert.equal(shown(full), 'armed', 'nothing was held back yet');
  assert.equal(shown({ ...full, suppressedCount: 1, suppressedSince: now }), 'limited');
});

test('section 4: an alert is judged on the price of its source, the 24 h change, or the best ad of its side', () => {
  const kind = (line: 1 | 2 | 3, type: 1 | 2 | 5, source: 0 | 1 | 2) =>
    seriesKindOf({ businessLine: line, alertType: type, priceSource: source });
  assert.deepEqual([kind(1, 1, 0), kind(2, 1, 0), kind(2, 1, 1), kind(2, 2, 2)], ['last', 'last', 'mark', 'index']);
  assert.deepEqual([kind(1, 5, 0), kind(2, 5, 1)], ['change24h', 'change24h']);
  assert.deepEqual([kind(3, 2, 0), kind(3, 1, 0)], ['p2pBuy', 'p2pSell']);
  assert.equal(seriesName('mark', 'BTCUSDT_UMCBL'), 'mark:BTCUSDT_UMCBL');
});
