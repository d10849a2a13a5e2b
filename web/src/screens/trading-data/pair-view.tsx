import { useQuery, useQueryClient } from '@tanstack/react-query';
import { candleAt } from '@tidemark/contract/market.ts';
import {
  priceOverlay,
  seriesChannel,
  tradingPeriods,
  tradingRangeMs,
  tradingTabs,
  type PairMetric,
} from '@tidemark/contract/trading-data.ts';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#api/use-api.tsx';
import { useInUnit } from '#features/preferences/use-in-unit.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import { Button } from '#ui/button.tsx';
import { SharedWindowContext } from '#ui/chart/use-view-window.ts';
import { Segments } from '#ui/choices.tsx';
import { ChartCard, type OverlayLine } from './chart-card.tsx';
import { metricsOf, openInterestUnits, readPair, withChoice, type ChosenPair, type OpenInterestUnit } from './chosen.ts';
import { useFigures } from './figures.ts';
import { exportAll } from './export-all.ts';
import { FundFlowTable } from './fund-flow-table.tsx';
import { keepUnit, searchWithKeptUnit } from './kept-unit.ts';
import { LargestLiquidations } from './largest-liquidations.tsx';
import { LiquidationLevels } from './liquidation-levels.tsx';
import { PairNow } from './pair-now.tsx';
import { PairPicker } from './pair-picker.tsx';
import { pictureOf } from './picture.ts';
import { hasOwnSpan, pairNow, pairPrices, pairSeries, periodOf } from './series-queries.ts';
import { SharedView, ZoomTools } from './shared-view.tsx';
import { SpanChoice } from './span-choice.tsx';
import { useNextSearch } from './use-next-search.ts';
import { VenueCharts } from './venue-charts.tsx';
import { VenueTable } from './venue-table.tsx';
import { useLiveNow, useLivePrices, useLiveSeries } from './use-live-series.ts';

export function PairView() {
  const isSimulated = useIsSimulated();
  const t = useText();
  const api = useApi();
  const [search] = useSearchParams();
  const nextSearch = useNextSearch();
  const chosen = readPair(search);
  const { tab, symbolId, range, period } = chosen;
  useKeptUnit(chosen.unit);
  const metrics = metricsOf(tab);
  const client = useQueryClient();
  const now = useQuery(pairNow(api, symbolId));
  useLiveNow(symbolId, pairNow(api, symbolId).queryKey);
  const overlay = useOverlay(chosen);
  const pair = now.data ? `${now.data.baseSymbol}/${now.data.pricedSymbol}` : symbolId;
  return (
    <>
      <SharedView>
        <div className="flex flex-wrap items-center gap-2 py-3">
          <Segments
            label={t('trading.line')}
            choices={tradingTabs.map((option) => ({
              to: withChoice(nextSearch, { tab: option, symbol: null, overlay: null }),
              label: t(`trading.${option}`),
              isCurrent: option === tab,
            }))}
          />
          <PairPicker tab={tab} symbolId={symbolId} />
          <div className="ms-auto flex max-w-full flex-wrap items-center gap-2">
            <SpanChoice range={range} period={period} periods={tradingPeriods} />
            <OverlayChoice chosen={chosen} />
            <ZoomTools spanMs={tradingRangeMs[range]} asOf={now.data?.asOf} />
            <Button
              onClick={() =>
                exportAll(
                  client,
                  `${symbolId}-${range}-${period}`,
                  metrics.map((metric) => ({ metric, queryKey: pairSeries(api, chosen, metric).queryKey })),
                  isSimulated,
                )
              }
            >
              {t('trading.exportAll')}
            </Button>
          </div>
        </div>
        <PairNow now={now.data} tab={tab} />
        <div className="frame chart-cards">
          {metrics.map((metric) => {
            const card = (
              <PairCard key={metric} metric={metric} chosen={chosen} overlay={chosen.overlay === metric ? null : overlay} pair={pair} />
            );
            // A day of hours and a week of days are short enough to be seen whole.
            return hasOwnSpan(metric) ? (
              <SharedWindowContext key={metric} value={null}>
                {card}
              </SharedWindowContext>
            ) : (
              card
            );
          })}
        </div>
        {tab === 'futures' && <VenueCharts chosen={chosen} />}
      </SharedView>
      {tab === 'futures' && <LiquidationLevels symbolId={symbolId} />}
      {tab === 'futures' && <VenueTable symbolId={symbolId} />}
      {tab === 'futures' && <LargestLiquidations symbolId={symbolId} />}
      <p className="mt-2 text-12 text-ink-3">
        {t('trading.note')} {t('trading.keys')}
      </p>
    </>
  );
}

/** While the past of a chart is being added up. */
const askAgainMs = 4_000;

