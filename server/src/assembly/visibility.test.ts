// Hidden coins through the market's own calls: by language, by country of the request and by the region a caller asks for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import { createCallers } from './callers.ts';
import { isData, startHub, type TestFrame } from '#edge/socket/testing/test-hub.ts';
import { createLiveRows } from './live-rows.ts';
import { createMarket } from '#market/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createVisibility, type HiddenCoin } from './visibility.ts';

const clock = createHandClock(Date.UTC(2026, 10, 15, 13));
const market = createMarket({
  bus: createInProcessBus(),
  clock,
  log: createLog({ level: 'silent' }),
  metrics: createMetrics(),
  db: {} as Database,
  feed: createSimulator({ clock, seed: 1 }),
});
await market.start();

let hiddenCoins: readonly HiddenCoin[] = [];
const visibility = createVisibility({ hiddenCoins: () => hiddenCoins, coinOf: (symbolId) => market.catalog.symbol(symbolId)?.baseSymbol });
const calls = visibility.apply(market.calls);
const from = (locale: string, country: string | null = null) => ({ locale, country }) as Caller;
const english = from('en');
const page = { businessLine: 1, sort: 'turnover', direction: 'desc', pageNum: 1, pageSize: 5000 } as const;

/** Every way the market's answers name a coin. */
async function seen(caller: Caller, region?: string): Promise<string[]> {
  const answers = {
    getHomeQuotation: await calls.getHomeQuotation(caller, { ...page, ...(region && { region }) }),
    getAllSymbol: await calls.getAllSymbol(caller, { ...(region && { region }) } as never),
    getCoinChainList: await calls.getCoinChainList(caller, { ...(region && { region }) }),
    searchCoin: await calls.searchCoin(caller, { keyword: 'DOGE', limit: 20, ...(region && { region }) }),
    searchLists: await calls.searchCoin(caller, { keyword: '', limit: 20, ...(region && { region }) }),
    contractSymbols: await calls.contractSymbols(caller, { businessLine: 10, ...(region && { region }) } as never),
  };
  return Object.entries(answers)
    .filter(([, answer]) => /"(?:DOGE|DOGE\w*USDT\w*)"/.test(JSON.stringify(answer)))
    .map(([name]) => name);
}

test('without a rule everybody sees everything, and answers are passed on untouched', async () => {
  assert.deepEqual(await seen(english), [
    'getHomeQuotation',
    'getAllSymbol',
    'getCoinChainList',
    'searchCoin',
    'searchLists',
    'contractSymbols',
  ]);
});

test('by language: gone from every list, search and answer for that language only', async () => {
  hiddenCoins = [{ baseSymbol: 'DOGE', languageList: ['ar'], ipCountryNameList: [] }];
  assert.deepEqual(await seen(from('ar')), []);
  assert.equal((await seen(english)).length, 6);
  const [all, fewer] = [await calls.getHomeQuotation(english, page), await calls.getHomeQuotation(from('ar'), page)];
  const pairs = all.items.filter(({ baseSymbol }) => baseSymbol === 'DOGE').length;
  assert.ok(pairs > 0);
  assert.deepEqual([fewer.total, fewer.items.length], [all.total - pairs, all.items.length - pairs]);
  await assert.rejects(async () => calls.getMoreKlineData(from('ar'), { symbolId: 'DOGEUSDT', interval: '1h', limit: 5 } as never), {
    message: 'unknownSymbol',
  });
  assert.equal((await calls.getMoreKlineData(english, { symbolId: 'DOGEUSDT', interval: '1h', limit: 5 } as never)).candles.length, 5);
});

