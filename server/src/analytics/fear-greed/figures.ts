// The figures of a day from what the market tells of it: candles of BTC and of the largest coins, and what holders of
// contracts do. Every figure of a day uses that day and days before it.
import { dayMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import { noFigures, type Figures } from './rules.ts';

export interface MarketDays {
  readonly btc: readonly Candle[];
  /** The largest coins, BTC among them. */
  readonly coins: readonly { readonly ticker: string; readonly supply: number | null; readonly days: readonly Candle[] }[];
  readonly contracts: readonly ContractDays[];
  /** Pairs starred on the site, by day. */
  readonly favorites: ReadonlyMap<number, number>;
}

/** By begin of the day. */
export interface ContractDays {
  readonly openInterest: ReadonlyMap<number, number>;
  readonly fundingRate: ReadonlyMap<number, number>;
  readonly takerBuyShare: ReadonlyMap<number, number>;
  readonly longAccounts: ReadonlyMap<number, number>;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const spread = (values: readonly number[]): number => {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
};

/** The last `length` days up to and with `at`; null when some are missing. */
const lastDays = (days: readonly Candle[], at: number, length: number): readonly Candle[] | null =>
  at + 1 < length ? null : days.slice(at + 1 - length, at + 1);

export function createFigures(facts: MarketDays): (ts: number) => Figures {
  const btcAt = new Map(facts.btc.map((day, place) => [day.ts, place]));
  const coins = facts.coins.map((coin) => ({ ...coin, byDay: new Map(coin.days.map((day) => [day.ts, day])) }));

  const riseShare = (ts: number): number | null => {
    const days = coins.map(({ byDay }) => byDay.get(ts)).filter((day) => day !== undefined);
    return days.length === 0 ? null : days.filter(({ open, close }) => close > open).length / days.length;
  };
  const dominance = (ts: number): number | null => {
    let btc = 0;
    let all = 0;
    for (const { ticker, supply, byDay } of coins) {
      const day = byDay.get(ts);
      if (!day || supply === null) continue;
      all += supply * day.close;
      if (ticker === 'BTC') btc = supply * day.close;
    }
    return btc > 0 ? btc / all : null;
  };
  const weighed = (ts: number, figure: Exclude<keyof ContractDays, 'openInterest'>): number | null => {
    let sum = 0;
    let weight = 0;
    for (const contract of facts.contracts) {
      const value = contract[figure].get(ts);
      const interest = contract.openInterest.get(ts);
      if (value === undefined || interest === undefined) continue;
      sum += value * interest;
      weight += interest;
    }
    return weight > 0 ? sum / weight : null;
  };
  const overWeek = (ts: number, of: (ts: number) => number | null): number | null => {
    const week = Array.from({ length: 7 }, (_, back) => of(ts - back * dayMs));
    return week.every((value) => value !== null) ? mean(week) : null;
  };

  return (ts) => {
    const at = btcAt.get(ts);
    if (at === undefined) return noFigures;
    const price = facts.btc[at]!.close;
    const dominanceNow = dominance(ts);
    const dominanceThen = dominance(ts - 30 * dayMs);
    const starred = facts.favorites.get(ts);
    const starredThen = facts.favorites.get(ts - 7 * dayMs);
    return {
      ...priceFigures(facts.btc, at, price),
      breadth: overWeek(ts, riseShare),
      fundingRate: weighed(ts, 'fundingRate'),
      takerBuyShare: weighed(ts, 'takerBuyShare'),
      longAccounts: weighed(ts, 'longAccounts'),
      dominanceShift: dominanceNow === null || dominanceThen === null ? null : dominanceNow - dominanceThen,
      favoritesTotal: starred ?? null,
      favoritesAdded: starred === undefined || starredThen === undefined ? null : starred - starredThen,
    };
  };
}

function priceFigures(btc: readonly Candle[], at: number, price: number): Pick<Figures, 'volatilityRatio' | 'drawdown' | 'momentum'> {
  const days = lastDays(btc, at, 91);
  if (!days) return { volatilityRatio: null, drawdown: null, momentum: null };
  const closes = days.map((day) => day.close);
  const returns = closes.slice(1).map((close, i) => Math.log(close / closes[i]!));
  const usual = mean([spread(returns.slice(-30)), spread(returns)]);
  const monthVolume = mean(days.slice(-30).map((day) => day.turnover));
  const trend = mean([price / mean(closes.slice(-30)) - 1, price / mean(closes.slice(-90)) - 1]);
  return {
    volatilityRatio: usual > 0 ? spread(returns.slice(-7)) / usual : null,
    drawdown: 1 - price / Math.max(...days.slice(-90).map((day) => day.high)),
    // A move on rising volume counts for more, in its own direction.
    momentum: monthVolume > 0 ? trend * (mean(days.slice(-7).map((day) => day.turnover)) / monthVolume) : null,
  };
}
