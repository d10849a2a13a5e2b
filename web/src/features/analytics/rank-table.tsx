// Rows of a ranking (or of any list of coins of that shape): a real table, live cells.
import type { RankRow } from '@tidemark/contract/analytics.ts';
import { href } from '@tidemark/contract/pages.ts';
import { memo, useMemo, type RefObject } from 'react';
import { Link } from 'react-router';
import { useApiQueries } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { pressStar, useIsStarred } from '#session/stars.ts';
import { useSeededQuotes } from '#live/use-quote.tsx';
import { Icon } from '#ui/icon.tsx';
import { Num } from '#ui/number.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { StarButton } from '#ui/star-button.tsx';
import { Skeleton, SkeletonAvatar } from '#ui/states.tsx';
import { CoinName } from './coin-name.tsx';
import { LiveChange, LivePrice } from './live-figures.tsx';
import { useMoney } from './money.tsx';
import { noneHidden, type RankColumn } from './rank-columns.ts';
import { sectorName } from '#i18n/sector-name.ts';
import 'virtual:words/analytics';

interface RankTableProps {
  readonly label: string;
  /** null while they load. */
  readonly rows: readonly RankRow[] | null;
  /** Compared with an hour ago; without it the places are only counted. */
  readonly hasMoves?: boolean;
  /** Head of the change; its window. */
  readonly changeHead: string;
  /** The change is within another window than 24 hours. */
  readonly isWindowed?: boolean;
  readonly showsListed?: boolean;
  /** Columns that the operator has switched off (section 3, Public config: marketRanking). */
  readonly hidden?: ReadonlySet<RankColumn>;
  readonly body?: RefObject<HTMLTableSectionElement | null>;
}

