// One stretch of time of the whole network, added up symbol by symbol. Reads the market; keeps nothing.
import { annualFunding, fundingOfEightHours } from '@tidemark/contract/trading-data.ts';
import type { Market } from '#market/index.ts';

export interface Stretch {
  readonly period: '1h' | '1d';
  /** Beginnings of the periods, oldest first, evenly spaced. */
  readonly times: readonly number[];
}

export type NetworkSums = ReadonlyMap<number, Readonly<Record<string, readonly (number | null)[]>>>;

export const stretchMs = { '1h': 3_600_000, '1d': 86_400_000 } as const;
const mostPerAsk = 1000;
const lineNames = ['spot', 'usdtM', 'usdcM', 'coinM'] as const;
const lineOf = { sp: 0, umcbl: 1, cmcbl: 2, dmcbl: 3 } as const;

/** The coins whose worth is summed: those whose supply and price in USDT are known. */
export const cappedCoins = (market: Market) =>
  market.catalog.data.coins.filter(
    ({ ticker, supply }) => supply !== null && (ticker === 'USDT' || market.catalog.symbol(`${ticker}USDT`) !== undefined),
  );
export const isStablecoin = (sectors: readonly string[]): boolean => sectors.includes('stablecoin');
export const contractsOf = (market: Market) =>
  market.catalog.data.symbols.filter(({ instType, status }) => instType !== 'sp' && status !== 'prelaunch');

