// The canvas of candles and volume. A file of its own with the library, fetched when a coin is looked at.
import { candleAt, type CandleRow } from '@tidemark/contract/market.ts';
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  PriceScaleMode,
  type IChartApi,
  type LogicalRange,
  type UTCTimestamp,
} from 'lightweight-charts';
import { createStudies } from './draw-studies.ts';
import type { PlotFrame, PricePlot } from '#ui/chart/price-plot.ts';
import type { ChartStyle } from './studies.ts';

export interface CandleCanvas extends PricePlot {
  draw(rows: readonly CandleRow[]): void;
  /** Puts the crosshair on a candle; null takes it away. */
  point(row: CandleRow | null): void;
  zoom(factor: number): void;
  style(style: ChartStyle): void;
  /** So many of the newest candles are in sight; null: as many as can be read. */
  showLast(count: number | null): void;
  destroy(): void;
}

interface CanvasOptions {
  readonly pricePrecision: number;
  formatPrice(price: number): string;
  formatTime(ms: number): string;
  /** A mark of the time axis: of a day or longer, or of an hour. */
  formatTick(ms: number, isDay: boolean): string;
  onPoint(openTime: number | null): void;
  onNearStart(): void;
}

const seconds = (row: CandleRow) => (row[candleAt.openTime] / 1_000) as UTCTimestamp;
/** Fewer candles than this before the first one seen: time to fetch older ones. */
const nearStart = 20;

