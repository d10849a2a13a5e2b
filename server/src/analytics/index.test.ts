// The views through their front door: a real Postgres, a market that says what it is told, time turned by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rankRules } from '@tidemark/contract/analytics.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import { createLog } from '#platform/log.ts';
import { openViews, visitor } from './testing/open-views.ts';
import { slowViews } from './testing/slow-views.ts';
import { catalogOf, tickOf } from './testing/test-feed.ts';
import { createNetwork } from './trading-data/network.ts';
import { startMs, minute, hour, day, db, openOn, random, candle } from './testing/analytics-bed.ts';

test('rankings follow their printed rule, and know where everybody stood an hour ago, also after a restart', async () => {
  const tickers = Array.from({ length: 12 }, (_, i) => `C${String.fromCharCode(65 + i)}`);
  const bed = await openOn(
    tickers.map((ticker) => `${ticker}USDT`),
    [
      { ticker: 'CA', sectors: ['stablecoin'] },
      { ticker: 'CB', listedAt: startMs - 3 * day },
    ],
  );
  const next = random(5);
  const tell = () =>
    bed.feed.tell(
      ...tickers.map((ticker, i) =>
        tickOf(`${ticker}USDT`, bed.clock.now(), 50 + 100 * next(), {
          open24h: 100,
          high24h: 200,
          low24h: 1,
          turnover24h: i === 2 ? 49_999 : 50_000 * (1 + 100 * next()),
        }),
      ),
    );
  tell();
  await bed.start();
  const first = await bed.ask('indexLeaderboardNew', {});
  const slow = slowViews(bed.market).rows[1].filter((row) => !row.isStable && row.turnover >= 50_000);
  const symbols = (rows: readonly { symbolId: string }[]) => rows.map(({ symbolId }) => symbolId);
  assert.deepEqual(symbols(first.gainers), symbols(slow.filter(({ change }) => change > 0).toSorted((a, b) => b.change - a.change)));
  assert.deepEqual(symbols(first.losers), symbols(slow.filter(({ change }) => change < 0).toSorted((a, b) => a.change - b.change)));
  assert.deepEqual(symbols(first.turnover), symbols(slow.toSorted((a, b) => b.turnover - a.turnover)));
  assert.deepEqual(symbols(first.hot), symbols(slow.toSorted((a, b) => b.heat - a.heat)));
  assert.deepEqual(symbols(first.newListing), ['CBUSDT']);
  assert.deepEqual(first.rule, { floorUsdt: 50_000, windowMs: day, coins: slow.length, listed: tickers.length });
  assert.ok(
    first.turnover.every(({ rankAnHourAgo }) => rankAnHourAgo === null),
    'nobody knows yet',
  );
  assert.equal(rankRules.newListingDays, 30);

  bed.clock.advance(hour);
  tell();
  bed.clock.advance(minute);
  await bed.restart();
  const later = await bed.ask('indexLeaderboardNew', { lists: ['turnover', 'favorites'], symbolIds: ['CDUSDT', 'CAUSDT'] });
  for (const row of later.turnover)
    assert.equal(row.rankAnHourAgo, symbols(first.turnover).indexOf(row.symbolId) + 1 || null, row.symbolId);
  assert.deepEqual(symbols(later.favorites).toSorted(), ['CAUSDT', 'CDUSDT'], 'favorites have no floor');
  assert.deepEqual(later.gainers, []);
  await bed.close();
});

