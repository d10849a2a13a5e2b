// What any source must keep to, asked of a running one: its catalog, its first prices, and a look at each thing it offers. Answers what is
// wrong, in sentences for the author of the source.
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import { Refusal } from '@tidemark/contract/errors.ts';
import { symbolId as symbolIdShape, type CandleInterval } from '@tidemark/contract/market.ts';
import { tradingPeriods } from '@tidemark/contract/trading-data.ts';
import { candleStart, type Candle } from '@tidemark/source/candle.ts';
import type { CatalogData, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { metrics, type Metric, type Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import * as v from 'valibot';
import type { Clock } from '#platform/clock.ts';
import { faultOf } from '../../tick.ts';

export interface SourceReport {
  /** One sentence each; none = it keeps to everything. */
  readonly faults: readonly string[];
  /** What it offers, and what it leaves out: that is shown as missing. */
  readonly offers: readonly string[];
  readonly lacks: readonly string[];
  readonly symbols: number;
  readonly priced: number;
}

const intervals: readonly CandleInterval[] = ['1m', '1h', '1d'];
const optional = ['candles', 'trades', 'orderBook', 'series', 'funding', 'ticks', 'p2pAds', 'blocks', 'onchain', 'fiatRates'] as const;
/** Fields of a series whose sum is one. */
const shares: Partial<Record<Metric, readonly (readonly string[])[]>> = {
  longShortAccounts: [['long', 'short']],
  largeAccountsPositions: [
    ['longAccounts', 'shortAccounts'],
    ['longPositions', 'shortPositions'],
  ],
};
const mostFaults = 50;
const asked = 10;

export async function checkSource(
  source: Source,
  { clock, patienceMs = 30_000 }: { clock: Clock; patienceMs?: number },
): Promise<SourceReport> {
  const faults = new Set<string>();
  const fault = (text: string) => void (faults.size < mostFaults && faults.add(text));
  const catalog = await source.catalog();
  checkCatalog(catalog, clock.now(), fault);
  const bySymbol = new Map(catalog.symbols.map((symbol) => [symbol.symbolId, symbol]));

  const lasts = new Map<string, Tick>();
  const take = (ticks: readonly Tick[]) => {
    for (const tick of ticks) {
      checkTick(tick, bySymbol.get(tick.symbolId), lasts.get(tick.symbolId), clock.now(), fault);
      lasts.set(tick.symbolId, tick);
    }
  };
  try {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(patienceMs, resolve);
      source.start((ticks) => {
        take(ticks);
        if (lasts.size > 0) {
          cancel();
          resolve();
        }
      });
    });
    if (lasts.size === 0) fault(`start(): no price came within ${patienceMs / 1_000} seconds.`);
    const priced = catalog.symbols.filter(({ symbolId }) => lasts.has(symbolId));
    for (const symbol of [priced.find(({ instType }) => instType === 'sp'), priced.find(({ instType }) => instType !== 'sp')])
      if (symbol) await checkPast(source, symbol, clock.now(), fault);
    await checkUnknown(source, fault);
  } finally {
    source.stop();
  }
  return {
    faults: [...faults],
    offers: optional.filter((name) => source[name] !== undefined),
    lacks: optional.filter((name) => source[name] === undefined),
    symbols: catalog.symbols.length,
    priced: lasts.size,
  };
}

type TellFault = (text: string) => void;

