// Every figure over again, from nothing but trades: a recording that no run before has seen is played through the replay, the calls are
// asked as the edge asks them, and each number they tell is computed a second time from the trades, in the plainest way and without a line
// of the rooms' own code.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { quoteAt } from '@tidemark/contract/market.ts';
import { createReplay } from '#market/sources/replay/index.ts';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openViewsOn } from './testing/open-views.ts';
import {
  seed,
  minute,
  hour,
  day,
  begin,
  speed,
  pairs,
  quoteOf,
  baseOf,
  isStable,
  decimals,
  trades,
  supplies,
  contracts,
  complete,
  own,
  dayOf,
  usdt,
  turnoverUsdt,
  openUsdt,
  standings,
  spot,
  eligible,
  db,
  folder,
} from './testing/fresh-recording.ts';
import { binOf, compared, differences, middle, same, sameList, sum } from './testing/plain-figures.ts';

test('every figure that the calls tell of a fresh recording equals its recomputation from the trades', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const file = join(folder, 'trades.ndjson');
  writeFileSync(file, trades.map((trade) => JSON.stringify({ ...trade, price: trade.price.toFixed(decimals(trade.symbol)) })).join('\n'));
  const clock = createHandClock(begin + 30 * day);
  const replay = createReplay({ clock, log: createLog({ level: 'silent' }), metrics: createMetrics(), file, speed });
  const bed = await openViewsOn({ db, feed: complete(replay), clock });
  await bed.start();
  while (!replay.hasEnded()) {
    clock.advance(1_000);
    await turn();
  }
  clock.advance(2_000);
  await bed.settled();

  for (const businessLine of [1, 10, 11, 12] as const) {
    const { items } = await bed.askMarket('getHomeQuotation', { businessLine, pageSize: 500 });
    for (const { symbolId, quote, cap, baseSymbol } of items) {
      const { last, open, high, low, turnover, ts } = dayOf.get(symbolId)!;
      for (const [at, expected] of [
        ['last', last],
        ['open24h', open],
        ['high24h', high],
        ['low24h', low],
        ['turnover24h', turnover],
        ['ts', ts],
      ] as const)
        same(`${symbolId} ${at}`, quote[quoteAt[at]], expected);
      same(`${symbolId} cap`, cap, supplies.get(baseSymbol)! * usdt(baseSymbol));
    }
    for (const sort of ['turnover', 'price', 'change', 'cap'] as const) {
      const { items: sorted } = await bed.askMarket('getHomeQuotation', { businessLine, sort, pageSize: 500 });
      const key = (symbol: string) => {
        const { last, open } = dayOf.get(symbol)!;
        return sort === 'turnover'
          ? turnoverUsdt(symbol)
          : sort === 'price'
            ? last * usdt(quoteOf(symbol))
            : sort === 'change'
              ? last / open - 1
              : supplies.get(baseOf(symbol))! * usdt(baseOf(symbol));
      };
      const ids = sorted.map(({ symbolId }) => symbolId);
      sameList(
        `${businessLine} by ${sort}`,
        ids,
        ids.toSorted((a, b) => key(b) - key(a) || (a < b ? -1 : 1)),
      );
    }
  }

  for (const symbol of pairs) {
    for (const [interval, length] of [
      ['1m', minute],
      ['15m', 15 * minute],
      ['1h', hour],
      ['4h', 4 * hour],
      ['1d', day],
    ] as const) {
      const { candles } = await bed.askMarket('getMoreKlineData', { symbolId: symbol, interval, limit: 500 });
      const groups = Map.groupBy(own.get(symbol)!, ({ ts }) => Math.floor(ts / length) * length);
      sameList(
        `${symbol} ${interval}`,
        candles.map(([ts]) => ts),
        [...groups.keys()].slice(-500),
      );
      for (const [ts, ...actual] of candles) {
        const inside = groups.get(ts)!;
        const prices = inside.map(({ price }) => price);
        const expected = [
          prices[0]!,
          Math.max(...prices),
          Math.min(...prices),
          prices.at(-1)!,
          sum(inside.map(({ size }) => size)),
          sum(inside.map(({ size, price }) => size * price)),
        ];
        expected.forEach((value, i) => same(`${symbol} ${interval} ${ts} ${i}`, actual[i] as string, value));
      }
    }
  }

  for (const [businessLine, rows] of [
    [1, spot],
    [2, standings('futures')],
  ] as const) {
    const actual = await bed.ask('indexLeaderboardNew', { businessLine, limit: 200 });
    const listed = eligible(rows);
    const by = (key: 'change' | 'turnover' | 'heat', of = listed) => of.toSorted((a, b) => b[key] - a[key]).map(({ symbol }) => symbol);
    const symbols = (list: readonly { symbolId: string }[]) => list.map(({ symbolId }) => symbolId);
    sameList(
      `gainers ${businessLine}`,
      symbols(actual.gainers),
      by(
        'change',
        listed.filter(({ change }) => change > 0),
      ),
    );
    sameList(
      `losers ${businessLine}`,
      symbols(actual.losers),
      by(
        'change',
        listed.filter(({ change }) => change < 0),
      ).toReversed(),
    );
    sameList(`turnover ${businessLine}`, symbols(actual.turnover), by('turnover'));
    sameList(`hot ${businessLine}`, symbols(actual.hot), by('heat'));
    same('coins of the rule', actual.rule.coins, listed.length);
    for (const row of actual.turnover) {
      const expected = rows.find(({ symbol }) => symbol === row.symbolId)!;
      same(`${row.symbolId} change24h`, row.change24h, expected.change);
      same(`${row.symbolId} change`, row.change, expected.change);
      same(`${row.symbolId} turnover of the coin`, row.turnover24h, expected.turnover);
      same(`${row.symbolId} cap of the coin`, row.cap, expected.cap);
    }
  }

  const figures = await bed.ask('getMetrics', {});
  const [cap, before24h, stable] = [
    sum(spot.map((row) => row.cap)),
    sum(spot.map((row) => row.before)),
    sum(spot.filter(({ coin }) => isStable(coin)).map((row) => row.cap)),
  ];
  const of = (coin: string) => spot.find((row) => row.coin === coin)!;
  const weights = sum([...contracts.keys()].map(openUsdt));
  const paid = sum(
    [...contracts].map(([symbol, { fundingRate, fundingIntervalHours }]) => openUsdt(symbol) * fundingRate * (8 / fundingIntervalHours)),
  );
  const expected = {
    cap,
    capChange24h: cap / before24h - 1,
    turnover24h: sum(spot.map((row) => row.turnover)),
    btcDominance: of('BTC').cap / cap,
    btcDominanceWithoutStablecoins: of('BTC').cap / (cap - stable),
    btcDominanceYesterday: of('BTC').before / before24h,
    ethDominance: of('ETH').cap / cap,
    stablecoinCap: stable,
    activeCoins: spot.length,
    rising: spot.filter(({ change }) => binOf(change) > 5).length,
    falling: spot.filter(({ change }) => binOf(change) < 5).length,
    openInterest: weights,
    fundingRate: paid / weights,
    contractTurnover24h: sum([...contracts.keys()].map(turnoverUsdt)),
  };
  for (const [name, value] of Object.entries(expected)) same(name, figures[name as keyof typeof expected], value);
  const byFunding = [...contracts]
    .filter(([symbol]) => turnoverUsdt(symbol) >= 50_000)
    .map(([symbol, { fundingRate, fundingIntervalHours }]) => ({ symbol, rate: fundingRate / fundingIntervalHours }))
    .toSorted((a, b) => b.rate - a.rate)
    .map(({ symbol }) => symbol);
  sameList(
    'extremes of funding',
    [...figures.fundingHighest, ...figures.fundingLowest.toReversed()].map(({ symbolId }) => symbolId),
    byFunding,
  );

  for (let bin = 0; bin < 11; bin++) {
    const inside = spot.filter(({ change }) => binOf(change) === bin);
    same(`bar ${bin}`, figures.riseDistribution[bin]!.count, inside.length);
    const { items } = await bed.ask('riseBinCoins', { bin, limit: 200 });
    sameList(
      `coins of bar ${bin}`,
      items.map(({ symbolId }) => symbolId),
      inside.toSorted((a, b) => b.turnover - a.turnover).map(({ symbol }) => symbol),
    );
  }
  for (const size of ['cap', 'turnover'] as const) {
    const { items } = await bed.ask('heatTopCoins', { size, limit: 200 });
    const tiles = spot.filter(({ coin }) => !isStable(coin)).toSorted((a, b) => b[size] - a[size]);
    sameList(
      `tiles by ${size}`,
      items.map(({ symbolId }) => symbolId),
      tiles.map(({ symbol }) => symbol),
    );
    items.forEach((tile, i) => same(`${tile.symbolId} tile`, tile.size, tiles[i]?.[size] ?? NaN));
  }

  const { items: sectors } = await bed.ask('getListNameByPlateType', {});
  const sectorsOf = new Map((await complete(replay).catalog()).coins.map(({ ticker, sectors: slugs }) => [ticker, slugs]));
  const known = [...new Set([...sectorsOf.values()].flat())]
    .map((slug) => ({ slug, members: spot.filter(({ coin, turnover }) => sectorsOf.get(coin)!.includes(slug) && turnover >= 50_000) }))
    .filter(({ members }) => members.length > 0);
  sameList('sectors', sectors.map(({ plateCategoryId }) => plateCategoryId).toSorted(), known.map(({ slug }) => slug).toSorted());
  const all = sum(known.map(({ members }) => sum(members.map(({ turnover }) => turnover))));
  for (const sector of sectors) {
    const { members } = known.find(({ slug }) => slug === sector.plateCategoryId)!;
    const name = (figure: string) => `${sector.plateCategoryId} ${figure}`;
    const byChange = members.toSorted((a, b) => b.change - a.change);
    same(name('coins'), sector.coins, members.length);
    same(name('change'), sector.change24h, sum(members.map((row) => row.before * row.change)) / sum(members.map((row) => row.before)));
    same(name('median'), sector.medianChange24h, middle(members.map(({ change }) => change)));
    same(name('turnover'), sector.turnover24h, sum(members.map(({ turnover }) => turnover)));
    same(name('share'), sector.turnoverShare, sum(members.map(({ turnover }) => turnover)) / all);
    same(name('cap'), sector.cap, sum(members.map((row) => row.cap)));
    same(name('rising'), sector.rising, members.filter(({ change }) => binOf(change) > 5).length);
    same(name('falling'), sector.falling, members.filter(({ change }) => binOf(change) < 5).length);
    sameList(name('ends'), [sector.leader?.symbolId, sector.laggard?.symbolId], [byChange[0]!.symbol, byChange.at(-1)!.symbol]);
  }

  t.diagnostic(`${compared} figures compared, ${differences.length} differ`);
  assert.deepEqual(differences.slice(0, 20), []);
  assert.ok(compared > 20_000, `${compared} figures`);
  await bed.close();
});