test('rankings of an hour and of a week are recomputed from the candles that were true then; recommended follows its rule', async () => {
  const tickers = Array.from({ length: 10 }, (_, i) => `W${String.fromCharCode(65 + i)}`);
  const bed = await openOn(
    tickers.map((ticker) => `${ticker}USDT`),
    [{ ticker: 'WA', listedAt: startMs - 3 * day }],
  );
  const next = random(11);
  const past = new Map(tickers.map((ticker) => [`${ticker}USDT`, { anHourAgo: 60 + 80 * next(), aWeekAgo: 60 + 80 * next() }]));
  const lengths = { '1m': minute, '5m': 5 * minute, '1h': hour };
  bed.feed.candlesOf = ({ symbolId, interval, limit }) => {
    const { anHourAgo, aWeekAgo } = past.get(symbolId)!;
    const length = lengths[interval as keyof typeof lengths];
    const end = Math.floor(startMs / length) * length;
    return Array.from({ length: limit }, (_, i) => end - (limit - 1 - i) * length).map((ts) =>
      candle(ts, ts < startMs - 2 * day ? aWeekAgo : anHourAgo),
    );
  };
  const figures = tickers.map((ticker) => ({
    symbolId: `${ticker}USDT`,
    last: 60 + 80 * next(),
    open24h: 60 + 80 * next(),
    turnover24h: 40_000 + 3_000_000 * next(),
  }));
  bed.feed.tell(
    ...figures.map(({ symbolId, last, open24h, turnover24h }) =>
      tickOf(symbolId, startMs, last, { open24h, turnover24h, high24h: 200, low24h: 1 }),
    ),
  );
  await bed.start();
  const symbols = (rows: readonly { symbolId: string }[]) => rows.map(({ symbolId }) => symbolId);
  const liquid = figures.filter(({ turnover24h }) => turnover24h >= 50_000);
  for (const [window, ago] of [
    ['1h', 'anHourAgo'],
    ['7d', 'aWeekAgo'],
  ] as const) {
    const changes = liquid
      .map(({ symbolId, last }) => ({ symbolId, change: last / past.get(symbolId)![ago] - 1 }))
      .toSorted((a, b) => b.change - a.change);
    const { gainers, losers } = await bed.ask('indexLeaderboardNew', { window, lists: ['gainers', 'losers'] });
    assert.deepEqual(
      gainers.map(({ symbolId, change }) => [symbolId, change]),
      changes.filter(({ change }) => change > 0).map(({ symbolId, change }) => [symbolId, change.toFixed(6)]),
      window,
    );
    assert.deepEqual(symbols(losers), symbols(changes.filter(({ change }) => change < 0).toReversed()), window);
  }
  const { recommended } = await bed.ask('indexLeaderboardNew', { lists: ['recommended'] });
  const isRecommended = ({ symbolId, last, open24h, turnover24h }: (typeof figures)[number]) =>
    symbolId !== 'WAUSDT' && last > open24h && last / open24h - 1 <= 0.2 && turnover24h >= 1_000_000 && last > past.get(symbolId)!.aWeekAgo;
  const expected = figures.filter(isRecommended).toSorted((a, b) => b.turnover24h - a.turnover24h);
  assert.ok(expected.length > 0, 'the run says something');
  assert.deepEqual(symbols(recommended), symbols(expected));
  await bed.close();
});

test('an hour and a week ago are told to the minute, also right after a start', async () => {
  const bed = await openOn(['MAUSDT']);
  /** No two minutes in a row have the same price. */
  const closeOf = (minuteStart: number) => 100 + ((minuteStart / minute) % 97);
  const lengths = { '1m': minute, '5m': 5 * minute, '1h': hour };
  bed.feed.candlesOf = ({ interval, limit, from, to }) => {
    const length = lengths[interval as keyof typeof lengths];
    const end = Math.floor((to ?? bed.clock.now()) / length) * length;
    return Array.from({ length: limit }, (_, i) => end - (limit - 1 - i) * length)
      .filter((ts) => ts >= (from ?? 0))
      .map((ts) => candle(ts, closeOf(ts + length - minute)));
  };
  bed.clock.advance(17 * minute + 23_000);
  const now = bed.clock.now();
  bed.feed.tell(tickOf('MAUSDT', now, 500));
  await bed.start();
  for (const [window, length] of [
    ['1h', hour],
    ['7d', 7 * day],
  ] as const) {
    const { favorites } = await bed.ask('indexLeaderboardNew', { window, lists: ['favorites'], symbolIds: ['MAUSDT'] });
    const closed = Math.floor((now - length) / minute) * minute - minute;
    assert.equal(favorites[0]!.change, (500 / closeOf(closed) - 1).toFixed(6), window);
  }
  await bed.close();
});

