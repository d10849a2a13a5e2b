// Figures other rooms weigh symbols by: what a symbol turns over on an average day, and how far it moves when nothing special
// happens. Both come from candles and stand still for a while: the average until the day turns, the volatility for an hour.
import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { candleStart, type Candle, type CandleQuery } from './candle.ts';

export interface SymbolStatistics {
  readonly symbolId: string;
  /** Mean of the last seven whole UTC days (of those since listing), in quote currency; null = not one whole day yet. */
  readonly averageTurnover7d: number | null;
  /** The same in USDT; null where the currency's worth is not known. */
  readonly averageTurnover7dUsdt: number | null;
  /** Standard deviation of the log moves from one five-minute close to the next, over a day; null = too few of them. */
  readonly tickVolatility: number | null;
}

export interface Statistics {
  of(symbolIds: readonly string[]): Promise<readonly SymbolStatistics[]>;
}

export interface StatisticsDeps {
  readonly clock: Clock;
  readonly log: Log;
  candles(query: CandleQuery): Promise<readonly Candle[]>;
  /** Worth of one unit of the symbol's quote currency in USDT. */
  usdtPer(symbolId: string): number | null;
}

const averageDays = 7;
const moves = 288;
const fewestMoves = 24;
const readAtOnce = 4;
const patienceMs = 3_000;

interface Known {
  readonly day: number;
  readonly hour: number;
  readonly averageTurnover: number | null;
  readonly volatility: number | null;
}

export function createStatistics({ clock, log, candles, usdtPer }: StatisticsDeps): Statistics {
  const known = new Map<string, Known>();
  const reading = new Map<string, Promise<void>>();

  const read = async (symbolId: string): Promise<void> => {
    const day = candleStart('1d', clock.now());
    const hour = candleStart('1h', clock.now());
    const before = known.get(symbolId);
    const averageTurnover = before?.day === day ? before.averageTurnover : meanTurnover(await candles({ symbolId, interval: '1d', to: day - 1, limit: averageDays }));
    const closes = await candles({ symbolId, interval: '5m', to: hour - 1, limit: moves + 1 });
    known.set(symbolId, { day, hour, averageTurnover, volatility: moveSd(closes) });
  };

  const readOnce = (symbolId: string): Promise<void> => {
    const running = reading.get(symbolId) ?? read(symbolId).finally(() => reading.delete(symbolId));
    reading.set(symbolId, running);
    return running;
  };

  const readAll = async (symbolIds: readonly string[]): Promise<void> => {
    const waiting = symbolIds.toReversed();
    let failed = 0;
    let firstError: unknown;
    const work = async () => {
      for (let symbolId = waiting.pop(); symbolId !== undefined; symbolId = waiting.pop()) {
        await readOnce(symbolId).catch((error: unknown) => {
          failed++;
          firstError ??= error;
        });
        // A source may compute its candles: prices must go on flowing meanwhile.
        await turn();
      }
    };
    await Promise.all(Array.from({ length: readAtOnce }, work));
    if (failed > 0) log.warn({ err: firstError, failed, symbols: symbolIds.length }, 'statistics could not be made; the last ones stay');
  };

  return {
    async of(symbolIds) {
      const hour = candleStart('1h', clock.now());
      const missing = symbolIds.filter((symbolId) => known.get(symbolId)?.hour !== hour);
      if (missing.length > 0) {
        let cancel = () => {};
        const patience = new Promise<void>((resolve) => (cancel = clock.after(patienceMs, resolve)));
        await Promise.race([readAll(missing), patience]);
        cancel();
      }
      return symbolIds.flatMap((symbolId): SymbolStatistics[] => {
        const found = known.get(symbolId);
        if (!found) return [];
        const worth = usdtPer(symbolId);
        const { averageTurnover, volatility } = found;
        return [{ symbolId, averageTurnover7d: averageTurnover, averageTurnover7dUsdt: averageTurnover === null || worth === null ? null : averageTurnover * worth, tickVolatility: volatility }];
      });
    },
  };
}

const meanTurnover = (days: readonly Candle[]): number | null => (days.length === 0 ? null : days.reduce((sum, { turnover }) => sum + turnover, 0) / days.length);

function moveSd(candles: readonly Candle[]): number | null {
  const logs: number[] = [];
  for (let i = 1; i < candles.length; i++) logs.push(Math.log(candles[i]!.close / candles[i - 1]!.close));
  if (logs.length < fewestMoves) return null;
  const mean = logs.reduce((sum, move) => sum + move, 0) / logs.length;
  return Math.sqrt(logs.reduce((sum, move) => sum + (move - mean) ** 2, 0) / (logs.length - 1));
}
