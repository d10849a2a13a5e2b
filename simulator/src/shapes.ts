// The path of an instrument with what a scenario lays over it. A bent step is made anew from the plain steps below it, so
// days, cells, minutes and seconds agree inside a bend as they do outside.
import { dayMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import { cellMs, cellsPerDay, minutesPerCell, secondsPerMinute } from './grid.ts';
import {
  createCellShape,
  createDayShape,
  writePlainCell,
  writePlainDay,
  writePlainSeconds,
  type Bend,
  type CellShape,
  type DayShape,
  type Instrument,
} from './instrument.ts';

// Working memory: every write is over before the next begins.
const plainDay = createDayShape();
const plainCell = createCellShape();
const bentCell = createCellShape();
const seconds = new Float64Array(secondsPerMinute + 1);

const meets = ({ from, to }: Bend, startMs: number, lengthMs: number): boolean => startMs < to && startMs + lengthMs > from;

export const isBent = ({ bend }: Instrument, day: number): boolean => bend !== null && meets(bend, day * dayMs, dayMs);

export function writeDay(instrument: Instrument, day: number, into: DayShape): void {
  writePlainDay(instrument, day, into);
  const { bend } = instrument;
  if (!bend || !isBent(instrument, day)) return;
  for (let k = 0; k < cellsPerDay; k++) {
    const cell = day * cellsPerDay + k;
    if (!meets(bend, cell * cellMs, cellMs)) continue;
    const { open, close, high, low, turnover, volume } = bentSumOf(instrument, bend, cell);
    into.edge[k] = open;
    into.edge[k + 1] = close;
    into.high[k] = high;
    into.low[k] = low;
    into.turnover[k] = turnover;
    into.volume[k] = volume;
  }
}

/** Of the few cells a bend meets, remembered because each costs as much as all the other cells of a month. */
const bentSums = new WeakMap<Instrument, Map<number, BentSum>>();

interface BentSum {
  readonly open: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly turnover: number;
  readonly volume: number;
}

function bentSumOf(instrument: Instrument, bend: Bend, cell: number): BentSum {
  let sums = bentSums.get(instrument);
  if (!sums) bentSums.set(instrument, (sums = new Map()));
  let sum = sums.get(cell);
  if (!sum) {
    writePlainDay(instrument, Math.floor(cell / cellsPerDay), plainDay);
    writeBentCell(instrument, bend, plainDay, cell, bentCell);
    const { edge, high, low, turnover, volume } = bentCell;
    sum = {
      open: edge[0]!,
      close: edge[minutesPerCell]!,
      high: Math.max(...high),
      low: Math.min(...low),
      turnover: turnover.reduce((a, b) => a + b),
      volume: volume.reduce((a, b) => a + b),
    };
    sums.set(cell, sum);
  }
  return sum;
}

export function writeCell(instrument: Instrument, day: DayShape, cell: number, into: CellShape): void {
  const { bend } = instrument;
  if (!bend || !meets(bend, day.day * dayMs, dayMs)) return writePlainCell(instrument, day, cell, into);
  // A plain cell looks at its neighbours, and they must be plain for it to stay what it is without the bend.
  writePlainDay(instrument, day.day, plainDay);
  if (meets(bend, cell * cellMs, cellMs)) writeBentCell(instrument, bend, plainDay, cell, into);
  else writePlainCell(instrument, plainDay, cell, into);
}

/** Seconds 0..60 of a minute; touches the minute's high and low. */
export function writeSeconds(instrument: Instrument, cell: CellShape, minute: number, into: Float64Array): void {
  const { bend } = instrument;
  if (!bend || !meets(bend, minute * minuteMs, minuteMs)) return writePlainSeconds(instrument, cell, minute, into);
  const dayNumber = Math.floor(cell.cell / cellsPerDay);
  writePlainDay(instrument, dayNumber, plainDay);
  writePlainCell(instrument, plainDay, cell.cell, plainCell);
  writeBentSeconds(instrument, bend, plainCell, minute, into);
}

function writeBentCell(instrument: Instrument, bend: Bend, day: DayShape, cell: number, into: CellShape): void {
  writePlainCell(instrument, day, cell, plainCell);
  into.cell = cell;
  for (let m = 0; m < minutesPerCell; m++) {
    const minute = cell * minutesPerCell + m;
    const startMs = minute * minuteMs;
    let [high, low] = [plainCell.high[m]!, plainCell.low[m]!];
    let [turnover, volume] = [plainCell.turnover[m]!, plainCell.volume[m]!];
    if (meets(bend, startMs, minuteMs)) {
      writeBentSeconds(instrument, bend, plainCell, minute, seconds);
      high = Math.max(...seconds);
      low = Math.min(...seconds);
      const crowd = bend.crowdAt(startMs + minuteMs / 2);
      volume = Math.round(volume * crowd);
      turnover = Math.round(turnover * crowd * Math.exp(bend.at(startMs + minuteMs / 2)));
    }
    into.edge[m] = plainCell.edge[m]! + bend.at(startMs);
    into.high[m] = high;
    into.low[m] = low;
    into.turnover[m] = turnover;
    into.volume[m] = volume;
  }
  into.edge[minutesPerCell] = plainCell.edge[minutesPerCell]! + bend.at((cell + 1) * cellMs);
}

function writeBentSeconds(instrument: Instrument, bend: Bend, plain: CellShape, minute: number, into: Float64Array): void {
  writePlainSeconds(instrument, plain, minute, into);
  for (let s = 0; s <= secondsPerMinute; s++) into[s]! += bend.at(minute * minuteMs + s * secondMs);
}
