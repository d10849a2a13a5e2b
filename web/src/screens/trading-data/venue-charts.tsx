// One contract, or all of them, on several exchanges over time. Absent where this site reads no other exchange.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { minuteMs } from '@tidemark/contract/time.ts';
import { tradingRangeMs, type TradingRange } from '@tidemark/contract/trading-data.ts';
import {
  firstVenueMetric,
  networkVenueMetrics,
  venueMetric,
  venueMetricNames,
  type NetworkVenueMetric,
  type VenueMetric,
} from '@tidemark/contract/venues.ts';
import { useMemo, useState } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useText } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { ChartSkeleton, LineChart } from '#ui/chart/line-chart.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Band } from '#ui/states.tsx';
import { useChartWords } from './chart-card.tsx';
import type { ChosenPair } from './chosen.ts';
import { useChartTime, useFigures } from './figures.ts';
import { firstNetworkVenueMetric, networkVenues, venueSeries, type NetworkSpan } from './series-queries.ts';
import { venueLines, type VenueAnswer } from './venue-lines.ts';
import { useVenueWords, venueMetricWords } from './venue-words.ts';

const refreshMs = minuteMs;

export function VenueCharts({ chosen }: { chosen: ChosenPair }) {
  const [metric, setMetric] = useState<VenueMetric>(firstVenueMetric);
  const query = useQuery({
    ...venueSeries(useApi(), chosen, metric),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  return (
    <VenueChart
      metrics={venueMetricNames}
      words={venueMetricWords}
      metric={metric}
      onMetric={setMetric}
      query={query}
      range={chosen.range}
      fileName={(shown) => `${chosen.symbolId}-${shown}-venues-${chosen.period}`}
    />
  );
}

/** Of all contracts what lists tell: their volume is that of a day. */
const networkWords = { ...venueMetricWords, volume: 'trading.volume24h' } as const;

export function NetworkVenueCharts({ range, period }: NetworkSpan) {
  const [metric, setMetric] = useState<NetworkVenueMetric>(firstNetworkVenueMetric);
  const query = useQuery({
    ...networkVenues(useApi(), metric, range, period),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
  return (
    <VenueChart<NetworkVenueMetric>
      metrics={networkVenueMetrics}
      words={networkWords}
      metric={metric}
      onMetric={setMetric}
      query={query}
      range={range}
      fileName={(shown) => `network-${shown}-venues-${period}`}
    />
  );
}

interface VenueChartProps<M extends VenueMetric> {
  readonly metrics: readonly M[];
  readonly words: Readonly<Record<M, WordId>>;
  readonly metric: M;
  onMetric(metric: M): void;
  readonly query: {
    readonly data: (VenueAnswer & { readonly available: boolean; readonly metric: M }) | undefined;
    readonly isError: boolean;
    refetch(): unknown;
  };
  readonly range: TradingRange;
  fileName(shown: M): string;
}

function VenueChart<M extends VenueMetric>({
  metrics,
  words: metricWords,
  metric,
  onMetric,
  query: { data, isError, refetch },
  range,
  fileName,
}: VenueChartProps<M>) {
  const t = useText();
  const isSimulated = useIsSimulated();
  const { figureOf, rateOf } = useFigures();
  const { nameOf, lackOf } = useVenueWords();
  const words = useChartWords();
  const formatTime = useChartTime(tradingRangeMs[range]);
  const names = data?.venues.map(nameOf).join('\n') ?? '';
  const picture = useMemo(() => {
    if (!data) return null;
    const { unit } = venueMetric(data.metric);
    const look = { format: figureOf(data.metric, data.metric, unit), rate: rateOf(unit) };
    return venueLines(data.metric, data, names.split('\n'), t('trading.venues.total'), look);
  }, [data, names, figureOf, rateOf, t]);
  if (data && !data.available) return null;
  const shown = data?.metric ?? metric;
  const title = t('trading.venues.title');
  const lacks = data?.venues.flatMap((venue) => (lackOf(venue) === null ? [] : [`${nameOf(venue)}: ${lackOf(venue)}`])) ?? [];
  return (
    <section className="frame chart-card mt-3" aria-label={title} aria-busy={shown !== metric}>
      <header>
        <h2>{title}</h2>
        {isSimulated && <span className="tag warn">{t('simulated.short')}</span>}
        <div className="venue-metrics">
          <RadioSegments<M>
            isInline
            label={t('trading.venues.title')}
            options={metrics.map((value) => ({ value, label: t(metricWords[value]) }))}
            value={metric}
            onChange={onMetric}
          />
        </div>
      </header>
      {isError && !data ? (
        <Band kind="error" text={t('trading.failed')} action={{ label: t('action.retry'), onClick: () => void refetch() }} />
      ) : !picture ? (
        <ChartSkeleton />
      ) : picture.lines.length === 0 ? (
        <p className="chart-none">{t('trading.missing')}</p>
      ) : (
        <LineChart
          label={`${title}: ${t(metricWords[shown])}`}
          times={picture.times}
          lines={picture.lines}
          twinLines={picture.all}
          formatTime={formatTime}
          words={words}
          fileName={fileName(shown)}
          isSimulated={isSimulated}
        />
      )}
      {lacks.length > 0 && (
        <p className="chart-note" role="status">
          {lacks.join(' · ')}
        </p>
      )}
      {venueMetric(shown).isSum && <p className="chart-note">{t('trading.venues.note')}</p>}
    </section>
  );
}
