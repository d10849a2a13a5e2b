// Alerts and their standings as lines of 48 bytes in pages of typed arrays, under small numbers (slots): a line is one or
// two cache lines, where an object would be dozens. What an alert remembers gets a line of its own when there is
// something to remember.
import type { AlertFrequency, AlertType } from '@tidemark/contract/alert-rules.ts';
import { isStepType } from './levels.ts';
import { newStanding, type Alert, type Phase, type Standing } from './standing.ts';

const lineBytes = 48;
const pageBits = 11;
const linesPerPage = 1 << pageBits;
const lineMask = linesPerPage - 1;

/** The same bytes, four ways. */
interface Page {
  readonly doubles: Float64Array;
  readonly ints: Int32Array;
  readonly shorts: Int16Array;
  readonly bytes: Int8Array;
}
const doublesPerLine = lineBytes / 8;
const intsPerLine = lineBytes / 4;
const shortsPerLine = lineBytes / 2;

// A line of an alert. `second` is the upper bound of types 7 and 8, and the anchor of types 3 and 4.
const [idAt, targetAt, secondAt, judgedAtAt] = [0, 1, 2, 3];
const [seriesAt, versionAt, memoryAt] = [8, 9, 10];
const timeZoneAt = 22;
/** type + 16 * frequency; phase + 4 * (place + 1). */
const [kindAt, stateAt] = [46, 47];

// A line of memory.
const [restFromAt, firedAtAt, suppressedSinceAt] = [0, 1, 2];
const [fireSeqAt, suppressedCountAt] = [6, 7];
const [firedZoneAt, inSecondAt, inMinuteAt, inHourAt, inDayAt] = [16, 17, 18, 19, 20];

/** The counters are 16 bits wide. */
export const maxCount = 32_767;

const phases = ['armed', 'latched', 'off'] as const satisfies readonly Phase[];
const phaseCode = { armed: 0, latched: 1, off: 2 } as const satisfies Record<Phase, number>;
const freeState = -1;
const none = -1;
/** For a time that is null; no time of ours is before 1970. */
const never = -1;

const newPage = (): Page => {
  const buffer = new ArrayBuffer(linesPerPage * lineBytes);
  return { doubles: new Float64Array(buffer), ints: new Int32Array(buffer), shorts: new Int16Array(buffer), bytes: new Int8Array(buffer) };
};