test('news and texts: a note about the coin and the text about it are gone, a headline loses its mark', async () => {
  hiddenCoins = [{ baseSymbol: 'DOGE', languageList: ['ar'], ipCountryNameList: [] }];
  const visible = visibility.apply({
    getNewsList: async (..._: unknown[]) => ({
      items: [
        { id: 'note', coin: 'DOGE', coins: [{ baseSymbol: 'DOGE' }] },
        { id: 'list', kind: 'note', coin: null, coins: [{ baseSymbol: 'BTC' }, { baseSymbol: 'DOGE' }] },
        { id: 'headline', coin: null, coins: [{ baseSymbol: 'DOGE' }, { baseSymbol: 'BTC' }] },
      ],
      total: 3,
    }),
    getCryptoBySymbol: async (..._: unknown[]) => ({ symbol: 'DOGE' }),
  });
  assert.deepEqual(await visible.getNewsList(from('ar'), {}), {
    items: [{ id: 'headline', coin: null, coins: [{ baseSymbol: 'BTC' }] }],
    total: 1,
  });
  await assert.rejects(async () => visible.getCryptoBySymbol(from('ar'), { symbol: 'DOGE' }), { message: 'unknownSymbol' });
  assert.deepEqual(await visible.getCryptoBySymbol(english, { symbol: 'DOGE' }), { symbol: 'DOGE' });
});

test('by country: its two letters or its name, from the request or as the region that is asked for', async () => {
  hiddenCoins = [{ baseSymbol: 'DOGE', languageList: [], ipCountryNameList: ['JP', 'Germany'] }];
  for (const country of ['JP', 'DE']) {
    assert.deepEqual(await seen(from('en', country)), [], country);
    assert.equal(visibility.isOrdinary(country), false, 'its pages are not shared with others');
  }
  assert.deepEqual(await seen(english, 'JP'), []);
  assert.equal((await seen(from('en', 'FR'))).length, 6);
  assert.ok(visibility.isOrdinary('FR') && visibility.isOrdinary(null));
});

test('two audiences have two fingerprints, so that a kept list is not taken for the other one', async () => {
  hiddenCoins = [{ baseSymbol: 'DOGE', languageList: ['ar'], ipCountryNameList: [] }];
  const plain = await calls.contractSymbols(english, { businessLine: 10 } as never);
  const pruned = await calls.contractSymbols(from('ar'), { businessLine: 10 } as never);
  assert.notEqual(plain.md5, pruned.md5);
  assert.equal((await calls.contractSymbols(from('ar'), { businessLine: 10, md5: plain.md5 } as never)).unchanged, false);
  assert.equal((await calls.contractSymbols(english, { businessLine: 10, md5: plain.md5 } as never)).unchanged, true);
});

test('pages of a list with hidden rows are full, none is missing or twice, and all tell the same total', async () => {
  hiddenCoins = [
    { baseSymbol: 'DOGE', languageList: ['ar'], ipCountryNameList: [] },
    { baseSymbol: 'BTC', languageList: ['ar'], ipCountryNameList: [] },
  ];
  const whole = await calls.getHomeQuotation(from('ar'), page);
  assert.ok(whole.items.length > 100 && whole.items.length === whole.total);
  const pageSize = 7;
  const seenIds: string[] = [];
  const totals = new Set<number>();
  for (let pageNum = 1; pageNum <= Math.ceil(whole.total / pageSize); pageNum++) {
    const { items, total } = await calls.getHomeQuotation(from('ar'), { ...page, pageNum, pageSize });
    totals.add(total);
    assert.equal(items.length, Math.min(pageSize, whole.total - seenIds.length));
    seenIds.push(...items.map(({ symbolId }) => symbolId));
  }
  assert.deepEqual([...totals], [whole.total]);
  assert.deepEqual(
    seenIds,
    whole.items.map(({ symbolId }) => symbolId),
  );
  assert.deepEqual((await calls.getHomeQuotation(from('ar'), { ...page, pageNum: 10_000 })).items, []);
});

