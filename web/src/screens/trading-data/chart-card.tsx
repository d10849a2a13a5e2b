// One metric: its newest figure and change, the chart with its table, downloads and full screen, and how it is computed.
import { dayMs } from '@tidemark/contract/time.ts';
import {
  largeAccountsShare,
  pairMetrics,
  networkMetrics,
  type FieldUnit,
  type NetworkMetric,
  type PairMetric,
} from '@tidemark/contract/trading-data.ts';
import { Fragment, useContext, useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { usePercent } from '#i18n/use-percent.ts';
import { useFormat } from '#i18n/format.ts';
import { useText } from '#i18n/text.tsx';
import { useIsSimulated } from '#page/use-is-simulated.ts';
import type { WordId } from '#i18n/words.ts';
import type { ChartLine } from '#ui/chart/chart-line.ts';
import { Drawn, DrawnButton } from '#ui/chart/drawn-button.tsx';
import { ChartSkeleton, LineChart, type ChartWords } from '#ui/chart/line-chart.tsx';
import { SharedWindowContext } from '#ui/chart/use-view-window.ts';
import { Change, Num } from '#ui/number.tsx';
import { Icon } from '#ui/icon.tsx';
import { Band } from '#ui/states.tsx';
import { useChartTime, useFigures } from './figures.ts';
import { comparedOver, headlineFields, headlineOf } from './headline.ts';
import { formulae, networkDrawings, pairDrawings, type AnyMetric } from './metric-drawings.ts';
import { alignTo, pictureOf, type SeriesAnswer } from './picture.ts';
import { hasOwnSpan } from './series-queries.ts';

export interface OverlayLine {
  readonly label: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  format(value: number): string;
  formatTick?(value: number): string;
  readonly rate?: number;
}

interface ChartCardProps {
  readonly scope: 'pair' | 'network';
  readonly metric: AnyMetric;
  readonly answer: SeriesAnswer | undefined;
  readonly hasFailed: boolean;
  onRetry(): void;
  /** A metric that the source does not tell has words instead of a chart. */
  readonly isAvailable?: boolean;
  /** Its past is still being added up. */
  readonly isBuilding?: boolean;
  readonly overlay?: OverlayLine | null;
  /** Which field is drawn, where a metric has several units. */
  readonly field?: string;
  /** How far the chart looks back, ms. */
  readonly spanMs: number;
  readonly fileName: string;
  readonly source: string;
  readonly refresh: string;
  /** Under the words of the definition: what holds for this pair. */
  readonly children?: ReactNode;
  /** How units without a sign of their own are called here. */
  readonly unitNames?: Partial<Record<FieldUnit, string>>;
  /** Beside the figure. */
  readonly choice?: ReactNode;
  readonly note?: ReactNode;
}

export function ChartCard({
  scope,
  metric,
  answer,
  hasFailed,
  onRetry,
  isAvailable = true,
  isBuilding = false,
  overlay,
  field,
  spanMs,
  fileName,
  source,
  refresh,
  children,
  unitNames,
  choice,
  note,
}: ChartCardProps) {
  const isSimulated = useIsSimulated();
  const t = useText();
  const percent = usePercent();
  const card = useRef<HTMLElement>(null);
  const formatTime = useChartTime(useShownMs(spanMs));
  const words = useChartWords();
  const picture = usePicture(scope, metric, answer, overlay ?? null, field);
  const name = t(`trading.metric.${metric}` as WordId);
  return (
    <section ref={card} className="chart-card">
      <header>
        <h2>{name}</h2>
        <Newest scope={scope} metric={metric} answer={answer} chosen={field} spanMs={spanMs} unitNames={unitNames} />
        {choice}
      </header>
      {hasFailed && !answer ? (
        <Band kind="error" text={t('trading.failed')} action={{ label: t('action.retry'), onClick: onRetry }} />
      ) : !picture ? (
        <ChartSkeleton />
      ) : !isAvailable || picture.times.length < (isBuilding ? 2 : 1) ? (
        <p className="chart-none">{isBuilding ? t('trading.notYet') : isAvailable ? t('trading.empty') : t('trading.missing')}</p>
      ) : (
        <LineChart
          label={name}
          times={picture.times}
          lines={picture.lines}
          twinLines={picture.all}
          guides={picture.guides}
          notes={picture.notes}
          formatTime={formatTime}
          words={words}
          fileName={fileName}
          isSimulated={isSimulated}
          tools={<DrawnButton drawing="expand" label={t('trading.fullScreen')} onClick={() => void toggleFullScreen(card.current)} />}
        />
      )}
      {note}
      <details className="definition">
        <summary>
          <Drawn drawing="info" />
          {t('trading.how')}
          <Icon name="down" />
        </summary>
        <div>
          <p>{t(`trading.about.${metric}` as WordId, { share: percent(largeAccountsShare) })}</p>
          <code>{formulae[metric]}</code>
          {children}
          <dl>
            <dt>{t('trading.source')}</dt>
            <dd>{source}</dd>
            <dt>{t('trading.updated')}</dt>
            <dd>{refresh}</dd>
          </dl>
        </div>
      </details>
    </section>
  );
}

const [never, noWindow] = [() => () => {}, () => null];

/** How long the stretch in sight is, as far as it matters to how times read: cards are not touched by every step of a zoom. */
function useShownMs(spanMs: number): number {
  const shared = useContext(SharedWindowContext);
  const get = shared?.get ?? noWindow;
  const read = () => {
    const window = get();
    const shownMs = window ? Math.min(spanMs, window.to - window.from) : spanMs;
    return shownMs > 5 * dayMs ? 6 * dayMs : dayMs;
  };
  return useSyncExternalStore(shared?.watch ?? never, read, read);
}

function usePicture(
  scope: 'pair' | 'network',
  metric: AnyMetric,
  answer: SeriesAnswer | undefined,
  overlay: OverlayLine | null,
  field: string | undefined,
) {
  const t = useText();
  const figures = useFigures();
  return useMemo(() => {
    if (!answer) return null;
    const picture = pictureOf(scope, metric, answer, figures, t, field);
    if (!overlay || picture.times.length === 0) return picture;
    const over: ChartLine = {
      id: 'overlay',
      label: t('trading.over', { name: overlay.label }),
      colour: 'cat-3',
      axis: 'start',
      isDashed: true,
      values: alignTo(picture.times, overlay),
      format: overlay.format,
      ...(overlay.formatTick && { formatTick: overlay.formatTick }),
      ...(overlay.rate && { rate: overlay.rate }),
    };
    return { ...picture, lines: [...picture.lines, over], all: [...picture.all, over] };
  }, [scope, metric, answer, overlay, field, figures, t]);
}

export function useChartWords(): ChartWords {
  const t = useText();
  return useMemo(
    () => ({
      chart: t('trading.chart'),
      table: t('trading.table'),
      view: t('trading.view'),
      time: t('trading.time'),
      download: t('trading.csv'),
      picture: t('trading.png'),
    }),
    [t],
  );
}

interface NewestProps extends Pick<ChartCardProps, 'scope' | 'metric' | 'answer' | 'spanMs'> {
  readonly chosen: string | undefined;
  readonly unitNames: ChartCardProps['unitNames'];
}

function Newest({ scope, metric, answer, chosen, spanMs, unitNames }: NewestProps) {
  const t = useText();
  const { figureOf } = useFigures();
  const units: Readonly<Record<string, FieldUnit>> =
    scope === 'pair' ? pairMetrics[metric as PairMetric].fields : networkMetrics[metric as NetworkMetric].fields;
  const fields = chosen === undefined ? headlineFields(metric, Object.keys(units)) : [chosen];
  const isSum = scope === 'pair' && hasOwnSpan(metric as PairMetric);
  if (fields.length === 0) return null;
  const drawing = (scope === 'pair' ? pairDrawings[metric as PairMetric] : networkDrawings[metric as NetworkMetric]).fields;
  return (
    <p>
      {fields.map((field) => {
        const unit = units[field]!;
        const { value, first } = answer ? headlineOf(answer, field, isSum) : { value: null, first: null };
        const text = value === null ? null : figureOf(metric, field, unit)(value);
        return (
          <Fragment key={field}>
            {Object.keys(drawing).length > 1 && (
              <span style={{ color: `color-mix(in srgb, var(--${drawing[field]!.colour}) 60%, var(--text))` }}>
                {t(`trading.field.${metric}.${field}` as WordId)}
              </span>
            )}
            <Num text={text} className="chart-figure" />
            {text !== null && unitNames?.[unit] && <bdi className="num text-ink-3">{unitNames[unit]}</bdi>}
            {fields.length === 1 && <Since value={value} first={first} unit={unit} spanMs={spanMs} />}
          </Fragment>
        );
      })}
    </p>
  );
}

/** Of a rate or of what may be below zero a change in percent says nothing. */
function Since({ value, first, unit, spanMs }: { value: number | null; first: number | null; unit: FieldUnit; spanMs: number }) {
  const t = useText();
  const { change } = useFormat();
  const range = comparedOver(spanMs);
  if (unit === 'fraction' || unit === 'quote' || value === null || first === null || first <= 0 || range === null) return null;
  return (
    <>
      <Change {...change(value / first - 1)} />
      <span className="text-ink-3">{t(`trading.range.${range}`)}</span>
    </>
  );
}

async function toggleFullScreen(card: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  // Where a browser has no full screen the chart stays where it is.
  await card?.requestFullscreen?.().catch(() => {});
}
