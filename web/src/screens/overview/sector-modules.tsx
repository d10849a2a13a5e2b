import { otherSectorId } from '@tidemark/contract/analytics.ts';
import { href } from '@tidemark/contract/pages.ts';
import { viewNames } from '@tidemark/contract/views.ts';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { useMoney } from '#features/analytics/money.tsx';
import { sectorName } from '#i18n/sector-name.ts';
import { SectorTable } from '#features/analytics/sector-table.tsx';
import { useView } from '#features/analytics/use-view.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Num } from '#ui/number.tsx';
import { Skeleton } from '#ui/states.tsx';
import { AskedFor, ModuleFrame } from './module-frame.tsx';
import { sectorFiguresQuery, sectorsShown, type SectorFigures } from './overview-queries.ts';

export function useSectorFigures() {
  const query = usePageQuery(sectorFiguresQuery(useApi()));
  const live = useView<readonly SectorFigures[]>(viewNames.sectors, query.data);
  return { query, sectors: useMemo(() => live?.filter(({ plateCategoryId }) => plateCategoryId !== otherSectorId), [live]) };
}

export function LeadingSectors() {
  const t = useText();
  const locale = useLocale();
  const { query, sectors } = useSectorFigures();
  const rows = useMemo(
    () => sectors?.toSorted((a, b) => Number(b.change24h) - Number(a.change24h)).slice(0, sectorsShown) ?? null,
    [sectors],
  );
  return (
    <ModuleFrame name="leadingSector" more={href(locale, 'sectors')}>
      <AskedFor query={query}>
        <SectorTable label={t('overview.module.leadingSector')} rows={rows} isShort />
      </AskedFor>
    </ModuleFrame>
  );
}

/** Those whose turnover grew most against their own week; before a week is known, those with the most of it. */
export function HotSectors() {
  const t = useText();
  const locale = useLocale();
  const money = useMoney();
  const { price } = useFormat();
  const { query, sectors } = useSectorFigures();
  const isGrowthKnown = sectors?.some(({ turnoverGrowth }) => turnoverGrowth !== null) ?? false;
  const heatOf = (row: SectorFigures) =>
    isGrowthKnown ? (row.turnoverGrowth === null ? 0 : 1 + Number(row.turnoverGrowth)) : Number(row.turnover24h);
  const rows = sectors?.toSorted((a, b) => heatOf(b) - heatOf(a)).slice(0, sectorsShown);
  const most = Math.max(Number.MIN_VALUE, ...(rows ?? []).map(heatOf));
  return (
    <ModuleFrame name="sexySector" more={href(locale, 'sectors')}>
      <AskedFor query={query}>
        <table className="at ov-hot" aria-label={t('overview.module.sexySector')} aria-busy={!rows}>
          <thead>
            <tr>
              <th scope="col">{t('analytics.sector.name')}</th>
              <th scope="col">{t(isGrowthKnown ? 'overview.againstWeek' : 'overview.share')}</th>
              <th scope="col" className="n">
                {t('overview.turnover')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows
              ? rows.map((row) => (
                  <tr key={row.plateCategoryId}>
                    <th scope="row" aria-label={sectorName(t, row.plateCategoryId, row.name)}>
                      <Link className="sector-link" to={href(locale, 'sectorDetail', { id: row.plateCategoryId })}>
                        <b>{sectorName(t, row.plateCategoryId, row.name)}</b>
                      </Link>
                    </th>
                    <td>
                      <span className="ov-bar">
                        <i aria-hidden="true">
                          <i style={{ inlineSize: `${(100 * heatOf(row)) / most}%` }} />
                        </i>
                        {isGrowthKnown && <Num text={row.turnoverGrowth === null ? null : `×${price(heatOf(row), { precision: 2 })}`} />}
                      </span>
                    </td>
                    <td className="n">
                      <Num text={money(row.turnover24h)} />
                    </td>
                  </tr>
                ))
              : Array.from({ length: sectorsShown }, (_, place) => (
                  <tr key={place} aria-hidden="true">
                    <td>
                      <Skeleton width={72} />
                    </td>
                    <td>
                      <Skeleton width={96} />
                    </td>
                    <td className="n">
                      <Skeleton width={52} />
                    </td>
                  </tr>
                ))}
          </tbody>
        </table>
      </AskedFor>
    </ModuleFrame>
  );
}
