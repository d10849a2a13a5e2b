// Search over coins, and what people look at before they have typed anything.
import { refuse } from '@tidemark/contract/errors.ts';
import { liquidityFloorUsdt, type CoinHit, type marketCalls } from '@tidemark/contract/market.ts';
import type { Input, Output } from '@tidemark/contract/wire.ts';
import type { Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { Clock } from '#platform/clock.ts';
import type { Quote } from './board.ts';
import type { Catalog } from './catalog/catalog.ts';
import { usdtPer, type Facts } from './facts.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import { createSearchInterest } from './search-interest.ts';

type Ask = Input<typeof marketCalls.searchCoin>;
type Answer = Output<typeof marketCalls.searchCoin>;

export interface CoinSearch {
  /** person: an opaque id of the caller, the same each time. */
  search(ask: Pick<Ask, 'keyword' | 'businessLine' | 'limit'>, person: string): Answer;
}

interface Shown {
  readonly coin: Coin;
  readonly symbol: MarketSymbol;
  readonly quote: Quote;
}

/** With what it turned over in a day, in USDT. */
interface Weighed extends Shown {
  readonly turnover: number;
}

const listLength = 10;
const nothing: Pick<Answer, 'hotSearchList' | 'increaseList' | 'newCurrencyList' | 'volList'> = {
  hotSearchList: [],
  increaseList: [],
  newCurrencyList: [],
  volList: [],
};

export function createCoinSearch({
  facts,
  clock,
  iconUrl,
}: {
  facts: Facts;
  clock: Clock;
  iconUrl: (ticker: string) => string;
}): CoinSearch {
  const interest = createSearchInterest(clock);
  let known: { readonly catalog: Catalog; readonly index: SearchIndex; readonly main: ReadonlyMap<string, MarketSymbol> } | null = null;

  /** Once per catalog. */
  const prepared = () => {
    const { catalog } = facts;
    if (known?.catalog !== catalog) known = { catalog, index: createSearchIndex(catalog), main: mainSymbols(catalog) };
    return known;
  };

  const show = (coin: Coin, named: MarketSymbol | null = null): Shown[] => {
    const main = prepared().main.get(coin.ticker);
    for (const symbol of [named, main]) {
      const quote = symbol && facts.board.quote(symbol.symbolId);
      if (symbol && quote) return [{ coin, symbol, quote }];
    }
    return [];
  };

  const toHit = ({ coin, symbol, quote }: Shown): CoinHit => ({
    symbolId: symbol.symbolId,
    baseSymbol: coin.ticker,
    pricedSymbol: symbol.pricedSymbol,
    name: coin.name,
    iconUrl: iconUrl(coin.ticker),
    businessLine: lineOf(symbol),
    last: quote.last.toFixed(symbol.pricePrecision),
    change24h: changeOf(quote).toFixed(6),
  });

  const lists = (): Answer => {
    const shown = facts.catalog.data.coins
      .flatMap((coin) => show(coin))
      .map(({ coin, symbol, quote }): Weighed => ({
        coin,
        symbol,
        quote,
        turnover: quote.turnover24h * (usdtPer(facts, symbol.pricedSymbol) ?? 0),
      }));
    const liquid = shown.filter(({ coin, turnover }) => turnover >= liquidityFloorUsdt && !coin.sectors.includes('stablecoin'));
    const top = (rows: readonly Weighed[], weightOf: (row: Weighed) => number) =>
      rows
        .map((row) => ({ row, weight: weightOf(row) }))
        .sort((a, b) => b.weight - a.weight || b.row.turnover - a.row.turnover)
        .slice(0, listLength)
        .map(({ row }) => toHit(row));
    return {
      items: [],
      total: 0,
      // What was searched for comes first; until enough was, what is marked hot.
      hotSearchList: top(
        liquid.filter(({ coin, symbol }) => symbol.tags.includes('hot') || interest.weightOf(coin.ticker) > 0),
        ({ coin }) => interest.weightOf(coin.ticker),
      ),
      increaseList: top(
        liquid.filter(({ quote }) => quote.last > quote.open24h),
        ({ quote }) => changeOf(quote),
      ),
      newCurrencyList: top(
        shown.filter(({ symbol }) => symbol.listedAt !== null),
        ({ symbol }) => symbol.listedAt!,
      ),
      volList: top(liquid, ({ turnover }) => turnover),
    };
  };

  return {
    search({ keyword, businessLine, limit }, person) {
      if (keyword === '') return lists();
      const isOfLine = ({ symbol }: Shown) => businessLine === undefined || lineOf(symbol) === businessLine;
      const found = prepared()
        .index.find(keyword)
        .flatMap(({ coin, symbol }) => show(coin, symbol).filter(isOfLine));
      // Section 8, Pages and fallbacks.
      if (found.length === 0) refuse(businessLine === undefined ? 'noDataFound' : 'noMatchingPair');
      const [first] = found;
      // Half a word names nothing yet.
      if (first && first.coin.ticker.toUpperCase() === keyword.toUpperCase()) interest.count(first.coin.ticker, person);
      return { items: found.slice(0, limit).map(toHit), total: found.length, ...nothing };
    },
  };
}

const lineOf = ({ instType }: MarketSymbol): CoinHit['businessLine'] => (instType === 'sp' ? 1 : 2);

const changeOf = ({ last, open24h }: Quote): number => last / open24h - 1;

/** The pair a coin is best known by: spot against USDT, any other spot pair, a contract. What can be traded goes first. */
function mainSymbols(catalog: Catalog): ReadonlyMap<string, MarketSymbol> {
  const main = new Map<string, MarketSymbol>();
  const preference = ({ instType, pricedSymbol, status }: MarketSymbol) =>
    (status === 'delisted' ? 8 : 0) + (instType === 'sp' ? 0 : 4) + (pricedSymbol === 'USDT' ? 0 : 1);
  for (const symbol of catalog.data.symbols) {
    const before = main.get(symbol.baseSymbol);
    if (!before || preference(symbol) < preference(before)) main.set(symbol.baseSymbol, symbol);
  }
  return main;
}
