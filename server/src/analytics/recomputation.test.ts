// Every figure over again, from nothing but trades: a recording that no run before has seen is played through the replay, the calls are
// asked as the edge asks them, and each number they tell is computed a second time from the trades, in the plainest way and without a line
// of the rooms' own code.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import * as v from 'valibot';
import { marketCalls, quoteAt } from '@tidemark/contract/market.ts';
import type { InputToSend, Output } from '@tidemark/contract/wire.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { Source } from '@tidemark/source/source.ts';
import { createReplay } from '#market/sources/replay/index.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { openDeskOn, visitor } from './testing/desk.ts';

const seed = Number(process.env['RECOMPUTE_SEED'] ?? Date.now() % 2 ** 31);
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const begin = Date.UTC(2025, 2, 4, 7, 31);
const lengthMs = 2 * day;
const tradesOfPair = 200;
const speed = 3_600;

interface Trade {
  readonly symbol: string;
  readonly ts: number;
  readonly price: number;
  readonly size: number;
}
interface Contract {
  readonly fundingRate: number;
  readonly fundingIntervalHours: number;
  readonly openInterest: number;
  readonly mark: number;
}

let state = seed;
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return state / 2 ** 32;
};
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;

const coins = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LINK', 'UNI', 'PEPE', 'AVAX', 'LTC', 'USDC', 'USDT'];
const volatile = coins.slice(0, -2);
const pairs = [
  ...volatile.map((coin) => `${coin}USDT`),
  'USDCUSDT',
  'USDTEUR',
  'BTCUSDC',
  'ETHUSDC',
  'SOLEUR',
  'ETHBTC',
  'LINKBTC',
  ...volatile.slice(0, 6).map((coin) => `${coin}USDT_UMCBL`),
  'BTCUSD_DMCBL',
  'ETHUSD_DMCBL',
];
const quoteOf = (symbol: string): string => ['USDT', 'USDC', 'EUR', 'BTC', 'USD'].find((quote) => symbol.split('_')[0]!.endsWith(quote))!;
const baseOf = (symbol: string): string => symbol.split('_')[0]!.slice(0, -quoteOf(symbol).length);
const isSpot = (symbol: string): boolean => !symbol.includes('_');
const isStable = (coin: string): boolean => coin === 'USDC' || coin === 'USDT';
const decimals = (symbol: string): number => (symbol.startsWith('PEPE') ? 8 : 4);

function record(): Trade[] {
  const trades: Trade[] = [];
  for (const symbol of pairs) {
    const calm = isStable(baseOf(symbol)) ? 0.0002 : 0.004;
    let price = isStable(baseOf(symbol)) ? 1 : 10 ** (symbol.startsWith('PEPE') ? -4 : 1 + 3 * random());
    // Some are hardly traded, so that floors cut.
    const worth = 10 ** (random() * 4);
    const moments = [begin, ...Array.from({ length: tradesOfPair }, () => begin + Math.floor(random() * lengthMs))].toSorted(
      (a, b) => a - b,
    );
    for (const ts of moments) {
      price *= 1 + (random() - 0.5) * 2 * (random() < 0.05 ? calm * 6 : calm);
      trades.push({ symbol, ts, price: Number(price.toFixed(decimals(symbol))), size: Number(((worth * random()) / price).toFixed(6)) });
    }
  }
  return trades.sort((a, b) => a.ts - b.ts);
}
const trades = record();
const supplies = new Map(coins.map((coin) => [coin, Math.round(10 ** (5 + 3 * random()))]));
const contracts = new Map(
  pairs
    .filter((symbol) => !isSpot(symbol))
    .map((symbol): [string, Contract] => [
      symbol,
      {
        fundingRate: Number(((random() - 0.4) / 2_000).toFixed(8)),
        fundingIntervalHours: pick([1, 4, 8]),
        openInterest: Number((random() * 1_000).toFixed(4)),
        mark: Number((10 + random() * 100).toFixed(4)),
      },
    ]),
);

