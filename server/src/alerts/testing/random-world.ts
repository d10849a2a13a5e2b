// A small market to test alerts in: prices that like to stand on, just before and just behind the levels of alerts, and
// alerts on them. Everything is made twice, in units for the engine and in decimals for the oracle.
import { isChannelType, type AlertFrequency, type AlertType } from '@tidemark/contract/alert-rules.ts';
import { channelMargin } from '../engine/levels.ts';
import { changeUnits, createScale, type Scale } from '../engine/scale.ts';
import type { Alert } from '../engine/standing.ts';
import { planLevels } from '../engine/start.ts';
import type { OracleAlert, OraclePrice } from './engine-oracle.ts';
import type { Random } from './random.ts';

export interface WorldSeries {
  readonly name: string;
  readonly tick: string;
  readonly isChange: boolean;
  readonly scale: Scale;
  /** Where prices live, in ticks. */
  readonly middle: number;
}

const series = (name: string, tick: string, middle: number, isChange = false): WorldSeries => ({
  name,
  tick,
  middle,
  isChange,
  scale: createScale(tick),
});

/** 0.2 % is 20 ticks on the first, and less than 3 ticks on the second. */
export const worldSeries: readonly WorldSeries[] = [
  series('fine', '0.01', 10_000),
  series('coarse', '0.5', 40),
  series('change', '0.01', 10_000, true),
];

const decimalOf = (scale: Scale, units: number): string => scale.decimal(units);

export const priceAt = ({ scale, isChange, middle }: WorldSeries, units: number): OraclePrice => {
  const last = decimalOf(scale, units);
  // A price arrives as a double, as it does from the feed.
  const seen = scale.units(Number(last));
  return isChange ? { last, open: decimalOf(scale, middle), label: changeUnits(seen, middle) } : { last, label: seen };
};

export interface WorldAlert {
  readonly series: WorldSeries;
  readonly plan: Omit<Alert, 'series'>;
  readonly oracle: OracleAlert;
}

const timeZones = [-1, 0, 60, 480, 720, -300, -720, -660];
export const drawTimeZone = (random: Random): number => random.pick(timeZones);

/** An alert that may start on this price: targets of types 1 and 2 lie beyond it. */
export function drawAlert(random: Random, id: number, version: number, units: number, on: WorldSeries): WorldAlert {
  const type = random.pick(on.isChange ? [5, 6] : [1, 1, 2, 2, 3, 4, 7, 7, 8, 8]) as AlertType;
  const frequency = random.pick([1, 1, 2, 2, 3]) as AlertFrequency;
  const timeZone = drawTimeZone(random);
  const start = Math.floor(units);
  const away = 1 + random.int(random.chance(0.5) ? 5 : 40);
  let [target, lower, upper]: (string | undefined)[] = [];
  if (type === 1) target = decimalOf(on.scale, start + away);
  else if (type === 2) target = decimalOf(on.scale, Math.max(1, Math.ceil(units) - away));
  else if (isChannelType(type)) {
    const width = 1 + random.int(random.chance(0.3) ? 6 : 200);
    const low = Math.max(1, start - random.int(width + 20) + 10);
    [lower, upper] = [decimalOf(on.scale, low), decimalOf(on.scale, low + width)];
  } else {
    target = random.pick(
      type === 5 || type === 6 ? ['0.0001', '0.005', '0.0061', '0.01', '0.1234'] : ['0.0001', '0.001', '0.0025', '0.05', '0.5'],
    );
  }
  const form = { alertType: type, configurePrice: target, configurePriceUp: upper, configurePriceDown: lower };
  return {
    series: on,
    plan: { id, type, frequency, timeZone, ...planLevels(form, on.scale) },
    oracle: { id, version, series: on.name, tick: on.tick, type, frequency, timeZone, target, lower, upper },
  };
}

/** A price at which types 1, 2, 7, 8 are armed again, or just not, and one that meets them. */
export function drawRest(random: Random, { type, target, upper }: WorldAlert['plan']): [back: number, met: number] {
  const nearly = random.pick([0, 0, 0, 1]);
  const away = Math.max(3, Math.ceil(target * 0.002));
  if (type === 1) return [target - away + nearly, target + random.int(2)];
  if (type === 2) return [target + away - nearly, target - random.int(2)];
  const margin = channelMargin(target, upper);
  const isLow = random.chance(0.5);
  if (type === 7) return isLow ? [target - margin + nearly, target] : [upper + margin - nearly, upper];
  return isLow ? [target + margin - nearly, target - 1] : [upper - margin + nearly, upper + 1];
}

/** Prices worth trying: around the levels of some alert, near the last price, or anywhere. */
export function drawUnits(random: Random, on: WorldSeries, alerts: readonly WorldAlert[], last: number): number {
  const units = drawWhole(
    random,
    on,
    alerts.filter((alert) => alert.series === on),
    last,
  );
  // A change lies anywhere; a price lies on its tick.
  return Math.max(1, units) + (on.isChange && random.chance(0.2) ? 0.5 : 0);
}

function drawWhole(random: Random, on: WorldSeries, alerts: readonly WorldAlert[], last: number): number {
  const whole = Math.floor(last);
  if (alerts.length === 0 || random.chance(0.25)) return whole + random.int(7) - 3;
  if (random.chance(0.08)) return Math.max(1, Math.floor(on.middle * (0.5 + random.next())));
  const { plan } = random.pick(alerts);
  const near = random.int(5) - 2;
  if (on.isChange) {
    const change = random.pick([plan.target, plan.target - Math.max(50, plan.target / 10), 0]) / 10_000;
    return Math.round(on.middle * (1 + (plan.type === 5 ? change : -change))) + near;
  }
  if (isChannelType(plan.type)) {
    const margin = channelMargin(plan.target, plan.upper);
    return random.pick([plan.target, plan.upper]) + random.pick([0, margin, -margin]) + near;
  }
  if (plan.type === 3 || plan.type === 4) return Math.round(whole * (1 + (plan.type === 3 ? 1 : -1) * (plan.target / 10_000))) + near;
  return plan.target + random.pick([0, 0, -20, 20, -3, 3, -40, 40]) + near;
}
