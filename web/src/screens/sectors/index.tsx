// markets/leading: sectors as a table or a map, the coins as a heat map, and how many rise and fall.
import { useQuery } from '@tanstack/react-query';
import { heatSizes, worldFactsRule, type HeatSize, type SectorRow } from '@tidemark/contract/analytics.ts';
import { liquidityFloorUsdt } from '@tidemark/contract/market.ts';
import { href } from '@tidemark/contract/pages.ts';
import { viewNames } from '@tidemark/contract/views.ts';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { metricsQuery, sectorsQuery, type MarketFigures } from '#features/analytics/analytics-queries.ts';
import { CoinHeat } from '#features/analytics/coin-heat.tsx';
import { sectorCsv } from '#features/analytics/csv-columns.ts';
import { isolated, MoneyProvider } from '#features/analytics/money.tsx';
import { PageHead } from '#features/analytics/page-head.tsx';
import { RiseBars } from '#features/analytics/rise-bars.tsx';
import { SectorHeat } from '#features/analytics/sector-heat.tsx';
import { SectorTable } from '#features/analytics/sector-table.tsx';
import { useView } from '#features/analytics/use-view.ts';
import { CsvButton } from '#features/figures/csv-button.tsx';
import { SourceAge, SourceLink } from '#features/figures/source-note.tsx';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Segments } from '#ui/choices.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Band, Empty } from '#ui/states.tsx';
import { missingParam, readView, sectorViews } from './choice.ts';
import { loadSectors } from './load.ts';
import 'virtual:words/analytics';

export const loader = pageLoader(loadSectors);
export const clientLoader = pageClientLoader(loadSectors);

export default function SectorsScreen() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const { money } = useFormat();
  const { currency } = usePreferences();
  const [search] = useSearchParams();
  const [size, setSize] = useState<HeatSize>('turnover');
  const view = readView(search);
  const query = useQuery(sectorsQuery(api));
  const live = useView<readonly Omit<SectorRow, 'closes7d'>[]>(viewNames.sectors, undefined);
  const figures = useView<MarketFigures>(viewNames.metrics, useQuery(metricsQuery(api)).data);
  const rows = useMemo(() => {
    if (!query.data) return null;
    // Lines came with the page; figures come with every beat.
    const lines = new Map(query.data.items.map(({ plateCategoryId, closes7d }) => [plateCategoryId, closes7d]));
    return live ? live.map((row): SectorRow => ({ ...row, closes7d: lines.get(row.plateCategoryId) ?? [] })) : query.data.items;
  }, [query.data, live]);

  const world = rows?.find((row) => row.world)?.world;
  const isByTurnover = rows !== null && rows.length > 0 && rows.every(({ weighedBy }) => weighedBy === 'turnover');
  return (
    <MoneyProvider currency={currency}>
      {search.has(missingParam) && (
        <div className="mb-3" role="status">
          <Band kind="warn" text={t('analytics.sector.missing')} />
        </div>
      )}
      <PageHead
        title={t('analytics.sector.title')}
        about={t('analytics.sector.about')}
        rule={t(isByTurnover ? 'analytics.sector.ruleByTurnover' : 'analytics.sector.rule', {
          floor: isolated(money(liquidityFloorUsdt, 'USD')),
        })}
      />
      <div className="flex flex-wrap items-center gap-2 py-3">
        <Segments
          label={t('analytics.view')}
          choices={sectorViews.map((value) => ({
            to: href(locale, 'sectors') + (value === 'table' ? '' : `?view=${value}`),
            label: t(`analytics.sector.view.${value}`),
            isCurrent: value === view,
          }))}
        />
        {view === 'map' && (
          <RadioSegments
            isInline
            label={t('analytics.heat.size')}
            value={size}
            options={heatSizes.map((value) => ({ value, label: t(`analytics.heat.${value}`) }))}
            onChange={setSize}
          />
        )}
        {view !== 'coins' && (
          <span className="ms-auto">
            <CsvButton name="sectors" columns={sectorCsv} rows={rows} />
          </span>
        )}
      </div>
      <div className="frame">
        {query.isError && !rows ? (
          <Band kind="error" text={t('table.failed')} action={{ label: t('action.retry'), onClick: () => void query.refetch() }} />
        ) : view === 'coins' ? (
          <CoinHeat />
        ) : view === 'map' && rows ? (
          <SectorHeat rows={rows} size={size} />
        ) : (
          <SectorTable label={t('analytics.sector.title')} rows={rows} />
        )}
        {view === 'table' && world && (
          <p className="small-note of-world-note">
            {t('analytics.sector.world')} <SourceLink source={world.source} /> ·{' '}
            <SourceAge at={world.at} staleAfterMs={worldFactsRule.staleAfterMs} />
          </p>
        )}
        {rows?.length === 0 && view !== 'coins' && <Empty title={t('table.empty')} />}
      </div>
      <section className="frame mt-4 max-tablet:mt-3" aria-labelledby="rise-and-fall">
        <div className="mod-head">
          <h2 id="rise-and-fall">{t('analytics.bins.title')}</h2>
          <span className="small-note">{t('analytics.bins.rule')}</span>
        </div>
        <RiseBars label={t('analytics.bins.title')} figures={figures} />
      </section>
    </MoneyProvider>
  );
}
