// The list of getHomeQuotation: one line of the market, filtered, sorted and paged over the board as it is now.
import { anyQuote, last24h, type MarginTerms, type marketCalls, type SymbolItem } from '@tidemark/contract/market.ts';
import { instTypeOfLine } from '@tidemark/contract/business-lines.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Input, Output } from '@tidemark/contract/wire.ts';
import type { Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { isCategory, isInCategory } from '@tidemark/source/coins/sectors.ts';
import type { Quote } from './board.ts';
import { isListed, usdtPer, type Facts } from './facts.ts';

type Ask = Input<typeof marketCalls.getHomeQuotation>;
type Answer = Output<typeof marketCalls.getHomeQuotation>;

interface Listed {
  readonly symbol: MarketSymbol;
  readonly coin: Coin;
  readonly quote: Quote;
}

/** What rows are ordered by when it is neither on the board nor in the catalog. */
export interface ListBasis {
  readonly nowMs: number;
  /** Opening prices by symbol on the asked change base; null = the last 24 hours, which are on the board. */
  readonly opens: ReadonlyMap<string, number> | null;
}

/** The change base whose openings the order of the list needs; null = none. */
export const opensNeeded = ({ sort, timezone = last24h }: Ask): number | null =>
  sort === 'change' && timezone !== last24h ? timezone : null;

export function selectPriceList(facts: Facts, ask: Ask, { nowMs, opens }: ListBasis, iconUrl: (ticker: string) => string): Answer {
  if (ask.category !== undefined && !isCategory(ask.category)) refuse('notFound');
  const known = symbolsAskedFor(facts, ask);
  // An empty list would say that no pair can be borrowed for, which this source does not tell.
  if (ask.margin !== undefined && known.length > 0 && !known.some(({ margin }) => margin)) refuse('sourceLacksData');
  const line = known.filter((symbol) => isListed(facts, symbol));
  const listed = line.flatMap((symbol): Listed[] => {
    const coin = facts.catalog.coin(symbol.baseSymbol)!;
    const quote = facts.board.quote(symbol.symbolId)!;
    if (ask.quote !== undefined && ask.quote !== anyQuote && symbol.pricedSymbol !== ask.quote) return [];
    if (ask.category !== undefined && !isInCategory(ask.category, symbol.tags, coin.sectors)) return [];
    if (ask.margin !== undefined && !isOnMargin(symbol, ask.margin)) return [];
    return [{ symbol, coin, quote }];
  });
  const from = (ask.pageNum - 1) * ask.pageSize;
  return {
    items: sortList(facts, listed, ask, opens)
      .slice(from, from + ask.pageSize)
      .map((row) => toItem(facts, row, ask, iconUrl)),
    total: listed.length,
    coins: new Set((ask.margin === undefined ? line : listed.map(({ symbol }) => symbol)).map((symbol) => symbol.baseSymbol)).size,
    asOf: nowMs,
  };
}

function symbolsAskedFor(facts: Facts, { symbolIds, baseSymbol, businessLine }: Ask): readonly MarketSymbol[] {
  if (symbolIds) return [...new Set(symbolIds)].flatMap((symbolId) => facts.catalog.symbol(symbolId) ?? []);
  if (baseSymbol !== undefined) return facts.catalog.data.symbols.filter((symbol) => symbol.baseSymbol === baseSymbol);
  return facts.catalog.symbolsOf(instTypeOfLine(businessLine));
}

const isOnMargin = ({ margin }: MarketSymbol, mode: NonNullable<Ask['margin']>): boolean =>
  margin !== undefined && (mode === 'all' || (mode === 'cross' ? margin.crossLeverage : margin.isolatedLeverage) !== null);

/** The larger of what the two kinds of margin allow. */
const leverageOf = ({ maxLeverage, margin }: MarketSymbol): number | null =>
  maxLeverage ?? (margin ? Math.max(margin.crossLeverage ?? 0, margin.isolatedLeverage ?? 0) : null);

function sortList(facts: Facts, listed: readonly Listed[], { sort, direction }: Ask, opens: ListBasis['opens']): Listed[] {
  const sign = direction === 'asc' ? 1 : -1;
  if (sort === 'name')
    return listed.toSorted(
      (a, b) => sign * compareText(a.symbol.baseSymbol, b.symbol.baseSymbol) || compareText(a.symbol.symbolId, b.symbol.symbolId),
    );
  const worth = new Map<string, number | null>();
  // A BTC pair and a USDT pair can only be compared in one currency.
  const inUsdt = (row: Listed, amount: number | undefined) => {
    if (amount === undefined) return null;
    const { pricedSymbol } = row.symbol;
    let rate = worth.get(pricedSymbol);
    if (rate === undefined) worth.set(pricedSymbol, (rate = usdtPer(facts, pricedSymbol)));
    return rate === null ? null : amount * rate;
  };
  const valueOf: Record<Exclude<Ask['sort'], 'name'>, (row: Listed) => number | null> = {
    turnover: (row) => inUsdt(row, row.quote.turnover24h),
    price: (row) => inUsdt(row, row.quote.last),
    high: (row) => inUsdt(row, row.quote.high24h),
    change({ quote }) {
      const open = opens ? opens.get(quote.symbolId) : quote.open24h;
      return open === undefined ? null : quote.last / open - 1;
    },
    cap: ({ coin }) => capOf(facts, coin),
    listed: ({ symbol }) => symbol.listedAt,
    mark: (row) => inUsdt(row, row.quote.mark),
    index: (row) => inUsdt(row, row.quote.index),
    funding: ({ quote }) => quote.fundingRate ?? null,
    openInterest: (row) =>
      inUsdt(row, row.quote.openInterest === undefined ? undefined : row.quote.openInterest * (row.quote.mark ?? row.quote.last)),
    leverage: ({ symbol }) => leverageOf(symbol),
    borrow: ({ symbol }) => symbol.margin?.baseDailyRate ?? null,
  };
  const value = valueOf[sort];
  return listed
    .map((row) => ({ row, key: value(row) }))
    .sort((a, b) => compareKeys(a.key, b.key, sign) || compareText(a.row.symbol.symbolId, b.row.symbol.symbolId))
    .map(({ row }) => row);
}

/** Rows without the figure go last in both directions, as they do in the browser. */
const compareKeys = (a: number | null, b: number | null, sign: number): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : sign * (a - b);

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** In USDT; null where supply or price is not known. */
function capOf(facts: Facts, coin: Coin): number | null {
  const price = usdtPer(facts, coin.ticker);
  return coin.supply === null || price === null ? null : coin.supply * price;
}

function toItem(facts: Facts, { symbol, coin }: Listed, { margin, baseSymbol }: Ask, iconUrl: (ticker: string) => string): SymbolItem {
  const cap = capOf(facts, coin);
  return {
    symbolId: symbol.symbolId,
    baseSymbol: symbol.baseSymbol,
    pricedSymbol: symbol.pricedSymbol,
    name: coin.name,
    iconUrl: iconUrl(coin.ticker),
    pricePrecision: symbol.pricePrecision,
    tickSize: symbol.tickSize.toFixed(symbol.pricePrecision),
    tags: [...symbol.tags],
    status: symbol.status,
    maxLeverage: symbol.maxLeverage,
    cap: cap === null ? null : cap.toFixed(0),
    sectors: [...coin.sectors],
    listedAt: symbol.listedAt,
    ...(symbol.deliveryAt !== undefined && { deliveryAt: symbol.deliveryAt }),
    ...(symbol.fundingIntervalHours !== undefined && { fundingIntervalHours: symbol.fundingIntervalHours }),
    ...(symbol.margin && (margin !== undefined || baseSymbol !== undefined) && { margin: termsOf(symbol.margin) }),
    quote: facts.board.row(symbol.symbolId)!,
  };
}

const termsOf = ({ crossLeverage, isolatedLeverage, baseDailyRate, quoteDailyRate }: NonNullable<MarketSymbol['margin']>): MarginTerms => ({
  crossLeverage,
  isolatedLeverage,
  baseDailyRate: baseDailyRate.toFixed(8),
  quoteDailyRate: quoteDailyRate.toFixed(8),
});
