// Where alerts wait. Each series has four sorted lists: prices to be reached from below and from above, and prices to rest
// below and above; and two queues: moments to look again, and alerts the price has rested for that still may not be armed.
// A window over the last prices runs only while the price is inside a zone that some alert watches for a rest.
import { minuteMs } from '@tidemark/contract/time.ts';
import { isRestType, rearmDue, restMs, selectRest, selectWatch, type Rest, type Watch } from './levels.ts';
import { minuteOf } from './missed.ts';
import {
  highestPrice,
  keepRestWindow,
  knownFrom,
  lowestPrice,
  priceInForce,
  pushPrice,
  reviveRestWindow,
  startRestWindow,
  type KeptWindow,
  type RestWindow,
} from './rest-window.ts';
import { restedSide } from './rules.ts';
import type { SeriesLines } from './series-lines.ts';
import type { Alert, Standing } from './standing.ts';
import { createThresholds } from './thresholds.ts';
import { createWakeQueue, type WakeQueue } from './wake-queue.ts';

// Keys of lists that are met from above are negated: the nearest is always the smallest.
const listsPerSeries = 4;
const above = 0;
const below = 1;
const restBelow = 2;
const restAbove = 3;

/** A price of a stored minute is certain a minute after it was judged at the latest, and has to have rested by then. */
const windowLeadMs = restMs + minuteMs;

export const noSlot = -1;

/** A running window, and what ends its quiet: the same as on the line of the series, which it stands in for. */
interface Resting {
  readonly window: RestWindow;
  up: number;
  down: number;
  wakeAt: number;
  below: number;
  above: number;
}

export interface Watchers {
  /** Puts an alert where it waits. `restedAt`: when a rest of the price is looked for; -Infinity where the price is in its way. */
  insert(slot: number, alert: Alert, standing: Readonly<Standing>, restedAt: number): void;
  /** Of a latched alert only where it waits for a rest, not for a price. */
  insertRest(slot: number, alert: Alert, standing: Readonly<Standing>, restedAt: number): void;
  /** The side on which a latched alert is armed again at `at`, with the last price still in force; 0: it has to wait. */
  rearmSide(alert: Alert, standing: Readonly<Standing>, at: number): number;
  remove(slot: number, alert: Alert, standing: Readonly<Standing>): void;
  wakeLater(slot: number, series: number, at: number): void;
  /** The next alert that waits for this price, for this time, or for the rest the price has had by then; -1 when none is left. */
  takeMet(series: number, price: number): number;
  takeWoken(series: number, at: number): number;
  takeRested(series: number, at: number): number;
  /** Takes a price into a running window that changes nothing else. False: the engine has to judge it. */
  pass(series: number, price: number, at: number): boolean;
  /** After a price was judged: goes on with the window if an alert needs it, and gives the line the nearest levels that alerts wait for. */
  follow(series: number, price: number, at: number, from: number): void;
  keptWindow(series: number): KeptWindow | null;
  restoreWindow(series: number, kept: KeptWindow | null): void;
  /** Goes on with this window if it reaches further back than its own. False: it ends with another price than the one in force. */
  adopt(series: number, window: RestWindow): boolean;
  /** No alert watches it any more. */
  forget(series: number): void;
  bytes(): number;
}

