import type { CandleInterval } from '@tidemark/contract/market.ts';
import { candleStart, type Candle } from '@tidemark/source/candle.ts';

/** Longer candles out of shorter ones, which come oldest first. */
export function aggregateCandles(parts: readonly Candle[], interval: CandleInterval): Candle[] {
  const formed: { -readonly [K in keyof Candle]: Candle[K] }[] = [];
  for (const part of parts) {
    const ts = candleStart(interval, part.ts);
    const last = formed.at(-1);
    if (last?.ts !== ts) {
      formed.push({ ...part, ts });
      continue;
    }
    last.high = Math.max(last.high, part.high);
    last.low = Math.min(last.low, part.low);
    last.close = part.close;
    last.volume += part.volume;
    last.turnover += part.turnover;
  }
  return formed;
}
