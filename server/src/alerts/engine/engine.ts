// Judges every tick against every armed alert and touches only those it concerns. Per series the levels that alerts wait
// for lie in sorted lists around the price; a tick between the nearest of them is done after a few comparisons. The engine
// knows no clock: time is what ticks carry, so the same inputs give the same outputs. It holds only what the store can give
// it back (arm, restore) and tells everything that has to be kept (onFire, onChange, checkpoint).
import { alertLimits } from '@tidemark/contract/alert-rules.ts';
import { createIdIndex } from './id-index.ts';
import { isRestType } from './levels.ts';
import type { RateLimits } from './limits.ts';
import { isOnTime, latenessOf, missedPrices, type Checkpoint, type Lateness, type MissedMinute } from './missed.ts';
import type { RestWindow } from './rest-window.ts';
import { judge, rearm, type Crossing, type Moment } from './rules.ts';
import { createSeriesLines, type LastPrice } from './series-lines.ts';
import { createSlots, maxCount, type Mutable } from './slots.ts';
import { newStanding, type Alert, type Standing } from './standing.ts';
import { createWatchers, noSlot } from './watchers.ts';

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
  readonly series: number;
  readonly standing: Readonly<Standing>;
}

export interface EngineDeps {
  readonly limits?: RateLimits;
  // Both are told once and must not throw.
  /** Firings of one tick come in order of alert id, after all of it is judged. */
  onFire(firing: Firing): void;
  /** A standing changed without a firing: to be kept, nothing to be sent. */
  onChange(change: Change): void;
}

export interface Engine {
  /** The number of a series; a new one is added. */
  series(name: string): number;
  /**
   * Puts an alert in, or puts its new version in the place of the old one. One that is off is only taken out. window: the last prices of
   * its series, where it has seen them by itself.
   */
  arm(alert: Alert, standing: Readonly<Standing>, window?: RestWindow | null): void;
  /** One that was judged up to the last price of its series, which was restored meanwhile. */
  resume(alert: Alert, standing: Readonly<Standing>): void;
  disarm(alertId: number): boolean;
  /** Takes out every alert of such a series, and forgets how it went; looks at all of them. */
  forgetAll(isGone: (series: number) => boolean): void;
  /** A user moved: days are counted anew, and a rest that has not armed the alert yet begins again. */
  setTimeZone(alertId: number, timeZone: number, at: number): boolean;
  /** An older tick than the last of its series is passed over: it says nothing new. */
  tick(series: number, price: number, at: number): void;
  /** A tick that was missed, judged afterwards. */
  tickLate(series: number, price: number, at: number, detectedAt: number): void;
  /** Judges the minutes since the last judged time, oldest first, up to detectedAt. */
  judgeMissed(series: number, minutes: readonly MissedMinute[], detectedAt: number): void;
  checkpoint(series: number): Checkpoint | null;
  /** After a restart: first arm everything, then restore every series, then judge what was missed. */
  restore(series: number, checkpoint: Checkpoint): void;
  standingOf(alertId: number): Standing | null;
  timeZoneOf(alertId: number): number | null;
  /** How many alerts wait for a series. */
  alertsOn(series: number): number;
  size(): number;
  bytes(): number;
}