function checkCatalog({ coins, symbols }: CatalogData, now: number, fault: TellFault): void {
  const tickers = new Set<string>();
  const isTime = (at: number | null) => at === null || (at > 0 && at <= now);
  for (const { ticker, rank, supply, listedAt } of coins) {
    if (tickers.has(ticker)) fault(`catalog(): the coin ${ticker} is there twice.`);
    tickers.add(ticker);
    if (!(rank >= 1)) fault(`catalog(): the coin ${ticker} has the rank ${rank}; the largest has 1.`);
    if (supply !== null && !(supply > 0)) fault(`catalog(): the coin ${ticker} has a supply of ${supply}; what is not known is null.`);
    if (!isTime(listedAt)) fault(`catalog(): the coin ${ticker} was listed at ${listedAt}; what is not known is null.`);
  }
  if (symbols.length === 0) fault('catalog(): there is no symbol.');
  const seen = new Set<string>();
  for (const symbol of symbols) {
    const { symbolId, tickSize, pricePrecision, quantityPrecision } = symbol;
    const say = (text: string) => fault(`catalog(): ${symbolId} ${text}`);
    if (!v.is(symbolIdShape, symbolId)) say('is no id like BTCUSDT, BTCUSDT_UMCBL, BTCPERP_CMCBL, BTCUSD_DMCBL or BTCUSD_DMCBL_261225.');
    if (seen.has(symbolId)) say('is there twice.');
    seen.add(symbolId);
    if (symbol.instType !== instTypeOf(symbolId)) say(`is of the line ${symbol.instType}, and its ending says ${instTypeOf(symbolId)}.`);
    if (!tickers.has(symbol.baseSymbol)) say(`is traded in ${symbol.baseSymbol}, which is not among the coins.`);
    if (!(tickSize > 0)) say(`has the tick size ${tickSize}.`);
    else if (Math.abs(tickSize - Number(tickSize.toFixed(pricePrecision))) > tickSize / 1e6)
      say(`has the tick size ${tickSize}, which needs more decimals than its ${pricePrecision}.`);
    if (!(Number.isInteger(quantityPrecision) && quantityPrecision >= 0)) say(`has ${quantityPrecision} decimals of an amount.`);
    if (symbol.status !== 'prelaunch' && !isTime(symbol.listedAt)) say(`was listed at ${symbol.listedAt}; what is not known is null.`);
    if (symbol.maxLeverage !== null && !(symbol.maxLeverage >= 1))
      say(`has a highest leverage of ${symbol.maxLeverage}; what is not known is null.`);
    if (symbol.fundingIntervalHours !== undefined && (symbol.instType === 'sp' || symbol.deliveryAt !== undefined))
      say('has an interval of funding, and is no perpetual contract.');
    if (symbol.fundingIntervalHours !== undefined && !(symbol.fundingIntervalHours > 0)) say('has no interval of funding: leave it out.');
    if (symbol.margin && symbol.margin.crossLeverage === null && symbol.margin.isolatedLeverage === null)
      say('has terms of margin without a leverage: leave them out.');
  }
}

function checkTick(tick: Tick, symbol: MarketSymbol | undefined, before: Tick | undefined, now: number, fault: TellFault): void {
  const say = (text: string) => fault(`start(): a price of ${tick.symbolId} ${text}`);
  if (!symbol) return say('is of no symbol of the catalog.');
  const wrong = faultOf(tick, now);
  if (wrong) say(`would be refused: ${wrong}.`);
  if (before && tick.ts < before.ts) say('is older than the one before.');
  const isPerpetual = symbol.instType !== 'sp' && symbol.deliveryAt === undefined;
  if (!isPerpetual && (tick.fundingRate ?? tick.nextFundingAt) !== undefined) say('has funding, and it is no perpetual contract.');
  if (symbol.instType === 'sp' && (tick.openInterest ?? tick.mark ?? tick.index) !== undefined) say('of spot has figures of a contract.');
  if (tick.nextFundingAt !== undefined && !(tick.nextFundingAt > now - 60_000)) say('names a settlement that is over: leave it out.');
}

