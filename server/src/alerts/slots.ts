// Alerts and their standings in columns of typed arrays, page by page, under small numbers (slots). An alert that has
// done nothing yet takes one line; what it remembers of firings and re-arming gets a line of its own when it has something
// to remember.
import type { AlertFrequency, AlertType } from '@tidemark/contract/alerts.ts';
import { newStanding, type Alert, type Phase, type Standing } from './standing.ts';

const pageBits = 16;
const pageSize = 1 << pageBits;
const pageMask = pageSize - 1;

const phases = ['armed', 'latched', 'off'] as const satisfies readonly Phase[];
const phaseCode = { armed: 0, latched: 1, off: 2 } as const satisfies Record<Phase, number>;
const freeSlot = 255;
const none = -1;
/** For a time that is null; no time of ours is before 1970. */
const never = -1;

interface Page {
  readonly ids: Float64Array;
  readonly targets: Float64Array;
  /** The upper bound of types 7 and 8, the anchor of types 3 and 4. */
  readonly seconds: Float64Array;
  readonly judgedAts: Float64Array;
  /** Of a free slot: the next free one. */
  readonly series: Int32Array;
  readonly versions: Int32Array;
  readonly memories: Int32Array;
  readonly timeZones: Int16Array;
  /** type + 16 * frequency */
  readonly kinds: Uint8Array;
  readonly phases: Uint8Array;
  readonly places: Int8Array;
  readonly waiting: Uint8Array;
}

interface MemoryPage {
  readonly heldSinces: Float64Array;
  readonly firedAts: Float64Array;
  readonly suppressedSinces: Float64Array;
  /** Of a free line: the next free one. */
  readonly fireSeqs: Int32Array;
  readonly suppressedCounts: Int32Array;
  readonly firedZones: Int16Array;
  readonly inSeconds: Uint16Array;
  readonly inMinutes: Uint16Array;
  readonly inHours: Uint16Array;
  readonly inDays: Uint16Array;
}

const newPage = (): Page => ({
  ids: new Float64Array(pageSize),
  targets: new Float64Array(pageSize),
  seconds: new Float64Array(pageSize),
  judgedAts: new Float64Array(pageSize),
  series: new Int32Array(pageSize),
  versions: new Int32Array(pageSize),
  memories: new Int32Array(pageSize),
  timeZones: new Int16Array(pageSize),
  kinds: new Uint8Array(pageSize),
  phases: new Uint8Array(pageSize),
  places: new Int8Array(pageSize),
  waiting: new Uint8Array(pageSize),
});

const newMemoryPage = (): MemoryPage => ({
  heldSinces: new Float64Array(pageSize),
  firedAts: new Float64Array(pageSize),
  suppressedSinces: new Float64Array(pageSize),
  fireSeqs: new Int32Array(pageSize),
  suppressedCounts: new Int32Array(pageSize),
  firedZones: new Int16Array(pageSize),
  inSeconds: new Uint16Array(pageSize),
  inMinutes: new Uint16Array(pageSize),
  inHours: new Uint16Array(pageSize),
  inDays: new Uint16Array(pageSize),
});

const bytesOf = (page: Page | MemoryPage): number => Object.values(page).reduce((sum: number, column: ArrayBufferView) => sum + column.byteLength, 0);

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export interface Slots {
  /** A slot for an alert; its line holds what save() last wrote. */
  take(alert: Alert, standing: Readonly<Standing>): number;
  release(slot: number): void;
  idOf(slot: number): number;
  /** -1 for a slot nobody has. */
  seriesOf(slot: number): number;
  load(slot: number, alert: Mutable<Alert>, standing: Standing): void;
  save(slot: number, standing: Readonly<Standing>): void;
  setTimeZone(slot: number, timeZone: number): void;
  /** Waiting: its thresholds are in no list until a price from judgedAt on comes. */
  isWaiting(slot: number): boolean;
  setWaiting(slot: number, isWaiting: boolean): void;
  bytes(): number;
}

