// What contracts have beyond a price: a premium over their index, and for those without an end a funding rate by the formula
// exchanges use: F = P + clamp(I - P, -0.05 %, +0.05 %), P being the mean premium of the interval. Sizes are calibrated
// so that most rates stand exactly at I, a fifth are negative and the tail lies below (realism test).
import { hourMs } from '@tidemark/contract/time.ts';
import { drawNormal, drawUniform, keyOf } from './draw.ts';
import { cellMs, cellOf, cellsPerDay } from './grid.ts';
import { createNoise } from './noise.ts';
import type { Series } from './series.ts';

/** Log price over index, at a cell's edge. */
export type Premium = (cell: number) => number;

export interface Funding {
  readonly intervalMs: number;
  /** What money costs for one interval: I. */
  readonly interest: number;
  /** No rate lies further from nothing. */
  readonly cap: number;
}

const dampening = 0.0005;

const goldenRatio = (Math.sqrt(5) - 1) / 2;

/** Of the thin end of the market 28 % settle twice as often, spread evenly over the ranks: by chance it would be 15 % on some seeds. */
export function fundingOf(seed: number, rank: number): Funding {
  const isFrequent = rank > 30 && (rank * goldenRatio + drawUniform(keyOf(seed, 'funding'), 0)) % 1 < 0.28;
  return isFrequent
    ? { intervalMs: 4 * hourMs, interest: 0.00005, cap: 0.02 }
    : { intervalMs: 8 * hourMs, interest: 0.0001, cap: rank <= 30 ? 0.0075 : 0.015 };
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

export const fundingRate = (premium: number, { interest, cap }: Pick<Funding, 'interest' | 'cap'>): number =>
  roundRate(clamp(premium + clamp(interest - premium, -dampening, dampening), -cap, cap));

/** Rates are told in millionths of a percent; it also makes I come out as I. */
const roundRate = (rate: number): number => Math.round(rate * 1e8) / 1e8;

export const fundingStart = (ms: number, { intervalMs }: Pick<Funding, 'intervalMs'>): number => Math.floor(ms / intervalMs) * intervalMs;

/** Of the interval that contains ms, from what of it is over by then. */
export function fundingAt(premium: Premium, funding: Funding, ms: number): number {
  const first = cellOf(fundingStart(ms, funding));
  const last = Math.max(first, cellOf(ms));
  let sum = 0;
  for (let cell = first; cell <= last; cell++) sum += premium(cell);
  return fundingRate(sum / (last - first + 1), funding);
}

/** As settled at the end of an interval. */
export const fundingSettledAt = (premium: Premium, funding: Funding, settledAt: number): number =>
  fundingAt(premium, funding, settledAt - 1);

/**
 * A perpetual's premium: a little below nothing and mostly near it, since funding pays for its way back; after its coin
 * has jumped it is far below for a day, now and then above.
 */
export function perpetualPremium(seed: number, symbolId: string, rank: number, own: Series): Premium {
  const key = keyOf(seed, `premium/${symbolId}`);
  const spikeKey = keyOf(seed, `premium-spike/${symbolId}`);
  const sideKey = keyOf(seed, `premium-side/${symbolId}`);
  const noise = (purpose: string, spacing: number) => createNoise(keyOf(seed, `premium/${symbolId}/${purpose}`), spacing);
  const hours = noise('hours', cellsPerDay / 12);
  const days = noise('days', 1.25 * cellsPerDay);
  const isMajor = rank <= 10;
  const size = (isMajor ? 0.6 : 1) * Math.exp(0.2 * drawNormal(key, 0));
  const usual = isMajor ? -0.00006 : -0.00015;
  const spikeOf = (day: number) => {
    if (own.jumpOf(day) === 0) return 0;
    const depth = 0.0004 + 0.0042 * drawUniform(spikeKey, day) ** 2;
    return drawUniform(sideKey, day) < 0.85 ? -depth : depth / 3;
  };
  // Callers walk along the cells of a day.
  let day = NaN;
  let ofToday = 0;
  let ofYesterday = 0;
  return (cell) => {
    if (Math.floor(cell / cellsPerDay) !== day) {
      day = Math.floor(cell / cellsPerDay);
      ofToday = spikeOf(day);
      ofYesterday = spikeOf(day - 1);
    }
    const place = (cell - day * cellsPerDay) / cellsPerDay;
    const z = days.at(cell);
    const slow = z < 0 ? 0.0005 * Math.tanh(z / 0.95) : 0.00058 * Math.tanh(z / 1.2);
    // Grows over the second half of the day of the jump and is gone a day later.
    const spike = ofToday * Math.max(0, 2 * place - 1) + ofYesterday * (1 - place);
    return clamp(usual + size * (slow + 0.00018 * hours.at(cell)) + spike, -0.0045, 0.0045);
  };
}

/** What a contract with an end costs over its index: the price of money until then. */
export function deliveryPremium(seed: number, symbolId: string, deliveryAt: number): Premium {
  const noise = (purpose: string, spacing: number) => createNoise(keyOf(seed, `delivery/${symbolId}/${purpose}`), spacing);
  const weeks = noise('weeks', 9 * cellsPerDay);
  const hours = noise('hours', cellsPerDay / 12);
  const end = deliveryAt / cellMs;
  return (cell) => {
    const years = Math.max(0, end - cell) / (365 * cellsPerDay);
    return Math.max(0, 0.042 + 0.014 * weeks.at(cell)) * years + Math.min(0.0002, years * 0.01) * hours.at(cell);
  };
}

/** The next three quarterly deliveries: last Fridays of the quarter, 08:00 UTC. */
export function quarterlyDeliveries(nowMs: number): readonly number[] {
  const year = new Date(nowMs).getUTCFullYear();
  const all = [year - 1, year, year + 1].flatMap((y) => [2, 5, 8, 11].map((month) => lastFriday(y, month)));
  const next = all.findIndex((at) => at > nowMs);
  return all.slice(next, next + 3);
}

function lastFriday(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0, 8));
  return last.getTime() - ((last.getUTCDay() + 2) % 7) * 24 * hourMs;
}

/** 261225 */
export const deliveryCode = (deliveryAt: number): string => new Date(deliveryAt).toISOString().slice(2, 10).replaceAll('-', '');
