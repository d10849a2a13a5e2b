// The newest state of one symbol: its price at any millisecond of the running minute and its last 24 hours. Everything is
// read from the same paths as the candles; what is kept here is only what does not change within a minute or a cell.
import { minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import { cellOf, cellsPerDay, minuteOf, minutesPerCell, secondsPerMinute } from './grid.ts';
import { logPriceAt, toPrice } from './history.ts';
import { createCellShape, createDayShape } from './instrument.ts';
import type { LiveContract } from './live-contract.ts';
import type { ListedSymbol } from './listing.ts';
import { bestPrices, sizeAt } from './order-book.ts';
import { writeCell, writeDay, writeSeconds } from './shapes.ts';

export interface LiveSymbol {
  readonly listed: ListedSymbol;
  /** The minute it stands at. */
  minute(): number;
  /** Moves on to the minute; cheap when it is there already. */
  enter(minute: number): void;
  /** The tick at a moment of the minute it stands at; moments must not go backwards within it. */
  tickAt(ms: number): Tick;
  /** Seconds of the running minute (0..60) at which its high and its low are reached. */
  highSecond(): number;
  lowSecond(): number;
}

/** A day back in cells: the oldest one is partly outside the window. */
const windowCells = cellsPerDay;

// Working memory: a refresh is over before the next begins.
const olderDay = createDayShape();
const newerDay = createDayShape();
const oldestCell = createCellShape();

export function createLiveSymbol(listed: ListedSymbol, contract: LiveContract | null = null): LiveSymbol {
  const { instrument, priceScale, symbol } = listed;
  const firstCell = cellOf(listed.listedAt);
  const firstMinute = minuteOf(listed.listedAt);
  const cell = createCellShape();
  const seconds = new Float64Array(secondsPerMinute + 1);
  // [m] = minutes m.. of the oldest cell together; [minutesPerCell] = none of them.
  const tail = {
    open: new Float64Array(minutesPerCell + 1),
    high: new Float64Array(minutesPerCell + 1),
    low: new Float64Array(minutesPerCell + 1),
    turnover: new Float64Array(minutesPerCell + 1),
    volume: new Float64Array(minutesPerCell + 1),
  };
  const inner = { high: 0, low: 0, turnover: 0, volume: 0 };
  const window = { open: 0, high: 0, low: 0, turnover: 0, volume: 0 };
  let minute = NaN;
  let second = 0;
  let runningHigh = 0;
  let runningLow = 0;
  let highSecond = 0;
  let lowSecond = 0;

  const enterCell = (current: number) => {
    const day = Math.floor(current / cellsPerDay);
    const firstInner = Math.max(firstCell, current - windowCells + 1);
    writeDay(instrument, day, newerDay);
    writeDay(instrument, day - 1, olderDay);
    inner.high = -Infinity;
    inner.low = Infinity;
    inner.turnover = 0;
    inner.volume = 0;
    for (let c = firstInner; c < current; c++) {
      const shape = c < day * cellsPerDay ? olderDay : newerDay;
      const k = c - shape.day * cellsPerDay;
      inner.high = Math.max(inner.high, shape.high[k]!);
      inner.low = Math.min(inner.low, shape.low[k]!);
      inner.turnover += shape.turnover[k]!;
      inner.volume += shape.volume[k]!;
    }
    const afterTail = firstInner < day * cellsPerDay ? olderDay : newerDay;
    tail.open[minutesPerCell] = afterTail.edge[firstInner - afterTail.day * cellsPerDay]!;
    tail.high[minutesPerCell] = -Infinity;
    tail.low[minutesPerCell] = Infinity;
    tail.turnover[minutesPerCell] = 0;
    tail.volume[minutesPerCell] = 0;
    const oldest = current - windowCells;
    const isListed = oldest >= firstCell;
    if (isListed) writeCell(instrument, olderDay, oldest, oldestCell);
    for (let m = minutesPerCell - 1; m >= 0; m--) {
      tail.open[m] = isListed ? oldestCell.edge[m]! : tail.open[minutesPerCell]!;
      tail.high[m] = isListed ? Math.max(tail.high[m + 1]!, oldestCell.high[m]!) : -Infinity;
      tail.low[m] = isListed ? Math.min(tail.low[m + 1]!, oldestCell.low[m]!) : Infinity;
      tail.turnover[m] = tail.turnover[m + 1]! + (isListed ? oldestCell.turnover[m]! : 0);
      tail.volume[m] = tail.volume[m + 1]! + (isListed ? oldestCell.volume[m]! : 0);
    }
    writeCell(instrument, newerDay, current, cell);
  };

  const enterMinute = () => {
    const m = minute - cell.cell * minutesPerCell;
    // The window ends with the running minute, so it begins one minute after the same minute of yesterday.
    window.open = tail.open[m + 1]!;
    window.high = Math.max(inner.high, tail.high[m + 1]!);
    window.low = Math.min(inner.low, tail.low[m + 1]!);
    window.turnover = inner.turnover + tail.turnover[m + 1]!;
    window.volume = inner.volume + tail.volume[m + 1]!;
    // Listed within this very cell: what was before is not its own.
    const born = Math.max(0, firstMinute - cell.cell * minutesPerCell);
    if (born > 0) window.open = cell.edge[born]!;
    for (let past = born; past < m; past++) {
      window.high = Math.max(window.high, cell.high[past]!);
      window.low = Math.min(window.low, cell.low[past]!);
      window.turnover += cell.turnover[past]!;
      window.volume += cell.volume[past]!;
    }
    writeSeconds(instrument, cell, minute, seconds);
    second = 0;
    runningHigh = runningLow = seconds[0]!;
    highSecond = lowSecond = 0;
    for (let s = 1; s <= secondsPerMinute; s++) {
      if (seconds[s]! > seconds[highSecond]!) highSecond = s;
      if (seconds[s]! < seconds[lowSecond]!) lowSecond = s;
    }
  };

  return {
    listed,
    minute: () => minute,
    highSecond: () => highSecond,
    lowSecond: () => lowSecond,
    enter(next) {
      if (next === minute) return;
      minute = next;
      const current = Math.floor(next / minutesPerCell);
      if (current !== cell.cell) enterCell(current);
      enterMinute();
      contract?.enter(next);
    },
    tickAt(ms) {
      const elapsedMs = ms - minute * minuteMs;
      while ((second + 1) * secondMs <= elapsedMs) {
        second++;
        runningHigh = Math.max(runningHigh, seconds[second]!);
        runningLow = Math.min(runningLow, seconds[second]!);
      }
      const logLast = logPriceAt(seconds, elapsedMs);
      const last = toPrice(logLast, priceScale);
      const m = minute - cell.cell * minutesPerCell;
      const { bid, ask } = bestPrices(listed, last);
      return {
        symbolId: symbol.symbolId,
        ts: ms,
        last,
        bid: bid / priceScale,
        ask: ask / priceScale,
        bidSize: sizeAt(listed, bid, minute),
        askSize: sizeAt(listed, ask, minute),
        open24h: toPrice(window.open, priceScale),
        high24h: toPrice(Math.max(window.high, runningHigh, logLast), priceScale),
        low24h: toPrice(Math.min(window.low, runningLow, logLast), priceScale),
        baseVolume24h: (window.volume + Math.floor((cell.volume[m]! * elapsedMs) / minuteMs)) / instrument.volumeScale,
        turnover24h: (window.turnover + Math.floor((cell.turnover[m]! * elapsedMs) / minuteMs)) / instrument.turnoverScale,
        ...contract?.fieldsAt(ms),
      };
    },
  };
}