// What a recording does not hold: supplies, and what contracts tell beside their price.
function complete(replay: ReturnType<typeof createReplay>): Source {
  return {
    ...replay,
    async catalog(): Promise<CatalogData> {
      const recorded = await replay.catalog();
      return {
        coins: recorded.coins.map((coin) => Object.assign({}, coin, { supply: supplies.get(coin.ticker)! })),
        symbols: recorded.symbols.map((symbol) =>
          Object.assign(
            {},
            symbol,
            contracts.has(symbol.symbolId) && { fundingIntervalHours: contracts.get(symbol.symbolId)!.fundingIntervalHours },
          ),
        ),
      };
    },
    start: (onTicks) =>
      replay.start((ticks) =>
        onTicks(
          ticks.map((tick) => {
            const { fundingRate, openInterest, mark } = contracts.get(tick.symbolId) ?? {};
            return fundingRate === undefined
              ? tick
              : { ...tick, fundingRate, openInterest: openInterest!, mark: mark!, nextFundingAt: tick.ts + hour };
          }),
        ),
      ),
  };
}

// The second computation.
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const middle = (values: readonly number[]) => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.length === 0 ? 0 : (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2;
};
const own = new Map(pairs.map((symbol) => [symbol, trades.filter((trade) => trade.symbol === symbol)]));
const dayOf = new Map(
  pairs.map((symbol) => {
    const all = own.get(symbol)!;
    const { ts, price } = all.at(-1)!;
    const within = all.filter((trade) => trade.ts > ts - day);
    return [
      symbol,
      {
        ts,
        last: price,
        open: (all.findLast((trade) => trade.ts <= ts - day) ?? all[0]!).price,
        high: Math.max(...within.map((trade) => trade.price)),
        low: Math.min(...within.map((trade) => trade.price)),
        turnover: sum(within.map((trade) => trade.price * trade.size)),
      },
    ] as const;
  }),
);
const usdt = (currency: string): number => {
  if (currency === 'USDT' || currency === 'USD') return 1;
  return currency === 'EUR' ? 1 / dayOf.get('USDTEUR')!.last : dayOf.get(`${currency}USDT`)!.last;
};
const turnoverUsdt = (symbol: string) => dayOf.get(symbol)!.turnover * usdt(quoteOf(symbol));
const openUsdt = (symbol: string) => contracts.get(symbol)!.openInterest * contracts.get(symbol)!.mark * usdt(quoteOf(symbol));

interface Standing {
  readonly symbol: string;
  readonly coin: string;
  readonly change: number;
  readonly turnover: number;
  readonly cap: number;
  readonly before: number;
  readonly heat: number;
}
function standings(line: 'spot' | 'futures'): Standing[] {
  const ofLine = pairs.filter((symbol) => isSpot(symbol) === (line === 'spot'));
  return [...new Set(ofLine.map(baseOf))].map((coin) => {
    const theirs = ofLine.filter((symbol) => baseOf(symbol) === coin);
    const symbol = theirs.find((one) => quoteOf(one) === 'USDT') ?? theirs[0]!;
    const { last, open } = dayOf.get(symbol)!;
    const change = coin === 'USDT' ? 0 : last / open - 1;
    const turnover = sum(theirs.map(turnoverUsdt));
    const worth = (price: number) => supplies.get(coin)! * (coin === 'USDT' ? 1 : price * usdt(quoteOf(symbol)));
    return {
      symbol,
      coin,
      change,
      turnover,
      cap: worth(last),
      before: worth(open),
      heat: Math.abs(change) * Math.log10(1 + turnover / 50_000),
    };
  });
}
const spot = standings('spot');
const eligible = (rows: readonly Standing[]) => rows.filter(({ coin, turnover }) => !isStable(coin) && turnover >= 50_000);
const binOf = (change: number) => {
  const size = Math.abs(change);
  if (size < 0.00005) return 5;
  const step = [0.03, 0.05, 0.07, 0.1].filter((edge) => size >= edge).length + 1;
  return change > 0 ? 5 + step : 5 - step;
};

const differences: string[] = [];
let compared = 0;
/** A text that is not this number as finely as it is written. */
function same(what: string, told: string | number | null, expected: number): void {
  compared++;
  const unit = typeof told === 'string' ? 10 ** -(told.split('.')[1]?.length ?? 0) : 0;
  if (told === null || Math.abs(Number(told) - expected) > unit / 2 + 1e-9 * Math.abs(expected))
    differences.push(`${what}: ${told} is not ${expected}`);
}
function sameList(what: string, told: readonly unknown[], expected: readonly unknown[]): void {
  compared += Math.max(1, expected.length);
  if (JSON.stringify(told) !== JSON.stringify(expected))
    differences.push(`${what}: ${JSON.stringify(told)} is not ${JSON.stringify(expected)}`);
}

let db: Database;
let folder: string;
before(async () => {
  db = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'recompute-'));
});
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

