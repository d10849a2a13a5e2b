// Candles with volume: drawn on a canvas, readable as a table, walked through by keyboard.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { languageOf } from '@tidemark/contract/locales.ts';
import { candleAt, maxCandles, type CandleInterval, type CandleRow, type SymbolItem } from '@tidemark/contract/market.ts';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { useApi } from '#api/use-api.tsx';
import { useFormat } from '#i18n/format.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useTime, useZoneName } from '#i18n/use-time.ts';
import { inDigits } from '#i18n/uzbek.ts';
import type { WordId } from '#i18n/words.ts';
import type { LoadCandles } from '#live/candles.ts';
import { useCandles, type Candles } from '#live/use-candles.ts';
import type { PricePlot } from '#ui/chart/price-plot.ts';
import { Band } from '#ui/states.tsx';
import { ChartTools, RangeButtons, useChartTools } from './chart-tools.tsx';
import { candles, candlesAtOnce } from './coin-queries.ts';
import type { CandleCanvas } from './draw-candles.ts';
import { StillCandles } from './still-candles.tsx';
import { ranges, studies, type ChartStyle, type Range } from './studies.ts';

/** Of all that the server has, what people choose from. */
const offered = ['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const satisfies readonly CandleInterval[];
export type OfferedInterval = (typeof offered)[number];
export const isOffered = (text: string | null): text is OfferedInterval => (offered as readonly (string | null)[]).includes(text);

/** What others are compared with. */
const yardstick = 'BTCUSDT';

/** What is laid over the candles once they are drawn. */
export type OverCandles = (plot: PricePlot) => ReactNode;

interface CandleChartProps {
  readonly item: SymbolItem;
  readonly interval: OfferedInterval;
  onInterval(interval: OfferedInterval): void;
  readonly renderOver?: OverCandles | undefined;
}

export function CandleChart({ item, interval, onInterval, renderOver }: CandleChartProps) {
  const t = useText();
  const name = useId();
  const [isTable, setTable] = useState(false);
  const [range, setRange] = useState<Range | null>(null);
  const tools = useChartTools();
  // The user may have gone on to another interval by the address.
  const shownRange = range && ranges[range].interval === interval ? range : null;
  const isYardstick = item.symbolId === yardstick;
  const compared = useQuery({ ...candles(useApi(), yardstick, interval), enabled: tools.isCompared && !isYardstick }).data ?? null;
  const style = useMemo(
    () => ({ studies: tools.chosen, isLog: tools.isLog, compared: tools.isCompared && !isYardstick ? compared : null }),
    [tools.chosen, tools.isLog, tools.isCompared, isYardstick, compared],
  );
  const series = useSeries(item.symbolId, interval);
  const rows = series.status === 'loading' ? null : series.rows;
  const label = t('coin.chartLabel', { pair: `${item.baseSymbol}/${item.pricedSymbol}`, interval: t(`coin.interval.${interval}`) });
  const radios = <T extends string>(
    group: string,
    options: readonly { value: T; text: string }[],
    value: T,
    onChange: (value: T) => void,
    legend: string,
  ) => (
    <div className="seg" role="radiogroup" aria-label={legend}>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="sr-only"
            name={name + group}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.text}
        </label>
      ))}
    </div>
  );
  return (
    <figure className="candles" aria-label={label}>
      <div className="candles-tools">
        {radios(
          'i',
          offered.map((value) => ({ value, text: t(`coin.interval.${value}`) })),
          interval,
          (value) => {
            setRange(null);
            onInterval(value);
          },
          t('coin.interval'),
        )}
        <RangeButtons
          range={shownRange}
          onRange={(next) => {
            setRange(next);
            if (ranges[next].interval !== interval) onInterval(ranges[next].interval);
          }}
        />
        {radios(
          'v',
          [
            { value: 'chart', text: t('coin.chart') },
            { value: 'table', text: t('coin.table') },
          ],
          isTable ? 'table' : 'chart',
          (value) => setTable(value === 'table'),
          t('coin.view'),
        )}
      </div>
      {!isTable && <ChartTools {...tools} isCompared={isYardstick ? null : tools.isCompared} />}
      {series.status === 'failed' ? (
        <Band kind="error" text={t('coin.candlesFailed')} action={{ label: t('action.retry'), onClick: series.retry }} />
      ) : isTable ? (
        <CandleTable label={label} rows={series.rows} item={item} />
      ) : (
        <CandlePlot
          key={`${item.symbolId} ${interval}`}
          label={label}
          rows={rows}
          item={item}
          interval={interval}
          style={style}
          candlesShown={shownRange && ranges[shownRange].candles}
          onNearStart={series.loadOlder}
          renderOver={renderOver}
        />
      )}
    </figure>
  );
}

