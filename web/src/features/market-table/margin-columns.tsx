// On what terms a pair can be traded with borrowed money.
import type { MarginTerms, SymbolItem } from '@tidemark/contract/market.ts';
import 'virtual:words/lists';
import { useRateFormat } from '#i18n/rate-format.ts';
import { useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import type { Column } from './column.ts';
import { changeColumn, highLowColumn, priceColumn, stillCell, turnoverColumn, weekColumn } from './columns.ts';

const times = (leverage: number | null): string | null => (leverage === null ? null : `${leverage}×`);
const highest = ({ crossLeverage, isolatedLeverage }: MarginTerms): number => Math.max(crossLeverage ?? 0, isolatedLeverage ?? 0);

function LeverageCell({ item: { margin } }: { item: SymbolItem }) {
  const t = useText();
  return (
    <td role="cell" className="c-leverage">
      <span className="hl">
        <span className="text-ink-3">{t('lists.cross')}</span> <Num text={times(margin?.crossLeverage ?? null)} />
      </span>
      <span className="sub">
        {t('lists.isolated')} <Num text={times(margin?.isolatedLeverage ?? null)} />
      </span>
    </td>
  );
}

function BorrowCell({ item: { margin, baseSymbol, pricedSymbol } }: { item: SymbolItem }) {
  const { rate } = useRateFormat();
  return (
    <td role="cell" className="c-borrow wide">
      <span className="hl">
        <Num text={rate(margin?.baseDailyRate, false).text} /> <bdi className="text-ink-3">{baseSymbol}</bdi>
      </span>
      <span className="sub">
        <Num text={rate(margin?.quoteDailyRate, false).text} /> <bdi>{pricedSymbol}</bdi>
      </span>
    </td>
  );
}

export const marginColumns: readonly Column[] = [
  priceColumn,
  changeColumn,
  {
    id: 'leverage',
    word: 'lists.leverage',
    sort: 'leverage',
    Cell: stillCell(LeverageCell),
    figure: ({ margin }) => (margin ? highest(margin) : null),
  },
  {
    id: 'borrow',
    word: 'lists.borrow',
    sort: 'borrow',
    isWide: true,
    Cell: stillCell(BorrowCell),
    figure: ({ margin }) => (margin ? Number(margin.baseDailyRate) : null),
  },
  highLowColumn,
  turnoverColumn,
  weekColumn,
];
