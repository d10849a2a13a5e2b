import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import {
  changeBases,
  contractSymbol,
  dayOffsetMinutes,
  defaultChangeBase,
  isChangeBase,
  last24h,
  liquidityFloorUsdt,
  marketCalls,
  openPriceInput,
  quoteAt,
  quoteRow,
  sparklinePoints,
  timeZoneOffsets,
} from './market.ts';
import {
  businessLine,
  businessLineOf,
  contractLineBySuffix,
  contractLineOf,
  instTypeOf,
  instTypeOfLine,
  listLineOf,
  instTypes,
  listLines,
  suffixOf,
  deliveryDayOf,
} from './business-lines.ts';

test('section 4, Business line: product lines, and contract lines from the suffix', () => {
  assert.deepEqual(businessLine, { spot: 1, futures: 2, p2p: 3 });
  assert.deepEqual(contractLineBySuffix, { _UMCBL: 10, _DMCBL: 11, _CMCBL: 12, _SUMCBL: 8, _SDMCBL: 9, _SCMCBL: 13 });
  assert.equal(contractLineOf('BTCUSDT_UMCBL'), 10);
  assert.equal(contractLineOf('SBTCSUSDT_SUMCBL'), 8);
  assert.equal(contractLineOf('BTCUSD_DMCBL_261226'), 11);
  assert.equal(contractLineOf('BTCUSDT'), null);
  assert.equal(suffixOf('USDT_CNY'), null);
  assert.equal(businessLineOf('BTCUSDT'), businessLine.spot);
  assert.equal(businessLineOf('BTCPERP_CMCBL'), businessLine.futures);
});

test('the lines of lists and the markets of the socket are the same four', () => {
  assert.deepEqual(['BTCUSDT', 'BTCUSDT_UMCBL', 'BTCPERP_CMCBL', 'BTCUSD_DMCBL', 'BTCUSD_DMCBL_261226'].map(instTypeOf), [
    'sp',
    'umcbl',
    'cmcbl',
    'dmcbl',
    'dmcbl',
  ]);
  for (const line of listLines) assert.equal(listLineOf[instTypeOfLine(line)], line);
  assert.equal(instTypes.length, listLines.length);
});

test('section 9, Display: time zone offsets from -720 to 720 by 60; -1 is the last 24 hours and the default', () => {
  assert.equal(timeZoneOffsets.length, 25);
  assert.equal(timeZoneOffsets[0], -720);
  assert.equal(timeZoneOffsets.at(-1), 720);
  assert.ok(timeZoneOffsets.every((offset, index) => offset === -720 + index * 60));
  assert.equal(last24h, -1);
  assert.equal(defaultChangeBase, last24h);
  assert.deepEqual([...changeBases], [-1, ...timeZoneOffsets]);
  assert.deepEqual([-1, 0, 480, 30, 780].map(isChangeBase), [true, true, true, false, false]);
  assert.equal(dayOffsetMinutes(last24h), 0);
  assert.equal(dayOffsetMinutes(-300), -300);
});

test('section 9: one liquidity floor', () => assert.equal(liquidityFloorUsdt, 50_000));

test('section 3, Contract symbol', () => {
  for (const field of ['symbolId', 'symbolCode', 'symbolCodeDisplayName', 'supportUtaFlag'])
    assert.ok(field in contractSymbol.entries, field);
});

test('a quote travels as a tuple of known places', () => {
  const row = v.parse(quoteRow, ['BTCUSDT', '64000.1', '63000', '65000', '62000.5', '1234567.89', 1_737_072_000_000, 1]);
  assert.equal(row[quoteAt.last], '64000.1');
  assert.equal(row[quoteAt.seq], 1);
  for (const bad of ['NaN', '', '1e5', 'Infinity', '1.'])
    assert.equal(v.is(quoteRow, ['BTCUSDT', bad, '1', '1', '1', '1', 1, 1]), false, bad);
  assert.equal(v.is(quoteRow, ['BTCUSDT', '1', '1', '1', '1', '1', Number.NaN, 1]), false);
});

