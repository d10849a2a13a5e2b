// The other live figures of a row. Each subscribes itself, so that a tick renders cells and not rows.
import { quoteAt, type SymbolItem } from '@tidemark/contract/market.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useQuote } from '#live/use-quote.tsx';
import { Change, Num, Price } from '#ui/number.tsx';
import { useListMoney } from './list-money.ts';
import { changeOf, figuresOf, type Figures } from './select-rows.ts';

export const useFigures = (item: SymbolItem): Figures => useQuote(item.symbolId) ?? figuresOf(item);

export function ChangeCell({ item }: { item: SymbolItem }) {
  const { change } = useFormat();
  const { openOf } = useListMoney();
  return (
    <td role="cell" className="c-change">
      <Change {...change(changeOf(useFigures(item), item.symbolId, openOf))} />
    </td>
  );
}

export function HighLowCell({ item }: { item: SymbolItem }) {
  const { price } = useFormat();
  const { high24h, low24h } = useFigures(item);
  return (
    <td role="cell" className="c-hl wide">
      <span className="hl"><Price text={price(high24h)} /></span>
      <span className="sub"><Price text={price(low24h)} /></span>
    </td>
  );
}

/** In the visitor's currency, so that rows of different quote currencies can be compared. */
function useTurnoverText(item: SymbolItem): string {
  const { money } = useFormat();
  const { currency, toFiat } = useListMoney();
  const { turnover24h } = useFigures(item);
  return money(toFiat(Number(turnover24h), item.pricedSymbol), currency);
}

export function TurnoverCell({ item }: { item: SymbolItem }) {
  return (
    <td role="cell" className="c-turnover">
      <Num text={useTurnoverText(item)} />
    </td>
  );
}

/** The second line of a row on phones. */
export function TurnoverLine({ item }: { item: SymbolItem }) {
  const t = useText();
  return <span className="turnover">{t('table.turnoverShort', { amount: useTurnoverText(item) })}</span>;
}

/** The cap came with the list, in USDT; it moves with the price since then. */
export function CapCell({ item }: { item: SymbolItem }) {
  const { money } = useFormat();
  const { currency, toFiat } = useListMoney();
  const { last } = useFigures(item);
  const then = Number(item.quote[quoteAt.last]);
  const cap = item.cap === null || then <= 0 ? null : (Number(item.cap) * Number(last)) / then;
  return (
    <td role="cell" className="c-cap wide">
      <Num text={money(cap === null ? null : toFiat(cap, 'USDT'), currency)} />
    </td>
  );
}
