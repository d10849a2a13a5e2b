// Indicators and the other market on the canvas of candles; arrives with it.
import { candleAt, type CandleRow } from '@tidemark/contract/market.ts';
import { HistogramSeries, LineSeries, type IChartApi, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import { bollinger, ema, macd, rsi, sma } from './indicators.ts';
import { comparedColour, studies, studyNames, type ChartStyle, type Study } from './studies.ts';

interface Drawn {
  readonly series: ISeriesApi<'Line'> | ISeriesApi<'Histogram'>;
  valuesOf(rows: readonly CandleRow[]): readonly (number | null)[];
}

export interface StudiesCanvas {
  choose(style: ChartStyle, rows: readonly CandleRow[]): void;
  /** isGrown: only the last candle changed, or one was added behind it. */
  draw(rows: readonly CandleRow[], isGrown: boolean): void;
}

const priceTools = { lastValueVisible: false, priceLineVisible: false, crosshairMarkerVisible: false } as const;
/** A fourth of what the candles have. */
const paneShare = 0.5;

export function createStudies(chart: IChartApi, colourOf: (token: string) => string): StudiesCanvas {
  let drawn: Drawn[] = [];

  const line = (colour: string, pane: number, valuesOf: Drawn['valuesOf'], lineWidth: 1 | 2 = 1): void => {
    const series = chart.addSeries(LineSeries, { ...priceTools, color: colourOf(colour), lineWidth }, pane);
    drawn.push({ series, valuesOf });
  };
  const bars = (colour: string, pane: number, valuesOf: Drawn['valuesOf']): void => {
    const series = chart.addSeries(HistogramSeries, { ...priceTools, color: faded(colourOf(colour)) }, pane);
    drawn.push({ series, valuesOf });
  };
  const add = (study: Study): void => {
    const { colour, hasPane } = studies[study];
    const pane = hasPane ? chart.panes().length : 0;
    if (study === 'sma') line(colour, pane, (rows) => sma(closesOf(rows), 20));
    else if (study === 'ema') line(colour, pane, (rows) => ema(closesOf(rows), 50));
    else if (study === 'rsi') line(colour, pane, (rows) => rsi(closesOf(rows)));
    else if (study === 'bollinger')
      for (const side of ['upper', 'middle', 'lower'] as const) line(colour, pane, (rows) => bollinger(closesOf(rows))[side]);
    else {
      bars('text-3', pane, (rows) => macd(closesOf(rows)).histogram);
      line(colour, pane, (rows) => macd(closesOf(rows)).macd);
      line('cat-2', pane, (rows) => macd(closesOf(rows)).signal);
    }
    if (hasPane) chart.panes()[pane]?.setStretchFactor(paneShare);
  };

  const draw = (rows: readonly CandleRow[], isGrown: boolean): void => {
    for (const { series, valuesOf } of drawn) {
      const values = valuesOf(rows);
      const points = rows.map((row, at) => pointOf(row, values[at] ?? null));
      if (isGrown && points.length > 0) series.update(points.at(-1)!);
      else series.setData(points);
    }
  };

  return {
    choose(style, rows) {
      for (const { series } of drawn) chart.removeSeries(series);
      drawn = [];
      for (const study of studyNames) if (style.studies.has(study)) add(study);
      if (style.compared) {
        const closes = new Map(style.compared.map((row) => [row[candleAt.openTime], Number(row[candleAt.close])]));
        line(comparedColour, 0, (shown) => shown.map((row) => closes.get(row[candleAt.openTime]) ?? null), 2);
      }
      draw(rows, false);
    },
    draw,
  };
}

const closesOf = (rows: readonly CandleRow[]): number[] => rows.map((row) => Number(row[candleAt.close]));
const pointOf = (row: CandleRow, value: number | null) => {
  const time = (row[candleAt.openTime] / 1_000) as UTCTimestamp;
  return value === null ? { time } : { time, value };
};
const faded = (colour: string): string => colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.4)');
