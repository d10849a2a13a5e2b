// Outlines of the newest candles, where the canvas puts them: a fixed width for each, the newest at the end. Pure.
import { candleAt, type CandleRow } from '@tidemark/contract/market.ts';

/** The canvas gives each candle so many pixels; on a wide page so many of them are seen. */
const step = 6;
const mostShown = 220;
/** Units from the top of the plot to its foot, for any height on the screen. */
export const height = 1_000;
/** Prices lie between these, volume below. */
const priceRoom = { top: 80, bottom: 760 };
const volumeTop = 820;

interface Shapes {
  readonly wicks: string;
  readonly bodies: string;
  readonly volume: string;
}

interface Still {
  readonly width: number;
  /** Closed above, or at, where it opened. */
  readonly up: Shapes;
  readonly down: Shapes;
}

export function stillOf(all: readonly CandleRow[]): Still {
  const rows = all.slice(-mostShown);
  const numbers = rows.map((row) => ({
    open: Number(row[candleAt.open]),
    high: Number(row[candleAt.high]),
    low: Number(row[candleAt.low]),
    close: Number(row[candleAt.close]),
    turnover: Number(row[candleAt.turnover]),
  }));
  const lowest = Math.min(...numbers.map(({ low }) => low));
  const highest = Math.max(...numbers.map(({ high }) => high));
  const busiest = Math.max(...numbers.map(({ turnover }) => turnover));
  const y = (price: number) =>
    highest === lowest
      ? Math.round((priceRoom.top + priceRoom.bottom) / 2)
      : Math.round(priceRoom.bottom - ((price - lowest) / (highest - lowest)) * (priceRoom.bottom - priceRoom.top));
  const paths = { up: { wicks: '', bodies: '', volume: '' }, down: { wicks: '', bodies: '', volume: '' } };
  numbers.forEach(({ open, high, low, close, turnover }, i) => {
    const path = paths[close >= open ? 'up' : 'down'];
    const x = i * step;
    const [top, foot] = [y(Math.max(open, close)), y(Math.min(open, close))];
    path.wicks += `M${x + 3} ${y(high)}V${y(low)}`;
    // A candle that closed where it opened is still seen.
    path.bodies += `M${x + 1} ${top}h4V${Math.max(foot, top + 2)}h-4z`;
    const share = busiest > 0 ? turnover / busiest : 0;
    path.volume += `M${x + 1} ${height}h4V${Math.round(height - share * (height - volumeTop))}h-4z`;
  });
  return { width: rows.length * step, ...paths };
}
