// For tests: a recording that no run before has seen, and its figures, computed in the plainest way from nothing but its trades.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import type { CatalogData } from '@tidemark/source/catalog-data.ts';
import type { Source } from '@tidemark/source/source.ts';
import { createReplay } from '#market/sources/replay/index.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { sum } from './plain-figures.ts';

export const seed = Number(process.env['RECOMPUTE_SEED'] ?? Date.now() % 2 ** 31);
export const [minute, hour, day] = [minuteMs, hourMs, dayMs];
export const begin = Date.UTC(2025, 2, 4, 7, 31);
const lengthMs = 2 * day;
const tradesOfPair = 200;
export const speed = 3_600;

export interface Trade {
  readonly symbol: string;
  readonly ts: number;
  readonly price: number;
  readonly size: number;
}
export interface Contract {
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
export const pairs = [
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
export const quoteOf = (symbol: string): string =>
  ['USDT', 'USDC', 'EUR', 'BTC', 'USD'].find((quote) => symbol.split('_')[0]!.endsWith(quote))!;
export const baseOf = (symbol: string): string => symbol.split('_')[0]!.slice(0, -quoteOf(symbol).length);
const isSpot = (symbol: string): boolean => !symbol.includes('_');
export const isStable = (coin: string): boolean => coin === 'USDC' || coin === 'USDT';
export const decimals = (symbol: string): number => (symbol.startsWith('PEPE') ? 8 : 4);

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
export const trades = record();
export const supplies = new Map(coins.map((coin) => [coin, Math.round(10 ** (5 + 3 * random()))]));
export const contracts = new Map(
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
export function complete(replay: ReturnType<typeof createReplay>): Source {
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
export const own = new Map(pairs.map((symbol) => [symbol, trades.filter((trade) => trade.symbol === symbol)]));
export const dayOf = new Map(
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
export const usdt = (currency: string): number => {
  if (currency === 'USDT' || currency === 'USD') return 1;
  return currency === 'EUR' ? 1 / dayOf.get('USDTEUR')!.last : dayOf.get(`${currency}USDT`)!.last;
};
export const turnoverUsdt = (symbol: string) => dayOf.get(symbol)!.turnover * usdt(quoteOf(symbol));
export const openUsdt = (symbol: string) => contracts.get(symbol)!.openInterest * contracts.get(symbol)!.mark * usdt(quoteOf(symbol));

export interface Standing {
  readonly symbol: string;
  readonly coin: string;
  readonly change: number;
  readonly turnover: number;
  readonly cap: number;
  readonly before: number;
  readonly heat: number;
}
export function standings(line: 'spot' | 'futures'): Standing[] {
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
export const spot = standings('spot');
export const eligible = (rows: readonly Standing[]) => rows.filter(({ coin, turnover }) => !isStable(coin) && turnover >= 50_000);
export let db: Database;
export let folder: string;
before(async () => {
  db = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'recompute-'));
});
after(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});
