import { useQuery } from '@tanstack/react-query';
import { networkMetricNames, networkPeriods, tradingRangeMs, type NetworkMetric } from '@tidemark/contract/trading-data.ts';
import { useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import { Band } from '#ui/states.tsx';
import { ChartCard } from './chart-card.tsx';
import { FundingTable } from './funding-table.tsx';
import { readNetworkSpan } from './load.ts';
import { MomentLink } from './moment-link.tsx';
import { fundingNow, networkSeries } from './series-queries.ts';
import { SpanChoice } from './span-choice.tsx';

export function NetworkView() {
  const t = useText();
  const api = useApi();
  const [search] = useSearchParams();
  const { range, period } = readNetworkSpan(search);
  const funding = useQuery(fundingNow(api));
  const building = useQuery(networkSeries(api, 'marketCap', range, period)).data?.building;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 py-3">
        <SpanChoice range={range} period={period} periods={networkPeriods} />
      </div>
      {building && <div className="frame mb-3" role="status"><Band kind="warn" text={t('trading.building', { done: building.done, total: building.total })} /></div>}
      <MomentLink>
        <div className="frame chart-cards">
          {networkMetricNames.map((metric) => <NetworkCard key={metric} metric={metric} range={range} period={period} />)}
        </div>
      </MomentLink>
      <FundingTable answer={funding.data} hasFailed={funding.isError} onRetry={() => void funding.refetch()} />
      <p className="mt-2 text-12 text-ink-3">{t('trading.note')}</p>
    </>
  );
}

function NetworkCard({ metric, range, period }: { metric: NetworkMetric } & ReturnType<typeof readNetworkSpan>) {
  const t = useText();
  const api = useApi();
  const { data, isError, refetch } = useQuery(networkSeries(api, metric, range, period));
  return (
    <ChartCard
      scope="network"
      metric={metric}
      answer={data}
      hasFailed={isError}
      onRetry={() => void refetch()}
      spanMs={tradingRangeMs[range]}
      fileName={`network-${metric}-${period}`}
      source={t('trading.sourceNetwork', { count: data?.universe ?? 0 })}
      refresh={t('trading.everyHour')}
    />
  );
}
