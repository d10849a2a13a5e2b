import { quoteAt, type SymbolItem } from '@tidemark/contract/market.ts';
import { suffixOf } from '@tidemark/contract/business-lines.ts';
import { useOpenOf } from '#api/open-prices.ts';
import { useFormat } from '#i18n/format.ts';
import { useQuote } from '#live/use-quote.tsx';

/** The newest of a market: what the socket told, else what came with the page. */
export const useLatest = (item: SymbolItem) => {
  const quote = useQuote(item.symbolId);
  const row = quote?.row ?? item.quote;
  return {
    row,
    last: row[quoteAt.last],
    open24h: row[quoteAt.open24h],
    high: row[quoteAt.high24h],
    low: row[quoteAt.low24h],
    turnover: row[quoteAt.turnover24h],
  };
};

export function useChange(item: SymbolItem, changeBase: number) {
  const openOf = useOpenOf(suffixOf(item.symbolId) ? 'futures' : 'spot', changeBase);
  const { change } = useFormat();
  const { last, open24h } = useLatest(item);
  const open = Number(openOf ? openOf(item.symbolId) : open24h);
  return change(open > 0 ? Number(last) / open - 1 : null);
}
