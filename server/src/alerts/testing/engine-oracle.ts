// What alerts mean, written down a second time: every alert looks at every price, in exact fractions, with nothing clever.
// It shares no code with the rules or the engine, so that a mistake would have to be made twice.
import { add, divide, fraction, isAtLeast, isAtMost, larger, minus, multiply, smaller, subtract, type Fraction } from './fraction.ts';

export interface OracleAlert {
  readonly id: number;
  readonly version: number;
  readonly series: string;
  readonly tick: string;
  readonly type: number;
  readonly frequency: number;
  readonly timeZone: number;
  /** Price, or fraction for the percent types. */
  readonly target?: string;
  readonly lower?: string;
  readonly upper?: string;
}

/** For a 24 h change: last and open; for a price: last alone. `label` is passed through to the firing. */
export interface OraclePrice {
  readonly last: string;
  readonly open?: string;
  readonly label: number;
}

export interface OracleMinute {
  readonly openTime: number;
  readonly open: OraclePrice;
  readonly high: OraclePrice;
  readonly low: OraclePrice;
  readonly close: OraclePrice;
}

export interface OracleFiring {
  readonly alertId: number;
  readonly version: number;
  readonly fireSeq: number;
  readonly at: number;
  readonly label: number;
  readonly suppressedBy: string | null;
  readonly more: { readonly count: number; readonly since: number } | null;
  readonly lateness: 'late' | 'logOnly' | null;
}

interface Life {
  readonly alert: OracleAlert;
  timeZone: number;
  readonly startedAt: number;
  phase: 'armed' | 'latched' | 'off';
  anchor: Fraction;
  lastSeen: Fraction;
  latchedAt: number;
  crossings: number;
  firings: { readonly at: number; readonly zone: number }[];
  firingsToday: number;
  heldBack: number[];
}

interface Judged {
  readonly value: Fraction;
  readonly label: number;
  /** Judged at, and known to be in force from: of a stored minute the beginning and the end. */
  readonly at: number;
  readonly from: number;
}

const [every, onceADay, onceOnly] = [1, 2, 3];
const valueOf = (price: OraclePrice): Fraction => {
  const last = fraction(price.last);
  return price.open === undefined ? last : divide(subtract(last, fraction(price.open)), fraction(price.open));
};

const localDate = (at: number, zone: number): string => new Date(at + (zone === -1 ? 0 : zone) * 60_000).toISOString().slice(0, 10);

/** Is `at` on a later day than the firing, and not only because the user changed the time zone within 20 hours? */
const isLaterDay = (at: number, fired: { at: number; zone: number }, zone: number): boolean =>
  localDate(at, zone) > localDate(fired.at, zone) &&
  (localDate(at, fired.zone) > localDate(fired.at, fired.zone) || at - fired.at >= 20 * 3_600_000);

export interface OracleLimits {
  readonly perSecond: number;
  readonly perMinute: number;
  readonly perHour: number;
  readonly perDay: number;
}