export function createSlots(): Slots {
  const pages: Page[] = [];
  const memoryPages: MemoryPage[] = [];
  let used = 0;
  let firstFree = none;
  let usedMemories = 0;
  let firstFreeMemory = none;

  const takeMemory = (): number => {
    if (firstFreeMemory !== none) {
      const memory = firstFreeMemory;
      firstFreeMemory = memoryPages[memory >> pageBits]!.fireSeqs[memory & pageMask]!;
      return memory;
    }
    if (usedMemories === memoryPages.length * pageSize) memoryPages.push(newMemoryPage());
    return usedMemories++;
  };
  const releaseMemory = (memory: number): void => {
    memoryPages[memory >> pageBits]!.fireSeqs[memory & pageMask] = firstFreeMemory;
    firstFreeMemory = memory;
  };

  const saveMemory = (page: Page, line: number, standing: Readonly<Standing>): void => {
    let memory = page.memories[line]!;
    if (standing.fireSeq === 0 && standing.heldSince === null) {
      if (memory !== none) releaseMemory(memory);
      page.memories[line] = none;
      return;
    }
    if (memory === none) page.memories[line] = memory = takeMemory();
    const kept = memoryPages[memory >> pageBits]!;
    const at = memory & pageMask;
    kept.heldSinces[at] = standing.heldSince ?? never;
    kept.firedAts[at] = standing.firedAt ?? never;
    kept.suppressedSinces[at] = standing.suppressedSince ?? never;
    kept.fireSeqs[at] = standing.fireSeq;
    kept.suppressedCounts[at] = standing.suppressedCount;
    kept.firedZones[at] = standing.firedZone;
    kept.inSeconds[at] = standing.inSecond;
    kept.inMinutes[at] = standing.inMinute;
    kept.inHours[at] = standing.inHour;
    kept.inDays[at] = standing.inDay;
  };

  const loadMemory = (memory: number, standing: Standing): void => {
    const kept = memoryPages[memory >> pageBits]!;
    const at = memory & pageMask;
    standing.heldSince = timeOf(kept.heldSinces[at]!);
    standing.firedAt = timeOf(kept.firedAts[at]!);
    standing.suppressedSince = timeOf(kept.suppressedSinces[at]!);
    standing.fireSeq = kept.fireSeqs[at]!;
    standing.suppressedCount = kept.suppressedCounts[at]!;
    standing.firedZone = kept.firedZones[at]!;
    standing.inSecond = kept.inSeconds[at]!;
    standing.inMinute = kept.inMinutes[at]!;
    standing.inHour = kept.inHours[at]!;
    standing.inDay = kept.inDays[at]!;
  };

  const save = (slot: number, standing: Readonly<Standing>): void => {
    const page = pages[slot >> pageBits]!;
    const line = slot & pageMask;
    page.versions[line] = standing.version;
    page.phases[line] = phaseCode[standing.phase];
    page.places[line] = standing.place;
    page.judgedAts[line] = standing.judgedAt;
    if (standing.anchor !== null) page.seconds[line] = standing.anchor;
    saveMemory(page, line, standing);
  };

  return {
    take(alert, standing) {
      let slot = firstFree;
      if (slot === none) {
        if (used === pages.length * pageSize) pages.push(newPage());
        slot = used++;
      } else {
        firstFree = pages[slot >> pageBits]!.series[slot & pageMask]!;
      }
      const page = pages[slot >> pageBits]!;
      const line = slot & pageMask;
      page.ids[line] = alert.id;
      page.series[line] = alert.series;
      page.kinds[line] = alert.type + 16 * alert.frequency;
      page.timeZones[line] = alert.timeZone;
      page.targets[line] = alert.target;
      page.seconds[line] = alert.upper;
      page.memories[line] = none;
      page.waiting[line] = 0;
      save(slot, standing);
      return slot;
    },
    release(slot) {
      const page = pages[slot >> pageBits]!;
      const line = slot & pageMask;
      if (page.memories[line] !== none) releaseMemory(page.memories[line]!);
      page.phases[line] = freeSlot;
      page.series[line] = firstFree;
      firstFree = slot;
    },
    idOf: (slot) => pages[slot >> pageBits]!.ids[slot & pageMask]!,
    seriesOf(slot) {
      const page = pages[slot >> pageBits]!;
      return page.phases[slot & pageMask] === freeSlot ? none : page.series[slot & pageMask]!;
    },
    load(slot, alert, standing) {
      const page = pages[slot >> pageBits]!;
      const line = slot & pageMask;
      const kind = page.kinds[line]!;
      alert.id = page.ids[line]!;
      alert.series = page.series[line]!;
      alert.type = (kind & 15) as AlertType;
      alert.frequency = (kind >> 4) as AlertFrequency;
      alert.timeZone = page.timeZones[line]!;
      alert.target = page.targets[line]!;
      const isStep = alert.type === 3 || alert.type === 4;
      alert.upper = isStep ? 0 : page.seconds[line]!;
      standing.version = page.versions[line]!;
      standing.phase = phases[page.phases[line]!]!;
      standing.place = page.places[line]!;
      standing.judgedAt = page.judgedAts[line]!;
      standing.anchor = isStep ? page.seconds[line]! : null;
      const memory = page.memories[line]!;
      if (memory !== none) loadMemory(memory, standing);
      else forget(standing);
    },
    save,
    setTimeZone(slot, timeZone) {
      pages[slot >> pageBits]!.timeZones[slot & pageMask] = timeZone;
    },
    isWaiting: (slot) => pages[slot >> pageBits]!.waiting[slot & pageMask] === 1,
    setWaiting(slot, isWaiting) {
      pages[slot >> pageBits]!.waiting[slot & pageMask] = isWaiting ? 1 : 0;
    },
    bytes: () => pages.length * (pages[0] ? bytesOf(pages[0]) : 0) + memoryPages.length * (memoryPages[0] ? bytesOf(memoryPages[0]) : 0),
  };
}

const timeOf = (kept: number): number | null => (kept === never ? null : kept);

const nothingYet = newStanding(0, 0);
const forget = (standing: Standing): void => {
  standing.heldSince = nothingYet.heldSince;
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
