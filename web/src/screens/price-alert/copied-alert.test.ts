import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertItem } from '@tidemark/contract/alerts.ts';
import { alertType, priceSource } from '@tidemark/contract/alert-rules.ts';
import type { AlertPair } from '#features/alerts/alert-form.ts';
import { copyTo, lineOf } from './copied-alert.ts';

const original = (over: Partial<AlertItem> = {}) =>
  ({
    businessLine: 1,
    symbolId: 'BTCUSDT',
    leftCoinName: 'BTC',
    rightCoinName: 'USDT',
    price: '100000',
    markPrice: null,
    indexPrice: null,
    alertType: alertType.risesTo,
    priceSource: priceSource.market,
    configurePrice: '110000',
    configurePriceUp: null,
    configurePriceDown: null,
    frequency: 1,
    channels: [4, 5],
    switch: 1,
    note: null,
    ...over,
  }) as AlertItem;
const pair = (over: Partial<AlertPair>) =>
  ({
    businessLine: 1,
    symbolId: 'ETHUSDT',
    leftCoinName: 'ETH',
    rightCoinName: 'USDT',
    price: '4000',
    markPrice: null,
    indexPrice: null,
    pricePrecision: 2,
    ...over,
  }) as AlertPair;
const perpetual = pair({ businessLine: 2, symbolId: 'BTCUSDT_UMCBL', leftCoinName: 'BTC', price: '100100', markPrice: '100050' });

test('a price keeps its distance from the price of now; on another line of the same coins it stays the price it is', () => {
  const moved = copyTo(original(), pair({}))!;
  assert.deepEqual([Number(moved.configurePrice), moved.isRebased], [4400, true]);
  const same = copyTo(original(), perpetual)!;
  assert.deepEqual([same.configurePrice, same.isRebased], ['110000', false]);
  const range = copyTo(
    original({ alertType: alertType.exitsChannel, configurePrice: null, configurePriceUp: '105000', configurePriceDown: '90000' }),
    pair({ symbolId: 'DOGEUSDT', leftCoinName: 'DOGE', price: '0.2', pricePrecision: 5 }),
  )!;
  assert.deepEqual([Number(range.configurePriceUp), Number(range.configurePriceDown), range.configurePrice], [0.21, 0.18, null]);
});

test('a percentage is copied as it is, also where there is no price; a price is not copied by guess', () => {
  const percent = original({ alertType: alertType.fallPercent, configurePrice: '0.05' });
  assert.equal(copyTo(percent, pair({ price: null }))!.configurePrice, '0.05');
  assert.equal(copyTo(original(), pair({ price: null })), null);
  assert.equal(copyTo(original({ price: null }), pair({})), null);
});

test('the source of the price goes along where there is one, and the line of the file says all of it', () => {
  const onMark = original({ businessLine: 2, symbolId: 'BTCUSDT_UMCBL', markPrice: '100000', priceSource: priceSource.mark, note: 'Half' });
  const ether = pair({ businessLine: 2, symbolId: 'ETHUSDT_UMCBL', price: '4001', markPrice: '4000' });
  assert.equal(Number(copyTo(onMark, ether)!.configurePrice), 4400);
  assert.deepEqual(lineOf(onMark, ether, copyTo(onMark, ether)!), {
    market: 'futures',
    symbol: 'ETHUSDT_UMCBL',
    condition: 'rises_to',
    target: '4400',
    lower: '',
    upper: '',
    source: 'mark',
    frequency: 'every',
    channels: ['station', 'pop'],
    on: true,
    note: 'Half',
  });
  assert.equal(copyTo(onMark, pair({}))!.priceSource, priceSource.market);
  const percent = original({ alertType: alertType.rise24hPercent, configurePrice: '0.125' });
  assert.equal(lineOf(percent, ether, copyTo(percent, ether)!).target, '12.5%');
});