test('weighted funding is the same on the overview and for the network, whatever the intervals; extremes compare eight hours', async () => {
  const hours = { AAUSDT_UMCBL: 1, BBUSDT_UMCBL: 4, CCUSDT_UMCBL: 8 };
  const bed = await openOn([...Object.keys(hours), 'DDUSDT_UMCBL'], [], hours);
  bed.feed.tell(
    tickOf('AAUSDT_UMCBL', startMs, 10, { openInterest: 300, mark: 10, fundingRate: 0.0001, nextFundingAt: startMs + hour }),
    tickOf('BBUSDT_UMCBL', startMs, 20, { openInterest: 50, mark: 20, fundingRate: 0.0003, nextFundingAt: startMs + hour }),
    tickOf('CCUSDT_UMCBL', startMs, 5, { openInterest: 200, fundingRate: 0.0005, nextFundingAt: startMs + hour }),
    tickOf('DDUSDT_UMCBL', startMs, 5, { openInterest: 1_000 }),
  );
  await bed.start();
  const figures = await bed.ask('getMetrics', {});
  const network = createNetwork({ market: bed.market, clock: bed.clock, db, log: createLog({ level: 'silent' }) });
  const newest = async (metric: 'fundingRate' | 'openInterest') =>
    (await network.calls.networkSeries(visitor, { metric, period: '1h', limit: 1 })).points.at(-1)!;
  const expected = (3_000 * 0.0008 + 1_000 * 0.0006 + 1_000 * 0.0005) / 5_000;
  assert.equal(figures.fundingRate, expected.toFixed(8));
  assert.equal(Number((await newest('fundingRate'))[1]).toFixed(8), figures.fundingRate);
  assert.equal(figures.openInterest, '10000');
  assert.equal(Number((await newest('openInterest'))[1]), 10_000);
  const actual = [figures.fundingHighest, figures.fundingLowest].map((rows) =>
    rows.map(({ symbolId, fundingRate, fundingIntervalHours }) => [symbolId, fundingRate, fundingIntervalHours]),
  );
  assert.deepEqual(actual, [
    [
      ['AAUSDT_UMCBL', '0.00010000', 1],
      ['BBUSDT_UMCBL', '0.00030000', 4],
    ],
    [['CCUSDT_UMCBL', '0.00050000', 8]],
  ]);
  await bed.close();
});

