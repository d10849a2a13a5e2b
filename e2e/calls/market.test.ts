// Market calls where the shape alone proves too little.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errors, type ErrorName } from '@tidemark/contract/errors.ts';
import { candleAt, openPriceInput, quoteAt, timeZoneOffsets, type CandleRow, type SymbolItem } from '@tidemark/contract/market.ts';
import { ask } from './ask.ts';

const data = async (...given: Parameters<typeof ask>): Promise<any> => {
  const { envelope } = await ask(...given);
  assert.equal(envelope.code, '00000', envelope.msg);
  return envelope.data;
};

test('what nobody lists, ranges that make no sense and intervals that do not exist are refused by name, call by call', async () => {
  const century = 3_155_760_000_000;
  const cases: [Parameters<typeof ask>[0], object, ErrorName][] = [
    ['getMoreKlineData', { symbolId: 'NOSUCHCOINUSDT' }, 'unknownSymbol'],
    ['getMoreKlineData', { symbolId: 'BTCUSDT_UMCBL_991231' }, 'unknownSymbol'],
    ['getMoreKlineData', { symbolId: 'BTCUSDT', from: 1_700_000_000_000, to: 1_600_000_000_000 }, 'badRange'],
    ['getMoreKlineData', { symbolId: 'BTCUSDT', interval: '7m' }, 'badInput'],
    ['getMoreKlineData', { symbolId: 'BTCUSDT', interval: '1H' }, 'badInput'],
    ['getMoreKlineData', { symbolId: 'BTCUSDT', from: -1 }, 'badInput'],
    ['getMoreKlineData', { symbolId: 'BTCUSDT', to: 1e20 }, 'badInput'],
    ['getMoreKlineData', { symbolId: 'BTCUSDT', limit: 1_001 }, 'badInput'],
    ['getOpenPrice', { bussiness: 'sp', timezone: 15 }, 'badInput'],
    ['getOpenPrice', { bussiness: 'umcbl' }, 'badInput'],
    ['getMultiKlineDataNewV2', { symbolIds: Array.from({ length: 101 }, () => 'BTCUSDT').join(',') }, 'badInput'],
    ['contractSymbols', { businessLine: 1 }, 'badInput'],
    ['getHomeQuotation', { category: 'no-such-sector' }, 'notFound'],
    ['getHomeQuotation', { pageSize: 1_000_000 }, 'badInput'],
    ['getAllPartitionV2', { md5Value: 'g'.repeat(32) }, 'badInput'],
    ['getAllSymbol', { businessLine: 3 }, 'badInput'],
    ['getCoinChainList', { region: 'nowhere' }, 'badInput'],
    ['searchCoin', { keyword: 'x'.repeat(65) }, 'badInput'],
    ['searchCoin', { keyword: 'zzzzqqqq' }, 'noDataFound'],
    ['searchCoin', { keyword: 'zzzzqqqq', businessLine: 1 }, 'noMatchingPair'],
    ['getTdkMltQueryList', { locale: 'xx', translationKeys: ['spot.title'] }, 'unknownLocale'],
    ['onchainPositions', { locale: 'xx' }, 'unknownLocale'],
    ['searchCoin', { keyword: 'btc', limit: 1e9 }, 'badInput'],
  ];
  for (const [name, input, error] of cases) {
    const { status, envelope } = await ask(name, input);
    assert.equal(status, 200);
    assert.equal(envelope.code, errors[error].code, `${name} ${JSON.stringify(input)}: ${envelope.msg}`);
    assert.equal(envelope.data, null);
  }
  // Wide ranges are no fault: the newest of them are told, and outside of history there is nothing.
  const wide = await data('getMoreKlineData', { symbolId: 'BTCUSDT', interval: '1d', from: 0, to: century, limit: 3 });
  assert.equal(wide.candles.length, 3);
  assert.ok(wide.candles.at(-1)[candleAt.openTime] <= Date.now());
  assert.deepEqual((await data('getMoreKlineData', { symbolId: 'BTCUSDT', to: 1_000_000 })).candles, []);
  assert.deepEqual((await data('getMoreKlineData', { symbolId: 'BTCUSDT', from: Date.now() + 86_400_000 })).candles, []);
  assert.deepEqual(
    (await data('getMultiKlineDataNewV2', { symbolIds: 'NOSUCHCOINUSDT,BTCUSDT' })).items.map(
      (item: { symbolId: string }) => item.symbolId,
    ),
    ['BTCUSDT'],
  );
});

test('a slip of the finger still finds the coin', async () => {
  const { items } = await data('searchCoin', { keyword: 'bitcion' });
  assert.equal(items[0].baseSymbol, 'BTC');
});

test('usdtRate is the rate the market itself trades at', async () => {
  const { rates } = await data('usdtRate', {});
  const { items } = await data('getHomeQuotation', { symbolIds: 'BTCEUR,BTCUSDT' });
  const last = (symbolId: string) => Number(items.find((item: SymbolItem) => item.symbolId === symbolId).quote[quoteAt.last]);
  const traded = last('BTCEUR') / last('BTCUSDT');
  assert.ok(Math.abs(Number(rates.EUR) / traded - 1) < 0.02, `${rates.EUR} against ${traded}`);
});