export function createCandleCanvas(
  box: HTMLElement,
  { pricePrecision, formatPrice, formatTime, formatTick, onPoint, onNearStart }: CanvasOptions,
): CandleCanvas {
  let shown: readonly CandleRow[] = [];
  const chart = createChart(box, {
    autoSize: true,
    layout: { attributionLogo: false, panes: { enableResize: false }, fontSize: 11, background: { color: 'transparent' } },
    rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.08, bottom: 0.24 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      rightOffset: 3,
      tickMarkFormatter: (time: number, kind: number) => formatTick(time * 1_000, kind < 3),
    },
    localization: { priceFormatter: formatPrice, timeFormatter: (time: number) => formatTime(time * 1_000) },
    // The page scrolls with the wheel; the chart is moved by dragging and pinching.
    handleScroll: { mouseWheel: false, vertTouchDrag: false },
    handleScale: { mouseWheel: false, axisPressedMouseMove: false },
  });
  const minMove = 10 ** -Math.min(pricePrecision, 8);
  const candles = chart.addSeries(CandlestickSeries, {
    borderVisible: false,
    priceFormat: { type: 'custom', minMove, formatter: formatPrice },
  });
  const volume = chart.addSeries(HistogramSeries, { priceScaleId: 'volume', lastValueVisible: false, priceLineVisible: false });
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.82, bottom: 0 } });

  const studies = createStudies(chart, (token) => resolve(box, `--${token}`));
  let chosen: ChartStyle = { studies: new Set(), isLog: false, compared: null };
  let wanted: number | null = null;

  const paint = () => {
    const { up, down, upFill, downFill, text, grid, line } = readColours(box);
    chart.applyOptions({
      layout: { textColor: text },
      grid: { vertLines: { visible: false }, horzLines: { color: grid } },
      crosshair: { vertLine: { color: line, labelBackgroundColor: line }, horzLine: { color: line, labelBackgroundColor: line } },
    });
    candles.applyOptions({ upColor: up, downColor: down, wickUpColor: up, wickDownColor: down });
    volume.setData(shown.map((row) => bar(row, upFill, downFill)));
    return { upFill, downFill };
  };
  const bar = (row: CandleRow, up: string, down: string) => ({
    time: seconds(row),
    value: Number(row[candleAt.turnover]),
    color: Number(row[candleAt.close]) >= Number(row[candleAt.open]) ? up : down,
  });
  const candle = (row: CandleRow) => ({
    time: seconds(row),
    open: Number(row[candleAt.open]),
    high: Number(row[candleAt.high]),
    low: Number(row[candleAt.low]),
    close: Number(row[candleAt.close]),
  });

  let fills = paint();
  const repaint = () => {
    fills = paint();
    studies.choose(chosen, shown);
  };
  // Theme and colours of up and down are attributes of the page.
  const observer = new MutationObserver(repaint);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'data-updown', 'data-vision'] });
  const scheme = matchMedia('(prefers-color-scheme: dark)');
  scheme.addEventListener('change', repaint);

  chart.subscribeCrosshairMove(({ time }) => onPoint(typeof time === 'number' ? time * 1_000 : null));
  chart.timeScale().subscribeVisibleLogicalRangeChange((range: LogicalRange | null) => {
    if (range && shown.length > 0 && range.from < nearStart) onNearStart();
  });

  const frame = (): PlotFrame => ({
    ...chart.paneSize(),
    last: shown.length === 0 ? null : Number(shown.at(-1)![candleAt.close]),
    yOf: (price) => candles.priceToCoordinate(price),
    priceAt: (y) => candles.coordinateToPrice(y),
    candleAt(ms) {
      const row = shown.findLast((one) => one[candleAt.openTime] <= ms);
      const x = row && chart.timeScale().timeToCoordinate(seconds(row));
      const top = row && candles.priceToCoordinate(Number(row[candleAt.high]));
      return x == null || top == null ? null : { x, top };
    },
  });
  let isGone = false;

  return {
    box,
    watch(listener) {
      const primitive = { updateAllViews: () => listener(frame()) };
      candles.attachPrimitive(primitive);
      return () => {
        if (!isGone) candles.detachPrimitive(primitive);
      };
    },
    draw(rows) {
      const before = shown;
      shown = rows;
      const isGrown =
        before.length > 0 &&
        rows.length >= before.length &&
        rows.length - before.length <= 1 &&
        rows[before.length - 1]?.[0] === before.at(-1)![0] &&
        rows[0]?.[0] === before[0]![0];
      if (isGrown) {
        for (const row of rows.slice(before.length - 1)) {
          candles.update(candle(row));
          volume.update(bar(row, fills.upFill, fills.downFill));
        }
        studies.draw(rows, rows.length === before.length);
        return;
      }
      const isOther = before.length === 0 || rows.at(-1)?.[0] !== before.at(-1)![0];
      const range = chart.timeScale().getVisibleLogicalRange();
      candles.setData(rows.map(candle));
      volume.setData(rows.map((row) => bar(row, fills.upFill, fills.downFill)));
      studies.draw(rows, false);
      const added = rows.length - before.length;
      // Older ones came in front: what was in view stays in view.
      if (!isOther && range && added > 0) chart.timeScale().setVisibleLogicalRange({ from: range.from + added, to: range.to + added });
      else if (isOther) showNewest(chart, rows.length, wanted, box.clientWidth);
    },
    point(row) {
      if (row) chart.setCrosshairPosition(Number(row[candleAt.close]), seconds(row), candles);
      else chart.clearCrosshairPosition();
    },
    zoom(factor) {
      const range = chart.timeScale().getVisibleLogicalRange();
      if (!range) return;
      const span = Math.max(10, (range.to - range.from) * factor);
      chart.timeScale().setVisibleLogicalRange({ from: range.to - span, to: range.to });
    },
    style(style) {
      chosen = style;
      const mode = style.compared ? PriceScaleMode.Percentage : style.isLog ? PriceScaleMode.Logarithmic : PriceScaleMode.Normal;
      chart.priceScale('right').applyOptions({ mode });
      studies.choose(style, shown);
    },
    showLast(count) {
      wanted = count;
      if (count !== null && shown.length > 0)
        chart.timeScale().setVisibleLogicalRange({ from: shown.length - count, to: shown.length + 3 });
    },
    destroy() {
      isGone = true;
      observer.disconnect();
      scheme.removeEventListener('change', repaint);
      chart.remove();
    },
  };
}

const pxPerCandle = 8;
/** A user who wants more candles than there are looks at the place of those that are fetched next. */
const showNewest = (chart: IChartApi, count: number, wanted: number | null, width: number) => {
  const from = wanted === null ? Math.max(-3, count - Math.round(width / pxPerCandle)) : count - wanted;
  chart.timeScale().setVisibleLogicalRange({ from, to: count + 3 });
};

/** The library wants plain colours: the tokens are resolved by the browser. */
function resolve(box: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(${name})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function readColours(box: HTMLElement) {
  const pale = (colour: string) => colour.replace(/^rgb\((.*)\)$/, 'rgba($1, 0.4)');
  const [up, down, text, grid, line] = ['--up-fill', '--down-fill', '--axis', '--grid', '--text-3'].map((name) => resolve(box, name)) as [
    string,
    string,
    string,
    string,
    string,
  ];
  return { up, down, upFill: pale(up), downFill: pale(down), text, grid, line };
}
