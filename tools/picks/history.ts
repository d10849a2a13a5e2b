// Recorded daily candles of perpetual contracts: symbol,timestamp,open,high,low,close,volume,turnover. The recording is not
// part of the project; the caller of the report says where it is.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isPegged } from '../../server/src/market/catalog/pegged.ts';
import { sectorsOf } from '../../source/src/coins/sectors.ts';
import type { Day } from '../../server/src/analytics/picks/factors.ts';

export const historyFile = 'perp-daily-to-2025-05.csv.gz';

export interface RecordedDay extends Day {
  readonly open: number;
  readonly volume: number;
}

export interface Recorded {
  readonly symbolId: string;
  readonly sector: string;
  readonly days: readonly RecordedDay[];
  /** Place of a day by its time. */
  readonly at: ReadonlyMap<number, number>;
}

export class HistoryMissing extends Error {}

/** 1000PEPEUSDT is PEPE. */
export const tickerOf = (symbolId: string): string => symbolId.replace(/USDT$/, '').replace(/^10+(?=[A-Z])/, '');

export function readHistory(folder: string): Recorded[] {
  const path = join(folder, historyFile);
  if (!existsSync(path))
    throw new HistoryMissing(`${path} is not there. The report needs the folder that holds ${historyFile}: --data <folder>`);
  const bySymbol = new Map<string, RecordedDay[]>();
  for (const line of gunzipSync(readFileSync(path)).toString('utf8').split('\n').slice(1)) {
    const [symbolId, ts, open, high, low, close, volume, turnover] = line.split(',');
    if (!symbolId || turnover === undefined) continue;
    const day: RecordedDay = {
      ts: Number(ts),
      open: Number(open),
      volume: Number(volume),
      high: Number(high),
      low: Number(low),
      close: Number(close),
      turnover: Number(turnover),
    };
    if (!Object.values(day).every(Number.isFinite)) throw new Error(`${path}: not a candle: ${line}`);
    const days = bySymbol.get(symbolId);
    if (days) days.push(day);
    else bySymbol.set(symbolId, [day]);
  }
  return [...bySymbol].flatMap(([symbolId, days]) => {
    const ticker = tickerOf(symbolId);
    if (isPegged(ticker)) return [];
    const sector = sectorsOf(ticker)[0] ?? 'other';
    days.sort((a, b) => a.ts - b.ts);
    return [{ symbolId, sector, days, at: new Map(days.map((day, place) => [day.ts, place])) }];
  });
}