test('sectors, dominance, bars and tiles are the sums of their coins', async () => {
  const bed = await openOn(
    ['BTCUSDT', 'ETHUSDT', 'DAIUSDT', 'BTCUSDT_UMCBL'],
    [
      { ticker: 'BTC', supply: 20 },
      { ticker: 'ETH', supply: 100, sectors: ['layer-1', 'defi'] },
      { ticker: 'DAI', supply: 5_000, sectors: ['stablecoin'] },
    ],
    { BTCUSDT_UMCBL: 8 },
  );
  bed.feed.candlesOf = ({ interval, symbolId, limit }) =>
    interval === '1h'
      ? Array.from({ length: limit }, (_, i) =>
          candle(
            Math.floor(startMs / hour) * hour - (limit - i) * hour,
            symbolId.startsWith('BTC') ? 900 : 40 + (i > limit - 25 ? 10 : 0),
            { turnover: 10_000 },
          ),
        )
      : [];
  bed.feed.tell(
    tickOf('BTCUSDT', startMs, 1_100, { open24h: 1_000, turnover24h: 480_000 }),
    tickOf('ETHUSDT', startMs, 45, { open24h: 50, turnover24h: 60_000 }),
    tickOf('DAIUSDT', startMs, 1),
    tickOf('BTCUSDT_UMCBL', startMs, 1_101, { openInterest: 7, mark: 1_102, fundingRate: 0.0003, nextFundingAt: startMs + hour }),
  );
  await bed.start();
  const figures = await bed.ask('getMetrics', {});
  assert.equal(figures.cap, String(20 * 1_100 + 100 * 45 + 5_000));
  assert.equal(figures.capChange24h, ((22_000 + 4_500 + 5_000) / (20_000 + 5_000 + 5_000) - 1).toFixed(6));
  assert.equal(figures.btcDominance, (22_000 / 31_500).toFixed(6));
  assert.equal(figures.btcDominanceWithoutStablecoins, (22_000 / 26_500).toFixed(6));
  assert.equal(figures.btcDominanceYesterday, (20_000 / 30_000).toFixed(6));
  assert.equal(figures.openInterest, String(Math.round(7 * 1_102)));
  assert.equal(figures.fundingRate, '0.00030000');
  assert.deepEqual(
    figures.riseDistribution.map(({ count }) => count),
    [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  );
  assert.deepEqual(
    (await bed.ask('riseBinCoins', { bin: 0 })).items.map(({ symbolId }) => symbolId),
    ['ETHUSDT'],
  );

  const { items } = await bed.ask('getListNameByPlateType', {});
  const layer1 = items.find(({ plateCategoryId }) => plateCategoryId === 'layer-1')!;
  assert.equal(layer1.change24h, ((20_000 * 0.1 + 5_000 * -0.1) / 25_000).toFixed(6));
  assert.equal(layer1.medianChange24h, '0.000000');
  assert.deepEqual(
    [layer1.rising, layer1.falling, layer1.coins, layer1.leader?.baseSymbol, layer1.laggard?.baseSymbol],
    [1, 1, 2, 'BTC', 'ETH'],
  );
  assert.equal(layer1.turnoverGrowth, ((480_000 + 60_000) / (2 * 240_000) - 1).toFixed(6));

  const detail = await bed.ask('getSectorDetail2', { plateCategoryId: 'defi' });
  assert.match(detail.description, /lending/i);
  assert.equal(detail.line[0]![1], '100.0000');
  assert.equal(detail.line.at(-1)![1], (100 * (45 / 40)).toFixed(4));
  assert.deepEqual(
    detail.members.map(({ symbolId, sector }) => [symbolId, sector]),
    [['ETHUSDT', 'layer-1']],
    'beside a member stands a sector that the reader is not in already',
  );
  const { members } = await bed.ask('getSectorDetail2', { plateCategoryId: 'layer-1' });
  assert.deepEqual(
    members.map(({ symbolId, sector }) => [symbolId, sector]),
    [
      ['BTCUSDT', null],
      ['ETHUSDT', 'defi'],
    ],
  );
  await assert.rejects(
    async () => bed.ask('getSectorDetail2', { plateCategoryId: 'nope' }),
    (error) => error instanceof Refusal && error.error === 'sectorWithoutDetails',
  );

  const tiles = await bed.ask('heatTopCoins', { size: 'turnover' });
  assert.deepEqual(
    tiles.items.map(({ symbolId, size }) => [symbolId, size]),
    [
      ['BTCUSDT', '480000'],
      ['ETHUSDT', '60000'],
    ],
  );
  assert.deepEqual(JSON.parse(bed.views.live.encode('metrics')!).data.cap, figures.cap);
  assert.deepEqual(JSON.parse(bed.views.live.encode('rank.1.gainers.24h')!).data, ['BTCUSDT']);
  assert.equal(bed.views.live.has('rank.3.gainers.24h'), false);
  await bed.close();
});

test('what nobody tells is not known: no cap without supplies, no worth without a rate', async () => {
  const coins = ['BTC', 'ETH', 'ODD'].map((ticker) => ({ ticker, supply: null, listedAt: null }));
  const catalog = catalogOf(coins, ['BTCUSDT', 'ETHUSDT', 'ODDGBP', 'BTCUSD_DMCBL', 'ETHUSD_DMCBL', 'ODDGBP_DMCBL']);
  const symbols = catalog.symbols.map((symbol) => (symbol.instType === 'sp' ? symbol : { ...symbol, fundingIntervalHours: 8 }));
  const bed = await openViews({ db, catalog: { ...catalog, symbols }, startMs });
  const funded = { fundingRate: 0.0001, openInterest: 5, turnover24h: 100_000 };
  bed.feed.tell(
    tickOf('BTCUSDT', startMs, 1_100, { open24h: 1_000, turnover24h: 300_000 }),
    tickOf('ETHUSDT', startMs, 45, { open24h: 50, turnover24h: 100_000 }),
    tickOf('ODDGBP', startMs, 2, { open24h: 1 }),
    tickOf('BTCUSD_DMCBL', startMs, 1_100, funded),
    tickOf('ETHUSD_DMCBL', startMs, 45, { ...funded, fundingRate: 0.0002 }),
    tickOf('ODDGBP_DMCBL', startMs, 2, funded),
  );
  await bed.start();
  const {
    cap,
    capChange24h,
    btcDominance,
    btcDominanceWithoutStablecoins,
    btcDominanceYesterday,
    ethDominance,
    stablecoinCap,
    ...figures
  } = await bed.ask('getMetrics', {});
  assert.deepEqual(
    [cap, capChange24h, btcDominance, btcDominanceWithoutStablecoins, btcDominanceYesterday, ethDominance, stablecoinCap],
    Array.from({ length: 7 }, () => null),
  );
  assert.deepEqual([figures.turnover24h, figures.contractTurnover24h, figures.activeCoins], ['400000.00', '200000.00', 3]);
  assert.deepEqual(
    [figures.fundingHighest, figures.fundingLowest].map((rows) => rows.map(({ symbolId }) => symbolId)),
    [['ETHUSD_DMCBL'], ['BTCUSD_DMCBL']],
    'no contract is in both',
  );

  const {
    items: [sector],
  } = await bed.ask('getListNameByPlateType', {});
  assert.deepEqual(
    [sector!.cap, sector!.weighedBy, sector!.change24h],
    [null, 'turnover', ((300_000 * 0.1 - 100_000 * 0.1) / 400_000).toFixed(6)],
  );
  const tiles = await bed.ask('heatTopCoins', { size: 'cap' });
  assert.deepEqual([tiles.sizedBy, tiles.items.map(({ baseSymbol }) => baseSymbol)], ['turnover', ['BTC', 'ETH']]);
  const { items } = await bed.ask('riseBinCoins', { bin: 10 });
  assert.deepEqual(
    items.map(({ symbolId, turnover24h, cap: worth, listedAt }) => [symbolId, turnover24h, worth, listedAt]),
    [
      ['BTCUSDT', '300000.00', null, null],
      ['ODDGBP', null, null, null],
    ],
  );
  const { newListing, recommended } = await bed.ask('indexLeaderboardNew', {});
  assert.deepEqual([newListing, recommended], [[], []], 'nobody knows how old they are');
  await bed.close();
});

test('a market in money of unknown worth has no turnover; where no stablecoin has a supply nothing is told without them', async () => {
  const catalog = catalogOf([{ ticker: 'BTC' }, { ticker: 'ODD', supply: null }], ['BTCGBP', 'ODDGBP']);
  const bed = await openViews({ db, catalog, startMs });
  bed.feed.tell(tickOf('BTCGBP', startMs, 1_100, { turnover24h: 300_000 }), tickOf('ODDGBP', startMs, 2, { turnover24h: 9_000 }));
  await bed.start();
  assert.equal((await bed.ask('getMetrics', {})).turnover24h, null);
  await bed.close();

  const withCap = await openViews({ db, catalog: catalogOf([{ ticker: 'BTC' }], ['BTCUSDT']), startMs });
  withCap.feed.tell(tickOf('BTCUSDT', startMs, 1_000, { turnover24h: 300_000 }));
  await withCap.start();
  const { cap, btcDominance, stablecoinCap, btcDominanceWithoutStablecoins } = await withCap.ask('getMetrics', {});
  assert.deepEqual([cap, btcDominance, stablecoinCap, btcDominanceWithoutStablecoins], ['1000000', '1.000000', null, null]);
  await withCap.close();
});