/** History by the same call as the page's own, which may have come with it. */
function useSeries(symbolId: string, interval: OfferedInterval): Candles {
  const api = useApi();
  const queryClient = useQueryClient();
  const load = useCallback<LoadCandles>(
    async (range) =>
      (await api.call('getMoreKlineData', { symbolId, interval, ...range, limit: range.from === undefined ? candlesAtOnce : maxCandles }))
        .candles,
    [api, symbolId, interval],
  );
  const initial = useMemo(
    () => queryClient.getQueryData(candles(api, symbolId, interval).queryKey),
    [queryClient, api, symbolId, interval],
  );
  return useCandles(symbolId, interval, load, initial);
}

interface PlotProps {
  readonly label: string;
  readonly rows: readonly CandleRow[] | null;
  readonly item: SymbolItem;
  readonly interval: OfferedInterval;
  readonly style: ChartStyle;
  /** null: as many as can be read. */
  readonly candlesShown: number | null;
  onNearStart(): void;
  readonly renderOver?: OverCandles | undefined;
}

function CandlePlot({ label, rows, item, interval, style, candlesShown, onNearStart, renderOver }: PlotProps) {
  const t = useText();
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<CandleCanvas | null>(null);
  const ticks = useTicks();
  const newest = useRef({ rows, onNearStart, format, ticks, style, candlesShown });
  newest.current = { rows, onNearStart, format, ticks, style, candlesShown };
  const [drawn, setDrawn] = useState<CandleCanvas | null>(null);
  const [pointedAt, setPointedAt] = useState<number | null>(null);
  const pricePrecision = item.pricePrecision;
  const isLong = interval === '1d' || interval === '1w';

  useEffect(() => {
    let isHere = true;
    void import('./draw-candles.ts').then(
      ({ createCandleCanvas }) => {
        if (!isHere || !box.current) return;
        canvas.current = createCandleCanvas(box.current, {
          pricePrecision,
          formatPrice: (price) => newest.current.format.price(price, { precision: pricePrecision }),
          formatTime: (ms) => newest.current.format.time(ms, isLong ? 'date' : 'dateTime'),
          formatTick: (ms, isDay) => newest.current.ticks(ms, isDay),
          onPoint: setPointedAt,
          onNearStart: () => newest.current.onNearStart(),
        });
        canvas.current.showLast(newest.current.candlesShown);
        canvas.current.style(newest.current.style);
        if (newest.current.rows) canvas.current.draw(newest.current.rows);
        setDrawn(canvas.current);
      },
      // Without the canvas the still picture stays, and the table has every candle.
      () => {},
    );
    return () => {
      isHere = false;
      canvas.current?.destroy();
      canvas.current = null;
    };
  }, [pricePrecision, isLong]);
  useEffect(() => {
    if (rows) canvas.current?.draw(rows);
  }, [rows]);
  useEffect(() => canvas.current?.style(style), [style]);
  useEffect(() => canvas.current?.showLast(candlesShown), [candlesShown]);

  const index = useMemo(
    () => (pointedAt === null ? -1 : (rows?.findLastIndex((row) => row[candleAt.openTime] <= pointedAt) ?? -1)),
    [rows, pointedAt],
  );
  const row = rows?.at(index);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!rows || rows.length === 0) return;
    const zoom = event.key === '+' || event.key === '=' ? 0.8 : event.key === '-' ? 1.25 : null;
    if (zoom !== null) return canvas.current?.zoom(zoom);
    // Charts run left to right in every language, so the arrows do not follow the direction of the text.
    const step = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = index === -1 ? rows.length - 1 : index;
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))]!;
    canvas.current?.point(next);
    setPointedAt(next[candleAt.openTime]);
  };

  return (
    <>
      <p className="candles-legend" aria-live={pointedAt === null ? 'off' : 'polite'}>
        {row && <CandleWords row={row} item={item} />}
      </p>
      <div
        ref={box}
        className="candles-plot"
        style={{ '--panes': [...style.studies].filter((study) => studies[study].hasPane).length } as CSSProperties}
        // A picture that is walked through with the arrow keys; what it points at is said above it.
        role="application"
        aria-label={`${label}. ${t('coin.chartKeys')}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onBlur={() => {
          canvas.current?.point(null);
          setPointedAt(null);
        }}
      >
        {drawn && renderOver?.(drawn)}
        {!drawn && rows && rows.length > 0 && <StillCandles rows={rows} />}
      </div>
      {rows?.length === 0 && <p className="py-6 text-center text-13 text-ink-2">{t('coin.noCandles')}</p>}
      <p className="text-11 text-ink-3">
        <a className="hover:underline" href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
          {t('coin.chartCredit')}
        </a>
      </p>
    </>
  );
}

/** Short, for the axis: 'Nov 14' or '12:00'. */
function useTicks(): (ms: number, isDay: boolean) => string {
  const { formatTag: tag } = languageOf(useLocale());
  return useMemo(() => {
    const latin = { numberingSystem: 'latn', calendar: 'gregory', hourCycle: 'h23' } as const;
    const day = new Intl.DateTimeFormat(tag, { ...latin, ...inDigits(tag, { month: 'short', day: 'numeric' }) });
    const hour = new Intl.DateTimeFormat(tag, { ...latin, hour: '2-digit', minute: '2-digit' });
    return (ms, isDay) => (isDay ? day : hour).format(ms);
  }, [tag]);
}

const parts = ['open', 'high', 'low', 'close', 'turnover'] as const;
const partWords: Readonly<Record<(typeof parts)[number], WordId>> = {
  open: 'coin.open',
  high: 'coin.high',
  low: 'coin.low',
  close: 'coin.close',
  turnover: 'coin.turnover',
};

/** A candle is read in the precision of its pair: rounded further, a small move would be none. */
const usePartText = ({ pricePrecision: precision }: SymbolItem) => {
  const { price, money } = useFormat();
  return (row: CandleRow, part: (typeof parts)[number]) =>
    part === 'turnover' ? money(row[candleAt.turnover]) : price(row[candleAt[part]], { precision });
};

function CandleWords({ row, item }: { row: CandleRow; item: SymbolItem }) {
  const t = useText();
  const { change } = useFormat();
  const time = useTime();
  const zone = useZoneName();
  const partText = usePartText(item);
  const moved = change(Number(row[candleAt.close]) / Number(row[candleAt.open]) - 1);
  return (
    <>
      <bdi className="num when text-ink-3">
        {time(row[candleAt.openTime])} {zone(row[candleAt.openTime])}
      </bdi>
      {parts.map((part) => (
        <span key={part}>
          {t(partWords[part])} <b className="num">{partText(row, part)}</b>
          {part === 'turnover' && (
            <>
              {' '}
              <bdi>{item.pricedSymbol}</bdi>
            </>
          )}
        </span>
      ))}
      <span className={moved.direction > 0 ? 'chg u' : moved.direction < 0 ? 'chg d' : 'chg'}>{moved.text}</span>
    </>
  );
}

/** The same numbers as a table, newest first. */
function CandleTable({ label, rows, item }: { label: string; rows: readonly CandleRow[]; item: SymbolItem }) {
  const t = useText();
  const time = useTime();
  const zone = useZoneName();
  const partText = usePartText(item);
  const newest = rows.at(-1)?.[candleAt.openTime];
  return (
    <div className="chart-twin" role="region" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              {t('coin.time')}
              {newest !== undefined && <bdi> ({zone(newest)})</bdi>}
            </th>
            {parts.map((part) => (
              <th key={part} scope="col" className="n">
                {t(partWords[part])}
                {part === 'turnover' && (
                  <>
                    , <bdi>{item.pricedSymbol}</bdi>
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row[candleAt.openTime]}>
              <th scope="row">
                <span className="num when">{time(row[candleAt.openTime])}</span>
              </th>
              {parts.map((part) => (
                <td key={part} className="n">
                  <span className="num">{partText(row, part)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
