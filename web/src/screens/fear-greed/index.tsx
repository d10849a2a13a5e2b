// markets/fear-and-greed-index: a page of its own, without the header of the site.
import { useQuery } from '@tanstack/react-query';
import { worldFactsRule } from '@tidemark/contract/analytics.ts';
import { fearGreedBand } from '@tidemark/contract/fear-greed.ts';
import { href } from '@tidemark/contract/pages.ts';
import { Link } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { FailedBand } from '#features/figures/failed-band.tsx';
import { PageLink } from '#features/figures/page-link.tsx';
import { SourceAge } from '#features/figures/source-note.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { ChartSkeleton } from '#ui/chart/line-chart.tsx';
import { Icon } from '#ui/icon.tsx';
import { Num } from '#ui/number.tsx';
import { Skeleton } from '#ui/states.tsx';
import { Gauge } from '#features/figures/gauge.tsx';
import { History } from './history.tsx';
import { fearGreedQuery, loadFearGreed } from './load.ts';
import { Method } from './method.tsx';
import { Parts } from './parts.tsx';
import '#styles/fear-greed.css';
import 'virtual:words/fear-greed';

export const loader = pageLoader(loadFearGreed);
export const clientLoader = pageClientLoader(loadFearGreed);

const refreshMs = 5 * 60_000;

export default function FearGreedScreen() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const isSimulated = useIsSimulated();
  const { data, isError, error, refetch } = useQuery({ ...fearGreedQuery(api, locale), refetchInterval: refreshMs });
  return (
    <div className="fg">
      <header className="fg-top">
        <Link to={href(locale, 'home')} className="btn quiet">
          <Icon name="right" isDirectional />
          {t('fear-greed.back')}
        </Link>
        {isSimulated && <span className="tag warn">{t('simulated.label')}</span>}
      </header>
      <h1>{t('fear-greed.title')}</h1>
      <p className="fg-intro">{t('fear-greed.intro')}</p>
      {isError && !data && (
        <div className="frame">
          <FailedBand error={error} text={t('fear-greed.failed')} onRetry={() => void refetch()} />
        </div>
      )}
      {data ? (
        <>
          <Now data={data} />
          <History data={data} />
          <Parts data={data} />
        </>
      ) : (
        !isError && <Waiting />
      )}
      <Method />
      <p className="fg-note">
        {t('fear-greed.more')} <PageLink to={href(locale, 'tradingData', { type: 'wholeNetwork' })}>{t('fear-greed.moreLink')}</PageLink>
      </p>
    </div>
  );
}

type FearGreed = Parameters<typeof History>[0]['data'];

function Now({
  data: { value, band, bands, yesterday, lastWeek, lastMonth, streakDays, lastExtreme, updatedAt, other },
}: {
  data: FearGreed;
}) {
  const t = useText();
  const format = useFormat();
  const word = t(`fear-greed.band.${band}`);
  const before = { yesterday, lastWeek, lastMonth } as const;
  return (
    <section className="frame fg-now" aria-label={t('fear-greed.now')}>
      <Gauge value={value} bands={bands} word={word} label={t('fear-greed.gauge', { value: Math.round(value), word })} />
      <dl className="fg-was">
        {(['yesterday', 'lastWeek', 'lastMonth'] as const).map((when) => {
          const then = before[when];
          return (
            <div key={when}>
              <dt>{t(`fear-greed.was.${when}`)}</dt>
              <dd>
                <Num text={then === null ? null : String(Math.round(then))} />{' '}
                {then !== null && <span>{t(`fear-greed.band.${fearGreedBand(then)}`)}</span>}
              </dd>
            </div>
          );
        })}
      </dl>
      <dl className="fg-was">
        <div>
          <dt>{t('fear-greed.streak')}</dt>
          <dd>{t('fear-greed.days', { days: streakDays })}</dd>
        </div>
        <div>
          <dt>{t('fear-greed.lastExtreme')}</dt>
          <dd>
            {lastExtreme ? (
              <>
                {format.time(lastExtreme.at, 'date', 'UTC')} <span>{t(`fear-greed.band.${lastExtreme.band}`)}</span>
              </>
            ) : (
              '--'
            )}
          </dd>
        </div>
        <div>
          <dt>{t('fear-greed.updated')}</dt>
          <dd>
            <time dateTime={new Date(updatedAt).toISOString()}>{format.time(updatedAt, 'dateTime', 'UTC')}</time> UTC
          </dd>
        </div>
        {other && (
          <div>
            <dt>{t('fear-greed.other', { source: other.source })}</dt>
            <dd>
              <Num text={other.newest && String(Math.round(other.newest.value))} />{' '}
              {other.newest && (
                <span>
                  <SourceAge at={other.newest.at} staleAfterMs={worldFactsRule.moodStaleAfterMs} />
                </span>
              )}
            </dd>
          </div>
        )}
      </dl>
      <ul className="fg-bands">
        {bands.map((row, i) => (
          <li key={row.band} aria-current={row.band === band ? 'true' : undefined}>
            <i style={{ background: `var(--fg-${i + 1})` }} />
            {t(`fear-greed.band.${row.band}`)}
            <Num text={`${i === 0 ? 0 : bands[i - 1]!.upTo + 1}\u2013${row.upTo}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const Waiting = () => (
  <>
    <section className="frame fg-now">
      <svg className="gauge" viewBox="0 0 216 124" aria-hidden="true" />
      <Skeleton width={160} />
    </section>
    <section className="frame fg-block">
      <ChartSkeleton size="tall" />
    </section>
  </>
);
