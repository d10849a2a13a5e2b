import type { SectorRow } from '@tidemark/contract/analytics.ts';
import { href } from '@tidemark/contract/pages.ts';
import { memo } from 'react';
import { Link } from 'react-router';
import { parseWeekLine } from '#api/week-line.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Change, Num } from '#ui/number.tsx';
import { Sparkline } from '#ui/sparkline.tsx';
import { Skeleton } from '#ui/states.tsx';
import { CoinName } from './coin-name.tsx';
import { useMoney } from './money.tsx';
import { sectorName } from '#i18n/sector-name.ts';
import 'virtual:words/analytics';

/** Without its line where none is shown. */
export type SectorFigures = Omit<SectorRow, 'closes7d'> & Partial<Pick<SectorRow, 'closes7d'>>;

/** isShort: for a module: name, change, breadth, leader. */
export function SectorTable({ label, rows, isShort }: { label: string; rows: readonly SectorFigures[] | null; isShort?: boolean }) {
  const t = useText();
  return (
    <table className={isShort ? 'at sector-table short' : 'at sector-table'} aria-label={label} aria-busy={rows === null}>
      <thead>
        <tr>
          <th scope="col" className="k-sector">
            {t('analytics.sector.name')}
          </th>
          <th scope="col" className="n">
            {t('analytics.sector.change')}
          </th>
          {!isShort && (
            <th scope="col" className="n p2">
              {t('analytics.sector.median')}
            </th>
          )}
          <th scope="col" className="k-breadth p2">
            {t('analytics.sector.breadth')}
          </th>
          <th scope="col" className="k-lead">
            {t('analytics.sector.leader')}
          </th>
          {!isShort && (
            <>
              <th scope="col" className="k-lead p3">
                {t('analytics.sector.laggard')}
              </th>
              <th scope="col" className="n p2">
                {t('analytics.turnover24h')}
              </th>
              <th scope="col" className="n p3">
                {t('analytics.sector.growth')}
              </th>
              <th scope="col" className="n p3">
                {t('table.cap')}
              </th>
              <th scope="col" className="n k-line p2">
                {t('table.last7days')}
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows ? (
          rows.map((row) => <Row key={row.plateCategoryId} row={row} isShort={isShort ?? false} />)
        ) : (
          <SkeletonRows isShort={isShort ?? false} />
        )}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({ row, isShort }: { row: SectorFigures; isShort: boolean }) {
  const { change } = useFormat();
  const money = useMoney();
  const line = parseWeekLine(row.closes7d);
  return (
    <tr>
      <th scope="row" className="k-sector">
        <SectorLink row={row} />
      </th>
      <td className="n k-chg">
        <Change {...change(row.change24h)} />
      </td>
      {!isShort && (
        <td className="n p2">
          <Change {...change(row.medianChange24h)} />
        </td>
      )}
      <td className="k-breadth p2">
        <Breadth rising={row.rising} falling={row.falling} coins={row.coins} />
      </td>
      <td className="k-lead">{row.leader && <Lead coin={row.leader} />}</td>
      {!isShort && (
        <>
          <td className="k-lead p3">{row.laggard && <Lead coin={row.laggard} />}</td>
          <td className="n p2">
            <Num text={money(row.turnover24h)} />
            {row.world?.turnover24h && (
              <span className="of-world">
                <Num text={money(row.world.turnover24h)} />
              </span>
            )}
          </td>
          <td className="n p3">
            <Change {...change(row.turnoverGrowth)} />
          </td>
          <td className="n p3">
            <Num text={money(row.cap)} />
            {row.world && (
              <span className="of-world">
                <Num text={money(row.world.cap)} />
              </span>
            )}
          </td>
          <td className="n k-line p2">{line && <Sparkline levels={line.levels} direction={line.direction} />}</td>
        </>
      )}
    </tr>
  );
});

function SectorLink({ row }: { row: SectorFigures }) {
  const t = useText();
  const locale = useLocale();
  return (
    <Link className="sector-link" to={href(locale, 'sectorDetail', { id: row.plateCategoryId })}>
      <b>{sectorName(t, row.plateCategoryId, row.name)}</b>
      <span className="sub">{t('analytics.sector.coins', { count: row.coins })}</span>
    </Link>
  );
}

function Lead({ coin }: { coin: NonNullable<SectorRow['leader']> }) {
  const { change } = useFormat();
  return (
    <span className="lead">
      <CoinName coin={coin} isShort />
      <Change {...change(coin.change24h)} />
    </span>
  );
}

/** How many rise and how many fall, as a bar and in words. */
export function Breadth({ rising, falling, coins }: { rising: number; falling: number; coins: number }) {
  const t = useText();
  const share = (part: number) => ({ inlineSize: `${coins > 0 ? (100 * part) / coins : 0}%` });
  return (
    <span className="breadth" title={t('analytics.sector.breadthOf', { rising, falling })}>
      <span className="num u" aria-hidden="true">
        {rising}
      </span>
      <span className="bar" aria-hidden="true">
        <i className="u" style={share(rising)} />
        <i className="d" style={share(falling)} />
      </span>
      <span className="num d" aria-hidden="true">
        {falling}
      </span>
      <span className="sr-only">{t('analytics.sector.breadthOf', { rising, falling })}</span>
    </span>
  );
}

function SkeletonRows({ isShort }: { isShort: boolean }) {
  return Array.from({ length: isShort ? 6 : 16 }, (_, row) => (
    <tr key={row} aria-hidden="true">
      <td className="k-sector">
        <Skeleton width={80 + ((row * 37) % 50)} />
      </td>
      <td className="n k-chg">
        <Skeleton width={52} />
      </td>
      {!isShort && (
        <td className="n p2">
          <Skeleton width={52} />
        </td>
      )}
      <td className="k-breadth p2">
        <Skeleton width={90} />
      </td>
      <td className="k-lead">
        <Skeleton width={100} />
      </td>
      {!isShort &&
        ['k-lead p3', 'n p2', 'n p3', 'n p3 k-cap', 'n k-line p2'].map((kind) => (
          <td key={kind} className={kind}>
            <Skeleton width={48} />
          </td>
        ))}
    </tr>
  ));
}
