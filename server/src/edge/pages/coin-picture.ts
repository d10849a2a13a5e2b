// The picture of a coin for places where its page is shared: pair, price, change and a week of its price, drawn anew at most once a minute.
import { coinPictureSize } from '@tidemark/contract/coin-picture.ts';
import { candleAt, quoteAt, type CandleRow, type SymbolItem } from '@tidemark/contract/market.ts';
import { missing, numberOf } from '@tidemark/contract/money.ts';
import { minuteMs } from '@tidemark/contract/time.ts';
import type { Envelope } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { createSemaphore, QueueFull } from '#platform/semaphore.ts';
import { lettersOf, type Point } from './picture-letters.ts';
import { createRaster, type Colour, type Raster } from './picture-raster.ts';

/** Who made it. */
export interface PictureMark {
  readonly name: string;
  /** null = ours. */
  readonly accent: Colour | null;
}

export interface CoinPictureDeps {
  readonly clock: Clock;
  readonly isSimulated: () => boolean;
  readonly mark: PictureMark;
  /** Calls as a visitor without a session. */
  readonly call: (name: string, input: unknown) => Promise<Envelope>;
}

export interface CoinPictures {
  /** null: no such market. `refuse`: asked before a picture is drawn. */
  get(symbolId: string, refuse: () => boolean): Promise<Buffer | 'refused' | null>;
}

/** Some tens of kilobytes each. */
const mostKept = 200;
const weekOfHours = 168;

export function createCoinPictures({ clock, isSimulated, mark, call }: CoinPictureDeps): CoinPictures {
  /** The oldest first. */
  const kept = new Map<string, { readonly at: number; readonly picture: Promise<Buffer | null> }>();
  // Drawing is work of the one thread that prices go through, too.
  const inTurn = createSemaphore({ atOnce: 1, maxWaiting: 20 });

  async function draw(symbolId: string): Promise<Buffer | null> {
    const item = dataOf<{ items: readonly SymbolItem[] }>(await call('getHomeQuotation', { symbolIds: symbolId }))?.items[0];
    if (!item) return null;
    const history = dataOf<{ candles: readonly CandleRow[] }>(
      await call('getMoreKlineData', { symbolId, interval: '1h', limit: weekOfHours }),
    );
    const closes = (history?.candles ?? []).map((row) => Number(row[candleAt.close]));
    return drawCoin(item, closes, isSimulated(), mark).png();
  }

  return {
    async get(symbolId, refuse) {
      const now = clock.now();
      for (const [old, { at }] of kept) {
        if (kept.size < mostKept && now - at < minuteMs) break;
        kept.delete(old);
      }
      const known = kept.get(symbolId);
      if (known) return known.picture;
      if (refuse()) return 'refused';
      const picture = inTurn(() => draw(symbolId));
      kept.set(symbolId, { at: now, picture });
      return picture.catch((error: unknown) => {
        kept.delete(symbolId);
        if (error instanceof QueueFull) return 'refused' as const;
        throw error;
      });
    },
  };
}

const dataOf = <T>({ data }: Envelope): T | null => data as T | null;

const ground: Colour = [13, 18, 28];
const ink: Colour = [241, 244, 249];
const pale: Colour = [139, 150, 170];
const ownAccent: Colour = [77, 124, 255];
const rising: Colour = [38, 178, 124];
const falling: Colour = [234, 83, 99];
const edge = 72;

export function drawCoin(
  { baseSymbol, pricedSymbol, quote }: SymbolItem,
  closes: readonly number[],
  simulated: boolean,
  { name, accent }: PictureMark,
): Raster {
  const picture = createRaster(coinPictureSize.width, coinPictureSize.height, ground);
  const write = (text: string, x: number, y: number, height: number, colour: Colour): number => {
    const { strokes, width } = lettersOf(text, height);
    picture.stroke(
      strokes.map((line) => line.map(([across, down]): Point => [x + across, y + down])),
      height / 7,
      colour,
    );
    return x + width;
  };
  const last = numberOf(quote[quoteAt.last]);
  const before = numberOf(quote[quoteAt.open24h]);
  const change = last === null || !before ? null : last / before - 1;
  const direction = change === null || Math.abs(change) < 0.00005 ? pale : change > 0 ? rising : falling;
  const afterBase = write(baseSymbol, edge, 76, 60, ink);
  write(`/${pricedSymbol}`, afterBase + 24, 76, 60, pale);
  const afterPrice = write(priceText(last, quote[quoteAt.last]), edge, 186, 96, ink);
  if (change !== null && afterPrice < 900)
    write(`${change < 0 ? '-' : '+'}${Math.abs(change * 100).toFixed(2)}%`, afterPrice + 48, 218, 44, direction);
  const line = lineOf(closes);
  picture.fillBelow(line, chart.bottom, direction, 0.14);
  picture.stroke([line], 5, direction);
  const afterName = write(name, edge, 560, 28, accent ?? ownAccent);
  if (simulated) write('Simulated prices', afterName + 36, 560, 28, pale);
  return picture;
}

/** With the decimals that the price comes with, thousands apart. */
function priceText(last: number | null, text: string): string {
  if (last === null) return missing;
  const decimals = Math.min(text.split('.')[1]?.length ?? 0, last >= 1 ? 2 : 8);
  return last.toLocaleString('en', { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

const chart = { left: edge, right: coinPictureSize.width - edge, top: 340, bottom: 520 };

function lineOf(closes: readonly number[]): Point[] {
  const [low, high] = [Math.min(...closes), Math.max(...closes)];
  const share = (close: number) => (high > low ? (close - low) / (high - low) : 0.5);
  return closes.map((close, i) => [
    chart.left + ((chart.right - chart.left) * i) / Math.max(1, closes.length - 1),
    chart.bottom - share(close) * (chart.bottom - chart.top),
  ]);
}
