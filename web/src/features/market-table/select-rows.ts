// Which rows a list shows, and in which order. Pure: the live figures are passed in.
import { anyQuote, quoteAt, type ListSort, type SymbolItem } from '@tidemark/contract/market.ts';
import { normalizeKeyword, withoutSeparators } from '@tidemark/contract/keyword.ts';
import { allCategory } from '@tidemark/contract/pages.ts';
import type { Column, Figures } from './column.ts';
import type { ListOrder } from './list-url.ts';
import type { WorthOf } from './worth.ts';

export const figuresOf = ({ quote }: SymbolItem): Figures => ({
  row: quote,
  last: quote[quoteAt.last],
  open24h: quote[quoteAt.open24h],
  high24h: quote[quoteAt.high24h],
  low24h: quote[quoteAt.low24h],
  turnover24h: quote[quoteAt.turnover24h],
});

/** The opening price of a symbol on a change base; undefined while it is not known. */
export type OpenOf = (symbolId: string) => string | undefined;

export interface RowChoice {
  readonly quote: string;
  readonly category: string;
  readonly filter: string;
  /** What else a row has to be. */
  isIn?(item: SymbolItem): boolean;
}

export function selectRows(items: readonly SymbolItem[], { quote, category, filter, isIn }: RowChoice): readonly SymbolItem[] {
  const wanted = normalizeKeyword(filter);
  return items.filter(
    (item) =>
      (quote === anyQuote || item.pricedSymbol === quote) &&
      (category === allCategory || item.sectors.includes(category) || (item.tags as readonly string[]).includes(category)) &&
      (wanted === '' || isMatch(item, wanted)) &&
      (!isIn || isIn(item)),
  );
}

/** By ticker, by pair ('btc/usdt', 'btc usdt', 'btcusdt'), or by a word of the name. */
function isMatch(item: SymbolItem, wanted: string): boolean {
  const joined = withoutSeparators(wanted);
  return (
    (joined !== '' && `${item.baseSymbol}${item.pricedSymbol}`.toLowerCase().startsWith(joined)) ||
    item.baseSymbol.toLowerCase().includes(wanted) ||
    item.name.toLowerCase().includes(wanted)
  );
}

/** openOf is null when changes are over the last 24 hours. */
export const changeOf = ({ last, open24h }: Pick<Figures, 'last' | 'open24h'>, symbolId: string, openOf: OpenOf | null): number | null => {
  const open = Number(openOf ? openOf(symbolId) : open24h);
  return open > 0 ? Number(last) / open - 1 : null;
};

/** Where the price stands in its day: 0 at the low, 1 at the high. */
export const rangeOf = ({ last, low24h, high24h }: Figures): number | null => {
  const span = Number(high24h) - Number(low24h);
  return span > 0 ? Math.min(1, Math.max(0, (Number(last) - Number(low24h)) / span)) : null;
};

export interface Ordering {
  latest(item: SymbolItem): Figures;
  readonly worthOf: WorthOf;
  readonly openOf: OpenOf | null;
  /** Of the column that rows are ordered by, when it has one of its own. */
  readonly figure: Column['figure'];
}

/** Rows without the figure go last in both directions; equal ones keep a stable order by symbol. */
export function orderRows(rows: readonly SymbolItem[], { sort, direction }: ListOrder, ordering: Ordering): readonly SymbolItem[] {
  const sign = direction === 'asc' ? 1 : -1;
  if (sort === 'name')
    return rows.toSorted((a, b) => sign * (compareText(a.baseSymbol, b.baseSymbol) || compareText(a.symbolId, b.symbolId)));
  const figure = new Map(rows.map((item) => [item, figureFor(sort, item, ordering)]));
  return rows.toSorted((a, b) => {
    const left = figure.get(a) ?? null;
    const right = figure.get(b) ?? null;
    if (left === null || right === null) return Number(left === null) - Number(right === null) || compareText(a.symbolId, b.symbolId);
    return sign * (left - right) || compareText(a.symbolId, b.symbolId);
  });
}

function figureFor(sort: ListSort, item: SymbolItem, { latest, worthOf, openOf, figure }: Ordering): number | null {
  const figures = latest(item);
  if (figure) return figure(item, figures, worthOf);
  if (sort === 'cap') return item.cap === null ? null : Number(item.cap);
  if (sort === 'change') return changeOf(figures, item.symbolId, openOf);
  const amount = Number(sort === 'price' ? figures.last : sort === 'high' ? figures.high24h : figures.turnover24h);
  const worth = worthOf(item.pricedSymbol);
  return worth === null ? null : amount * worth;
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A longer list that keeps the objects already on the page, so that their rows need not be drawn again. */
export function keepShown(whole: readonly SymbolItem[], shown: readonly SymbolItem[] | undefined): readonly SymbolItem[] {
  if (!shown) return whole;
  const bySymbol = new Map(shown.map((item) => [item.symbolId, item]));
  return whole.map((item) => bySymbol.get(item.symbolId) ?? item);
}
