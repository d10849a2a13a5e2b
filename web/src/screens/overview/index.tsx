// markets/overview: what the market does, at a glance. Thirteen modules that know nothing of each other.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { href } from '@tidemark/contract/pages.ts';
import type { OverviewModule } from '@tidemark/contract/site.ts';
import { Suspense, useEffect, useRef, useState, type ComponentType } from 'react';
import { Link } from 'react-router';
import { useApiQueries } from '#api/use-api.tsx';
import { isolated, MoneyProvider } from '#features/analytics/money.tsx';
import { sectorName } from '#i18n/sector-name.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { rememberInCookie } from '#session/cookies.ts';
import { useSession } from '#session/session.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { Empty } from '#ui/states.tsx';
import { Contracts } from './contracts.tsx';
import { Customise } from './customise.tsx';
import { defaultLayout, layoutQuery, readLayout, writeLayout, type Layout } from './layout.ts';
import { Leaderboard } from './leaderboard.tsx';
import { loadOverview } from './load.ts';
import { Majors } from './majors.tsx';
import { ModuleGuard } from './module-frame.tsx';
import { Mood } from './mood.tsx';
import { News } from './news.tsx';
import { Picks } from './picks.tsx';
import { HotSectors, LeadingSectors, useSectorFigures } from './sector-modules.tsx';
import { Cheap, Events, HeatModule, RiseAndFall } from './small-modules.tsx';
import { useMarketFigures, WholeMarket, wholeOf } from './whole-market.tsx';
import '#styles/overview.css';
import 'virtual:words/analytics';
import 'virtual:words/overview';

export const loader = pageLoader(loadOverview);
export const clientLoader = pageClientLoader(loadOverview);

const modules: Readonly<Record<OverviewModule, ComponentType>> = {
  globalDigitalCurrency: WholeMarket,
  quotationCards: Majors,
  realTimeLeaderboard: Leaderboard,
  fearIndex: Mood,
  riseDistribution: RiseAndFall,
  marketHeatMap: HeatModule,
  marketChanges: Events,
  leadingSector: LeadingSectors,
  sexySector: HotSectors,
  cheapCurrency: Cheap,
  contractData: Contracts,
  aiIndex: Picks,
  industryTrend: News,
};

/** A page that a cache has kept for all visitors came in the usual layout: this browser's follows. */
function useLayoutOf(chosen: string, queryClient: QueryClient) {
  const shown = useRef(chosen);
  useEffect(() => {
    if (shown.current === chosen) return;
    shown.current = chosen;
    queryClient.setQueryData(layoutQuery.queryKey, readLayout(chosen));
  }, [chosen, queryClient]);
}

export default function OverviewScreen() {
  const t = useText();
  const locale = useLocale();
  const { currency, overview } = usePreferences();
  const queryClient = useQueryClient();
  useLayoutOf(overview, queryClient);
  const layout = useQuery(layoutQuery).data ?? defaultLayout;
  const { data: config } = useQuery(useApiQueries().config(locale));
  const isVisitor = useSession().state === 'visitor';
  const [isArranging, setArranging] = useState(false);
  const isOffered = (module: OverviewModule) => config?.overviewSwitch[module] ?? true;
  const shown = layout.order.filter((module) => isOffered(module) && !layout.hidden.includes(module));
  const arrange = (next: Layout) => {
    queryClient.setQueryData(layoutQuery.queryKey, next);
    rememberInCookie('overview', writeLayout(next));
  };

  return (
    <MoneyProvider currency={currency}>
      <div className="ov-head">
        <div>
          <h1 className="text-20 tracking-tight">{t('overview.title')}</h1>
          {isVisitor && <p className="ov-pitch">{t('overview.pitch')}</p>}
          <Summary />
        </div>
        <div className="ov-acts">
          <Button aria-expanded={isArranging} onClick={() => setArranging(!isArranging)}>
            {t('overview.customise')}
          </Button>
          {isVisitor && (
            <Link className="btn primary" to={href(locale, 'priceAlert')}>
              <Icon name="bell" />
              {t('overview.setAlert')}
            </Link>
          )}
        </div>
      </div>
      {isArranging && <Customise layout={layout} isOffered={isOffered} onChange={arrange} onDone={() => setArranging(false)} />}
      <div className="ov">
        {shown.map((module) => {
          const Part = modules[module];
          return (
            <section key={module} className={`frame ov-mod ov-${module}`} aria-labelledby={`ov-${module}`}>
              <ModuleGuard text={t('overview.failed')}>
                {/* Each comes alive on its own: no long task, and the one that is touched goes first. */}
                <Suspense>
                  <Part />
                </Suspense>
              </ModuleGuard>
            </section>
          );
        })}
      </div>
      {shown.length === 0 && (
        <div className="frame">
          <Empty title={t('overview.allHidden')}>
            {layout.hidden.length > 0 && <Button onClick={() => arrange(defaultLayout)}>{t('overview.reset')}</Button>}
          </Empty>
        </div>
      )}
    </MoneyProvider>
  );
}

/** The market in one sentence. */
function Summary() {
  const t = useText();
  const { change } = useFormat();
  const { figures } = useMarketFigures();
  const capChange = figures && wholeOf(figures).capChange24h;
  const leader = useSectorFigures().sectors?.toSorted((a, b) => Number(b.change24h) - Number(a.change24h))[0];
  return (
    <p className="ov-summary">
      {figures &&
        (capChange == null
          ? t('overview.summaryWithoutCap', { rising: figures.rising, falling: figures.falling })
          : t('overview.summary', { change: isolated(change(capChange).text), rising: figures.rising, falling: figures.falling }))}{' '}
      {leader &&
        t('overview.leads', {
          sector: sectorName(t, leader.plateCategoryId, leader.name),
          change: isolated(change(leader.change24h).text),
        })}
    </p>
  );
}