export function RankTable({ label, rows, hasMoves, changeHead, isWindowed, showsListed, hidden = noneHidden, body }: RankTableProps) {
  const t = useText();
  // In the first hour of the site no earlier rank is known.
  const isMoveKnown = hasMoves === true && rows !== null && rows.some(({ rankAnHourAgo }) => rankAnHourAgo !== null);
  useSeededQuotes(useMemo(() => rows?.map(({ quote }) => quote) ?? [], [rows]));
  return (
    <table className="at rank-table" aria-label={label} aria-busy={rows === null}>
      <thead>
        <tr>
          <th scope="col" className="k-rank">
            {t('analytics.rank.place')}
          </th>
          <th scope="col" className="k-star">
            <span className="sr-only">{t('analytics.favorite')}</span>
          </th>
          <th scope="col" className="k-coin">
            {t('table.coin')}
          </th>
          {!hidden.has('price') && (
            <th scope="col" className="n">
              {t('table.price')}
            </th>
          )}
          {!hidden.has('change') && (
            <th scope="col" className="n">
              {changeHead}
            </th>
          )}
          {!hidden.has('turnover') && (
            <th scope="col" className="n p2">
              {t('analytics.turnover24h')}
            </th>
          )}
          {(showsListed || !hidden.has('cap')) && (
            <th scope="col" className="n p3">
              {showsListed ? t('analytics.listed') : t('table.cap')}
            </th>
          )}
          <th scope="col" className="k-also p3">
            {t('analytics.alsoIn')}
          </th>
          <th scope="col" className="n k-line p2">
            {t('table.last7days')}
          </th>
          <th scope="col" className="k-act p2">
            <span className="sr-only">{t('table.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody ref={body}>
        {rows ? (
          rows.map((row) => (
            <Row
              key={row.symbolId}
              row={row}
              hasMoves={isMoveKnown}
              isWindowed={isWindowed ?? false}
              showsListed={showsListed ?? false}
              hidden={hidden}
            />
          ))
        ) : (
          <SkeletonRows />
        )}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({
  row,
  hasMoves,
  isWindowed,
  showsListed,
  hidden,
}: {
  row: RankRow;
  hasMoves: boolean;
  isWindowed: boolean;
  showsListed: boolean;
  hidden: ReadonlySet<RankColumn>;
}) {
  const t = useText();
  const locale = useLocale();
  const { time } = useFormat();
  const money = useMoney();
  return (
    <tr>
      <td className="k-rank">
        <Num text={String(row.rank)} />
        {hasMoves && <RankMove row={row} />}
      </td>
      <td className="k-star">
        <StarButton
          label={t('table.star', { pair: `${row.baseSymbol}/${row.pricedSymbol}` })}
          isOn={useIsStarred(row.symbolId)}
          onPress={() => pressStar(row.symbolId)}
        />
      </td>
      <th scope="row" className="k-coin">
        <CoinName coin={row} />
      </th>
      {!hidden.has('price') && (
        <td className="n k-price">
          <LivePrice quote={row.quote} />
        </td>
      )}
      {!hidden.has('change') && (
        <td className="n k-chg">
          <LiveChange quote={row.quote} {...(isWindowed && { since: row.change })} />
        </td>
      )}
      {!hidden.has('turnover') && (
        <td className="n p2">
          <Num text={money(row.turnover24h)} />
        </td>
      )}
      {(showsListed || !hidden.has('cap')) && (
        <td className="n p3">
          <Num text={showsListed ? time(row.listedAt, 'date', 'UTC') : money(row.cap)} className={showsListed ? 'when' : undefined} />
        </td>
      )}
      <td className="k-also p3">
        {row.mover && (
          <Link className="tag accent" to={`${href(locale, 'movers')}?type=${row.mover}`}>
            {t(`analytics.mover.${row.mover}`)}
          </Link>
        )}
        {row.sector && (
          <Link className="tag" to={href(locale, 'sectorDetail', { id: row.sector })}>
            {sectorName(t, row.sector)}
          </Link>
        )}
      </td>
      <td className="n k-line p2">
        <WeekLine symbolId={row.symbolId} />
      </td>
      <td className="k-act p2">
        <Link
          className="icon-btn small"
          to={`${href(locale, 'priceAlert')}?symbol=${encodeURIComponent(row.symbolId)}`}
          aria-label={t('table.setAlert', { coin: row.baseSymbol })}
        >
          <Icon name="bell" />
        </Link>
      </td>
    </tr>
  );
});

function RankMove({ row: { rank, rankAnHourAgo } }: { row: RankRow }) {
  const t = useText();
  if (rankAnHourAgo === null)
    return (
      <span className="move new" title={t('analytics.rank.moveUnknown')}>
        <span aria-hidden="true">·</span>
        <span className="sr-only">{t('analytics.rank.moveUnknown')}</span>
      </span>
    );
  const up = rankAnHourAgo - rank;
  const said =
    up === 0 ? t('analytics.rank.moveNone') : t(up > 0 ? 'analytics.rank.moveUp' : 'analytics.rank.moveDown', { count: Math.abs(up) });
  return (
    <span className={up > 0 ? 'move up' : up < 0 ? 'move down' : 'move'} title={said}>
      <span aria-hidden="true">{up === 0 ? '=' : Math.abs(up)}</span>
      <span className="sr-only">{said}</span>
    </span>
  );
}

function WeekLine({ symbolId }: { symbolId: string }) {
  const { data } = usePageQuery(useApiQueries().sparkline(symbolId));
  return data ? <Sparkline levels={data.levels} direction={data.direction} /> : null;
}

function SkeletonRows() {
  return Array.from({ length: 20 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      <td className="k-rank">
        <Skeleton width={16} />
      </td>
      <td className="k-star">
        <Skeleton width={16} />
      </td>
      <td className="k-coin">
        <span className="coin-link">
          <SkeletonAvatar />
          <Skeleton width={66 + ((row * 29) % 40)} />
        </span>
      </td>
      <td className="n k-price">
        <Skeleton width={72} />
      </td>
      <td className="n k-chg">
        <Skeleton width={52} />
      </td>
      <td className="n p2">
        <Skeleton width={56} />
      </td>
      <td className="n p3">
        <Skeleton width={62} />
      </td>
      <td className="k-also p3">
        <Skeleton width={48} />
      </td>
      <td className="n k-line p2">
        <Skeleton width={96} />
      </td>
      <td className="k-act p2">
        <Skeleton width={16} />
      </td>
    </tr>
  ));
}
