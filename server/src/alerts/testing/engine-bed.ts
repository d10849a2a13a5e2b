// An engine with a bed in front of it: alerts are put in as people write them, in decimals, and prices go in as decimals too.
import { alertFrequency, alertLimits, type AlertFrequency, type AlertType } from '@tidemark/contract/alert-rules.ts';
import { createEngine, type Engine, type Firing } from '../engine/engine.ts';
import type { RateLimits } from '../engine/limits.ts';
import { createScale } from '../engine/scale.ts';
import { shownState } from '../engine/shown-state.ts';
import type { Standing } from '../engine/standing.ts';
import { planLevels, startStanding } from '../engine/start.ts';

export interface BedAlert {
  readonly type: AlertType;
  readonly target?: string;
  readonly lower?: string;
  readonly upper?: string;
  readonly frequency?: AlertFrequency;
  readonly timeZone?: number;
  readonly series?: string;
}

export interface EngineBed {
  readonly engine: Engine;
  readonly fired: Firing[];
  /** Every standing that was told to be kept, the newest by id. */
  readonly kept: Map<number, Standing>;
  /** Starts on a price; the id is the next free number, or that of the alert to be edited. */
  start(alert: BedAlert, price: string, edited?: number): number;
  /** Moves on by some seconds, then ticks. Answers the ids that fired on this tick and were not held back. */
  tick(price: string, seconds?: number, series?: string): number[];
  wait(seconds: number): void;
  setNow(at: number): void;
  now(): number;
  shown(id: number): string;
}

export const noon = Date.UTC(2026, 4, 4, 12);

export function createEngineBed(options: { tickSize?: string; limits?: RateLimits; at?: number } = {}): EngineBed {
  const { tickSize = '0.01', limits = alertLimits, at = noon } = options;
  const scale = createScale(tickSize);
  const fired: Firing[] = [];
  const kept = new Map<number, Standing>();
  const alerts = new Map<number, { timeZone: number; version: number }>();
  let now = at;
  const engine = createEngine({
    limits,
    onFire(firing) {
      fired.push(firing);
      kept.set(firing.alertId, { ...firing.standing });
    },
    onChange: ({ alertId, standing }) => kept.set(alertId, { ...standing }),
  });
  return {
    engine,
    fired,
    kept,
    start({ type, target, lower, upper, frequency = alertFrequency.every, timeZone = -1, series = 'last' }, price, edited) {
      const id = edited ?? alerts.size + 1;
      const version = (alerts.get(id)?.version ?? 0) + 1;
      alerts.set(id, { timeZone, version });
      const levels = planLevels({ alertType: type, configurePrice: target, configurePriceDown: lower, configurePriceUp: upper }, scale);
      const alert = { id, series: engine.series(series), type, frequency, timeZone, ...levels };
      const standing = startStanding(alert, version, scale.units(Number(price)), now);
      kept.set(id, standing);
      engine.arm(alert, standing);
      return id;
    },
    tick(price, seconds = 1, series = 'last') {
      now += seconds * 1000;
      const before = fired.length;
      engine.tick(engine.series(series), scale.units(Number(price)), now);
      return fired
        .slice(before)
        .filter(({ suppressedBy }) => suppressedBy === null)
        .map(({ alertId }) => alertId);
    },
    wait(seconds) {
      now += seconds * 1000;
    },
    setNow(moment) {
      now = moment;
    },
    now: () => now,
    shown: (id) => shownState(alerts.get(id)!, kept.get(id)!, { now, lastTickAt: now, isSuspended: false }, limits),
  };
}
