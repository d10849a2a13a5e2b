// The list of getHomeQuotation: one line of the market, filtered, sorted and paged over the board as it is now.
import { anyQuote, instTypeOfLine, marketCalls, type SymbolItem } from '@tidemark/contract/market.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Input, Output } from '@tidemark/contract/wire.ts';
import type { Coin, MarketSymbol } from './catalog/catalog.ts';
import { isCategory, isInCategory } from './catalog/sectors.ts';
import type { Quote } from './board.ts';
import { usdtPer, type Facts } from './facts.ts';

type Ask = Input<typeof marketCalls.getHomeQuotation>;
type Answer = Output<typeof marketCalls.getHomeQuotation>;

interface Listed {
  readonly symbol: MarketSymbol;
  readonly coin: Coin;
  readonly quote: Quote;
}

export function selectPriceList(facts: Facts, ask: Ask, nowMs: number, iconUrl: (ticker: string) => string): Answer {
  if (ask.category !== undefined && !isCategory(ask.category)) refuse('notFound');
  const line = facts.catalog.symbolsOf(instTypeOfLine(ask.businessLine));
  const listed = line.flatMap((symbol): Listed[] => {
    const coin = facts.catalog.coin(symbol.baseSymbol);
    const quote = facts.board.quote(symbol.symbolId);
    if (!coin || !quote || symbol.status === 'delisted') return [];
    if (ask.quote !== undefined && ask.quote !== anyQuote && symbol.pricedSymbol !== ask.quote) return [];
    if (ask.category !== undefined && !isInCategory(ask.category, symbol.tags, coin.sectors)) return [];
    return [{ symbol, coin, quote }];
  });
  const from = (ask.pageNum - 1) * ask.pageSize;
  return {
    items: sortList(facts, listed, ask).slice(from, from + ask.pageSize).map((row) => toItem(facts, row, iconUrl)),
    total: listed.length,
    coins: new Set(line.map((symbol) => symbol.baseSymbol)).size,
    asOf: nowMs,
  };
}

function sortList(facts: Facts, listed: readonly Listed[], { sort, direction }: Ask): Listed[] {
  const sign = direction === 'asc' ? 1 : -1;
  if (sort === 'name') return listed.toSorted((a, b) => sign * compareText(a.symbol.baseSymbol, b.symbol.baseSymbol) || compareText(a.symbol.symbolId, b.symbol.symbolId));
  const worth = new Map<string, number>();
  // A BTC pair and a USDT pair can only be compared in one currency.
  const inUsdt = (row: Listed, amount: number) => {
    const { pricedSymbol } = row.symbol;
    let rate = worth.get(pricedSymbol);
    if (rate === undefined) worth.set(pricedSymbol, (rate = usdtPer(facts, pricedSymbol) ?? 0));
    return amount * rate;
  };
  const valueOf: Record<Exclude<Ask['sort'], 'name'>, (row: Listed) => number> = {
    turnover: (row) => inUsdt(row, row.quote.turnover24h),
    price: (row) => inUsdt(row, row.quote.last),
    high: (row) => inUsdt(row, row.quote.high24h),
    change: ({ quote }) => quote.last / quote.open24h - 1,
    cap: ({ coin }) => capOf(facts, coin) ?? -1,
  };
  const value = valueOf[sort];
  return listed
    .map((row) => ({ row, key: value(row) }))
    .sort((a, b) => sign * (a.key - b.key) || compareText(a.row.symbol.symbolId, b.row.symbol.symbolId))
    .map(({ row }) => row);
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** In USDT; null where supply or price is not known. */
export function capOf(facts: Facts, coin: Coin): number | null {
  const price = usdtPer(facts, coin.ticker);
  return coin.supply === null || price === null ? null : coin.supply * price;
}

function toItem(facts: Facts, { symbol, coin }: Listed, iconUrl: (ticker: string) => string): SymbolItem {
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
    quote: facts.board.row(symbol.symbolId)!,
  };
}
