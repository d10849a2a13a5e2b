// Judges every tick against every armed alert and touches only those it concerns. Per series the levels that alerts wait
// for lie in sorted lists around the price; a tick between the nearest of them is done after a few comparisons. The engine
// knows no clock: time is what ticks carry, so the same inputs give the same outputs. It holds only what the store can give
// it back (arm, restore) and tells everything that has to be kept (onFire, onChange, checkpoint).
import { alertLimits } from '@tidemark/contract/alerts.ts';
import { createIdIndex } from './id-index.ts';
import { isRestType, rearmDue, selectRest, selectWatch, type Rest, type Watch } from './levels.ts';
import type { RateLimits } from './limits.ts';
import { latenessOf, minuteMs, minuteOf, missedPrices, type Checkpoint, type Lateness, type MissedMinute } from './missed.ts';
import { reviveRestWindow, startRestWindow, type RestWindow } from './rest-window.ts';
import { judge, rearm, restedSide, type Crossing, type Moment } from './rules.ts';
import { createSlots, maxCount, type Mutable } from './slots.ts';
import { newStanding, type Alert, type Standing } from './standing.ts';
import { createThresholds } from './thresholds.ts';
import { createWakeQueue, type WakeQueue } from './wake-queue.ts';

export interface Firing extends Crossing {
  readonly alertId: number;
  readonly version: number;
  readonly fireSeq: number;
  readonly series: number;
  readonly at: number;
  readonly price: number;
  /** The price before it on this series; null when none was known. */
  readonly priceBefore: number | null;
  /** Judged afterwards from stored minutes; null for a tick. */
  readonly lateness: Lateness | null;
  /** How the alert stands after it; kept in the same transaction. */
  readonly standing: Readonly<Standing>;
}

export interface Change {
  readonly alertId: number;
  readonly standing: Readonly<Standing>;
}

export interface EngineDeps {
  readonly limits?: RateLimits;
  /** Firings of one tick come in order of alert id, after all of it is judged. */
  onFire(firing: Firing): void;
  /** A standing changed without a firing: to be kept, nothing to be sent. */
  onChange(change: Change): void;
}

export interface Engine {
  /** The number of a series; a new one is added. */
  series(name: string): number;
  /** Puts an alert in, or puts its new version in the place of the old one. One that is off is only taken out. */
  arm(alert: Alert, standing: Readonly<Standing>): void;
  disarm(alertId: number): boolean;
  /** A user moved: days are counted anew, nothing else restarts. */
  setTimeZone(alertId: number, timeZone: number, at: number): boolean;
  /** An older tick than the last of its series is passed over: it says nothing new. */
  tick(series: number, price: number, at: number): void;
  /** Judges the minutes since the last judged time, oldest first, up to detectedAt. */
  judgeMissed(series: number, minutes: readonly MissedMinute[], detectedAt: number): void;
  checkpoint(series: number): Checkpoint | null;
  /** After a restart: first arm everything, then restore every series, then judge what was missed. */
  restore(series: number, checkpoint: Checkpoint): void;
  standingOf(alertId: number): Standing | null;
  size(): number;
  bytes(): number;
}

// One cache line per series; a tick that passes nothing reads and writes no other.
const stride = 8;
const upAt = 0;
const downAt = 1;
/** The slow way is due from here on: the minute is over, or an alert has to be woken. */
const wakeAt = 2;
const lastAt = 3;
const valueAt = 4;
const highAt = 5;
const lowAt = 6;
/** From when on the last price is known to have been in force. */
const fromAt = 7;

// Four lists of thresholds per series. Keys of lists that are met from above are negated: the nearest is the smallest.
const listsPerSeries = 4;
const above = 0;
const below = 1;
const restBelow = 2;
const restAbove = 3;

