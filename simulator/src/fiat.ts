// Exchange rates: how many units of a currency one USDT buys. Slow, small moves around the usual rate.
import { keyOf } from './draw.ts';
import { cellMs, cellsPerDay } from './grid.ts';
import { createNoise } from './noise.ts';

/** Units per US dollar, and how much the currency moves (1 = like the euro; pegged ones hardly). */
const usual: Readonly<Record<string, readonly [rate: number, moves: number]>> = {
  USD: [1, 0.02],
  KRW: [1_430, 1],
  JPY: [152, 1.1],
  VND: [26_100, 0.25],
  RUB: [81, 1.6],
  EUR: [0.862, 1],
  TRY: [42, 0.5],
  CNY: [7.12, 0.3],
  TWD: [31, 0.6],
  IDR: [16_650, 0.7],
  PHP: [58.5, 0.6],
  HKD: [7.78, 0.05],
  THB: [32.5, 0.8],
  UAH: [42, 0.4],
  UZS: [12_050, 0.4],
  SAR: [3.75, 0.01],
};

/** Log rate above the usual, at a cell's edge. */
export type FiatDrift = (cell: number) => number;

export function createFiatDrift(seed: number, code: string): FiatDrift {
  const moves = usual[code]![1];
  const noise = (purpose: string, spacing: number) => createNoise(keyOf(seed, `fiat/${code}/${purpose}`), spacing);
  const months = noise('months', 75 * cellsPerDay);
  const days = noise('days', 4 * cellsPerDay);
  const hours = noise('hours', cellsPerDay / 6);
  return (cell) => moves * (0.022 * months.at(cell) + 0.0045 * days.at(cell) + 0.0009 * hours.at(cell));
}

export const usualRate = (code: string): number => usual[code]![0];

/** Straight between cell edges, as the pairs quoted in the currency see it. */
export function fiatRateAt(code: string, drift: FiatDrift, ms: number): number {
  const cell = Math.floor(ms / cellMs);
  const f = ms / cellMs - cell;
  return usualRate(code) * Math.exp(drift(cell) * (1 - f) + drift(cell + 1) * f);
}