export function createEngine({ limits = alertLimits, onFire, onChange }: EngineDeps): Engine {
  if (Math.max(limits.perSecond, limits.perMinute, limits.perHour, limits.perDay) > maxCount)
    throw new RangeError(`a rate limit is at most ${maxCount}`);

  const slots = createSlots();
  const index = createIdIndex(slots.idOf);
  const lines = createSeriesLines();
  const watchers = createWatchers(lines);
  const seriesByName = new Map<string, number>();
  /** By series. */
  const alertCounts: number[] = [];

  // The alert at hand, and the tick it is judged on.
  const alert = { id: 0, series: 0, type: 1, frequency: 1, timeZone: -1, target: 0, upper: 0 } as Mutable<Alert>;
  const standing = newStanding(0, 0);
  const moment: Mutable<Moment> = { price: 0, at: 0, before: null };
  let before: LastPrice | null = null;
  let detectedAt: number | null = null;

  let firings: Firing[] = [];
  let changes: Change[] = [];

  const checkSeries = (series: number): void => {
    if (!(series >= 0 && series < lines.count())) throw new RangeError(`there is no series ${series}`);
  };

  const keepChange = (slot: number): void => {
    slots.save(slot, standing);
    changes.push({ alertId: alert.id, series: alert.series, standing: { ...standing } });
  };

  const release = (slot: number): void => {
    index.remove(alert.id);
    slots.release(slot);
    alertCounts[alert.series]!--;
  };

  /** The alert is loaded and waits nowhere. */
  const judgeLoaded = (slot: number, price: number, at: number): void => {
    moment.price = price;
    moment.at = at;
    moment.before = before !== null && before.at >= standing.judgedAt ? before.value : null;
    const verdict = judge(alert, standing, moment, limits);
    if (verdict === 'same') watchers.insert(slot, alert, standing, at);
    else {
      if (verdict === 'changed') keepChange(slot);
      else {
        slots.save(slot, standing);
        const { version, fireSeq } = standing;
        const lateness = detectedAt === null ? null : latenessOf(at, detectedAt);
        firings.push({
          alertId: alert.id,
          version,
          fireSeq,
          series: alert.series,
          at,
          price,
          priceBefore: before?.value ?? null,
          lateness,
          ...verdict,
          standing: { ...standing },
        });
      }
      if (standing.phase === 'off') release(slot);
      else watchers.insert(slot, alert, standing, -Infinity);
    }
  };

  const takeUp = (slot: number): void => {
    slots.load(slot, alert, standing);
    watchers.remove(slot, alert, standing);
  };

  /** Prices from before judgedAt are not its own: until one comes that is, no price concerns the alert, only a rest. */
  const waitForItsOwn = (slot: number, at: number, restedAt: number): boolean => {
    if (at >= standing.judgedAt) return false;
    watchers.wakeLater(slot, alert.series, standing.judgedAt);
    watchers.insertRest(slot, alert, standing, restedAt);
    return true;
  };
  const isResting = (): boolean => standing.phase === 'latched' && isRestType(alert.type);

  /** Armed again if it may be; else back to where it waits for that. Prices from pricesFrom on are its own then. */
  const rearmOrWait = (slot: number, at: number, pricesFrom: number): void => {
    const side = watchers.rearmSide(alert, standing, at);
    if (side !== 0) {
      rearm(alert, standing, side, pricesFrom);
      keepChange(slot);
    }
    watchers.insert(slot, alert, standing, at);
  };

  /** Loaded, and waiting nowhere yet. */
  const takeIn = (given: Alert, start: Readonly<Standing>): number => {
    if (!Number.isSafeInteger(given.id) || given.id < 0) throw new RangeError(`${given.id} is no id of an alert`);
    checkSeries(given.series);
    takeOut(given.id);
    if (start.phase === 'off') return noSlot;
    const slot = slots.take(given, start);
    index.add(given.id, slot);
    alertCounts[given.series] = (alertCounts[given.series] ?? 0) + 1;
    slots.load(slot, alert, standing);
    return slot;
  };

  const move = (series: number, price: number, at: number, from: number, until: number | null): void => {
    checkSeries(series);
    if (!Number.isFinite(price) || !Number.isFinite(at)) throw new RangeError(`a tick of ${price} at ${at} is no tick`);
    if (at < lines.lastAt(series)) return;
    before = lines.last(series);
    detectedAt = until;
    // First what time has brought by now, with the price before still in force.
    for (let slot = watchers.takeWoken(series, at); slot !== noSlot; slot = watchers.takeWoken(series, at)) {
      if (slots.seriesOf(slot) !== series) continue;
      takeUp(slot);
      if (waitForItsOwn(slot, at, at)) continue;
      if (isResting()) rearmOrWait(slot, at, at);
      else judgeLoaded(slot, price, at);
    }
    for (let slot = watchers.takeRested(series, at); slot !== noSlot; slot = watchers.takeRested(series, at)) {
      if (slots.seriesOf(slot) !== series) continue;
      takeUp(slot);
      rearmOrWait(slot, at, at);
    }
    lines.take(series, price, at, from);
    for (let slot = watchers.takeMet(series, price); slot !== noSlot; slot = watchers.takeMet(series, price)) {
      takeUp(slot);
      if (!waitForItsOwn(slot, at, -Infinity)) judgeLoaded(slot, price, at);
    }
    watchers.follow(series, price, at, from);
  };

  /** Last of all: a listener may call back. Changes first: the standing of a firing is the later one. */
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
    takeUp(slot);
    release(slot);
    return true;
  };

  const checkpoint = (series: number): Checkpoint | null => {
    const last = lines.last(series);
    return last === null ? null : { ...last, window: watchers.keptWindow(series) };
  };

  return {
    series(name) {
      const known = seriesByName.get(name) ?? lines.add();
      seriesByName.set(name, known);
      return known;
    },

    arm(given, start, window = null) {
      const slot = takeIn(given, start);
      if (slot === noSlot) return;
      const lastAt = lines.lastAt(given.series);
      if (lastAt <= start.judgedAt) {
        watchers.insert(slot, alert, standing, start.judgedAt);
        return;
      }
      // A price came before the alert did: it is its first one.
      before = null;
      detectedAt = null;
      if (isResting() && !(window !== null && watchers.adopt(given.series, window))) {
        standing.restFrom = lastAt;
        keepChange(slot);
      }
      judgeLoaded(slot, lines.last(given.series)!.value, lastAt);
      tell();
    },

    resume(given, start) {
      const slot = takeIn(given, start);
      if (slot !== noSlot) watchers.insert(slot, alert, standing, Math.max(start.judgedAt, lines.lastAt(given.series)));
    },

    disarm: takeOut,

    forgetAll(isGone) {
      for (let slot = 0; slot < slots.used(); slot++) {
        const series = slots.seriesOf(slot);
        if (series !== -1 && isGone(series)) takeOut(slots.idOf(slot));
      }
      // A judge that gets such a series back later must not go on from a price that was in force long ago.
      for (let series = 0; series < lines.count(); series++) {
        if (!isGone(series)) continue;
        lines.forget(series);
        watchers.forget(series);
      }
    },

    setTimeZone(alertId, timeZone, at) {
      const slot = index.get(alertId);
      if (slot === -1) return false;
      takeUp(slot);
      // What time has brought by now, it has brought in the old zone.
      rearmOrWait(slot, at, Math.max(standing.judgedAt, lines.lastAt(alert.series)));
      watchers.remove(slot, alert, standing);
      if (isResting()) {
        standing.restFrom = Math.max(standing.restFrom ?? standing.judgedAt, at);
        keepChange(slot);
      }
      slots.setTimeZone(slot, timeZone);
      alert.timeZone = timeZone;
      watchers.insert(slot, alert, standing, at);
      tell();
      return true;
    },

    tick(series, price, at) {
      if (lines.pass(series, price, at) || watchers.pass(series, price, at)) return;
      move(series, price, at, at, null);
      tell();
    },

    tickLate(series, price, at, judgedAt) {
      if (lines.pass(series, price, at) || watchers.pass(series, price, at)) return;
      move(series, price, at, at, isOnTime(at, judgedAt) ? null : judgedAt);
      tell();
    },

    judgeMissed(series, minutes, until) {
      for (const minute of minutes) {
        for (const { price, at, from } of missedPrices(minute, lines.last(series), until)) {
          move(series, price, at, from, until);
          tell();
        }
      }
    },

    checkpoint,

    restore(series, { window, ...last }) {
      lines.restore(series, last);
      watchers.restoreWindow(series, window);
    },

    standingOf(alertId) {
      const slot = index.get(alertId);
      if (slot === -1) return null;
      slots.load(slot, alert, standing);
      return { ...standing };
    },

    timeZoneOf(alertId) {
      const slot = index.get(alertId);
      if (slot === -1) return null;
      slots.load(slot, alert, standing);
      return alert.timeZone;
    },

    alertsOn: (series) => alertCounts[series] ?? 0,
    size: index.size,
    bytes: () => slots.bytes() + index.bytes() + watchers.bytes() + lines.bytes(),
  };
}
