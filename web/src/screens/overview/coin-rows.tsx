// Coins of a module: a small table with live cells. As many rows while it loads as there will be.
import type { RankRow } from '@tidemark/contract/analytics.ts';
import { memo, useMemo, type RefObject } from 'react';
import { useApiQueries } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { CoinName } from '#features/analytics/coin-name.tsx';
import { LiveChange, LivePrice } from '#features/analytics/live-figures.tsx';
import { useMoney } from '#features/analytics/money.tsx';
import { useText } from '#i18n/text.tsx';
import { useSeededQuotes } from '#live/use-quote.tsx';
import { Num } from '#ui/number.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { Skeleton, SkeletonAvatar } from '#ui/states.tsx';
import { WeekFigures } from './week-figures.tsx';

interface CoinRowsProps {
  readonly label: string;
  readonly rows: readonly RankRow[] | null;
  readonly expected: number;
  /** With place, cap and line. */
  readonly isWide?: boolean;
  readonly body?: RefObject<HTMLTableSectionElement | null>;
}

export function CoinRows({ label, rows, expected, isWide = false, body }: CoinRowsProps) {
  const t = useText();
  useSeededQuotes(useMemo(() => rows?.map(({ quote }) => quote) ?? [], [rows]));
  return (
    <table className="at ov-coins" aria-label={label} aria-busy={rows === null}>
      <thead>
        <tr>
          {isWide && (
            <th scope="col" className="k-place">
              #
            </th>
          )}
          <th scope="col" className="k-coin">
            {t('table.coin')}
          </th>
          <th scope="col" className="n">
            {t('table.price')}
          </th>
          <th scope="col" className="n">
            {t('overview.change24h')}
          </th>
          <th scope="col" className="n p2">
            {t('overview.turnover')}
          </th>
          {isWide && (
            <th scope="col" className="n p3">
              {t('table.cap')}
            </th>
          )}
          {isWide && (
            <th scope="col" className="n k-line p2">
              {t('table.last7days')} {rows && rows.length > 0 && <WeekFigures coins={rows} />}
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows
          ? rows.map((row) => <Row key={row.symbolId} row={row} isWide={isWide} />)
          : Array.from({ length: expected }, (_, place) => <SkeletonRow key={place} isWide={isWide} />)}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({ row, isWide }: { row: RankRow; isWide: boolean }) {
  const money = useMoney();
  return (
    <tr>
      {isWide && (
        <td className="k-place">
          <Num text={String(row.rank)} />
        </td>
      )}
      <th scope="row" className="k-coin">
        <CoinName coin={row} isShort={!isWide} />
      </th>
      <td className="n">
        <LivePrice quote={row.quote} />
      </td>
      <td className="n">
        <LiveChange quote={row.quote} />
      </td>
      <td className="n p2">
        <Num text={money(row.turnover24h)} />
      </td>
      {isWide && (
        <td className="n p3">
          <Num text={money(row.cap)} />
        </td>
      )}
      {isWide && (
        <td className="n k-line p2">
          <WeekLine symbolId={row.symbolId} />
        </td>
      )}
    </tr>
  );
});

function WeekLine({ symbolId }: { symbolId: string }) {
  const { data } = usePageQuery(useApiQueries().sparkline(symbolId));
  return data ? <Sparkline levels={data.levels} direction={data.direction} /> : null;
}

const SkeletonRow = ({ isWide }: { isWide: boolean }) => (
  <tr aria-hidden="true">
    {isWide && (
      <td className="k-place">
        <Skeleton width={12} />
      </td>
    )}
    <td className="k-coin">
      <span className="coin-link">
        <SkeletonAvatar />
        <Skeleton width={56} />
      </span>
    </td>
    <td className="n">
      <Skeleton width={60} />
    </td>
    <td className="n">
      <Skeleton width={48} />
    </td>
    <td className="n p2">
      <Skeleton width={52} />
    </td>
    {isWide && (
      <td className="n p3">
        <Skeleton width={52} />
      </td>
    )}
    {isWide && (
      <td className="n k-line p2">
        <Skeleton width={96} />
      </td>
    )}
  </tr>
);
