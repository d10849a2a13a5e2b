// The other live figures of a row.
import { quoteAt, type SymbolItem } from '@tidemark/contract/market.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { Change, Num, Price } from '#ui/number.tsx';
import { useListMoney } from './list-money.ts';
import type { CellProps } from './column.ts';
import { isPhone } from './phone.ts';
import { changeOf } from './select-rows.ts';
import { useFigures } from './use-figures.ts';

export function ChangeCell({ item, figures }: CellProps) {
  const { change } = useFormat();
  const { openOf } = useListMoney();
  return (
    <td role="cell" className="c-change">
      <Change {...change(changeOf(figures, item.symbolId, openOf))} />
    </td>
  );
}

export function HighLowCell({ figures: { high24h, low24h } }: CellProps) {
  const { price } = useFormat();
  return (
    <td role="cell" className="c-hl wide">
      <span className="hl">
        <Price text={price(high24h)} />
      </span>
      <span className="sub">
        <Price text={price(low24h)} />
      </span>
    </td>
  );
}

/** In the visitor's currency, so that rows of different quote currencies can be compared. */
function useTurnoverText({ item, figures }: CellProps): string {
  const { money } = useFormat();
  const { currency, toFiat } = useListMoney();
  return money(toFiat(Number(figures.turnover24h), item.pricedSymbol, figures), currency);
}

export function TurnoverCell(props: CellProps) {
  return (
    <td role="cell" className="c-turnover">
      <Num text={useTurnoverText(props)} />
    </td>
  );
}

/** The second line of a row on phones: of a contract that ends its day, which tells it from the others of its pair. */
export function PhoneLine({ item }: { item: SymbolItem }) {
  const t = useText();
  const { time } = useFormat();
  const amount = useTurnoverText({ item, figures: useFigures(item, isPhone) });
  return <span className="turnover">{item.deliveryAt ? time(item.deliveryAt, 'date', 'UTC') : t('table.turnoverShort', { amount })}</span>;
}

/** The cap came with the list, in USDT; it moves with the price since then. */
export function CapCell({ item, figures }: CellProps) {
  const { money } = useFormat();
  const { currency, toFiat } = useListMoney();
  const then = Number(item.quote[quoteAt.last]);
  const cap = item.cap === null || then <= 0 ? null : (Number(item.cap) * Number(figures.last)) / then;
  return (
    <td role="cell" className="c-cap wide">
      <Num text={money(cap === null ? null : toFiat(cap, 'USDT', figures), currency)} />
    </td>
  );
}