test('every figure that the calls tell of a fresh recording equals its recomputation from the trades', async (t) => {
  t.diagnostic(`seed ${seed}`);
  const file = join(folder, 'trades.ndjson');
  writeFileSync(file, trades.map((trade) => JSON.stringify({ ...trade, price: trade.price.toFixed(decimals(trade.symbol)) })).join('\n'));
  const clock = createHandClock(begin + 30 * day);
  const replay = createReplay({ clock, log: createLog({ level: 'silent' }), metrics: createMetrics(), file, speed });
  const desk = await openDeskOn({ db, feed: complete(replay), clock });
  await desk.start();
  while (!replay.hasEnded()) {
    clock.advance(1_000);
    await turn();
  }
  clock.advance(2_000);
  await desk.settled();

  const ask = async <N extends 'getHomeQuotation' | 'getMoreKlineData'>(
    name: N,
    input: InputToSend<(typeof marketCalls)[N]>,
  ): Promise<Output<(typeof marketCalls)[N]>> =>
    v.parse(
      marketCalls[name].output,
      await (desk.market.calls[name] as (caller: unknown, input: unknown) => unknown)(visitor, v.parse(marketCalls[name].input, input)),
    );

  for (const businessLine of [1, 10, 11, 12] as const) {
    const { items } = await ask('getHomeQuotation', { businessLine, pageSize: 500 });
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
      const { items: sorted } = await ask('getHomeQuotation', { businessLine, sort, pageSize: 500 });
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
      const { candles } = await ask('getMoreKlineData', { symbolId: symbol, interval, limit: 500 });
      const groups = Map.groupBy(own.get(symbol)!, ({ ts }) => Math.floor(ts / length) * length);
      sameList(
        `${symbol} ${interval}`,
        candles.map(([ts]) => ts),
        [...groups.keys()].slice(-500),
      );
      for (const [ts, ...told] of candles) {
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
        expected.forEach((value, i) => same(`${symbol} ${interval} ${ts} ${i}`, told[i] as string, value));
      }
    }
  }

  for (const [businessLine, rows] of [
    [1, spot],
    [2, standings('futures')],
  ] as const) {
    const told = await desk.ask('indexLeaderboardNew', { businessLine, limit: 200 });
    const listed = eligible(rows);
    const by = (key: 'change' | 'turnover' | 'heat', of = listed) => of.toSorted((a, b) => b[key] - a[key]).map(({ symbol }) => symbol);
    const symbols = (list: readonly { symbolId: string }[]) => list.map(({ symbolId }) => symbolId);
    sameList(
      `gainers ${businessLine}`,
      symbols(told.gainers),
      by(
        'change',
        listed.filter(({ change }) => change > 0),
      ),
    );
    sameList(
      `losers ${businessLine}`,
      symbols(told.losers),
      by(
        'change',
        listed.filter(({ change }) => change < 0),
      ).toReversed(),
    );
    sameList(`turnover ${businessLine}`, symbols(told.turnover), by('turnover'));
    sameList(`hot ${businessLine}`, symbols(told.hot), by('heat'));
    same('coins of the rule', told.rule.coins, listed.length);
    for (const row of told.turnover) {
      const expected = rows.find(({ symbol }) => symbol === row.symbolId)!;
      same(`${row.symbolId} change24h`, row.change24h, expected.change);
      same(`${row.symbolId} change`, row.change, expected.change);
      same(`${row.symbolId} turnover of the coin`, row.turnover24h, expected.turnover);
      same(`${row.symbolId} cap of the coin`, row.cap, expected.cap);
    }
  }

  const figures = await desk.ask('getMetrics', {});
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
    const { items } = await desk.ask('riseBinCoins', { bin, limit: 200 });
    sameList(
      `coins of bar ${bin}`,
      items.map(({ symbolId }) => symbolId),
      inside.toSorted((a, b) => b.turnover - a.turnover).map(({ symbol }) => symbol),
    );
  }
  for (const size of ['cap', 'turnover'] as const) {
    const { items } = await desk.ask('heatTopCoins', { size, limit: 200 });
    const tiles = spot.filter(({ coin }) => !isStable(coin)).toSorted((a, b) => b[size] - a[size]);
    sameList(
      `tiles by ${size}`,
      items.map(({ symbolId }) => symbolId),
      tiles.map(({ symbol }) => symbol),
    );
    items.forEach((tile, i) => same(`${tile.symbolId} tile`, tile.size, tiles[i]?.[size] ?? NaN));
  }

  const { items: sectors } = await desk.ask('getListNameByPlateType', {});
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
  await desk.close();
});
