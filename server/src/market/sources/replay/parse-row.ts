// One line of a recording, judged. Two forms: NDJSON ticks {symbol, ts, price, size?, side?}, and CSV candles
// symbol,ts,open,high,low,close,volume. Pure: a line is a row, or has a fault; nothing is repaired.
import { symbolId as symbolIdShape } from '@tidemark/contract/market.ts';
import * as v from 'valibot';

export interface TickRow {
  readonly kind: 'tick';
  readonly symbolId: string;
  readonly ts: number;
  readonly price: number;
  /** In base currency; 0 where the recording does not say. */
  readonly size: number;
  readonly decimals: number;
}

export interface CandleRow {
  readonly kind: 'candle';
  readonly symbolId: string;
  /** When it opens. */
  readonly ts: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
  readonly decimals: number;
}

export type Row = TickRow | CandleRow;
export type RowKind = Row['kind'];

const rowFaults = ['notJson', 'wrongColumns', 'badSymbol', 'notANumber', 'notPositive', 'badRange', 'outOfOrder'] as const;
export type RowFault = (typeof rowFaults)[number];

export const candleHeader = 'symbol,ts,open,high,low,close,volume';

const decimalForm = /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const numberOf = (field: unknown): number => {
  if (typeof field === 'number') return field;
  return typeof field === 'string' && decimalForm.test(field) ? Number(field) : NaN;
};

/** A recording has few symbols and many lines. */
const seen = new Set<string>();
const isSymbolId = (field: unknown): field is string => {
  if (typeof field !== 'string') return false;
  if (seen.has(field)) return true;
  if (!v.is(symbolIdShape, field)) return false;
  if (seen.size < 10_000) seen.add(field);
  return true;
};

/** Decimals a price was written with; exponents are spelt out first. */
function decimalsOf(price: number | string): number {
  const text = /[eE]/.test(String(price)) ? Number(price).toFixed(14).replace(/0+$/, '') : String(price);
  const point = text.indexOf('.');
  return point === -1 ? 0 : Math.min(14, text.length - point - 1);
}

const isTime = (ts: number): boolean => Number.isSafeInteger(ts) && ts > 0;

export function parseTickLine(line: string): TickRow | RowFault {
  let fields: Record<string, unknown>;
  try {
    fields = JSON.parse(line);
  } catch {
    return 'notJson';
  }
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return 'notJson';
  if (!isSymbolId(fields['symbol'])) return 'badSymbol';
  const ts = numberOf(fields['ts']);
  const price = numberOf(fields['price']);
  const size = fields['size'] === undefined || fields['size'] === null ? 0 : numberOf(fields['size']);
  if (!Number.isFinite(price + size) || !isTime(ts)) return 'notANumber';
  if (price <= 0 || size < 0) return 'notPositive';
  return { kind: 'tick', symbolId: fields['symbol'], ts, price, size, decimals: decimalsOf(fields['price'] as number | string) };
}

export function parseCandleLine(line: string): CandleRow | RowFault {
  const fields = line.split(',').map((field) => field.trim());
  if (fields.length !== 7) return 'wrongColumns';
  const symbolId = fields[0];
  if (!isSymbolId(symbolId)) return 'badSymbol';
  const [ts, open, high, low, close, volume] = fields.slice(1).map(numberOf) as [number, number, number, number, number, number];
  if (!Number.isFinite(open + high + low + close + volume) || !isTime(ts)) return 'notANumber';
  if (open <= 0 || high <= 0 || low <= 0 || close <= 0 || volume < 0) return 'notPositive';
  if (high < Math.max(open, close) || low > Math.min(open, close)) return 'badRange';
  return { kind: 'candle', symbolId, ts, open, high, low, close, volume, decimals: Math.max(...fields.slice(2, 6).map(decimalsOf)) };
}