export function createOracle(limits: OracleLimits, onFire: (firing: OracleFiring) => void) {
  const lives = new Map<number, Life>();
  const judged = new Map<string, Judged[]>();

  const lastFiring = (life: Life) => life.firings.at(-1);
  const isFreeToday = (life: Life, at: number): boolean => {
    const last = lastFiring(life);
    return life.alert.frequency !== onceADay || last === undefined || isLaterDay(at, last, life.timeZone);
  };

  const limitAt = (life: Life, at: number): string | null => {
    const last = lastFiring(life);
    if (last === undefined) return null;
    const within = (digits: number): number =>
      life.firings.filter((fired) => new Date(fired.at).toISOString().slice(0, digits) === new Date(at).toISOString().slice(0, digits))
        .length;
    if (!isLaterDay(at, last, life.timeZone) && life.firingsToday >= limits.perDay) return 'perDay';
    if (within(13) >= limits.perHour) return 'perHour';
    if (within(16) >= limits.perMinute) return 'perMinute';
    return within(19) >= limits.perSecond ? 'perSecond' : null;
  };

  const fire = (life: Life, { label, value }: { label: number; value: Fraction }, at: number, until: number | null): void => {
    const { alert } = life;
    life.latchedAt = at;
    if (!isFreeToday(life, at)) {
      life.phase = 'latched';
      return;
    }
    const suppressedBy = alert.frequency === every ? limitAt(life, at) : null;
    let more: OracleFiring['more'] = null;
    if (suppressedBy === null) {
      const last = lastFiring(life);
      if (life.heldBack.length > 0) more = { count: life.heldBack.length, since: life.heldBack[0]! };
      life.heldBack = [];
      life.firingsToday = last !== undefined && !isLaterDay(at, last, life.timeZone) ? life.firingsToday + 1 : 1;
      life.firings.push({ at, zone: life.timeZone });
    } else {
      life.heldBack.push(at);
    }
    life.crossings++;
    life.phase = alert.frequency === onceOnly ? 'off' : 'latched';
    if (alert.type === 3 || alert.type === 4) {
      life.anchor = value;
      if (alert.frequency === every) life.phase = 'armed';
    }
    const lateness = until === null ? null : until - at <= 15 * 60_000 ? 'late' : 'logOnly';
    onFire({ alertId: alert.id, version: alert.version, fireSeq: life.crossings, at, label, suppressedBy, more, lateness });
  };

  /** Was the price back, and if that has sides on the same one, at every moment of the ten seconds before `now`? */
  const hasRested = (life: Life, now: number): boolean => {
    const known = judged.get(life.alert.series) ?? [];
    const from = now - 10_000;
    if (from < life.latchedAt || known.length === 0 || from < known[0]!.from) return false;
    const inForce = known.filter((_, n) => n === known.length - 1 || known[n + 1]!.from > from);
    const isHigh = (value: Fraction) => life.alert.type === 7 && isAtLeast(value, fraction(life.alert.lower!));
    return inForce.every(({ value }) => conditionOf(life, value).back && isHigh(value) === isHigh(inForce[0]!.value));
  };

  /** Rested for ten seconds, and for once-a-day alerts on a later day: armed again, without any new price. */
  const letTimePass = (life: Life, now: number): void => {
    if (life.phase !== 'latched' || (life.alert.type >= 3 && life.alert.type <= 6)) return;
    if (isFreeToday(life, now) && hasRested(life, now)) life.phase = 'armed';
  };

  const conditionOf = (life: Life, value: Fraction): { met: boolean; back: boolean } => {
    const { alert } = life;
    const ticks3 = multiply(fraction(alert.tick), fraction('3'));
    const target = alert.target === undefined ? fraction('0') : fraction(alert.target);
    switch (alert.type) {
      case 1: {
        const h = larger(multiply(target, fraction('0.002')), ticks3);
        return { met: isAtLeast(value, target), back: isAtMost(value, subtract(target, h)) };
      }
      case 2: {
        const h = larger(multiply(target, fraction('0.002')), ticks3);
        return { met: isAtMost(value, target), back: isAtLeast(value, add(target, h)) };
      }
      case 3:
        return { met: isAtLeast(value, multiply(life.anchor, add(fraction('1'), target))), back: false };
      case 4:
        return { met: isAtMost(value, multiply(life.anchor, subtract(fraction('1'), target))), back: false };
      case 5: {
        const h = larger(fraction('0.005'), multiply(target, fraction('0.1')));
        return { met: isAtLeast(value, target), back: isAtMost(value, subtract(target, h)) };
      }
      case 6: {
        const h = larger(fraction('0.005'), multiply(target, fraction('0.1')));
        return { met: isAtMost(value, minus(target)), back: isAtLeast(value, add(minus(target), h)) };
      }
      default: {
        const [lower, upper] = [fraction(alert.lower!), fraction(alert.upper!)];
        const width = subtract(upper, lower);
        const h = smaller(larger(multiply(width, fraction('0.05')), ticks3), multiply(width, fraction('0.25')));
        const isInside = isAtLeast(value, lower) && isAtMost(value, upper);
        if (alert.type === 7) return { met: isInside, back: isAtMost(value, subtract(lower, h)) || isAtLeast(value, add(upper, h)) };
        return { met: !isInside, back: isAtLeast(value, add(lower, h)) && isAtMost(value, subtract(upper, h)) };
      }
    }
  };

  const jumpsThrough = (life: Life, value: Fraction): boolean => {
    if (life.alert.type !== 8) return false;
    const [lower, upper] = [fraction(life.alert.lower!), fraction(life.alert.upper!)];
    const isBelow = (price: Fraction) => !isAtLeast(price, lower);
    const isAbove = (price: Fraction) => !isAtMost(price, upper);
    return (isBelow(life.lastSeen) && isAbove(value)) || (isAbove(life.lastSeen) && isBelow(value));
  };

  const look = (life: Life, price: { value: Fraction; label: number }, earliest: number, until: number | null): void => {
    if (life.phase === 'off' || earliest < life.startedAt) return;
    const { type, frequency } = life.alert;
    const { met, back } = conditionOf(life, price.value);
    if (life.phase === 'armed') {
      if (met) fire(life, price, earliest, until);
    } else if (type === 3 || type === 4) {
      if (isFreeToday(life, earliest)) {
        life.phase = 'armed';
        life.anchor = price.value;
      }
    } else if (type === 5 || type === 6) {
      const last = lastFiring(life);
      const isNewDay =
        last === undefined ? localDate(earliest, life.timeZone) > localDate(life.startedAt, life.timeZone) : isFreeToday(life, earliest);
      if (frequency === onceADay ? isNewDay || (back && last === undefined) : back) {
        life.phase = 'armed';
        if (met) fire(life, price, earliest, until);
      }
    } else if (jumpsThrough(life, price.value)) {
      fire(life, price, earliest, until);
    }
    life.lastSeen = price.value;
  };

  const show = (series: string, given: OraclePrice, earliest: number, latest: number, until: number | null): void => {
    const price = { value: valueOf(given), label: given.label };
    const known = judged.get(series) ?? [];
    judged.set(series, known);
    if (known.length > 0 && earliest < known.at(-1)!.at) return;
    const concerned = [...lives.values()].filter((life) => life.alert.series === series).sort((a, b) => a.alert.id - b.alert.id);
    for (const life of concerned) letTimePass(life, earliest);
    known.push({ ...price, at: earliest, from: latest });
    for (const life of concerned) look(life, price, earliest, until);
  };

  return {
    start(alert: OracleAlert, price: OraclePrice, at: number): void {
      const value = valueOf(price);
      const life: Life = {
        alert,
        timeZone: alert.timeZone,
        startedAt: at,
        phase: 'armed',
        anchor: value,
        lastSeen: value,
        latchedAt: at,
        crossings: 0,
        firings: [],
        firingsToday: 0,
        heldBack: [],
      };
      if (alert.type >= 5 && conditionOf(life, value).met) life.phase = 'latched';
      lives.set(alert.id, life);
      const newest = judged.get(alert.series)?.at(-1);
      if (newest === undefined || newest.at <= at) return;
      life.latchedAt = newest.at;
      look(life, newest, newest.at, null);
    },
    remove: (id: number): boolean => lives.delete(id),
    setTimeZone(id: number, timeZone: number, at: number): void {
      const life = lives.get(id);
      if (life === undefined) return;
      letTimePass(life, at);
      life.timeZone = timeZone;
      life.latchedAt = Math.max(life.latchedAt, at);
    },
    tick: (series: string, price: OraclePrice, at: number): void => show(series, price, at, at, null),
    missed(series: string, minutes: readonly OracleMinute[], until: number): void {
      for (const { openTime, open, high, low, close } of minutes) {
        const known = judged.get(series) ?? [];
        const judgedUntil = known.at(-1)?.at ?? -Infinity;
        const end = Math.min(openTime + 60_000, until);
        if (openTime >= until || end <= judgedUntil) continue;
        const isUp = isAtLeast(valueOf(close), valueOf(open));
        const extremes = isUp ? [low, high] : [high, low];
        if (judgedUntil <= openTime) {
          for (const price of [open, ...extremes]) show(series, price, openTime, end, until);
        } else {
          const seen = known.filter(({ at }) => at >= openTime).map(({ value }) => value);
          const isNew = (price: OraclePrice) =>
            seen.every((other) => !isAtLeast(other, valueOf(price))) || seen.every((other) => !isAtMost(other, valueOf(price)));
          for (const price of extremes.filter(isNew)) show(series, price, judgedUntil, end, until);
        }
        show(series, close, end, end, until);
      }
    },
    /** The word shown for it, with a fresh price. */
    shown(id: number, now: number): string {
      const life = lives.get(id);
      if (life === undefined || life.phase === 'off') return 'off';
      if (life.heldBack.length > 0 && limitAt(life, now) !== null) return 'limited';
      return life.phase;
    },
  };
}
