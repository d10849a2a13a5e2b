// Where alerts wait. Each series has four sorted lists: prices to be reached from below and from above, and prices to rest
// below and above; and two queues: moments to look again, and alerts the price has rested for that still may not be armed.
import { isRestType, rearmDue, selectRest, selectWatch, type Rest, type Watch } from './levels.ts';
import { reviveRestWindow, startRestWindow, type KeptWindow, type RestWindow } from './rest-window.ts';
import { restedSide } from './rules.ts';
import type { LastPrice, SeriesLines } from './series-lines.ts';
import type { Alert, Standing } from './standing.ts';
import { createThresholds } from './thresholds.ts';
import { createWakeQueue, type WakeQueue } from './wake-queue.ts';

// Keys of lists that are met from above are negated: the nearest is always the smallest.
const listsPerSeries = 4;
const above = 0;
const below = 1;
const restBelow = 2;
const restAbove = 3;

export const nobody = -1;

export interface Watchers {
  /** Puts an alert where it waits. `restedAt`: when a rest of the price is looked for; -Infinity where the price is in its way. */
  insert(slot: number, alert: Alert, standing: Readonly<Standing>, restedAt: number): void;
  /** The side on which a latched alert is armed again at `at`, with the last price still in force; 0: it has to wait. */
  rearmSide(alert: Alert, standing: Readonly<Standing>, at: number): number;
  remove(slot: number, alert: Alert, standing: Readonly<Standing>): void;
  wakeLater(slot: number, series: number, at: number): void;
  /** The next alert that waits for this price, for this time, or for the rest the price has had by then; -1 when none is left. */
  takeMet(series: number, price: number): number;
  takeWoken(series: number, at: number): number;
  takeRested(series: number, at: number): number;
  /** After a price was judged: goes on with the window if anybody needs it, and tells the line who waits for what. */
  follow(series: number, before: LastPrice | null, price: number, at: number, from: number): void;
  keptWindow(series: number): KeptWindow | null;
  restoreWindow(series: number, kept: KeptWindow | null): void;
  bytes(): number;
}

export function createWatchers(lines: SeriesLines): Watchers {
  const thresholds = createThresholds();
  const wakes: (WakeQueue | undefined)[] = [];
  const rested: (WakeQueue | undefined)[] = [];
  const windows: (RestWindow | undefined)[] = [];
  const watch: Watch = { up: Infinity, down: -Infinity, wakeAt: Infinity };
  const rest: Rest = { below: -Infinity, above: Infinity, isBoth: false };

  const nearest = (series: number, list: number): number => thresholds.nearest(series * listsPerSeries + list);
  const soonest = (queue: WakeQueue | undefined): number => (queue === undefined ? Infinity : queue.soonest());
  const highestOf = (series: number, at: number): number => windows[series]?.highest(at) ?? Infinity;
  const lowestOf = (series: number, at: number): number => windows[series]?.lowest(at) ?? -Infinity;
  const isResting = (standing: Readonly<Standing>, type: number): boolean => standing.phase === 'latched' && isRestType(type);

  const insertUp = (series: number, list: number, level: number, slot: number): void => {
    thresholds.insert(series * listsPerSeries + list, level, slot);
    lines.lookFrom(series, level, -Infinity, Infinity);
  };
  const insertDown = (series: number, list: number, level: number, slot: number): void => {
    thresholds.insert(series * listsPerSeries + list, -level, slot);
    lines.lookFrom(series, Infinity, level, Infinity);
  };

  const insertResting = (slot: number, alert: Alert, standing: Readonly<Standing>, at: number): void => {
    const { series } = alert;
    const highest = at === -Infinity ? Infinity : highestOf(series, at);
    const lowest = at === -Infinity ? -Infinity : lowestOf(series, at);
    selectRest(alert, rest);
    if (restedSide(rest, highest, lowest) !== 0) {
      (rested[series] ??= createWakeQueue()).add(rearmDue(alert, standing), slot);
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

  const wakeLater = (slot: number, series: number, at: number): void => {
    (wakes[series] ??= createWakeQueue()).add(at, slot);
    lines.lookFrom(series, Infinity, -Infinity, at);
  };

  const setBounds = (series: number): void => {
    // A window goes on with every price, the one that ends it included.
    const wake = windows[series] === undefined ? soonest(wakes[series]) : -Infinity;
    lines.setBounds(series, Math.min(nearest(series, above), nearest(series, restAbove)), -Math.min(nearest(series, below), nearest(series, restBelow)), wake);
  };

  const isWindowWanted = (series: number, price: number): boolean =>
    price <= -nearest(series, restBelow) || price >= nearest(series, restAbove) || soonest(rested[series]) < Infinity;

  const startWindow = (series: number): void => {
    const last = windows[series] === undefined ? lines.last(series) : null;
    if (last === null || !isWindowWanted(series, last.value)) return;
    windows[series] = startRestWindow(last.value, last.from);
    lines.lookFrom(series, Infinity, -Infinity, -Infinity);
  };

  return {
    insert(slot, alert, standing, restedAt) {
      const { series } = alert;
      if (isResting(standing, alert.type)) {
        insertResting(slot, alert, standing, restedAt);
        if (restedAt > -Infinity) startWindow(series);
      }
      selectWatch(alert, standing, watch);
      if (watch.up < Infinity) insertUp(series, above, watch.up, slot);
      if (watch.down > -Infinity) insertDown(series, below, watch.down, slot);
      if (watch.wakeAt < Infinity) wakeLater(slot, series, watch.wakeAt);
    },
    rearmSide(alert, standing, at) {
      if (!isResting(standing, alert.type) || at < rearmDue(alert, standing)) return 0;
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
      return nobody;
    },
    takeWoken: (series, at) => (soonest(wakes[series]) <= at ? wakes[series]!.takeSoonest() : nobody),
    takeRested(series, at) {
      const first = series * listsPerSeries;
      if (windows[series] === undefined) return nobody;
      if (thresholds.nearest(first + restBelow) <= -highestOf(series, at)) return thresholds.takeNearest(first + restBelow);
      if (thresholds.nearest(first + restAbove) <= lowestOf(series, at)) return thresholds.takeNearest(first + restAbove);
      return soonest(rested[series]) <= at ? rested[series]!.takeSoonest() : nobody;
    },
    follow(series, before, price, at, from) {
      if (!isWindowWanted(series, price)) windows[series] = undefined;
      else if (before === null) windows[series] ??= startRestWindow(price, from);
      else (windows[series] ??= startRestWindow(before.value, before.from)).push(price, from, at);
      setBounds(series);
    },
    keptWindow: (series) => windows[series]?.keep() ?? null,
    restoreWindow(series, kept) {
      windows[series] = kept === null ? undefined : reviveRestWindow(kept);
      startWindow(series);
      setBounds(series);
    },
    bytes: thresholds.bytes,
  };
}