test('the spot list: 800+ coins, in the order asked for, pages that do not overlap', async () => {
  const first = await data('getHomeQuotation', { quote: 'USDT', sort: 'price', direction: 'desc', pageSize: 50 });
  const second = await data('getHomeQuotation', { quote: 'USDT', sort: 'price', direction: 'desc', pageSize: 50, pageNum: 2 });
  assert.ok(first.coins >= 800);
  assert.equal(first.items.length, 50);
  const prices = first.items.map((item: SymbolItem) => Number(item.quote[quoteAt.last]));
  assert.ok(
    prices.every((price: number, index: number) => index === 0 || price <= prices[index - 1]),
    'dearest first',
  );
  const seen = new Set(first.items.map((item: SymbolItem) => item.symbolId));
  // A price that moves between two requests may carry one row over the edge of a page.
  assert.ok(second.items.filter((item: SymbolItem) => seen.has(item.symbolId)).length <= 1);
  assert.ok(first.items.every((item: SymbolItem) => item.pricedSymbol === 'USDT'));
});

test('candles are whole, in order and without gaps', async () => {
  const { candles } = await data('getMoreKlineData', { symbolId: 'BTCUSDT', interval: '1h', limit: 100 });
  assert.equal(candles.length, 100);
  candles.forEach((candle: CandleRow, index: number) => {
    const [high, low] = [Number(candle[candleAt.high]), Number(candle[candleAt.low])];
    for (const price of [candle[candleAt.open], candle[candleAt.close]]) assert.ok(Number(price) <= high && Number(price) >= low);
    if (index > 0) assert.equal(candle[candleAt.openTime] - candles[index - 1][candleAt.openTime], 3_600_000);
  });
});

test('what did not change comes back short', async () => {
  const partitions = await data('getAllPartitionV2', {});
  assert.equal(partitions.unchanged, false);
  assert.ok(partitions.categories.length > 0);
  assert.deepEqual(await data('getAllPartitionV2', { md5Value: partitions.md5Value }), {
    md5Value: partitions.md5Value,
    unchanged: true,
    quotes: [],
    categories: [],
    watchGroups: null,
  });
  const contracts = await data('contractSymbols', { businessLine: 10 });
  assert.ok(contracts.listDTOS.length > 0);
  assert.deepEqual(await data('contractSymbols', { businessLine: 10, md5: contracts.md5 }), {
    md5: contracts.md5,
    unchanged: true,
    listDTOS: [],
  });
});

test('search finds a coin by its ticker and by its name', async () => {
  for (const keyword of ['btc', 'Bitcoin']) {
    const { items } = await data('searchCoin', { keyword });
    assert.ok(
      items.some((hit: { baseSymbol: string }) => hit.baseSymbol === 'BTC'),
      keyword,
    );
  }
});

test('the open of a day is the open of its first hour, on every base; on the last 24 hours it is that of the list', async () => {
  const hourly: CandleRow[] = (await data('getMoreKlineData', { symbolId: 'BTCUSDT', interval: '1h', limit: 30 })).candles;
  const openAt = new Map(hourly.map((row) => [row[candleAt.openTime], row[candleAt.open]]));
  for (const base of timeZoneOffsets) {
    // What is not computed in time comes with a later ask.
    let bitcoin: { openPrice: string; openTime: number } | undefined;
    for (let count = 0; count < 800 || bitcoin === undefined;) {
      const { symbolKlines } = await data('getOpenPrice', openPriceInput('spot', base));
      count = symbolKlines.length;
      bitcoin = symbolKlines.find((row: { symbolId: string }) => row.symbolId === 'BTCUSDT');
    }
    const { openPrice, openTime } = bitcoin;
    assert.equal(new Date(openTime + base * 60_000).toISOString().slice(11), '00:00:00.000Z');
    assert.equal(openPrice, openAt.get(openTime), String(base));
  }
  const rolling = await data('getOpenPrice', { bussiness: 'mc' });
  assert.ok(rolling.symbolKlines.length >= 500);
  assert.ok(rolling.symbolKlines.every(({ openTime }: { openTime: number }) => Math.abs(Date.now() - 86_400_000 - openTime) < 600_000));
});

test('markets by turnover: the biggest first, all of it shared out', async () => {
  const { items } = await data('topExchangeList', {});
  assert.ok(items.length >= 4);
  const turnovers = items.map((item: { turnover24hUsdt: string }) => Number(item.turnover24hUsdt));
  assert.ok(turnovers.every((turnover: number, index: number) => turnover > 0 && (index === 0 || turnover <= turnovers[index - 1])));
  assert.ok(Math.abs(items.reduce((sum: number, item: { share: string }) => sum + Number(item.share), 0) - 1) < 1e-4);
});
