// The running funding of every coin: who pays most, who is paid most.
import type { Calls } from '@tidemark/contract/calls.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { FundingRow } from '@tidemark/contract/trading-data.ts';
import type { Output } from '@tidemark/contract/wire.ts';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFineFormat } from '#i18n/fine-format.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Avatar } from '#ui/avatar.tsx';
import { Num } from '#ui/number.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Band, Skeleton } from '#ui/states.tsx';

interface FundingTableProps {
  readonly answer: Output<Calls['fundingTable']> | undefined;
  readonly hasFailed: boolean;
  onRetry(): void;
}

const orders = ['highest', 'lowest', 'largest'] as const;
type Order = (typeof orders)[number];
const shownAtFirst = 20;

export function FundingTable({ answer, hasFailed, onRetry }: FundingTableProps) {
  const t = useText();
  const locale = useLocale();
  const format = useFormat();
  const fine = useFineFormat();
  const { money } = useInUnit();
  const [order, setOrder] = useState<Order>('highest');
  const [isWhole, setWhole] = useState(false);
  const rows = useMemo(() => (answer ? sorted(answer.items, order) : []), [answer, order]);
  return (
    <section className="frame mt-3" aria-labelledby="funding-by-coin">
      <header className="flex flex-wrap items-center gap-3 p-4">
        <h2 id="funding-by-coin" className="text-14 font-semibold">
          {t('trading.fundingTable')}
        </h2>
        <div className="funding-order">
          <RadioSegments<Order>
            isInline
            label={t('trading.order')}
            options={orders.map((value) => ({ value, label: t(`trading.order.${value}`) }))}
            value={order}
            onChange={setOrder}
          />
        </div>
      </header>
      {hasFailed && !answer ? (
        <Band kind="error" text={t('trading.failed')} action={{ label: t('action.retry'), onClick: onRetry }} />
      ) : (
        <div className="overflow-x-auto" role="group" aria-labelledby="funding-by-coin" tabIndex={0}>
          <table className="small-table">
            <thead>
              <tr>
                <th scope="col">{t('trading.contract')}</th>
                <th scope="col" className="n">
                  {t('trading.rate')}
                </th>
                <th scope="col" className="n">
                  {t('trading.annual')}
                </th>
                <th scope="col" className="n max-tablet:hidden">
                  {t('trading.openInterest')}
                </th>
                <th scope="col" className="n max-tablet:hidden">
                  {t('trading.paidBy')}
                </th>
                <th scope="col" className="n">
                  {t('trading.next')}
                </th>
              </tr>
            </thead>
            <tbody>
              {!answer &&
                Array.from({ length: shownAtFirst }, (_, i) => (
                  <tr key={i}>
                    <td colSpan={6}>
                      <Skeleton width={240} />
                    </td>
                  </tr>
                ))}
              {(isWhole ? rows : rows.slice(0, shownAtFirst)).map((row) => (
                <tr key={row.symbolId}>
                  <th scope="row">
                    <Link
                      className="flex items-center gap-2"
                      to={`${href(locale, 'tradingData', { type: 'trading' })}?symbol=${row.symbolId}`}
                    >
                      <Avatar src={row.iconUrl} name={row.baseSymbol} />
                      <b>{row.baseSymbol}</b>
                      <span className="text-ink-3">{row.pricedSymbol}</span>
                    </Link>
                  </th>
                  <td className="n">
                    <Num text={fine.rate(Number(row.rate))} className={Number(row.rate) >= 0 ? 'u' : 'd'} />
                  </td>
                  <td className="n">
                    <Num text={fine.yearly(Number(row.annual))} />
                  </td>
                  <td className="n max-tablet:hidden">
                    <Num text={money(row.openInterestUsd)} />
                  </td>
                  <td className="n max-tablet:hidden">
                    {Number(row.rate) === 0 ? '--' : t(Number(row.rate) > 0 ? 'trading.longs' : 'trading.shorts')}
                  </td>
                  <td className="n">
                    <Num text={format.time(row.nextAt, 'time', 'UTC').slice(0, 5)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isWhole && rows.length > shownAtFirst && (
        <button type="button" className="text-btn m-2" onClick={() => setWhole(true)}>
          {t('trading.showAll', { count: rows.length })}
        </button>
      )}
    </section>
  );
}

function sorted(rows: readonly FundingRow[], order: Order): readonly FundingRow[] {
  if (order === 'largest') return rows.toSorted((a, b) => Number(b.openInterestUsd ?? 0) - Number(a.openInterestUsd ?? 0));
  return order === 'highest' ? rows : rows.toReversed();
}
