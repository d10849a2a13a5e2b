// Judges every tick against every armed alert and touches only those it concerns. Per series the waiting levels lie in two
// sorted lists, one above the price and one below; a tick between the two nearest is done after a few comparisons. The
// engine knows no clock: time is what ticks carry, so the same inputs give the same outputs. It holds only what the store
// can give it back (arm) and tells everything that has to be kept (onFire, onChange).
import { alertLimits } from '@tidemark/contract/alerts.ts';
import { createIdIndex } from './id-index.ts';
import { selectWatch, type Watch } from './levels.ts';
import type { RateLimits } from './limits.ts';
import { latenessOf, minuteOf, missedPrices, type Checkpoint, type Lateness, type MissedMinute } from './missed.ts';
import { judge, settle, type Crossing } from './rules.ts';
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

const minuteMs = 60_000;

export function createEngine({ limits = alertLimits, onFire, onChange }: EngineDeps): Engine {
  if (Math.max(limits.perSecond, limits.perMinute, limits.perHour, limits.perDay) > maxCount) throw new RangeError(`a rate limit is at most ${maxCount}`);

  const slots = createSlots();
  const index = createIdIndex(slots.idOf);
  const thresholds = createThresholds();
  const seriesByName = new Map<string, number>();
  const queues: (WakeQueue | undefined)[] = [];
  let hot = new Float64Array(64 * stride);

  const alert = { id: 0, series: 0, type: 1, frequency: 1, timeZone: -1, target: 0, upper: 0 } as Mutable<Alert>;
  const standing = newStanding(0, 0);
  const watch: Watch = { up: Infinity, down: -Infinity, wakeAt: Infinity };
  let firings: Firing[] = [];
  let changes: Change[] = [];
  let priceBefore: number | null = null;
  let detectedAt: number | null = null;

  const aboveOf = (series: number): number => series * 2;
  const belowOf = (series: number): number => series * 2 + 1;
  const hasPrice = (series: number): boolean => hot[series * stride + lastAt]! > -Infinity;

  const insertWatched = (slot: number): void => {
    const { series } = alert;
    const line = series * stride;
    selectWatch(alert, standing, watch);
    const { up, down } = watch;
    if (up < Infinity) {
      thresholds.insert(aboveOf(series), up, slot);
      if (up < hot[line + upAt]!) hot[line + upAt] = up;
    }
    if (down > -Infinity) {
      thresholds.insert(belowOf(series), -down, slot);
      if (down > hot[line + downAt]!) hot[line + downAt] = down;
    }
    if (watch.wakeAt < Infinity) wakeLater(series, watch.wakeAt, slot);
  };
  const removeWatched = (slot: number): void => {
    if (slots.isWaiting(slot)) return;
    const { series } = alert;
    const line = series * stride;
    selectWatch(alert, standing, watch);
    const { up, down } = watch;
    if (up < Infinity) {
      thresholds.remove(aboveOf(series), up, slot);
      if (up === hot[line + upAt]) hot[line + upAt] = thresholds.nearest(aboveOf(series));
    }
    if (down > -Infinity) {
      thresholds.remove(belowOf(series), -down, slot);
      if (down === hot[line + downAt]) hot[line + downAt] = -thresholds.nearest(belowOf(series));
    }
  };
  const wakeLater = (series: number, at: number, slot: number): void => {
    (queues[series] ??= createWakeQueue()).add(at, slot);
    const line = series * stride;
    if (at < hot[line + wakeAt]!) hot[line + wakeAt] = at;
  };

  const refresh = (series: number): void => {
    const line = series * stride;
    hot[line + upAt] = thresholds.nearest(aboveOf(series));
    hot[line + downAt] = -thresholds.nearest(belowOf(series));
    const minuteEnd = hasPrice(series) ? minuteOf(hot[line + lastAt]!) + minuteMs : -Infinity;
    hot[line + wakeAt] = Math.min(minuteEnd, queues[series]?.soonest() ?? Infinity);
  };

  const release = (slot: number): void => {
    index.remove(alert.id);
    slots.release(slot);
  };

  /** The alert is loaded and in no list. */
  const judgeLoaded = (slot: number, price: number, at: number, heldFrom: number): void => {
    const verdict = judge(alert, standing, price, at, heldFrom, limits);
    if (verdict === 'changed') changes.push({ alertId: alert.id, standing: { ...standing } });
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
    insertWatched(slot);
  };

  /** Judged from judgedAt on; until then it waits, out of the lists. */
  const judgeOrWait = (slot: number, price: number, at: number, heldFrom: number): void => {
    const isEarly = at < standing.judgedAt;
    slots.setWaiting(slot, isEarly);
    if (isEarly) wakeLater(alert.series, standing.judgedAt, slot);
    else judgeLoaded(slot, price, at, heldFrom);
  };

  const judgePassed = (series: number, price: number, at: number, heldFrom: number): void => {
    const queue = queues[series];
    while (queue !== undefined && queue.soonest() <= at) {
      const slot = queue.takeSoonest();
      if (slots.seriesOf(slot) !== series) continue;
      slots.load(slot, alert, standing);
      removeWatched(slot);
      judgeOrWait(slot, price, at, heldFrom);
    }
    const [above, below] = [aboveOf(series), belowOf(series)];
    while (thresholds.nearest(above) <= price) {
      const slot = thresholds.takeNearest(above);
      slots.load(slot, alert, standing);
      selectWatch(alert, standing, watch);
      if (watch.down > -Infinity) thresholds.remove(below, -watch.down, slot);
      judgeOrWait(slot, price, at, heldFrom);
    }
    while (thresholds.nearest(below) <= -price) {
      const slot = thresholds.takeNearest(below);
      slots.load(slot, alert, standing);
      selectWatch(alert, standing, watch);
      if (watch.up < Infinity) thresholds.remove(above, watch.up, slot);
      judgeOrWait(slot, price, at, heldFrom);
    }
  };

  const move = (series: number, price: number, at: number, heldFrom: number, until: number | null): void => {
    const line = series * stride;
    if (!Number.isFinite(price) || !Number.isFinite(at)) throw new RangeError(`a tick of ${price} at ${at} is no tick`);
    if (at < hot[line + lastAt]!) return;
    priceBefore = hasPrice(series) ? hot[line + valueAt]! : null;
    detectedAt = until;
    const isNewMinute = !hasPrice(series) || minuteOf(at) !== minuteOf(hot[line + lastAt]!);
    hot[line + highAt] = isNewMinute ? price : Math.max(price, hot[line + highAt]!);
    hot[line + lowAt] = isNewMinute ? price : Math.min(price, hot[line + lowAt]!);
    hot[line + lastAt] = at;
    hot[line + valueAt] = price;
    judgePassed(series, price, at, heldFrom);
    refresh(series);
  };

  /** Last of all: whoever listens may call back. */
  const tell = (): void => {
    if (firings.length === 0 && changes.length === 0) return;
    const [fired, changed] = [firings, changes];
    [firings, changes] = [[], []];
    fired.sort((a, b) => a.alertId - b.alertId);
    for (const firing of fired) onFire(firing);
    for (const change of changed) onChange(change);
  };

  const takeOut = (alertId: number): boolean => {
    const slot = index.get(alertId);
    if (slot === -1) return false;
    slots.load(slot, alert, standing);
    removeWatched(slot);
    release(slot);
    return true;
  };

  const checkpoint = (series: number): Checkpoint | null => {
    if (!hasPrice(series)) return null;
    const line = series * stride;
    return { at: hot[line + lastAt]!, value: hot[line + valueAt]!, high: hot[line + highAt]!, low: hot[line + lowAt]! };
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
      const line = given.series * stride;
      const at = hot[line + lastAt]!;
      priceBefore = null;
      detectedAt = null;
      if (at > start.judgedAt) judgeLoaded(slot, hot[line + valueAt]!, at, at);
      else insertWatched(slot);
      tell();
    },

    disarm: takeOut,

    setTimeZone(alertId, timeZone, at) {
      const slot = index.get(alertId);
      if (slot === -1) return false;
      slots.load(slot, alert, standing);
      removeWatched(slot);
      if (settle(alert, standing, at)) {
        changes.push({ alertId, standing: { ...standing } });
        slots.save(slot, standing);
      }
      slots.setTimeZone(slot, timeZone);
      alert.timeZone = timeZone;
      if (!slots.isWaiting(slot)) insertWatched(slot);
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
        for (const { price, at, heldFrom } of missedPrices(minute, checkpoint(series), until)) {
          move(series, price, at, heldFrom, until);
          tell();
        }
      }
    },

    checkpoint,

    restore(series, { at, value, high, low }) {
      const line = series * stride;
      hot[line + lastAt] = at;
      hot[line + valueAt] = value;
      hot[line + highAt] = high;
      hot[line + lowAt] = low;
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
