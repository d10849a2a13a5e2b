// Candles and prices of an instrument at any past moment, up to now and never beyond it.
import { dayMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import { candleStart, candlesBefore, intervalMs, nextCandleStart, type Candle, type CandleQuery } from '@tidemark/source/candle.ts';
import { cellMs, cellOf, cellsPerDay, dayOf, halfDayMs, historyStartMs, minuteOf, minutesPerCell, secondsPerMinute } from './grid.ts';
import { createCellShape, createDayShape, createSteps, type Instrument, type Steps } from './instrument.ts';
import { writeCell, writeDay, writeSeconds } from './shapes.ts';
import { createWholeDays } from './whole-days.ts';

/** Prices are counted in ticks of 1 / priceScale. */
export interface Listed {
  readonly instrument: Instrument;
  readonly priceScale: number;
  readonly listedAt: number;
}

export const toPrice = (logPrice: number, priceScale: number): number =>
  Math.max(1, Math.round(Math.exp(logPrice) * priceScale)) / priceScale;

/** Straight between two seconds. */
export function logPriceAt(seconds: Float64Array, msIntoMinute: number): number {
  const s = Math.floor(msIntoMinute / secondMs);
  const from = seconds[s]!;
  return from + ((seconds[s + 1]! - from) * (msIntoMinute - s * secondMs)) / secondMs;
}

export interface History {
  priceAt(listed: Listed, ms: number): number;
  /** The same before it is rounded to a tick. */
  logPriceAt(listed: Listed, ms: number): number;
  candles(listed: Listed, query: Omit<CandleQuery, 'symbolId'>, nowMs: number): Candle[];
}

/** How many instruments' days are remembered as wholes; they serve the long intervals. */
const rememberedInstruments = 60;

/** Remembers only to be fast: the same questions get the same answers from any History. */
export function createHistory(): History {
  const day = createDayShape();
  const cell = createCellShape();
  const seconds = new Float64Array(secondsPerMinute + 1);
  const running = createSteps(1);
  const wholeDays = createWholeDays(rememberedInstruments);

  const logPriceOf = ({ instrument }: Listed, ms: number) => {
    const minute = minuteOf(ms);
    writeDay(instrument, dayOf(ms), day);
    if (ms % cellMs === 0) return day.edge[cellOf(ms) - day.day * cellsPerDay]!;
    writeCell(instrument, day, cellOf(ms), cell);
    writeSeconds(instrument, cell, minute, seconds);
    return logPriceAt(seconds, ms - minute * minuteMs);
  };

  return {
    logPriceAt: logPriceOf,
    priceAt: (listed, ms) => toPrice(logPriceOf(listed, ms), listed.priceScale),

    candles(listed, { interval, from, to, limit }, nowMs) {
      const born = Math.max(listed.listedAt, historyStartMs);
      const lastStart = candleStart(interval, Math.min(to ?? nowMs, nowMs));
      let firstStart = Math.max(candlesBefore(interval, lastStart, limit - 1), candleStart(interval, born));
      if (from !== undefined) {
        const aligned = candleStart(interval, from);
        firstStart = Math.max(firstStart, aligned < from ? nextCandleStart(interval, aligned) : aligned);
      }
      const end = Math.min(nextCandleStart(interval, lastStart), nowMs + 1);
      if (firstStart >= end) return [];
      const candles = createBuilder(listed, interval);
      walk(listed.instrument, Math.max(firstStart, born), end, intervalMs[interval], candles);
      return candles.finish();
    },
  };

  /** Goes over [from, end) in the largest steps that the candles allow; the running minute comes last. */
  function walk(instrument: Instrument, from: number, end: number, lengthMs: number, candles: Builder): void {
    const lastDay = dayOf(end);
    for (let ms = from; ms < end;) {
      if (lengthMs >= halfDayMs && ms % dayMs === 0 && ms + dayMs <= end) {
        const half = (ms - historyStartMs) / halfDayMs;
        candles.add(ms, wholeDays.including(instrument, dayOf(ms), lastDay), half, 2, halfDayMs);
        ms += dayMs;
        continue;
      }
      writeDay(instrument, dayOf(ms), day);
      const dayEnd = Math.min(end, (day.day + 1) * dayMs);
      while (ms < dayEnd) {
        const k = cellOf(ms) - day.day * cellsPerDay;
        const wholeCells = lengthMs >= cellMs && ms % cellMs === 0 ? Math.floor((dayEnd - ms) / cellMs) : 0;
        if (wholeCells > 0) {
          candles.add(ms, day, k, wholeCells, cellMs);
          ms += wholeCells * cellMs;
          continue;
        }
        writeCell(instrument, day, cellOf(ms), cell);
        const m = minuteOf(ms) - cell.cell * minutesPerCell;
        const wholeMinutes = Math.min(minutesPerCell - m, Math.floor((dayEnd - ms) / minuteMs));
        if (wholeMinutes > 0) candles.add(ms, cell, m, wholeMinutes, minuteMs);
        ms += wholeMinutes * minuteMs;
        if (wholeMinutes < minutesPerCell - m && ms < dayEnd) {
          candles.add(ms, runningMinute(instrument, m + wholeMinutes, dayEnd - 1 - ms), 0, 1, minuteMs);
          return;
        }
      }
    }
  }

  function runningMinute(instrument: Instrument, m: number, elapsedMs: number): Steps {
    writeSeconds(instrument, cell, cell.cell * minutesPerCell + m, seconds);
    const now = logPriceAt(seconds, elapsedMs);
    let high = Math.max(seconds[0]!, now);
    let low = Math.min(seconds[0]!, now);
    for (let s = 1; s * secondMs <= elapsedMs; s++) {
      high = Math.max(high, seconds[s]!);
      low = Math.min(low, seconds[s]!);
    }
    running.edge[0] = seconds[0]!;
    running.edge[1] = now;
    running.high[0] = high;
    running.low[0] = low;
    running.turnover[0] = Math.floor((cell.turnover[m]! * elapsedMs) / minuteMs);
    running.volume[0] = Math.floor((cell.volume[m]! * elapsedMs) / minuteMs);
    return running;
  }
}

type Builder = ReturnType<typeof createBuilder>;

function createBuilder({ instrument, priceScale }: Listed, interval: CandleQuery['interval']) {
  const candles: Candle[] = [];
  let ts = 0;
  let end = -Infinity;
  let open = 0;
  let high = 0;
  let low = 0;
  let close = 0;
  let turnover = 0;
  let volume = 0;
  const push = () =>
    candles.push({
      ts,
      open: toPrice(open, priceScale),
      high: toPrice(high, priceScale),
      low: toPrice(low, priceScale),
      close: toPrice(close, priceScale),
      volume: volume / instrument.volumeScale,
      turnover: turnover / instrument.turnoverScale,
    });
  return {
    /** `count` steps of stepMs each, the first of them beginning at `start`. */
    add(start: number, steps: Steps, first: number, count: number, stepMs: number) {
      for (let i = first, at = start; i < first + count;) {
        if (at >= end) {
          if (end !== -Infinity) push();
          ts = candleStart(interval, at);
          end = nextCandleStart(interval, ts);
          open = steps.edge[i]!;
          high = -Infinity;
          low = Infinity;
          turnover = 0;
          volume = 0;
        }
        const stop = Math.min(first + count, i + Math.ceil((end - at) / stepMs));
        at += (stop - i) * stepMs;
        for (; i < stop; i++) {
          if (steps.high[i]! > high) high = steps.high[i]!;
          if (steps.low[i]! < low) low = steps.low[i]!;
          turnover += steps.turnover[i]!;
          volume += steps.volume[i]!;
        }
        close = steps.edge[stop]!;
      }
    },
    finish(): Candle[] {
      if (end !== -Infinity) push();
      return candles;
    },
  };
}
