// The past of the market as notes and papers look at it: days and hours of the largest coins, funding and open interest of the
// largest contracts. Read a little at a time, because a source may compute it and prices must go on flowing meanwhile; days
// that are over are kept.
import { setImmediate as turn } from 'node:timers/promises';
import { dayMs, dayStart, hourMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { Market } from '#market/index.ts';

export const hourStart = (ms: number): number => ms - (ms % hourMs);

/** Coins that follow another price say nothing about the market. */
const pegged = new Set(['stablecoin', 'gold']);
const daysPerQuestion = 200;
/** How far back a record is looked for. */
export const recordDays = 365;
const fundingDays = 30;
/** Beyond it the source is away, and the whole look is tried again later. */
const bearableShare = 0.25;

const pastRule = { coins: 80, hourlyCoins: 40, contracts: 10 } as const;

export interface WatchedCoin {
  readonly ticker: string;
  readonly symbolId: string;
  readonly rank: number;
  readonly sectors: readonly string[];
}

export interface CoinPast extends WatchedCoin {
  /** Whole days only, oldest first. */
  readonly days: readonly Candle[];
  /** Whole hours only, oldest first; empty for the coins that are watched by the day. */
  readonly hours: readonly Candle[];
}

export interface ContractPast {
  readonly ticker: string;
  readonly symbolId: string;
  readonly funding: readonly { readonly ts: number; readonly rate: number }[];
  /** In USDT, at the beginning of a day. */
  readonly openInterest: ReadonlyMap<number, number>;
}

export interface MarketPast {
  readonly coins: readonly CoinPast[];
  readonly contracts: readonly ContractPast[];
}

/** The largest coins that trade for USDT. */
function watchedCoins({ catalog }: Pick<Market, 'catalog'>, atMost: number = pastRule.coins): WatchedCoin[] {
  return catalog
    .symbolsOf('sp')
    .flatMap(({ symbolId, baseSymbol, pricedSymbol, status }) => {
      const coin = catalog.coin(baseSymbol);
      return !coin || pricedSymbol !== 'USDT' || status !== 'online' || pegged.has(coin.sectors[0] ?? '')
        ? []
        : [{ ticker: baseSymbol, symbolId, rank: coin.rank, sectors: coin.sectors }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, atMost);
}

export interface PastReader {
  /** Hours that begin within [fromHour, toHour], and the days around them. */
  read(fromHour: number, toHour: number, signal: AbortSignal): Promise<MarketPast>;
}

/** Hours before the first one asked for, by which its own move is judged. */
export const hoursBefore = 48;

export function createPastReader(market: Pick<Market, 'catalog' | 'candles' | 'series'>): PastReader {
  const kept = new Map<string, readonly Candle[]>();
  const settled = new Map<string, ContractPast['funding']>();

  const ask = async (
    symbolId: string,
    interval: '1d' | '1h',
    from: number,
    to: number,
    step: number,
    signal: AbortSignal,
  ): Promise<Candle[]> => {
    const found: Candle[] = [];
    for (let start = from; start <= to; start += daysPerQuestion * step) {
      const end = Math.min(to, start + (daysPerQuestion - 1) * step);
      found.push(...((await market.candles([{ symbolId, interval, from: start, to: end, limit: daysPerQuestion }]))?.[0] ?? []));
      await turn();
      signal.throwIfAborted();
    }
    return found;
  };

  /** Days up to and with `last`; those known from before are not asked for again. */
  const daysOf = async (symbolId: string, first: number, last: number, signal: AbortSignal): Promise<readonly Candle[]> => {
    const known = kept.get(symbolId) ?? [];
    const isUsable = known.length > 0 && known[0]!.ts <= first + dayMs;
    const newest = isUsable ? known.at(-1)!.ts : first - dayMs;
    const fresh = newest >= last ? [] : await ask(symbolId, '1d', newest + dayMs, last, dayMs, signal);
    const all = [...(isUsable ? known : []), ...fresh].filter(({ ts }) => ts >= first);
    kept.set(symbolId, all);
    return all;
  };

  /** Settlements that are over do not change: only those since are asked for. */
  const fundingOf = async (symbolId: string, from: number, to: number): Promise<ContractPast['funding']> => {
    const known = settled.get(symbolId) ?? [];
    const isUsable = known.length > 0 && known[0]!.ts - from <= dayMs;
    const since = isUsable ? known.at(-1)!.ts + 1 : from;
    const found = (await market.series([{ metric: 'fundingRate', symbolId, period: '1d', from: since, to, limit: 1_500 }]))?.[0] ?? [];
    const fresh = found.map(({ ts, values }) => ({ ts, rate: values.rate })).filter(({ ts, rate }) => ts >= since && Number.isFinite(rate));
    const all = [...(isUsable ? known : []), ...fresh].filter(({ ts }) => ts >= from);
    settled.set(symbolId, all);
    return all;
  };

  const contractsOf = (): { ticker: string; symbolId: string }[] => {
    const tickers = watchedCoins(market, pastRule.contracts).map(({ ticker }) => ticker);
    const lines = market.catalog.symbolsOf('umcbl');
    return tickers.flatMap((ticker) => {
      const found = lines.find(
        ({ baseSymbol, pricedSymbol, deliveryAt, status }) =>
          baseSymbol === ticker && pricedSymbol === 'USDT' && deliveryAt === undefined && status === 'online',
      );
      return found ? [{ ticker, symbolId: found.symbolId }] : [];
    });
  };

  return {
    async read(fromHour, toHour, signal) {
      const lastDay = dayStart(toHour + hourMs) - dayMs;
      const firstDay = dayStart(fromHour) - (recordDays + 1) * dayMs;
      const watched = watchedCoins(market);
      const failures: unknown[] = [];
      /** An exchange far away fails now and then: one coin less is no reason to say nothing about the others. */
      const orNone = async <T>(read: Promise<T>): Promise<T | null> =>
        read.catch((error: unknown) => {
          signal.throwIfAborted();
          if (failures.push(error) > watched.length * bearableShare) throw error;
          return null;
        });
      const coins: CoinPast[] = [];
      for (const [place, coin] of watched.entries()) {
        const days = await orNone(daysOf(coin.symbolId, firstDay, lastDay, signal));
        const hours =
          place < pastRule.hourlyCoins
            ? await orNone(ask(coin.symbolId, '1h', fromHour - hoursBefore * hourMs, toHour, hourMs, signal))
            : [];
        if (days && hours) coins.push({ ...coin, days, hours: hours.filter(({ ts }) => ts <= toHour) });
      }
      const contracts: ContractPast[] = [];
      for (const contract of contractsOf()) {
        const funding = await orNone(fundingOf(contract.symbolId, fromHour - fundingDays * dayMs, toHour + hourMs - 1));
        await turn();
        // As it was when a day began; the running one counts, because it has begun. Only the end of a day is told of.
        const hasDaysEnd = dayStart(toHour + hourMs) > dayStart(fromHour);
        const interest = hasDaysEnd
          ? (
              await orNone(
                market.series([
                  {
                    metric: 'openInterest',
                    symbolId: contract.symbolId,
                    period: '1d',
                    from: dayStart(fromHour) - dayMs,
                    to: dayStart(toHour + hourMs),
                    limit: 400,
                  },
                ]),
              )
            )?.[0]
          : null;
        await turn();
        signal.throwIfAborted();
        contracts.push({
          ...contract,
          funding: funding ?? [],
          openInterest: new Map(interest?.flatMap(({ ts, values }) => (values.value > 0 ? [[ts, values.value] as const] : []))),
        });
      }
      return { coins, contracts };
    },
  };
}
