// What the figures are made of, read from the market.
import { fearGreedRule } from '@tidemark/contract/fear-greed.ts';
import { dayStart } from '@tidemark/contract/time.ts';
import type { Market } from '#market/index.ts';
import { largestCoins, readDays, readSeries } from '../daily-facts.ts';
import type { ContractDays, MarketDays } from './figures.ts';

const btc = 'BTCUSDT';
/** A contract may settle its funding every hour. */
const fundingsPerDay = 24;

export async function readMarketDays(
  market: Market,
  from: number,
  to: number,
  favorites: MarketDays['favorites'],
  signal: AbortSignal,
): Promise<MarketDays> {
  const coins = largestCoins(market, fearGreedRule.coins);
  const days = await readDays(
    market,
    [btc, ...coins.map(({ symbolId }) => symbolId).filter((symbolId) => symbolId !== btc)],
    from,
    to,
    signal,
  );
  const perpetuals = new Map(
    market.catalog
      .symbolsOf('umcbl')
      .filter(({ deliveryAt }) => deliveryAt === undefined)
      .map((symbol) => [symbol.baseSymbol, symbol.symbolId]),
  );
  const contracts: ContractDays[] = [];
  for (const symbolId of coins
    .map(({ ticker }) => perpetuals.get(ticker))
    .filter((symbolId) => symbolId !== undefined)
    .slice(0, fearGreedRule.contracts)) {
    contracts.push(await readContract(market, symbolId, from, to, signal));
  }
  return {
    btc: days.get(btc) ?? [],
    coins: coins.map(({ symbolId, ticker, supply }) => ({ ticker, supply, days: days.get(symbolId) ?? [] })),
    contracts,
    favorites,
  };
}

async function readContract(market: Market, symbolId: string, from: number, to: number, signal: AbortSignal): Promise<ContractDays> {
  const interest = await readSeries(market, 'openInterest', symbolId, from, to, signal);
  const fundings = await readSeries(market, 'fundingRate', symbolId, from, to, signal, fundingsPerDay);
  const taker = await readSeries(market, 'takerVolume', symbolId, from, to, signal);
  const accounts = await readSeries(market, 'longShortAccounts', symbolId, from, to, signal);
  const byDay = new Map<number, { sum: number; count: number }>();
  for (const { ts, values } of fundings) {
    const day = byDay.get(dayStart(ts)) ?? { sum: 0, count: 0 };
    byDay.set(dayStart(ts), { sum: day.sum + values.rate, count: day.count + 1 });
  }
  return {
    openInterest: new Map(interest.map(({ ts, values }) => [dayStart(ts), values.value])),
    fundingRate: new Map([...byDay].map(([day, { sum, count }]) => [day, sum / count])),
    takerBuyShare: new Map(
      taker.flatMap(({ ts, values: { buy, sell } }) => (buy + sell > 0 ? [[dayStart(ts), buy / (buy + sell)] as const] : [])),
    ),
    longAccounts: new Map(accounts.map(({ ts, values }) => [dayStart(ts), values.long])),
  };
}