/** All metrics of every point of the stretch. rest() is awaited after each symbol: the site goes on living meanwhile. */
export async function sumNetwork(
  market: Market,
  { period, times }: Stretch,
  rest: (done: number, total: number) => Promise<void>,
): Promise<NetworkSums> {
  const [from, to] = [times[0]!, times.at(-1)!];
  const place = new Map(times.map((ts, i) => [ts, i]));
  const zeros = () => new Float64Array(times.length);
  const cap = { all: zeros(), stable: zeros(), btc: zeros(), eth: zeros() };
  // Nothing has been told of a moment until something is added to it: that is not the same as zero.
  const unknown = () => new Float64Array(times.length).fill(NaN);
  const addTo = (sums: Float64Array, i: number, amount: number) => {
    if (Number.isNaN(amount)) return;
    sums[i] = Number.isNaN(sums[i]) ? amount : sums[i]! + amount;
  };
  const turnover = lineNames.map(unknown);
  const openInterest = zeros();
  const funding = { weighted: zeros(), weight: zeros() };
  const accounts = { long: zeros(), short: zeros() };
  const taker = { buy: unknown(), sell: unknown() };
  const liquidated = { long: unknown(), short: unknown() };

  const coins = cappedCoins(market);
  const coinOf = new Map(coins.filter(({ ticker }) => ticker !== 'USDT').map((coin) => [`${coin.ticker}USDT`, coin]));
  const addCap = (i: number, ticker: string, sectors: readonly string[], usdt: number) => {
    cap.all[i]! += usdt;
    if (isStablecoin(sectors)) cap.stable[i]! += usdt;
    if (ticker === 'BTC') cap.btc[i]! += usdt;
    if (ticker === 'ETH') cap.eth[i]! += usdt;
  };
  const tether = coins.find(({ ticker }) => ticker === 'USDT');
  if (tether) times.forEach((_, i) => addCap(i, tether.ticker, tether.sectors, tether.supply!));

  /** What a unit of the currency was worth at each moment; money that no coin is priced in, at today's rate. */
  const worth = new Map<string, Promise<Float64Array>>();
  const usdtAt = (currency: string): Promise<Float64Array> => {
    let known = worth.get(currency);
    if (!known) worth.set(currency, (known = readWorth(currency)));
    return known;
  };
  async function readWorth(currency: string): Promise<Float64Array> {
    const at = zeros().fill(market.usdtPer(currency) ?? NaN);
    const symbolId = `${currency}USDT`;
    if (market.catalog.symbol(symbolId) === undefined) return at;
    const [candles = []] = (await market.candles([{ symbolId, interval: period, from, to, limit: times.length }])) ?? [];
    for (const { ts, open } of candles) {
      const i = place.get(ts);
      if (i !== undefined) at[i] = open;
    }
    return at;
  }

  const symbols = market.catalog.data.symbols.filter(({ status }) => status !== 'prelaunch');
  let done = 0;
  for (const symbol of symbols) {
    const { symbolId, instType, pricedSymbol } = symbol;
    const usdt = await usdtAt(pricedSymbol);
    const [candles = []] = (await market.candles([{ symbolId, interval: period, from, to, limit: times.length }])) ?? [];
    const traded = zeros();
    for (const { ts, open, turnover: inQuote } of candles) {
      const i = place.get(ts);
      if (i === undefined) continue;
      traded[i] = inQuote * usdt[i]!;
      addTo(turnover[lineOf[instType]]!, i, traded[i]);
      const coin = coinOf.get(symbolId);
      if (coin) addCap(i, coin.ticker, coin.sectors, coin.supply! * open);
    }
    if (instType !== 'sp') await addContract(symbolId, traded, usdt);
    await rest(++done, symbols.length);
  }

  async function addContract(symbolId: string, traded: Float64Array, usdt: Float64Array): Promise<void> {
    const query = { symbolId, period, from, to, limit: times.length } as const;
    const [held] = (await market.series([{ ...query, metric: 'openInterest' }])) ?? [];
    const value = zeros();
    for (const { ts, values } of held ?? []) {
      const i = place.get(ts);
      if (i === undefined || Number.isNaN(usdt[i])) continue;
      value[i] = values.value * usdt[i]!;
      openInterest[i]! += value[i];
    }
    const [sides] = (await market.series([{ ...query, metric: 'longShortAccounts' }])) ?? [];
    for (const { ts, values } of sides ?? []) {
      const i = place.get(ts);
      if (i === undefined) continue;
      accounts.long[i]! += values.long * value[i]!;
      accounts.short[i]! += values.short * value[i]!;
    }
    const [flow] = (await market.series([{ ...query, metric: 'takerVolume' }])) ?? [];
    for (const { ts, values } of flow ?? []) {
      const i = place.get(ts);
      if (i === undefined) continue;
      // At the mean price of the period: together they are the turnover of its candle.
      const perCoin = traded[i]! / (values.buy + values.sell || 1);
      addTo(taker.buy, i, values.buy * perCoin);
      addTo(taker.sell, i, values.sell * perCoin);
    }
    const [closed] = (await market.series([{ ...query, metric: 'liquidations' }])) ?? [];
    for (const { ts, values } of closed ?? []) {
      const i = place.get(ts);
      if (i === undefined) continue;
      addTo(liquidated.long, i, values.long * usdt[i]!);
      addTo(liquidated.short, i, values.short * usdt[i]!);
    }
    const intervalHours = market.catalog.symbol(symbolId)?.fundingIntervalHours;
    if (!intervalHours) return;
    // The settlement in force at each moment: the last one before it, of which there may be many per period.
    const settled = await settlements(symbolId, from - stretchMs['1d'], to);
    let at = 0;
    let rate: number | null = null;
    times.forEach((ts, i) => {
      while (at < settled.length && settled[at]!.ts <= ts) rate = settled[at++]!.values.rate;
      if (rate === null || value[i] === 0) return;
      funding.weighted[i]! += fundingOfEightHours(rate, intervalHours) * value[i]!;
      funding.weight[i]! += value[i]!;
    });
  }

  async function settlements(symbolId: string, since: number, until: number) {
    const all = [];
    for (let end = until; end >= since;) {
      const [points = []] =
        (await market.series([{ metric: 'fundingRate', symbolId, period: '1h', from: since, to: end, limit: mostPerAsk }])) ?? [];
      all.unshift(...points);
      if (points.length < mostPerAsk) break;
      end = points[0]!.ts - 1;
    }
    return all;
  }

  const known = (figure: number) => (Number.isNaN(figure) ? null : figure);
  const share = (part: number, whole: number) => (whole > 0 ? part / whole : null);
  /** Of a coin whose cap is not known the share is not known either. */
  const dominance = (part: number, whole: number) => (part > 0 ? share(part, whole) : null);
  return new Map(
    times.map((ts, i) => {
      // Where of no stablecoin the supply is known, nothing is known without them.
      const [all, free] = [cap.all[i]!, cap.stable[i]! > 0 ? cap.all[i]! - cap.stable[i]! : 0];
      const bothSides = accounts.long[i]! + accounts.short[i]!;
      const rate = share(funding.weighted[i]!, funding.weight[i]!);
      return [
        ts,
        {
          marketCap: [all || null, free || null],
          dominance: [dominance(cap.btc[i]!, all), dominance(cap.eth[i]!, all), dominance(cap.btc[i]!, free), dominance(cap.eth[i]!, free)],
          openInterest: [openInterest[i]! || null],
          fundingRate: [rate, rate === null ? null : annualFunding(rate, 8)],
          longShortAccounts: [
            share(accounts.long[i]!, bothSides),
            share(accounts.short[i]!, bothSides),
            share(accounts.long[i]!, accounts.short[i]!),
          ],
          takerVolume: [known(taker.buy[i]!), known(taker.sell[i]!), share(taker.buy[i]!, taker.sell[i]!)],
          liquidations: [known(liquidated.long[i]!), known(liquidated.short[i]!)],
          volumeByLine: turnover.map((line) => known(line[i]!)),
        },
      ];
    }),
  );
}