test('a list that gives only so many rows at once is read page by page', async () => {
  hiddenCoins = [{ baseSymbol: 'DOGE', languageList: ['ar'], ipCountryNameList: [] }];
  const rows = Array.from({ length: 45 }, (_, i) => ({ coin: i % 3 === 0 ? 'DOGE' : 'BTC', id: i }));
  const visible = visibility.apply({
    getNewsList: async (_caller: unknown, { pageNum, pageSize }: { pageNum: number; pageSize: number }) => {
      const size = Math.min(20, pageSize);
      return { items: rows.slice((pageNum - 1) * size, pageNum * size), total: rows.length };
    },
  });
  const { items, total } = await visible.getNewsList(from('ar'), { pageNum: 3, pageSize: 10 });
  assert.deepEqual(
    [total, items.map(({ id }) => id)],
    [
      30,
      rows
        .filter(({ coin }) => coin === 'BTC')
        .slice(20, 30)
        .map(({ id }) => id),
    ],
  );
});

test('the live socket: by language and by country, no channel tells of a hidden coin, and everybody else sees it', async (t) => {
  hiddenCoins = [{ baseSymbol: 'DOGE', languageList: ['ar'], ipCountryNameList: ['JP'] }];
  const { ofUpgrade } = createCallers({} as never, 'cf-ipcountry');
  const events = [
    { id: 'one', symbolId: 'DOGEUSDT', baseSymbol: 'DOGE' },
    { id: 'two', symbolId: 'BTCUSDT', baseSymbol: 'BTC' },
  ];
  const rows = {
    ...createLiveRows(market, { log: createLog({ level: 'silent' }), onNews: () => {} }),
    movers: {
      has: () => true,
      keys: () => ['one', 'two'],
      encode: (id: string) => JSON.stringify(events.find((event) => event.id === id)),
    },
    views: { has: () => true, keys: () => ['rank'], encode: () => JSON.stringify({ name: 'rank', data: ['DOGEUSDT', 'BTCUSDT'] }) },
  };
  const site = await startHub(t, { rows, audienceOf: (request) => visibility.audienceOf(ofUpgrade(request)) });
  const wanted: SubscriptionArg[] = [
    { topic: 'ticker', instType: 'sp', instId: 'DOGEUSDT' },
    { topic: 'candle', instType: 'sp', instId: 'DOGEUSDT', channel: '1m' },
    { topic: 'trades', instType: 'sp', instId: 'DOGEUSDT' },
    { topic: 'tickers', instType: 'sp', instId: 'default' },
    { topic: 'movers', instId: 'default' },
    { topic: 'views', instId: 'rank' },
  ];
  const visible = async (languageType: number, headers: Record<string, string> = {}) => {
    const client = await site.connect({ headers }, `/stream?languageType=${languageType}`);
    client.subscribe(...wanted);
    const frames: TestFrame[] = [];
    for (let answers = 0; answers < wanted.length;) {
      const frame = await client.next();
      frames.push(frame);
      if (isData(frame) || ('code' in frame && frame.code !== 0)) answers += 1;
    }
    const refused = frames.flatMap((frame) => ('code' in frame && frame.code !== 0 ? [frame.arg!.topic] : []));
    const shown = frames.filter(isData);
    return {
      refused,
      naming: shown.filter((frame) => JSON.stringify(frame.data).includes('"DOGE')).map(({ arg }) => arg.topic),
      rows: Object.fromEntries(shown.map(({ arg, data }) => [arg.topic, data.length])),
    };
  };
  const everything = await visible(0);
  assert.deepEqual([everything.refused, everything.naming.toSorted()], [[], ['movers', 'ticker', 'tickers', 'views']]);
  for (const [languageType, headers] of [
    [24, {}],
    [0, { 'cf-ipcountry': 'JP' }],
  ] as const) {
    const less = await visible(languageType, headers);
    assert.deepEqual([less.refused, less.naming], [['ticker', 'candle', 'trades'], []]);
    assert.deepEqual([less.rows['movers'], less.rows['views']], [1, 1]);
    assert.ok(less.rows['tickers']! < everything.rows['tickers']! && less.rows['tickers']! > 100);
  }
});