function PairCard({
  metric,
  chosen,
  overlay,
  pair,
}: {
  metric: PairMetric;
  chosen: ChosenPair;
  overlay: OverlayLine | null;
  pair: string;
}) {
  const t = useText();
  const api = useApi();
  const { money } = useInUnit();
  const { symbolId, range, period } = chosen;
  // Until the pair has told its names it is called by its id, which is no unit.
  const [base = '', quote] = pair.split('/');
  const query = pairSeries(api, chosen, metric);
  const { data, isError, refetch } = useQuery({ ...query, refetchInterval: ({ state }) => (state.data?.building ? askAgainMs : false) });
  useLiveSeries(symbolId, seriesChannel(metric, periodOf(metric, period)), query.queryKey);
  return (
    <ChartCard
      scope="pair"
      metric={metric}
      answer={data}
      hasFailed={isError}
      onRetry={() => void refetch()}
      isAvailable={data?.available ?? true}
      overlay={overlay}
      spanMs={metric === 'netInflow24h' ? tradingRangeMs['1d'] : metric === 'whaleNetFlow5d' ? tradingRangeMs['7d'] : tradingRangeMs[range]}
      fileName={`${symbolId}-${metric}-${data?.period ?? period}`}
      source={t('trading.sourcePair', { pair })}
      refresh={t('trading.whileOpen')}
      unitNames={metric === 'openInterest' || quote === undefined ? {} : { base, quote }}
      {...(metric === 'openInterest' && { field: chosen.unit, choice: <UnitChoice chosen={chosen} base={base} /> })}
      note={
        metric === 'fundFlow' &&
        data && (
          <>
            <FundFlowTable answer={data} />
            {data.building && (
              <p className="chart-note" role="status">
                {t('trading.buildingFlow')}
              </p>
            )}
          </>
        )
      }
    >
      {data?.thresholds && (
        <p>
          {t('trading.thresholds', {
            whale: money(data.thresholds.whale),
            dolphin: money(data.thresholds.dolphin),
            mean: money(data.thresholds.meanTurnover),
          })}
        </p>
      )}
    </ChartCard>
  );
}

/** The line laid over every chart: the price, or any other series of the pair. */
function useOverlay(chosen: ChosenPair): OverlayLine | null {
  const t = useText();
  const api = useApi();
  const format = useFormat();
  const figures = useFigures();
  const { overlay } = chosen;
  const isPrice = overlay === priceOverlay;
  const prices = useQuery({ ...pairPrices(api, chosen), enabled: isPrice });
  useLivePrices(chosen.symbolId, chosen.period, pairPrices(api, chosen).queryKey, isPrice);
  const metric: PairMetric | null = overlay === null || overlay === priceOverlay ? null : overlay;
  const other = useQuery({ ...pairSeries(api, chosen, metric ?? 'openInterest'), enabled: metric !== null });
  return useMemo(() => {
    if (isPrice) {
      if (!prices.data) return null;
      const { candles } = prices.data;
      return {
        label: t('trading.price'),
        times: candles.map((row) => row[candleAt.openTime]),
        values: candles.map((row) => Number(row[candleAt.close])),
        format: (value) => format.price(value),
        formatTick: (value) => (value >= 10_000 ? format.money(value) : format.price(value)),
      };
    }
    if (!metric || !other.data) return null;
    const { times, lines } = pictureOf('pair', metric, other.data, figures, t);
    const [first] = lines;
    return first
      ? { label: t(`trading.metric.${metric}`), times, values: first.values, format: first.format, rate: first.rate ?? 1 }
      : null;
  }, [isPrice, prices.data, metric, other.data, format, figures, t]);
}

/** The server does not know what this browser keeps: the page is shown as the address says, then in the unit that was chosen last. */
function useKeptUnit(unit: OpenInterestUnit): void {
  const [search, setSearch] = useSearchParams();
  const shown = useRef<OpenInterestUnit | null>(null);
  const showKept = useEffectEvent(() => {
    const kept = searchWithKeptUnit(search);
    if (kept) setSearch(kept, { replace: true, preventScrollReset: true });
    return kept ? readPair(kept).unit : unit;
  });
  useEffect(() => {
    if (shown.current === null) shown.current = showKept();
    else if (shown.current !== unit) keepUnit((shown.current = unit));
  }, [unit]);
}

function UnitChoice({ chosen, base }: { chosen: ChosenPair; base: string }) {
  const t = useText();
  const search = useNextSearch();
  const { currency } = useInUnit();
  const names = { usd: currency, base, contracts: t('trading.contracts') };
  return (
    <Segments
      label={t('trading.unit')}
      choices={openInterestUnits.map((unit) => ({
        to: withChoice(search, { unit: unit === 'usd' ? null : unit }),
        label: names[unit],
        isCurrent: unit === chosen.unit,
      }))}
    />
  );
}

function OverlayChoice({ chosen }: { chosen: ChosenPair }) {
  const t = useText();
  const navigate = useNavigate();
  const search = useNextSearch();
  // At once: a link beside it that is pressed before the next drawing would still lead to the address without this choice.
  const choose = (overlay: string) =>
    void navigate(withChoice(search, { overlay }), { replace: true, preventScrollReset: true, flushSync: true });
  return (
    <label className="flex max-w-full items-center gap-2 text-12 text-ink-2">
      {t('trading.overlay')}
      <select
        className="select min-w-0 flex-1"
        value={chosen.overlay ?? 'none'}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value="none">{t('trading.overlayNone')}</option>
        <option value={priceOverlay}>{t('trading.price')}</option>
        {metricsOf(chosen.tab).map((metric) => (
          <option key={metric} value={metric}>
            {t(`trading.metric.${metric}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