/** Lines that are taken and given back; a free one holds the number of the next free one in its first int. */
function createLines() {
  const pages: Page[] = [];
  let used = 0;
  let firstFree = none;
  return {
    pageOf: (line: number): Page => pages[line >> pageBits]!,
    take(): number {
      if (firstFree === none) {
        if (used === pages.length * linesPerPage) pages.push(newPage());
        return used++;
      }
      const line = firstFree;
      firstFree = pages[line >> pageBits]!.ints[(line & lineMask) * intsPerLine]!;
      return line;
    },
    release(line: number): void {
      pages[line >> pageBits]!.ints[(line & lineMask) * intsPerLine] = firstFree;
      firstFree = line;
    },
    used: (): number => used,
    bytes: (): number => pages.length * linesPerPage * lineBytes,
  };
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface Slots {
  take(alert: Alert, standing: Readonly<Standing>): number;
  release(slot: number): void;
  idOf(slot: number): number;
  /** -1 for a free slot. */
  seriesOf(slot: number): number;
  load(slot: number, alert: Mutable<Alert>, standing: Standing): void;
  save(slot: number, standing: Readonly<Standing>): void;
  setTimeZone(slot: number, timeZone: number): void;
  /** Slots ever taken; those given back among them. */
  used(): number;
  bytes(): number;
}

export function createSlots(): Slots {
  const lines = createLines();
  const memories = createLines();

  const saveMemory = (memory: number, standing: Readonly<Standing>): void => {
    const { doubles, ints, shorts } = memories.pageOf(memory);
    const line = memory & lineMask;
    doubles[line * doublesPerLine + restFromAt] = standing.restFrom ?? never;
    doubles[line * doublesPerLine + firedAtAt] = standing.firedAt ?? never;
    doubles[line * doublesPerLine + suppressedSinceAt] = standing.suppressedSince ?? never;
    ints[line * intsPerLine + fireSeqAt] = standing.fireSeq;
    ints[line * intsPerLine + suppressedCountAt] = standing.suppressedCount;
    shorts[line * shortsPerLine + firedZoneAt] = standing.firedZone;
    shorts[line * shortsPerLine + inSecondAt] = standing.inSecond;
    shorts[line * shortsPerLine + inMinuteAt] = standing.inMinute;
    shorts[line * shortsPerLine + inHourAt] = standing.inHour;
    shorts[line * shortsPerLine + inDayAt] = standing.inDay;
  };

  const loadMemory = (memory: number, standing: Standing): void => {
    const { doubles, ints, shorts } = memories.pageOf(memory);
    const line = memory & lineMask;
    standing.restFrom = timeOf(doubles[line * doublesPerLine + restFromAt]!);
    standing.firedAt = timeOf(doubles[line * doublesPerLine + firedAtAt]!);
    standing.suppressedSince = timeOf(doubles[line * doublesPerLine + suppressedSinceAt]!);
    standing.fireSeq = ints[line * intsPerLine + fireSeqAt]!;
    standing.suppressedCount = ints[line * intsPerLine + suppressedCountAt]!;
    standing.firedZone = shorts[line * shortsPerLine + firedZoneAt]!;
    standing.inSecond = shorts[line * shortsPerLine + inSecondAt]!;
    standing.inMinute = shorts[line * shortsPerLine + inMinuteAt]!;
    standing.inHour = shorts[line * shortsPerLine + inHourAt]!;
    standing.inDay = shorts[line * shortsPerLine + inDayAt]!;
  };

  const save = (slot: number, standing: Readonly<Standing>): void => {
    const { doubles, ints, bytes } = lines.pageOf(slot);
    const line = slot & lineMask;
    doubles[line * doublesPerLine + judgedAtAt] = standing.judgedAt;
    if (standing.anchor !== null) doubles[line * doublesPerLine + secondAt] = standing.anchor;
    ints[line * intsPerLine + versionAt] = standing.version;
    bytes[line * lineBytes + stateAt] = phaseCode[standing.phase] + 4 * (standing.place + 1);
    let memory = ints[line * intsPerLine + memoryAt]!;
    if (standing.fireSeq === 0 && standing.restFrom === null) {
      if (memory !== none) memories.release(memory);
      ints[line * intsPerLine + memoryAt] = none;
      return;
    }
    if (memory === none) ints[line * intsPerLine + memoryAt] = memory = memories.take();
    saveMemory(memory, standing);
  };

  return {
    take(alert, standing) {
      const slot = lines.take();
      const { doubles, ints, shorts, bytes } = lines.pageOf(slot);
      const line = slot & lineMask;
      doubles[line * doublesPerLine + idAt] = alert.id;
      doubles[line * doublesPerLine + targetAt] = alert.target;
      doubles[line * doublesPerLine + secondAt] = alert.upper;
      ints[line * intsPerLine + seriesAt] = alert.series;
      ints[line * intsPerLine + memoryAt] = none;
      shorts[line * shortsPerLine + timeZoneAt] = alert.timeZone;
      bytes[line * lineBytes + kindAt] = alert.type + 16 * alert.frequency;
      save(slot, standing);
      return slot;
    },
    release(slot) {
      const { ints, bytes } = lines.pageOf(slot);
      const line = slot & lineMask;
      const memory = ints[line * intsPerLine + memoryAt]!;
      if (memory !== none) memories.release(memory);
      bytes[line * lineBytes + stateAt] = freeState;
      lines.release(slot);
    },
    idOf: (slot) => lines.pageOf(slot).doubles[(slot & lineMask) * doublesPerLine + idAt]!,
    seriesOf(slot) {
      const { ints, bytes } = lines.pageOf(slot);
      const line = slot & lineMask;
      return bytes[line * lineBytes + stateAt] === freeState ? none : ints[line * intsPerLine + seriesAt]!;
    },
    load(slot, alert, standing) {
      const { doubles, ints, shorts, bytes } = lines.pageOf(slot);
      const line = slot & lineMask;
      const kind = bytes[line * lineBytes + kindAt]!;
      const state = bytes[line * lineBytes + stateAt]!;
      const second = doubles[line * doublesPerLine + secondAt]!;
      alert.id = doubles[line * doublesPerLine + idAt]!;
      alert.series = ints[line * intsPerLine + seriesAt]!;
      alert.type = (kind & 15) as AlertType;
      alert.frequency = (kind >> 4) as AlertFrequency;
      alert.timeZone = shorts[line * shortsPerLine + timeZoneAt]!;
      alert.target = doubles[line * doublesPerLine + targetAt]!;
      const isStep = isStepType(alert.type);
      alert.upper = isStep ? 0 : second;
      standing.version = ints[line * intsPerLine + versionAt]!;
      standing.phase = phases[state & 3]!;
      standing.judgedAt = doubles[line * doublesPerLine + judgedAtAt]!;
      standing.anchor = isStep ? second : null;
      standing.place = (state >> 2) - 1;
      const memory = ints[line * intsPerLine + memoryAt]!;
      if (memory === none) forget(standing);
      else loadMemory(memory, standing);
    },
    save,
    setTimeZone(slot, timeZone) {
      lines.pageOf(slot).shorts[(slot & lineMask) * shortsPerLine + timeZoneAt] = timeZone;
    },
    used: lines.used,
    bytes: () => lines.bytes() + memories.bytes(),
  };
}

const timeOf = (kept: number): number | null => (kept === never ? null : kept);

const nothingYet = newStanding(0, 0);
const forget = (standing: Standing): void => {
  standing.restFrom = nothingYet.restFrom;
  standing.firedAt = nothingYet.firedAt;
  standing.suppressedSince = nothingYet.suppressedSince;
  standing.fireSeq = nothingYet.fireSeq;
  standing.suppressedCount = nothingYet.suppressedCount;
  standing.firedZone = nothingYet.firedZone;
  standing.inSecond = nothingYet.inSecond;
  standing.inMinute = nothingYet.inMinute;
  standing.inHour = nothingYet.inHour;
  standing.inDay = nothingYet.inDay;
};