export function createWatchers(lines: SeriesLines): Watchers {
  const thresholds = createThresholds();
  const wakes: (WakeQueue | undefined)[] = [];
  const rested: (WakeQueue | undefined)[] = [];
  const restings: (Resting | undefined)[] = [];
  const watch: Watch = { up: Infinity, down: -Infinity, wakeAt: Infinity };
  const rest: Rest = { below: -Infinity, above: Infinity, isBoth: false };

  const nearest = (series: number, list: number): number => thresholds.nearest(series * listsPerSeries + list);
  const soonest = (queue: WakeQueue | undefined): number => (queue === undefined ? Infinity : queue.soonest());
  const highestOf = (series: number, at: number): number => {
    const resting = restings[series];
    return resting === undefined ? Infinity : highestPrice(resting.window, at);
  };
  const lowestOf = (series: number, at: number): number => {
    const resting = restings[series];
    return resting === undefined ? -Infinity : lowestPrice(resting.window, at);
  };
  const isResting = (standing: Readonly<Standing>, type: number): boolean => standing.phase === 'latched' && isRestType(type);

  /** A new alert waits: the next price must be judged, as the bounds of the window do not know the alert yet. */
  const lookAtNext = (series: number): void => {
    const resting = restings[series];
    if (resting !== undefined) resting.wakeAt = -Infinity;
  };
  const insertUp = (series: number, list: number, level: number, slot: number): void => {
    thresholds.insert(series * listsPerSeries + list, level, slot);
    lines.lookFrom(series, level, -Infinity, Infinity);
    lookAtNext(series);
  };
  const insertDown = (series: number, list: number, level: number, slot: number): void => {
    thresholds.insert(series * listsPerSeries + list, -level, slot);
    lines.lookFrom(series, Infinity, level, Infinity);
    lookAtNext(series);
  };
  const wakeLater = (slot: number, series: number, at: number): void => {
    (wakes[series] ??= createWakeQueue()).add(at, slot);
    lines.lookFrom(series, Infinity, -Infinity, at);
    lookAtNext(series);
  };

  const insertRested = (slot: number, series: number, due: number, at: number): void => {
    // Due on another day: the window need not run until then.
    if (due - at > windowLeadMs) wakeLater(slot, series, due - windowLeadMs);
    else (rested[series] ??= createWakeQueue()).add(due, slot);
    lookAtNext(series);
  };

  const insertResting = (slot: number, alert: Alert, standing: Readonly<Standing>, at: number): void => {
    const { series } = alert;
    const highest = at === -Infinity ? Infinity : highestOf(series, at);
    const lowest = at === -Infinity ? -Infinity : lowestOf(series, at);
    selectRest(alert, rest);
    if (restedSide(rest, highest, lowest) !== 0) {
      insertRested(slot, series, rearmDue(alert, standing), at);
    } else if (!rest.isBoth) {
      if (rest.below > -Infinity) insertDown(series, restBelow, rest.below, slot);
      if (rest.above < Infinity) insertUp(series, restAbove, rest.above, slot);
    } else {
      // Of two conditions one that fails is waited for; outside the channel the one that fails there.
      const isAbove = standing.place < 0 ? lowest < rest.above : highest <= rest.below;
      if (isAbove) insertUp(series, restAbove, rest.above, slot);
      else insertDown(series, restBelow, rest.below, slot);
    }
  };

  const run = (series: number, window: RestWindow): void => {
    restings[series] = { window, up: Infinity, down: -Infinity, wakeAt: -Infinity, below: -Infinity, above: Infinity };
  };

  /** From the last price on; the next one ends it if no alert needs it. */
  const startWindow = (series: number): void => {
    const last = restings[series] === undefined ? lines.last(series) : null;
    if (last === null) return;
    run(series, startRestWindow(last.value, last.from));
    lines.lookFrom(series, Infinity, -Infinity, -Infinity);
  };

  const setBounds = (series: number): void => {
    const up = nearest(series, above);
    const down = -nearest(series, below);
    const restUp = nearest(series, restAbove);
    const restDown = -nearest(series, restBelow);
    const resting = restings[series];
    if (resting === undefined) {
      lines.setBounds(series, Math.min(up, restUp), Math.max(down, restDown), soonest(wakes[series]));
      return;
    }
    // The window goes on with every price, the one that ends it included.
    lines.setBounds(series, Infinity, -Infinity, -Infinity);
    resting.up = up;
    resting.down = down;
    resting.above = restUp;
    resting.below = restDown;
    resting.wakeAt = Math.min(soonest(wakes[series]), soonest(rested[series]), minuteOf(lines.lastAt(series)) + minuteMs);
  };

  const insertRest = (slot: number, alert: Alert, standing: Readonly<Standing>, restedAt: number): void => {
    if (!isResting(standing, alert.type)) return;
    if (restedAt > -Infinity) startWindow(alert.series);
    insertResting(slot, alert, standing, restedAt);
  };

  return {
    insertRest,
    insert(slot, alert, standing, restedAt) {
      const { series } = alert;
      insertRest(slot, alert, standing, restedAt);
      selectWatch(alert, standing, watch);
      if (watch.up < Infinity) insertUp(series, above, watch.up, slot);
      if (watch.down > -Infinity) insertDown(series, below, watch.down, slot);
      if (watch.wakeAt < Infinity) wakeLater(slot, series, watch.wakeAt);
    },
    rearmSide(alert, standing, at) {
      if (!isResting(standing, alert.type) || at < rearmDue(alert, standing)) return 0;
      startWindow(alert.series);
      selectRest(alert, rest);
      return restedSide(rest, highestOf(alert.series, at), lowestOf(alert.series, at));
    },
    remove(slot, alert, standing) {
      const first = alert.series * listsPerSeries;
      selectWatch(alert, standing, watch);
      if (watch.up < Infinity) thresholds.remove(first + above, watch.up, slot);
      if (watch.down > -Infinity) thresholds.remove(first + below, -watch.down, slot);
      if (!isResting(standing, alert.type)) return;
      selectRest(alert, rest);
      if (rest.below > -Infinity) thresholds.remove(first + restBelow, -rest.below, slot);
      if (rest.above < Infinity) thresholds.remove(first + restAbove, rest.above, slot);
    },
    wakeLater,
    takeMet(series, price) {
      const first = series * listsPerSeries;
      if (thresholds.nearest(first + above) <= price) return thresholds.takeNearest(first + above);
      if (thresholds.nearest(first + below) <= -price) return thresholds.takeNearest(first + below);
      return noSlot;
    },
    takeWoken: (series, at) => (soonest(wakes[series]) <= at ? wakes[series]!.takeSoonest() : noSlot),
    takeRested(series, at) {
      const first = series * listsPerSeries;
      if (restings[series] === undefined) return noSlot;
      if (thresholds.nearest(first + restBelow) <= -highestOf(series, at)) return thresholds.takeNearest(first + restBelow);
      if (thresholds.nearest(first + restAbove) <= lowestOf(series, at)) return thresholds.takeNearest(first + restAbove);
      return soonest(rested[series]) <= at ? rested[series]!.takeSoonest() : noSlot;
    },
    pass(series, price, at) {
      const resting = restings[series];
      if (resting === undefined || !(price < resting.up && price > resting.down && at < resting.wakeAt && at >= lines.lastAt(series)))
        return false;
      const { window } = resting;
      const isStillWanted = price <= resting.below || price >= resting.above;
      if (!isStillWanted || highestPrice(window, at) <= resting.below || lowestPrice(window, at) >= resting.above) return false;
      pushPrice(window, price, at, at);
      lines.take(series, price, at, at);
      return true;
    },
    follow(series, price, at, from) {
      const isWanted = price <= -nearest(series, restBelow) || price >= nearest(series, restAbove) || soonest(rested[series]) < Infinity;
      if (!isWanted) restings[series] = undefined;
      // A resting alert was out of reach of the price before.
      else if (restings[series] === undefined) run(series, startRestWindow(price, from));
      else pushPrice(restings[series].window, price, from, at);
      setBounds(series);
    },
    keptWindow(series) {
      const resting = restings[series];
      return resting === undefined ? null : keepRestWindow(resting.window);
    },
    restoreWindow(series, kept) {
      if (kept !== null) run(series, reviveRestWindow(kept));
      startWindow(series);
      lines.lookFrom(series, Infinity, -Infinity, -Infinity);
    },
    adopt(series, window) {
      if (priceInForce(window) !== lines.last(series)?.value) return false;
      const resting = restings[series];
      if (resting !== undefined && knownFrom(resting.window) <= knownFrom(window)) return true;
      run(series, window);
      lines.lookFrom(series, Infinity, -Infinity, -Infinity);
      return true;
    },
    forget(series) {
      wakes[series] = rested[series] = restings[series] = undefined;
    },
    bytes: thresholds.bytes,
  };
}
