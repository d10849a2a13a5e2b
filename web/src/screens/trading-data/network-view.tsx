import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  networkInstId,
  networkMetricNames,
  networkPeriods,
  seriesChannel,
  tradingRangeMs,
  type NetworkMetric,
  type TradingPoint,
} from '@tidemark/contract/trading-data.ts';
import { useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Button } from '#ui/button.tsx';
import { Band } from '#ui/states.tsx';
import { ChartCard } from './chart-card.tsx';
import { exportAll } from './export-all.ts';
import { FundingTable } from './funding-table.tsx';
import { LargestLiquidations } from './largest-liquidations.tsx';
import { readNetworkSpan } from './load.ts';
import { fundingNow, networkSeries } from './series-queries.ts';
import { SharedView, ZoomTools } from './shared-view.tsx';
import { SpanChoice } from './span-choice.tsx';
import { TopMarkets } from './top-markets.tsx';
import { NetworkVenueCharts } from './venue-charts.tsx';
import { VenueTable } from './venue-table.tsx';
import { useLiveFunding, useLiveSeries } from './use-live-series.ts';

export function NetworkView() {
  const isSimulated = useIsSimulated();
  const t = useText();
  const api = useApi();
  const [search] = useSearchParams();
  const { range, period } = readNetworkSpan(search);
  const fundingQuery = fundingNow(api);
  const funding = useQuery(fundingQuery);
  useLiveFunding(fundingQuery.queryKey);
  const client = useQueryClient();
  const cap = useQuery(networkSeries(api, 'marketCap', range, period));
  const building = cap.data?.building;
  return (
    <>
      <SharedView>
        <div className="flex flex-wrap items-center gap-2 py-3">
          <SpanChoice range={range} period={period} periods={networkPeriods} />
          <div className="ms-auto flex flex-wrap items-center gap-2">
            <ZoomTools spanMs={tradingRangeMs[range]} asOf={cap.data?.asOf} />
            <Button
              onClick={() =>
                exportAll(
                  client,
                  `network-${range}-${period}`,
                  networkMetricNames.map((metric) => ({ metric, queryKey: networkSeries(api, metric, range, period).queryKey })),
                  isSimulated,
                )
              }
            >
              {t('trading.exportAll')}
            </Button>
          </div>
        </div>
        {building && (
          <div className="frame mb-3" role="status">
            <Band kind="warn" text={t('trading.building', { done: building.done, total: building.total })} />
          </div>
        )}
        <div className="frame chart-cards">
          {networkMetricNames.map((metric) => (
            <NetworkCard key={metric} metric={metric} range={range} period={period} />
          ))}
        </div>
        <NetworkVenueCharts range={range} period={period} />
      </SharedView>
      <VenueTable />
      <FundingTable answer={funding.data} hasFailed={funding.isError} onRetry={() => void funding.refetch()} />
      <LargestLiquidations />
      <TopMarkets />
      <p className="mt-2 text-12 text-ink-3">
        {t('trading.note')} {t('trading.keys')}
      </p>
    </>
  );
}

function NetworkCard({ metric, range, period }: { metric: NetworkMetric } & ReturnType<typeof readNetworkSpan>) {
  const t = useText();
  const api = useApi();
  const query = networkSeries(api, metric, range, period);
  // While the past is being added up the whole answer is what changes.
  const { data, isError, refetch } = useQuery({ ...query, refetchInterval: ({ state }) => (state.data?.building ? 10_000 : false) });
  useLiveSeries(networkInstId, seriesChannel(metric, period), query.queryKey);
  return (
    <ChartCard
      scope="network"
      metric={metric}
      answer={data}
      hasFailed={isError}
      onRetry={() => void refetch()}
      isAvailable={data === undefined || data.points.length === 0 || isAnyKnown(data.points)}
      isBuilding={(data?.building ?? null) !== null}
      spanMs={tradingRangeMs[range]}
      fileName={`network-${metric}-${period}`}
      source={t('trading.sourceNetwork', { count: data?.universe ?? 0 })}
      refresh={t('trading.everyHour')}
    />
  );
}

/** What no market tells is missing, not an empty chart. */
const isAnyKnown = (points: readonly TradingPoint[]): boolean => points.some(([, ...figures]) => figures.some((figure) => figure !== null));
