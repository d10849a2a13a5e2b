// The minutes of a stretch that no judge saw, from what the market keeps of its past, in units of each series.
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import type { Candle } from '@tidemark/source/candle.ts';
import type { FactReader } from '#market/fact-reader.ts';
import { minuteOf, type MissedMinute } from '../engine/missed.ts';
import { scaleOf } from '../pairs.ts';
import { changeUnits } from '../engine/scale.ts';
import type { MissedAsk } from './messages.ts';

/** What is older has not been delivered for long; the log says what the last days were. */
const maxMinutes = 3 * 1440;

export type PastMarket = Pick<FactReader, 'candles' | 'series'>;

export async function readMissedMinutes(market: PastMarket, asks: readonly MissedAsk[], now: number): Promise<MissedMinute[][]> {
  const windowOf = (from: number, shift = 0) => ({
    from: Math.max(minuteOf(from), minuteOf(now) - (maxMinutes - 1) * minuteMs) - shift,
    to: now - shift,
    limit: maxMinutes,
  });
  const candlesOf = async (symbolId: string, from: number, shift = 0): Promise<readonly Candle[]> =>
    (await market.candles([{ symbolId, interval: '1m', ...windowOf(from, shift) }]))?.[0] ?? [];

  const minutesOf = async ({ kind, symbolId, tick, from }: MissedAsk): Promise<MissedMinute[]> => {
    const scale = scaleOf(tick);
    if (kind === 'mark' || kind === 'index') {
      // One figure a minute is kept of these: each minute goes from its own to the next one's.
      const points =
        (await market.series([{ metric: kind === 'mark' ? 'markPrice' : 'indexPrice', symbolId, period: '1m', ...windowOf(from) }]))?.[0] ??
        [];
      return points.map(({ ts, values: { price } }, at) => {
        const [open, close] = [scale.units(price), scale.units(points[at + 1]?.values.price ?? price)];
        return { openTime: ts, open, high: Math.max(open, close), low: Math.min(open, close), close };
      });
    }
    const candles = await candlesOf(symbolId, from);
    if (kind !== 'change24h')
      return candles.map(({ ts, open, high, low, close }) => ({
        openTime: ts,
        open: scale.units(open),
        high: scale.units(high),
        low: scale.units(low),
        close: scale.units(close),
      }));
    const opens = new Map((await candlesOf(symbolId, from, dayMs)).map(({ ts, open }) => [ts + dayMs, scale.units(open)]));
    return candles.flatMap(({ ts, open, high, low, close }) => {
      const base = opens.get(ts);
      if (base === undefined) return [];
      const change = (price: number) => changeUnits(scale.units(price), base);
      return [{ openTime: ts, open: change(open), high: change(high), low: change(low), close: change(close) }];
    });
  };
  return Promise.all(asks.map(minutesOf));
}