test('section 7, getHomeQuotation: a query string is enough, and a bare one is the spot list by turnover', () => {
  const { input } = marketCalls.getHomeQuotation;
  assert.deepEqual(v.parse(input, {}), { businessLine: 1, sort: 'turnover', direction: 'desc', pageNum: 1, pageSize: 100 });
  assert.deepEqual(
    v.parse(input, {
      businessLine: '10',
      quote: 'USDT',
      category: 'layer-1',
      sort: 'change',
      direction: 'asc',
      pageNum: '2',
      pageSize: '5000',
    }),
    {
      businessLine: 10,
      quote: 'USDT',
      category: 'layer-1',
      sort: 'change',
      direction: 'asc',
      pageNum: 2,
      pageSize: 5000,
    },
  );
  const refused = [
    { businessLine: '2' },
    { businessLine: '' },
    { businessLine: 'x' },
    { pageSize: '5001' },
    { pageSize: '0' },
    { pageNum: '0' },
    { pageNum: '1.5' },
    { pageNum: 'NaN' },
    { pageNum: Number.NaN },
    { sort: 'volume' },
    { direction: 'up' },
    { quote: 'usdt' },
    { category: 'a b' },
    { category: 'x'.repeat(41) },
  ];
  for (const bad of refused) assert.equal(v.is(input, bad as never), false, JSON.stringify(bad));
});

test('section 7, lists in a query are bounded and checked item by item', () => {
  const { input } = marketCalls.getMultiKlineDataNewV2;
  assert.deepEqual(v.parse(input, { symbolIds: 'BTCUSDT,ETHUSDT_UMCBL' }).symbolIds, ['BTCUSDT', 'ETHUSDT_UMCBL']);
  assert.equal(v.is(input, { symbolIds: Array.from({ length: 101 }, (_, i) => `C${i}USDT`).join(',') }), false);
  for (const bad of ['', 'BTCUSDT,', 'BTC USDT', "x';drop"]) assert.equal(v.is(input, { symbolIds: bad }), false, bad);
  assert.equal(sparklinePoints, (7 * 24) / 4);
});

test('section 7, getOpenPrice: the wire spelling ends in contract', () => {
  assert.deepEqual(v.parse(marketCalls.getOpenPrice.input, openPriceInput('futures', 480)), { bussiness: 'mc', timezone: 480 });
  assert.deepEqual(openPriceInput('spot', last24h), { bussiness: 'sp', timezone: -1 });
  assert.equal(v.is(marketCalls.getOpenPrice.input, { bussiness: 'sp', timezone: 90 }), false);
});

test('section 7, getMoreKlineData needs a symbol, a known interval and a bounded count', () => {
  const { input } = marketCalls.getMoreKlineData;
  assert.equal(v.parse(input, { symbolId: 'BTCUSDT' }).interval, '1h');
  for (const bad of [
    {},
    { symbolId: 'BTCUSDT', interval: '7m' },
    { symbolId: 'BTCUSDT', limit: 1001 },
    { symbolId: 'BTCUSDT', from: -1 },
  ]) {
    assert.equal(v.is(input, bad), false, JSON.stringify(bad));
  }
});

test('section 7: md5 answers of symbols and partitions', () => {
  assert.deepEqual(Object.keys(marketCalls.contractSymbols.output.entries), ['md5', 'unchanged', 'listDTOS']);
  assert.ok(v.is(marketCalls.contractSymbols.input, { businessLine: '11', md5: 'd41d8cd98f00b204e9800998ecf8427e' }));
  assert.deepEqual(v.parse(marketCalls.getAllPartitionV2.input, { showWatchGroup: '1' }), { showWatchGroup: true });
});

test('section 3, Search lists and Open-price response', () => {
  for (const list of ['hotSearchList', 'increaseList', 'newCurrencyList', 'volList'])
    assert.ok(list in marketCalls.searchCoin.output.entries, list);
  assert.deepEqual(Object.keys(marketCalls.getOpenPrice.output.entries), ['symbolKlines', 'isWhole']);
});

test('the day of a delivery is read from the end of its id', () => {
  assert.equal(deliveryDayOf('BTCUSD_DMCBL_261225'), Date.UTC(2026, 11, 25));
  for (const id of ['BTCUSD_DMCBL', 'BTCUSDT', '1000SATSUSDT_UMCBL']) assert.equal(deliveryDayOf(id), null);
});
