// Whole days of an instrument in two steps each, for the long intervals. They come straight from the series, without the cells
// being written down: a candle of a month needs only their highest, lowest and sums.
import { cellsPerDay, firstDay } from './grid.ts';
import { createDayShape, createSteps, sumUpPlainDay, type Instrument, type Steps } from './instrument.ts';
import { isBent, writeDay } from './shapes.ts';

const cellsPerHalf = cellsPerDay / 2;

/** The halves of whole past days as steps of their own, for the instruments asked for last. */
export function createWholeDays(limit: number) {
  const known = new Map<Instrument, WholeDays>();
  const day = createDayShape();
  return {
    /** With room up to `lastDay`, which the same walk will come to. */
    including(instrument: Instrument, dayNumber: number, lastDay: number): Steps {
      const index = dayNumber - firstDay;
      let entry = known.get(instrument);
      if (!entry || index >= entry.isKnown.length) {
        entry = roomFor(lastDay - firstDay + 1, entry);
        known.set(instrument, entry);
        if (known.size > limit) known.delete(known.keys().next().value!);
      }
      if (!entry.isKnown[index]) {
        entry.isKnown[index] = 1;
        if (isBent(instrument, dayNumber)) {
          writeDay(instrument, dayNumber, day);
          for (const half of [0, 1]) sumUp(day, half * cellsPerHalf, cellsPerHalf, entry.steps, 2 * index + half);
        } else sumUpPlainDay(instrument, dayNumber, entry.steps, 2 * index);
      }
      return entry.steps;
    },
  };
}

interface WholeDays {
  readonly steps: Steps;
  readonly isKnown: Uint8Array;
}

function roomFor(days: number, before: WholeDays | undefined): WholeDays {
  const room: WholeDays = { steps: createSteps(2 * days), isKnown: new Uint8Array(days) };
  if (before) {
    room.isKnown.set(before.isKnown);
    for (const part of ['edge', 'high', 'low', 'turnover', 'volume'] as const) room.steps[part].set(before.steps[part]);
  }
  return room;
}

/** `count` steps from `first` become step `at` of another path. */
function sumUp(from: Steps, first: number, count: number, into: Steps, at: number): void {
  let high = -Infinity;
  let low = Infinity;
  let turnover = 0;
  let volume = 0;
  for (let i = first; i < first + count; i++) {
    if (from.high[i]! > high) high = from.high[i]!;
    if (from.low[i]! < low) low = from.low[i]!;
    turnover += from.turnover[i]!;
    volume += from.volume[i]!;
  }
  into.edge[at] = from.edge[first]!;
  into.edge[at + 1] = from.edge[first + count]!;
  into.high[at] = high;
  into.low[at] = low;
  into.turnover[at] = turnover;
  into.volume[at] = volume;
}
