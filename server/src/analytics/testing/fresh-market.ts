// For tests: a market of the simulator that no other test looks at, what it told last of every pair, and the figures of it, computed in
// the plainest way from nothing but those ticks, its catalog and its candles.
import { after, before } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { CandleInterval } from '@tidemark/contract/market.ts';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import { createSimulator } from '@tidemark/simulator/index.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { createHandClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { openTestDatabase } from '#platform/db/testing/open-test-database.ts';
import { openViewsOn } from './open-views.ts';
import { sum } from './plain-figures.ts';

/** Of no other test; with LONG=1 one of the moment. */
export const seed = Number(process.env['RECOMPUTE_SEED'] ?? (process.env['LONG'] === '1' ? Date.now() % 2 ** 31 : 60_711));
export const [minute, hour, day] = [minuteMs, hourMs, dayMs];
/** In the middle of a minute of an hour of a day that follow from the seed. */
const begin = Date.UTC(2026, 8, 1) + (seed % 60) * day + ((seed * 7) % 24) * hour + ((seed * 13) % 55) * minute + 23_000;
const listedCoins = 40;
const playedSeconds = 40;

export const clock = createHandClock(begin);
export const simulator = createSimulator({ clock, seed, coins: listedCoins, ticksPerSecond: 60 });

/** As the simulator told it, the newest of each pair. */
export const newest = new Map<string, Tick>();
/** The same at the start, when the views asked what they ask seldom. */
export let first: { readonly at: number; readonly told: ReadonlyMap<string, Tick> };
const listenedTo: Source = {
  ...simulator,
  start: (onTicks) =>
    simulator.start((ticks) => {
      for (const tick of ticks) if (tick.ts >= (newest.get(tick.symbolId)?.ts ?? 0)) newest.set(tick.symbolId, tick);
      onTicks(ticks);
    }),
};

export let db: Database;
export let bed: Awaited<ReturnType<typeof openViewsOn<Source>>>;
before(async () => {
  db = await openTestDatabase();
  bed = await openViewsOn({ db, feed: listenedTo, clock });
  await bed.start();
  first = { at: clock.now(), told: new Map(newest) };
  for (let second = 0; second < playedSeconds; second++) {
    clock.advance(1_000);
    await turn();
  }
  await bed.settled();
});
after(async () => {
  await bed.close();
  await db.close();
});

const { coins, symbols } = await simulator.catalog();
export const listed: readonly MarketSymbol[] = symbols;
export const coinOf = new Map(coins.map((coin) => [coin.ticker, coin]));
const fiat = await simulator.fiatRates();

export const usdt = (currency: string, told: ReadonlyMap<string, Tick> = newest): number => {
  if (currency === 'USDT') return 1;
  const [own, backwards] = [told.get(`${currency}USDT`), told.get(`USDT${currency}`)];
  return own ? own.last : backwards ? 1 / backwards.last : currency === 'USD' && !fiat['USD'] ? 1 : 1 / fiat[currency]!;
};
export const turnoverUsdt = ({ symbolId, pricedSymbol }: MarketSymbol): number => newest.get(symbolId)!.turnover24h * usdt(pricedSymbol);
export const isStable = (ticker: string): boolean => coinOf.get(ticker)!.sectors.includes('stablecoin');
export const candles = (symbolId: string, interval: CandleInterval, from: number, to: number) =>
  simulator.candles({ symbolId, interval, from, to, limit: 1_000 });

export interface Standing {
  readonly symbol: MarketSymbol;
  readonly ticker: string;
  readonly tick: Tick;
  readonly change: number;
  /** Of all pairs of the coin on the line, and of the one that stands for it. */
  readonly turnover: number;
  readonly pairTurnover: number;
  readonly cap: number;
  readonly before: number;
  readonly heat: number;
}

/** One row a coin: the pair it is best known by stands for it. */
export function standings(line: 'spot' | 'futures'): Standing[] {
  const known = ['USDT', 'USDC', 'USD', 'EUR', 'BTC', 'ETH'];
  const traded = symbols.filter(
    ({ symbolId, instType, status, deliveryAt }) =>
      (instType === 'sp') === (line === 'spot') &&
      (status === 'online' || status === 'halted') &&
      deliveryAt === undefined &&
      newest.has(symbolId),
  );
  return [...new Set(traded.map(({ baseSymbol }) => baseSymbol))].map((ticker) => {
    const theirs = traded.filter(({ baseSymbol }) => baseSymbol === ticker);
    const place = ({ pricedSymbol, instType }: MarketSymbol) => known.indexOf(pricedSymbol) + (instType === 'dmcbl' ? 100 : 0);
    const [symbol] = theirs.toSorted((a, b) => place(a) - place(b)) as [MarketSymbol];
    const tick = newest.get(symbol.symbolId)!;
    const isUnit = ticker === 'USDT';
    const { supply } = coinOf.get(ticker)!;
    const worth = (price: number) => supply! * (isUnit ? 1 : price * usdt(symbol.pricedSymbol));
    const change = isUnit ? 0 : tick.last / tick.open24h - 1;
    const turnover = sum(theirs.map(turnoverUsdt));
    return {
      symbol,
      ticker,
      tick,
      change,
      turnover,
      pairTurnover: turnoverUsdt(symbol),
      cap: worth(tick.last),
      before: worth(tick.open24h),
      heat: Math.abs(change) * Math.log10(1 + turnover / 50_000),
    };
  });
}

/** Contracts that trade, those that end among them. */
export const contracts = (told: ReadonlyMap<string, Tick> = newest) =>
  symbols
    .filter(({ symbolId, instType, status }) => instType !== 'sp' && status === 'online' && told.has(symbolId))
    .map((symbol) => {
      const tick = told.get(symbol.symbolId)!;
      return {
        symbol,
        tick,
        open: tick.openInterest! * (tick.mark ?? tick.last) * usdt(symbol.pricedSymbol, told),
        /** What a holder pays in eight hours; none where a contract ends instead. */
        funding: symbol.fundingIntervalHours ? (tick.fundingRate! * 8) / symbol.fundingIntervalHours : null,
      };
    });
