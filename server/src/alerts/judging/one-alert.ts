// One alert that is judged by itself, on prices that all others of its series know already: those between its making and its arming. It
// does on them what it would have done in the engine, rests of the price included.
import { isRestType, rearmDue, selectRest, type Rest } from '../engine/levels.ts';
import type { RateLimits } from '../engine/limits.ts';
import { highestPrice, lowestPrice, pushPrice, startRestWindow, type RestWindow } from '../engine/rest-window.ts';
import { judge, rearm, restedSide, type Crossing } from '../engine/rules.ts';
import type { Alert, Standing } from '../engine/standing.ts';

export interface OneAlert {
  readonly alert: Alert;
  readonly standing: Standing;
  /** The price before; it may be from before the alert. */
  last: { readonly price: number; readonly at: number } | null;
  /** The last prices, where a rest of them matters. */
  window: RestWindow | null;
}

export const oneAlert = (alert: Alert, standing: Standing): OneAlert => ({ alert, standing, last: null, window: null });

export const waitsForRest = ({ alert, standing }: Pick<OneAlert, 'alert' | 'standing'>): boolean =>
  standing.phase === 'latched' && isRestType(alert.type);

export interface Outcome {
  /** Its standing is another one now. */
  readonly isChanged: boolean;
  readonly crossing: Crossing | null;
  readonly priceBefore: number | null;
}

const rest: Rest = { below: -Infinity, above: Infinity, isBoth: false };
const armIfRested = ({ alert, standing, window }: OneAlert, at: number): boolean => {
  if (window === null || !waitsForRest({ alert, standing }) || at < rearmDue(alert, standing)) return false;
  selectRest(alert, rest);
  const side = restedSide(rest, highestPrice(window, at), lowestPrice(window, at));
  if (side !== 0) rearm(alert, standing, side, at);
  return side !== 0;
};

/** A price that was there at `at` at the earliest, and from `from` on at the latest. One from before the alert is only in force then. */
export function see(one: OneAlert, { price, at, from }: { price: number; at: number; from: number }, limits: RateLimits): Outcome {
  const { alert, standing, last } = one;
  const isItsOwn = at >= standing.judgedAt;
  const isArmed = isItsOwn && armIfRested(one, at);
  const before = last !== null && last.at >= standing.judgedAt ? last.price : null;
  const verdict = isItsOwn ? judge(alert, standing, { price, at, before }, limits) : 'same';
  if (isRestType(alert.type)) {
    if (one.window === null) one.window = startRestWindow(price, from);
    else pushPrice(one.window, price, from, at);
  }
  one.last = { price, at };
  return {
    isChanged: isArmed || verdict === 'changed',
    crossing: typeof verdict === 'string' ? null : verdict,
    priceBefore: last?.price ?? null,
  };
}
