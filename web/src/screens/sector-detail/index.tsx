// markets/leadingDetail/{id}: one sector: its line, its figures, its members.
import { useQuery } from '@tanstack/react-query';
import { worldFactsRule, type SectorRow } from '@tidemark/contract/analytics.ts';
import { fileNameOf } from '@tidemark/contract/brand.ts';
import { href } from '@tidemark/contract/pages.ts';
import { viewNames } from '@tidemark/contract/views.ts';
import { useMemo, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { matchPage } from '@tidemark/contract/pages.ts';
import { useApi } from '#api/use-api.tsx';
import { sectorQuery } from '#features/analytics/analytics-queries.ts';
import { CoinName } from '#features/analytics/coin-name.tsx';
import { MoneyProvider, useMoney } from '#features/analytics/money.tsx';
import { RankTable } from '#features/analytics/rank-table.tsx';
import { sectorName } from '#i18n/sector-name.ts';
import { Breadth } from '#features/analytics/sector-table.tsx';
import { useView } from '#features/analytics/use-view.ts';
import { SourceAge, SourceLink } from '#features/figures/source-note.tsx';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { ChartSkeleton, LineChart } from '#ui/chart/line-chart.tsx';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { Icon } from '#ui/icon.tsx';
import { Change, Num } from '#ui/number.tsx';
import { Band } from '#ui/states.tsx';
import { loadSector } from './load.ts';
import 'virtual:words/analytics';

export const loader = pageLoader(loadSector);
export const clientLoader = pageClientLoader(loadSector);

export default function SectorScreen() {
  const { pathname } = useLocation();
  const { currency } = usePreferences();
  const id = matchPage(pathname)?.params.id;
  return <MoneyProvider currency={currency}>{id && <Sector key={id} id={id} />}</MoneyProvider>;
}

function Sector({ id }: { id: string }) {
  const t = useText();
  const locale = useLocale();
  const query = useQuery(sectorQuery(useApi(), locale, id));
  const live = useView<readonly Omit<SectorRow, 'closes7d'>[]>(viewNames.sectors, undefined);
  const sector = live?.find(({ plateCategoryId }) => plateCategoryId === id) ?? query.data?.sector;
  const name = sectorName(t, id, sector?.name);
  return (
    <>
      <Link className="text-13 text-ink-2 inline-flex items-center gap-1 mb-1 min-h-7" to={href(locale, 'sectors')}>
        <span className="rotate-180 inline-block">
          <Icon name="right" size="small" isDirectional />
        </span>
        {t('analytics.sector.title')}
      </Link>
      <h1 className="text-20 tracking-tight">{name}</h1>
      <p className="mt-0.5 mb-3 min-h-5 max-w-[88ch] text-13 text-ink-2">{query.data?.description}</p>
      {query.isError && !query.data && (
        <div className="frame">
          <Band kind="error" text={t('table.failed')} action={{ label: t('action.retry'), onClick: () => void query.refetch() }} />
        </div>
      )}
      <section className="frame" aria-label={t('analytics.sector.figures')}>
        {sector && <Figures sector={sector} />}
        {sector?.cap === null && <p className="small-note of-world-note">{t('analytics.capUnknown')}</p>}
        {sector?.world && <WorldNote world={sector.world} />}
      </section>
      <section className="frame mt-4 max-tablet:mt-3" aria-labelledby="sector-line">
        <div className="mod-head">
          <h2 id="sector-line">{t('analytics.sector.line')}</h2>
          <span className="small-note">
            {t(sector?.weighedBy === 'turnover' ? 'analytics.sector.lineRuleByTurnover' : 'analytics.sector.lineRule')}
          </span>
        </div>
        <div className="px-4 pb-4">{query.data ? <IndexLine label={name} points={query.data.line} /> : <ChartSkeleton />}</div>
      </section>
      <section className="frame mt-4 max-tablet:mt-3" aria-labelledby="sector-members">
        <div className="mod-head">
          <h2 id="sector-members">{t('analytics.sector.members')}</h2>
          {sector && <span className="small-note">{t('analytics.sector.coins', { count: sector.coins })}</span>}
        </div>
        <RankTable label={t('analytics.sector.members')} rows={query.data?.members ?? null} changeHead={t('table.change')} />
      </section>
    </>
  );
}

function Figures({ sector }: { sector: Omit<SectorRow, 'closes7d'> }) {
  const t = useText();
  const { change } = useFormat();
  const money = useMoney();
  const { world } = sector;
  return (
    <dl className="kpis">
      <Kpi word={t('analytics.sector.change')}>
        <Change {...change(sector.change24h)} />
      </Kpi>
      <Kpi word={t('analytics.sector.median')}>
        <Change {...change(sector.medianChange24h)} />
      </Kpi>
      <Kpi word={t('analytics.sector.breadth')}>
        <Breadth rising={sector.rising} falling={sector.falling} coins={sector.coins} />
      </Kpi>
      <Kpi word={t('table.cap')}>
        <Num text={money(sector.cap)} />
        {world && (
          <span className="of-world">
            {t('analytics.sector.allMarkets')} <Num text={money(world.cap)} />
            {world.capChange24h !== null && <Change {...change(world.capChange24h)} />}
          </span>
        )}
      </Kpi>
      <Kpi word={t('analytics.turnover24h')}>
        <Num text={money(sector.turnover24h)} />
        {world && world.turnover24h !== null && (
          <span className="of-world">
            {t('analytics.sector.allMarkets')} <Num text={money(world.turnover24h)} />
          </span>
        )}
      </Kpi>
      <Kpi word={t('analytics.sector.growth')}>
        <Change {...change(sector.turnoverGrowth)} />
      </Kpi>
      {sector.leader && (
        <Kpi word={t('analytics.sector.leader')}>
          <CoinName coin={sector.leader} isShort /> <Change {...change(sector.leader.change24h)} />
        </Kpi>
      )}
      {sector.laggard && (
        <Kpi word={t('analytics.sector.laggard')}>
          <CoinName coin={sector.laggard} isShort /> <Change {...change(sector.laggard.change24h)} />
        </Kpi>
      )}
    </dl>
  );
}

function WorldNote({ world: { source, at, category } }: { world: NonNullable<SectorRow['world']> }) {
  const t = useText();
  return (
    <p className="small-note of-world-note">
      {t('analytics.sector.worldOf', { category })} <SourceLink source={source} /> ·{' '}
      <SourceAge at={at} staleAfterMs={worldFactsRule.staleAfterMs} />
    </p>
  );
}

const Kpi = ({ word, children }: { word: string; children: ReactNode }) => (
  <div>
    <dt>{word}</dt>
    <dd>{children}</dd>
  </div>
);

function IndexLine({ label, points }: { label: string; points: readonly (readonly [number, string])[] }) {
  const isSimulated = useIsSimulated();
  const { name: site } = useBrand();
  const t = useText();
  const { price, time } = useFormat();
  const times = useMemo(() => points.map(([at]) => at), [points]);
  const lines = useMemo<readonly ChartLine[]>(
    () => [
      {
        id: 'index',
        label,
        colour: 'cat-1',
        values: points.map(([, value]) => Number(value)),
        format: (value) => price(value, { precision: 2 }),
        hasArea: true,
      },
    ],
    [points, label, price],
  );
  if (points.length < 2) return <p className="small-note py-8 text-center">{t('analytics.sector.noLine')}</p>;
  return (
    <LineChart
      label={label}
      times={times}
      lines={lines}
      guides={hundred}
      formatTime={(ms, form) => time(ms, form === 'tick' ? 'date' : 'dateTime', 'UTC')}
      words={{
        chart: t('analytics.view.chart'),
        table: t('analytics.view.table'),
        view: t('analytics.view'),
        time: t('analytics.time'),
        download: t('analytics.download'),
      }}
      fileName={fileNameOf(site, `sector-${label}`)}
      isSimulated={isSimulated}
    />
  );
}

const hundred = [100];
