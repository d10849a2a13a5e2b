// markets/bitcoin-halving: how long until the reward of Bitcoin's blocks halves again, and what happened around it before.
import { useQuery } from '@tanstack/react-query';
import { forecastHalving, type HalvingForecast } from '@tidemark/contract/content.ts';
import { href } from '@tidemark/contract/pages.ts';
import { hourMs } from '@tidemark/contract/time.ts';
import { useMemo } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useApi, useApiQueries } from '#api/use-api.tsx';
import { FailedBand } from '#features/figures/failed-band.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useBrand } from '#page/use-brand.ts';
import { pageClientLoader, pageLoader } from '#page/page.ts';
import { ChartSkeleton } from '#ui/chart/line-chart.tsx';
import { Icon } from '#ui/icon.tsx';
import { calendarHref } from './calendar.ts';
import { Countdown, useMarketNow } from './countdown.tsx';
import { Facts } from './facts.tsx';
import { chainQuery, loadHalving } from './load.ts';
import { PairSearch } from './pair-search.tsx';
import { PastTable } from './past-table.tsx';
import { RewardChart } from './reward-chart.tsx';
import '#styles/figure-table.css';
import '#styles/halving.css';
import 'virtual:words/halving';

export const loader = pageLoader(loadHalving);
export const clientLoader = pageClientLoader(loadHalving);

const refreshMs = 30_000;
/** Where the operator's config cannot be read, what it says unless changed. */
const usualConfig = { nextHeight: 1_050_000, blocksPerHalving: 210_000 };

export default function HalvingScreen() {
  const t = useText();
  const api = useApi();
  const locale = useLocale();
  const { config } = useApiQueries();
  const { data: chain, isError, error, refetch } = useQuery({ ...chainQuery(api, locale), refetchInterval: refreshMs });
  const coinHalfConfig = useQuery(config(locale)).data?.coinHalfConfig ?? usualConfig;
  const forecast = useMemo(() => chain && forecastHalving(chain, coinHalfConfig), [chain, coinHalfConfig]);
  return (
    <div className="halving">
      <div>
        <h1 className="text-20 tracking-tight">{t('halving.title')}</h1>
        <p className="mt-0.5 max-w-[88ch] text-13 text-ink-2">{t('halving.intro')}</p>
      </div>
      {chain && forecast ? (
        <Hero chain={chain} forecast={forecast} />
      ) : isError ? (
        <div className="frame">
          <FailedBand error={error} text={t('halving.failed')} onRetry={() => void refetch()} />
        </div>
      ) : (
        <div className="frame halving-hero" aria-hidden="true" />
      )}
      <PastTable price={chain?.price ?? null} priceAtLastHalving={chain?.priceAtLastHalving ?? null} />
      {chain ? (
        <RewardChart height={chain.height} asOf={chain.asOf} />
      ) : (
        !isError && (
          <div className="frame halving-block">
            <ChartSkeleton />
          </div>
        )
      )}
      <PairSearch />
    </div>
  );
}

type Chain = Parameters<typeof forecastHalving>[0] & { lastBlockAt: number };

function Hero({ chain, forecast }: { chain: Chain; forecast: HalvingForecast }) {
  const t = useText();
  const format = useFormat();
  const locale = useLocale();
  const now = useMarketNow(chain.asOf);
  const { name: site } = useBrand();
  const origin = useRouteLoaderData<{ publicUrl: string }>('root')?.publicUrl ?? '';
  const { state, number, targetHeight, estimatedAt, earliestAt, latestAt } = forecast;
  const moment = (ms: number) => <time dateTime={new Date(ms).toISOString()}>{format.time(ms, 'dateTime', 'UTC')}</time>;
  const height = format.count(targetHeight);
  const between = t('halving.between', { from: format.time(earliestAt, 'date', 'UTC'), to: format.time(latestAt, 'date', 'UTC') });
  const file = calendarHref({
    site,
    id: `bitcoin-halving-${number}@${new URL(origin || 'https://markets.invalid').host}`,
    title: t('halving.calendarTitle', { number, height }),
    text: between,
    url: origin + href(locale, 'bitcoinHalving'),
    startsAt: estimatedAt,
    endsAt: estimatedAt + hourMs,
    writtenAt: chain.asOf,
  });
  return (
    <section className="frame halving-hero" aria-labelledby="halving-state" data-state={state}>
      <div className="halving-main">
        <h2 id="halving-state">{t(`halving.state.${state}`)}</h2>
        {state !== 'nextEstimated' && <p className="halving-next">{t('halving.nextAfter', { number, height })}</p>}
        <Countdown forecast={forecast} now={now} />
        <p className="halving-when">
          {t('halving.estimated')} <b>{moment(estimatedAt)} UTC</b>
        </p>
        <p className="halving-note">{between}</p>
        <p className="halving-actions">
          <a className="btn" href={file} download="bitcoin-halving.ics">
            <Icon name="clock" />
            {t('halving.calendar')}
          </a>
        </p>
      </div>
      <Facts
        forecast={forecast}
        height={chain.height}
        lastBlockAt={chain.lastBlockAt}
        averageIntervalMs={chain.averageIntervalMs}
        now={now}
      />
      <details className="halving-how">
        <summary>
          {t('halving.how')}
          <Icon name="down" />
        </summary>
        <p>{t('halving.howText')}</p>
      </details>
    </section>
  );
}
