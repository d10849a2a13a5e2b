// Modules that are little more than a part of another screen in a frame.
import { href } from '@tidemark/contract/pages.ts';
import { useApi } from '#api/use-api.tsx';
import { usePageQuery } from '#api/use-page-query.ts';
import { CoinHeat } from '#features/analytics/coin-heat.tsx';
import { isolated } from '#features/analytics/money.tsx';
import { MoverFeed } from '#features/analytics/mover-feed.tsx';
import { RiseBars } from '#features/analytics/rise-bars.tsx';
import { mergeMovers, useLiveMovers } from '#features/analytics/use-live-movers.ts';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Empty } from '#ui/states.tsx';
import { CoinRows } from './coin-rows.tsx';
import { AskedFor, ModuleFrame } from './module-frame.tsx';
import { cheapQuery, cheapRule, eventsQuery, eventsShown, tilesShown } from './overview-queries.ts';
import { useMarketFigures } from './whole-market.tsx';

const refreshMs = 30_000;

export function RiseAndFall() {
  const t = useText();
  const { query, figures } = useMarketFigures();
  return (
    <ModuleFrame name="riseDistribution" head={<bdi className="small-note">{`${t('overview.change24h')}, %`}</bdi>}>
      <AskedFor query={query}>
        <RiseBars label={t('overview.module.riseDistribution')} figures={figures} />
      </AskedFor>
    </ModuleFrame>
  );
}

export function HeatModule() {
  const locale = useLocale();
  return (
    <ModuleFrame name="marketHeatMap" more={`${href(locale, 'sectors')}?view=coins`}>
      <CoinHeat limit={tilesShown} />
    </ModuleFrame>
  );
}

export function Events() {
  const t = useText();
  const locale = useLocale();
  const query = usePageQuery(eventsQuery(useApi()));
  const live = useLiveMovers();
  const events = query.data ? mergeMovers(query.data.items, live, () => true) : null;
  return (
    <ModuleFrame name="marketChanges" more={href(locale, 'movers')}>
      <AskedFor query={query}>
        {events?.length === 0 ? (
          <Empty title={t('overview.quiet')} />
        ) : (
          <MoverFeed label={t('overview.module.marketChanges')} events={events} most={eventsShown} isShort />
        )}
      </AskedFor>
    </ModuleFrame>
  );
}

export function Cheap() {
  const t = useText();
  const locale = useLocale();
  const { money } = useFormat();
  const query = usePageQuery({ ...cheapQuery(useApi()), refetchInterval: refreshMs });
  return (
    <ModuleFrame
      name="cheapCurrency"
      more={`${href(locale, 'spot')}?sort=price&dir=asc`}
      head={<span className="small-note">{t('overview.cheapRule', { below: isolated(money(cheapRule.below, 'USD')) })}</span>}
    >
      <AskedFor query={query}>
        {query.data?.length === 0 ? (
          <Empty title={t('table.empty')} />
        ) : (
          <CoinRows label={t('overview.module.cheapCurrency')} rows={query.data ?? null} expected={cheapRule.shown} />
        )}
      </AskedFor>
    </ModuleFrame>
  );
}
