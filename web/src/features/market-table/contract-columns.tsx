// What contracts have and spot pairs do not.
import { contractAt, isContractRow } from '@tidemark/contract/market.ts';
import { memo, useCallback, useSyncExternalStore } from 'react';
import 'virtual:words/lists';
import { useFormat } from '#i18n/format.ts';
import { useRateFormat } from '#i18n/rate-format.ts';
import { useText } from '#i18n/text.tsx';
import { useLive } from '#live/use-quote.tsx';
import { Change, Num, Price } from '#ui/number.tsx';
import type { CellProps, Column, Figures } from './column.ts';
import { changeColumn, priceColumn, turnoverColumn, weekColumn } from './columns.ts';
import { useListMoney } from './list-money.ts';
import { isPhone } from './phone.ts';

type Name = keyof typeof contractAt;
type Value<N extends Name> = N extends 'nextFundingAt' ? number | null : string | null;

const read = <N extends Name>({ row }: Figures, name: N): Value<N> => (isContractRow(row) ? row[contractAt[name]] : null) as Value<N>;
const numberAt = (figures: Figures, name: Exclude<Name, 'nextFundingAt'>): number | null => {
  const value = read(figures, name);
  return value === null ? null : Number(value);
};

/** In the quote currency. */
const openInterestOf = (figures: Figures): number | null => {
  const amount = numberAt(figures, 'openInterest');
  return amount === null ? null : amount * (numberAt(figures, 'mark') ?? Number(figures.last));
};

function MarkCell({ figures }: CellProps) {
  const { price } = useFormat();
  return (
    <td role="cell" className="c-mark wide">
      <span className="hl">
        <Price text={price(read(figures, 'mark'))} />
      </span>
      <span className="sub">
        <Price text={price(read(figures, 'index'))} />
      </span>
    </td>
  );
}

/** What is charged where neither side leans: only a rate outside of it has a colour. */
const usualMillionths = 100;
const isUsual = (fraction: number): boolean => {
  const shown = Math.round(fraction * 1_000_000);
  return shown >= 0 && shown <= usualMillionths;
};

/** A rate has four decimals that count: 0.0100%. */
function FundingCell({ item, figures }: CellProps) {
  const { rate } = useRateFormat();
  const t = useText();
  if (item.deliveryAt !== undefined) {
    return (
      <td role="cell" className="c-funding">
        <span className="hl text-ink-3">{t('lists.delivery')}</span>
        <span className="sub">
          <Countdown to={item.deliveryAt} />
        </span>
      </td>
    );
  }
  const nextAt = read(figures, 'nextFundingAt');
  const fraction = read(figures, 'fundingRate');
  const { text, direction } = rate(fraction);
  return (
    <td role="cell" className="c-funding">
      <span className="hl">
        <abbr title={t('lists.funding')}>{t('lists.funding.short')}</abbr>
        <Change text={text} direction={isUsual(Number(fraction)) ? 0 : direction} />
      </span>
      <span className="sub">{nextAt !== null && <Countdown to={nextAt} />}</span>
    </td>
  );
}

/** Seconds are only for the eye: a screen reader says the time once. */
function Countdown({ to }: { to: number }) {
  const { clock } = useLive();
  const { countdown } = useRateFormat();
  const watch = useCallback((fn: () => void) => clock.watch(1_000, fn), [clock]);
  // Phones have no room for it, and no need to count.
  const now = useSyncExternalStore(
    watch,
    () => (isPhone() ? null : clock.read()),
    () => null,
  );
  return <span className="num">{now === null ? '\u00a0' : countdown(to - now)}</span>;
}

function OpenInterestCell({ item, figures }: CellProps) {
  const { money } = useFormat();
  const { currency, toFiat } = useListMoney();
  const amount = openInterestOf(figures);
  return (
    <td role="cell" className="c-oi wide">
      <Num text={money(amount === null ? null : toFiat(amount, item.pricedSymbol, figures), currency)} />
    </td>
  );
}

export const contractColumns: readonly Column[] = [
  priceColumn,
  changeColumn,
  {
    id: 'mark',
    word: 'lists.markIndex',
    sort: 'mark',
    isWide: true,
    Cell: memo(MarkCell),
    figure(item, figures, worthOf) {
      const [mark, worth] = [numberAt(figures, 'mark'), worthOf(item.pricedSymbol)];
      return mark === null || worth === null ? null : mark * worth;
    },
  },
  {
    id: 'funding',
    word: 'lists.funding',
    sort: 'funding',
    isOnPhone: true,
    Cell: memo(FundingCell),
    figure: (_item, figures) => numberAt(figures, 'fundingRate'),
  },
  {
    id: 'oi',
    word: 'lists.openInterest',
    sort: 'openInterest',
    isWide: true,
    Cell: memo(OpenInterestCell),
    figure(item, figures, worthOf) {
      const [amount, worth] = [openInterestOf(figures), worthOf(item.pricedSymbol)];
      return amount === null || worth === null ? null : amount * worth;
    },
  },
  turnoverColumn,
  weekColumn,
];