async function checkPast(source: Source, { symbolId }: MarketSymbol, now: number, fault: TellFault): Promise<void> {
  for (const interval of source.candles ? intervals : []) {
    const say = (text: string) => fault(`candles(): ${symbolId} ${interval}: ${text}`);
    const to = candleStart(interval, now) - 1;
    const candles = await orNothing(() => source.candles!({ symbolId, interval, to, limit: asked }), say);
    if (candles.length > asked) say(`${candles.length} came, ${asked} were asked for.`);
    candles.forEach((candle, i) => checkCandle(candle, candles[i - 1], interval, to, say));
    const few = await orNothing(() => source.candles!({ symbolId, interval, to, limit: 2 }), say);
    if (candles.length > 2 && few.at(-1)?.ts !== candles.at(-1)?.ts) say('of more candles than asked for, the newest are to be told.');
  }
  if (source.trades) {
    const say = (text: string) => fault(`trades.range(): ${symbolId}: ${text}`);
    const trades = await orNothing(() => source.trades!.range({ symbolId, limit: asked }), say);
    if (trades.length > asked) say(`${trades.length} came, ${asked} were asked for.`);
    if (new Set(trades.map(({ id }) => id)).size < trades.length) say('two have one id.');
    trades.forEach(({ ts, price, size }, i) => {
      if (!(price > 0 && size > 0 && ts > 0)) say('a price, size or time is not above zero.');
      if (i > 0 && ts < trades[i - 1]!.ts) say('they are not told oldest first.');
    });
  }
  if (source.orderBook) {
    const say = (text: string) => fault(`orderBook(): ${symbolId}: ${text}`);
    const [book] = await orNothing(async () => [await source.orderBook!(symbolId)], say);
    const sorted = (prices: readonly number[], sign: number) => prices.every((price, i) => i === 0 || sign * (price - prices[i - 1]!) > 0);
    const [bids, asks] = [book?.bids ?? [], book?.asks ?? []].map((side) => side.map(([price]) => price)) as [number[], number[]];
    if (!sorted(bids, -1) || !sorted(asks, 1)) say('the best price comes first on both sides, and each once.');
    if (bids[0] !== undefined && asks[0] !== undefined && bids[0] >= asks[0]) say('the best bid is not below the best ask.');
  }
  for (const metric of source.series ? metrics : [])
    for (const period of tradingPeriods) {
      const say = (text: string) => fault(`series(): ${metric} of ${symbolId}, ${period}: ${text}`);
      const points = await orNothing(() => source.series!({ metric, symbolId, period, limit: asked }), say);
      if (points.length > asked) say(`${points.length} came, ${asked} were asked for.`);
      points.forEach(({ ts, values }, i) => {
        if (i > 0 && ts <= points[i - 1]!.ts) say('points are told oldest first, and each once.');
        if (metric !== 'fundingRate' && candleStart(period, ts) !== ts) say('a point does not begin where its period does.');
        const byField = values as unknown as Record<string, number>;
        if (!Object.values(byField).every(Number.isFinite)) say('a value is not a number.');
        for (const fields of shares[metric] ?? [])
          if (Math.abs(fields.reduce((sum, field) => sum + byField[field]!, 0) - 1) > 1e-6) say(`${fields.join(' and ')} are together 1.`);
      });
    }
}

function checkCandle(candle: Candle, before: Candle | undefined, interval: CandleInterval, to: number, say: TellFault): void {
  const { ts, open, high, low, close, volume, turnover } = candle;
  if (candleStart(interval, ts) !== ts) say('a candle does not open where its interval begins (UTC; weeks on Monday).');
  if (ts > to) say('a candle opens after the end that was asked for.');
  if (before && ts <= before.ts) say('they are told oldest first, and each once.');
  if (!(open > 0 && close > 0 && low > 0 && high >= Math.max(open, close) && low <= Math.min(open, close)))
    say('open and close are not within low and high.');
  if (!(volume >= 0 && turnover >= 0)) say('volume and turnover are not told.');
}

/** What is not there answers empty or refuses; anything else is a fault of the source. */
async function checkUnknown(source: Source, fault: TellFault): Promise<void> {
  const symbolId = 'NOSUCHCOINUSDT';
  const say = (text: string) => fault(`of a symbol that is not listed: ${text}`);
  if (source.candles && (await orNothing(() => source.candles!({ symbolId, interval: '1h', limit: 1 }), say)).length > 0)
    say('candles() made some up.');
  if (source.trades && (await orNothing(() => source.trades!.range({ symbolId, limit: 1 }), say)).length > 0)
    say('trades.range() made some up.');
}

async function orNothing<T>(ask: () => Promise<readonly T[]>, say: TellFault): Promise<readonly T[]> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refusal)) say(`failed: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