export function createEngine({ limits = alertLimits, onFire, onChange }: EngineDeps): Engine {
  if (Math.max(limits.perSecond, limits.perMinute, limits.perHour, limits.perDay) > maxCount) throw new RangeError(`a rate limit is at most ${maxCount}`);

  const slots = createSlots();
  const index = createIdIndex(slots.idOf);
  const thresholds = createThresholds();
  const seriesByName = new Map<string, number>();
  let hot = new Float64Array(64 * stride);
  /** Alerts to be looked at when a day is over, or when the first price comes that is theirs. */
  const wakes: (WakeQueue | undefined)[] = [];
  /** Latched alerts for which the price has rested, and which still may not be armed. */
  const rested: (WakeQueue | undefined)[] = [];
  const windows: (RestWindow | undefined)[] = [];

  // The alert at hand.
  const alert = { id: 0, series: 0, type: 1, frequency: 1, timeZone: -1, target: 0, upper: 0 } as Mutable<Alert>;
  const standing = newStanding(0, 0);
  const watch: Watch = { up: Infinity, down: -Infinity, wakeAt: Infinity };
  const rest: Rest = { below: -Infinity, above: Infinity, isBoth: false };
  const moment: Mutable<Moment> = { price: 0, at: 0, before: null };

  let firings: Firing[] = [];
  let changes: Change[] = [];
  let priceBefore: number | null = null;
  let seenBeforeAt = -Infinity;
  let detectedAt: number | null = null;

  const hasPrice = (series: number): boolean => hot[series * stride + lastAt]! > -Infinity;
  const nearest = (series: number, list: number): number => thresholds.nearest(series * listsPerSeries + list);
  const insert = (list: number, key: number, slot: number): void => thresholds.insert(alert.series * listsPerSeries + list, key, slot);
  const remove = (list: number, key: number, slot: number): boolean => thresholds.remove(alert.series * listsPerSeries + list, key, slot);
  const soonest = (queue: WakeQueue | undefined): number => queue?.soonest() ?? Infinity;

  const refresh = (series: number): void => {
    const line = series * stride;
    hot[line + upAt] = Math.min(nearest(series, above), nearest(series, restAbove));
    hot[line + downAt] = -Math.min(nearest(series, below), nearest(series, restBelow));
    const minuteEnd = hasPrice(series) ? minuteOf(hot[line + lastAt]!) + minuteMs : -Infinity;
    // While somebody has rested, the window goes on with every price.
    hot[line + wakeAt] = soonest(rested[series]) < Infinity ? -Infinity : Math.min(minuteEnd, soonest(wakes[series]));
  };

  const watchUp = (list: number, level: number, slot: number): void => {
    insert(list, level, slot);
    const line = alert.series * stride;
    if (level < hot[line + upAt]!) hot[line + upAt] = level;
  };
  const watchDown = (list: number, level: number, slot: number): void => {
    insert(list, -level, slot);
    const line = alert.series * stride;
    if (level > hot[line + downAt]!) hot[line + downAt] = level;
  };
  const wakeLater = (queues: (WakeQueue | undefined)[], at: number, slot: number): void => {
    (queues[alert.series] ??= createWakeQueue()).add(at, slot);
    const line = alert.series * stride;
    hot[line + wakeAt] = queues === rested ? -Infinity : Math.min(at, hot[line + wakeAt]!);
  };

  const keepChange = (): void => void changes.push({ alertId: alert.id, standing: { ...standing } });

  /** A latched alert of types 1, 2, 7, 8: armed if it may be, or put where it waits for that. `at`: before any new price. */
  const insertLatched = (slot: number, at: number): void => {
    const window = windows[alert.series];
    const highest = window?.highest(at) ?? Infinity;
    const lowest = window?.lowest(at) ?? -Infinity;
    selectRest(alert, rest);
    const side = restedSide(rest, highest, lowest);
    if (side === 0) {
      // Of two conditions the one that fails is waited for.
      const isAboveOnly = rest.isBoth && (standing.place < 0 ? lowest < rest.above : highest <= rest.below);
      if (rest.below > -Infinity && !isAboveOnly) watchDown(restBelow, rest.below, slot);
      if (rest.above < Infinity && (!rest.isBoth || isAboveOnly)) watchUp(restAbove, rest.above, slot);
      return;
    }
    const due = rearmDue(alert, standing);
    if (at < due) {
      wakeLater(rested, due, slot);
      return;
    }
    rearm(alert, standing, side, at);
    slots.save(slot, standing);
    keepChange();
  };

  const insertWatched = (slot: number, at: number): void => {
    if (standing.phase === 'latched' && isRestType(alert.type)) insertLatched(slot, at);
    selectWatch(alert, standing, watch);
    if (watch.up < Infinity) watchUp(above, watch.up, slot);
    if (watch.down > -Infinity) watchDown(below, watch.down, slot);
    if (watch.wakeAt < Infinity) wakeLater(wakes, watch.wakeAt, slot);
  };
  const removeWatched = (slot: number): void => {
    if (slots.isWaiting(slot)) return;
    selectWatch(alert, standing, watch);
    if (watch.up < Infinity) remove(above, watch.up, slot);
    if (watch.down > -Infinity) remove(below, -watch.down, slot);
    if (standing.phase === 'latched' && isRestType(alert.type)) {
      selectRest(alert, rest);
      if (rest.below > -Infinity) remove(restBelow, -rest.below, slot);
      if (rest.above < Infinity) remove(restAbove, rest.above, slot);
    }
  };

  const release = (slot: number): void => {
    index.remove(alert.id);
    slots.release(slot);
  };

  /** The alert is loaded and in no list. */
  const judgeLoaded = (slot: number, price: number, at: number): void => {
    moment.price = price;
    moment.at = at;
    moment.before = seenBeforeAt >= standing.judgedAt ? priceBefore : null;
    const verdict = judge(alert, standing, moment, limits);
    if (verdict === 'changed') keepChange();
    else if (verdict !== 'same') {
      const { version, fireSeq } = standing;
      const lateness = detectedAt === null ? null : latenessOf(at, detectedAt);
      firings.push({ alertId: alert.id, version, fireSeq, series: alert.series, at, price, priceBefore, lateness, ...verdict, standing: { ...standing } });
    }
    if (standing.phase === 'off') {
      release(slot);
      return;
    }
    if (verdict !== 'same') slots.save(slot, standing);
    insertWatched(slot, at);
  };

  /** Prices from before judgedAt are not its own: until one comes that is, it waits outside the lists. */
  const isEarly = (slot: number, at: number): boolean => {
    const isWaiting = at < standing.judgedAt;
    slots.setWaiting(slot, isWaiting);
    if (isWaiting) wakeLater(wakes, standing.judgedAt, slot);
    return isWaiting;
  };

  /** What time alone has brought by `at`, with the last price still in force. */
  const passTime = (series: number, price: number, at: number): void => {
    const first = series * listsPerSeries;
    const window = windows[series];
    const relook = (slot: number): void => {
      slots.load(slot, alert, standing);
      removeWatched(slot);
      insertWatched(slot, at);
    };
    if (window !== undefined) {
      const [highest, lowest] = [window.highest(at), window.lowest(at)];
      while (thresholds.nearest(first + restBelow) <= -highest) relook(thresholds.takeNearest(first + restBelow));
      while (thresholds.nearest(first + restAbove) <= lowest) relook(thresholds.takeNearest(first + restAbove));
      while (soonest(rested[series]) <= at) {
        const slot = rested[series]!.takeSoonest();
        if (slots.seriesOf(slot) === series && !slots.isWaiting(slot)) relook(slot);
      }
    }
    while (soonest(wakes[series]) <= at) {
      const slot = wakes[series]!.takeSoonest();
      if (slots.seriesOf(slot) !== series) continue;
      slots.load(slot, alert, standing);
      removeWatched(slot);
      if (!isEarly(slot, at)) judgeLoaded(slot, price, at);
    }
  };

  const passLevels = (series: number, price: number, at: number): void => {
    const first = series * listsPerSeries;
    for (const [list, key] of [[above, price], [below, -price]] as const) {
      while (thresholds.nearest(first + list) <= key) {
        const slot = thresholds.takeNearest(first + list);
        slots.load(slot, alert, standing);
        removeWatched(slot);
        if (!isEarly(slot, at)) judgeLoaded(slot, price, at);
      }
    }
  };

  /** The window runs while the price is where somebody wants it to rest, and is forgotten elsewhere. */
  const keepWindow = (series: number, price: number, at: number, from: number, before: number | null, beforeFrom: number): void => {
    const isWanted = price <= -nearest(series, restBelow) || price >= nearest(series, restAbove) || soonest(rested[series]) < Infinity;
    if (!isWanted) windows[series] = undefined;
    else if (windows[series] === undefined && before === null) windows[series] = startRestWindow(price, from);
    else (windows[series] ??= startRestWindow(before!, beforeFrom)).push(price, from, at);
  };

  const move = (series: number, price: number, at: number, from: number, until: number | null): void => {
    const line = series * stride;
    if (!Number.isFinite(price) || !Number.isFinite(at)) throw new RangeError(`a tick of ${price} at ${at} is no tick`);
    if (at < hot[line + lastAt]!) return;
    const isFirst = !hasPrice(series);
    const beforeFrom = Math.max(hot[line + lastAt]!, hot[line + fromAt]!);
    priceBefore = isFirst ? null : hot[line + valueAt]!;
    seenBeforeAt = hot[line + lastAt]!;
    detectedAt = until;
    passTime(series, price, at);
    const isNewMinute = isFirst || minuteOf(at) !== minuteOf(hot[line + lastAt]!);
    hot[line + highAt] = isNewMinute ? price : Math.max(price, hot[line + highAt]!);
    hot[line + lowAt] = isNewMinute ? price : Math.min(price, hot[line + lowAt]!);
    hot[line + lastAt] = at;
    hot[line + valueAt] = price;
    hot[line + fromAt] = from;
    passLevels(series, price, at);
    keepWindow(series, price, at, from, priceBefore, beforeFrom);
    refresh(series);
  };

  /** Last of all: whoever listens may call back. */
  const tell = (): void => {
    if (firings.length === 0 && changes.length === 0) return;
    const [fired, changed] = [firings, changes];
    [firings, changes] = [[], []];
    fired.sort((a, b) => a.alertId - b.alertId);
    for (const change of changed) onChange(change);
    for (const firing of fired) onFire(firing);
  };

  const takeOut = (alertId: number): boolean => {
    const slot = index.get(alertId);
    if (slot === -1) return false;
    slots.load(slot, alert, standing);
    removeWatched(slot);
    release(slot);
    refresh(alert.series);
    return true;
  };

  const checkpoint = (series: number): Checkpoint | null => {
    if (!hasPrice(series)) return null;
    const line = series * stride;
    const from = Math.max(hot[line + lastAt]!, hot[line + fromAt]!);
    return { at: hot[line + lastAt]!, value: hot[line + valueAt]!, from, high: hot[line + highAt]!, low: hot[line + lowAt]!, window: windows[series]?.keep() ?? null };
  };

  return {
    series(name) {
      const known = seriesByName.get(name);
      if (known !== undefined) return known;
      const series = seriesByName.size;
      seriesByName.set(name, series);
      if (hot.length < (series + 1) * stride) {
        const grown = new Float64Array(hot.length * 2);
        grown.set(hot);
        hot = grown;
      }
      hot.set([Infinity, -Infinity, -Infinity, -Infinity], series * stride);
      return series;
    },

    arm(given, start) {
      if (!Number.isSafeInteger(given.id) || given.id < 0) throw new RangeError(`${given.id} is no id of an alert`);
      if (!(given.series >= 0 && given.series < seriesByName.size)) throw new RangeError(`there is no series ${given.series}`);
      takeOut(given.id);
      if (start.phase === 'off') return;
      const slot = slots.take(given, start);
      index.add(given.id, slot);
      slots.load(slot, alert, standing);
      const { series } = given;
      const line = series * stride;
      const at = hot[line + lastAt]!;
      if (at <= start.judgedAt) insertWatched(slot, start.judgedAt);
      else {
        // A price came before the alert did.
        [priceBefore, seenBeforeAt, detectedAt] = [null, -Infinity, null];
        if (standing.phase === 'latched' && isRestType(alert.type)) {
          standing.judgedAt = at;
          slots.save(slot, standing);
          keepChange();
        }
        judgeLoaded(slot, hot[line + valueAt]!, at);
      }
      if (hasPrice(series) && windows[series] === undefined) keepWindow(series, hot[line + valueAt]!, at, Math.max(at, hot[line + fromAt]!), null, 0);
      tell();
    },

    disarm: takeOut,

    setTimeZone(alertId, timeZone, at) {
      const slot = index.get(alertId);
      if (slot === -1) return false;
      slots.load(slot, alert, standing);
      removeWatched(slot);
      const isWaiting = slots.isWaiting(slot);
      // What time has brought by now it has brought in the old zone.
      if (!isWaiting) insertWatched(slot, at);
      removeWatched(slot);
      slots.setTimeZone(slot, timeZone);
      alert.timeZone = timeZone;
      if (!isWaiting) insertWatched(slot, at);
      tell();
      return true;
    },

    tick(series, price, at) {
      const line = series * stride;
      if (price < hot[line + upAt]! && price > hot[line + downAt]! && at < hot[line + wakeAt]! && at >= hot[line + lastAt]!) {
        hot[line + lastAt] = at;
        hot[line + valueAt] = price;
        if (price > hot[line + highAt]!) hot[line + highAt] = price;
        else if (price < hot[line + lowAt]!) hot[line + lowAt] = price;
        return;
      }
      move(series, price, at, at, null);
      tell();
    },

    judgeMissed(series, minutes, until) {
      for (const minute of minutes) {
        for (const { price, at, from } of missedPrices(minute, checkpoint(series), until)) {
          move(series, price, at, from, until);
          tell();
        }
      }
    },

    checkpoint,

    restore(series, { at, value, from, high, low, window }) {
      const line = series * stride;
      hot[line + lastAt] = at;
      hot[line + valueAt] = value;
      hot[line + highAt] = high;
      hot[line + lowAt] = low;
      hot[line + fromAt] = from;
      windows[series] = window === null ? undefined : reviveRestWindow(window);
      refresh(series);
    },

    standingOf(alertId) {
      const slot = index.get(alertId);
      if (slot === -1) return null;
      slots.load(slot, alert, standing);
      return { ...standing };
    },

    size: index.size,
    bytes: () => slots.bytes() + index.bytes() + thresholds.bytes() + hot.byteLength,
  };
}
