// How the crowd stands: what is open, who is long, who borrowed. States that wander slowly and answer to price: people
// build up positions when it moves, sell into strength, and are thrown out by jumps. Sizes as measured where there is data.
import { dayMs, minuteMs } from '@tidemark/contract/time.ts';
import { borrowedBy, loansOf, type Borrowed, type Loan } from './borrowers.ts';
import { between } from './coins.ts';
import { drawNormal, drawUniform, keyOf } from './draw.ts';
import { cellsPerDay } from './grid.ts';
import { createHolders, type Account, type Holders } from './holders.ts';
import type { ListedSymbol } from './listing.ts';
import { createNoise } from './noise.ts';

export interface Crowd {
  /** In base currency. */
  openInterest(ms: number): number;
  /** Shares of accounts that are long. */
  longAccounts(ms: number): number;
  longLargeAccounts(ms: number): number;
  /** Of what large accounts hold. */
  longLargePositions(ms: number): number;
  borrowed(ms: number): Borrowed;
  /** The accounts and the loans that the figures above are sums of. */
  accounts(ms: number): Account[];
  loans(ms: number, price: number): Loan[];
}

const stepMs = 5 * minuteMs;
const stepsPerDay = dayMs / stepMs;

/** Open on one exchange, of all coins there are. */
const openShareByRank = [
  [1, 0.0055],
  [30, 0.003],
  [75, 0.0102],
  [200, 0.0225],
  [1000, 0.0225],
] as const;
/** Open positions are at most so many days' turnover. */
const mostDaysOfTurnover = 4;

const borrowedDaysOfTurnover = 0.15;

/** [over how many days, standard deviation of the logarithm] */
type Swing = readonly [days: number, sd: number];

export function createCrowd(seed: number, listed: ListedSymbol): Crowd {
  const { coin, symbol, contract, dailyTurnoverUsdt } = listed;
  const key = keyOf(seed, `crowd/${symbol.symbolId}`);
  const usual = (purpose: number, middle: number, spread: number) => Math.log(middle) + spread * drawNormal(key, purpose);
  const wander = (purpose: string, swings: readonly Swing[]) => {
    const make = () =>
      swings.map(([days, sd]) => ({
        sd,
        noise: createNoise(keyOf(seed, `crowd/${symbol.symbolId}/${purpose}/${days}`), Math.round(days * stepsPerDay)),
      }));
    // For most symbols no caller ever asks more than what is open.
    let parts: ReturnType<typeof make> | null = null;
    return (step: number) => (parts ??= make()).reduce((sum, { sd, noise }) => sum + sd * noise.at(step), 0);
  };
  /** Straight between the five-minute steps. */
  const smooth = (logAt: (step: number) => number) => (ms: number) => {
    const step = Math.floor(ms / stepMs);
    const f = ms / stepMs - step;
    const here = logAt(step);
    return Math.exp(f === 0 ? here : here + (logAt(step + 1) - here) * f);
  };

  const move24h = (step: number) => {
    const cell = Math.floor((step * cellsPerDay) / stepsPerDay);
    return logLevel(listed, cell) - logLevel(listed, cell - cellsPerDay);
  };
  /** A jump throws 5 to 20 % out of their positions; it takes a week to come back. */
  const thrownOut = (step: number) => {
    const day = Math.floor(step / stepsPerDay);
    let out = 0;
    for (let ago = 0; ago < 8; ago++) {
      if (coin.own.jumpOf(day - ago) === 0) continue;
      const place = (step - (day - ago) * stepsPerDay) / stepsPerDay;
      out -= (0.05 + 0.15 * drawUniform(key, day - ago)) * (place < 1 ? place : (8 - place) / 7);
    }
    return out;
  };

  const usualOpen = Math.min(
    between(openShareByRank, coin.rank) * coin.supply * (contract?.shareOfLine ?? 1),
    (mostDaysOfTurnover * dailyTurnoverUsdt) / coin.usualPrice,
  );
  const open = wander('open', [
    [0.25, 0.022],
    [2, 0.12],
    [12, 0.16],
  ]);
  const accounts = wander('accounts', [
    [0.1, 0.012],
    [1.5, 0.06],
    [15, 0.12],
  ]);
  const largeAccounts = wander('large-accounts', [
    [0.1, 0.01],
    [3, 0.06],
  ]);
  const largePositions = wander('large-positions', [
    [0.1, 0.012],
    [2, 0.08],
  ]);
  const margin = wander('margin', [
    [0.15, 0.02],
    [4, 0.14],
    [30, 0.2],
  ]);
  const loans = wander('loans', [
    [0.5, 0.008],
    [5, 0.05],
    [25, 0.12],
  ]);
  const isolated = wander('isolated', [
    [0.2, 0.03],
    [5, 0.15],
    [30, 0.2],
  ]);
  const [accountsUsual, largeUsual, positionsUsual] = [usual(1, 1.7, 0.3), usual(2, 1.2, 0.08), usual(3, 1.08, 0.06)];
  const [marginUsual, isolatedUsual] = [usual(4, 12, 0.55), usual(5, 5, 0.5)];
  const borrowedUsual = Math.log(borrowedDaysOfTurnover * dailyTurnoverUsdt);
  const openUsual = Math.log(usualOpen) + 0.25 * drawNormal(key, 6);
  const clampLog = (value: number, low: number, high: number) => Math.min(Math.log(high), Math.max(Math.log(low), value));

  const openInterest = smooth((step) => openUsual + open(step) + 0.3 * Math.min(0.5, Math.abs(move24h(step))) + thrownOut(step));
  const allRatio = smooth((step) => clampLog(accountsUsual + accounts(step) - 0.8 * move24h(step), 0.4, 6));
  const largeRatio = smooth((step) => clampLog(largeUsual + largeAccounts(step) - 0.3 * move24h(step), 0.4, 6));
  const heldRatio = smooth((step) => clampLog(positionsUsual + largePositions(step) + 0.2 * move24h(step), 0.4, 6));
  const borrowedRatio = smooth((step) => clampLog(marginUsual + margin(step) - 0.5 * move24h(step), 0.5, 200));
  const isolatedRatio = smooth((step) => clampLog(isolatedUsual + isolated(step), 0.1, 100));
  const borrowedTotal = smooth((step) => borrowedUsual + loans(step));
  const leaningsAt = (ms: number) => ({ all: shareOf(allRatio(ms)), large: shareOf(largeRatio(ms)), largeHeld: shareOf(heldRatio(ms)) });
  const borrowed = (ms: number) => borrowedBy(borrowedTotal(ms), borrowedRatio(ms), isolatedRatio(ms));
  let holders: Holders | null = null;
  const holdersNow = () => (holders ??= createHolders(keyOf(seed, `crowd/${symbol.symbolId}/holders`), usualOpen * coin.usualPrice));

  return {
    openInterest,
    longAccounts: (ms) => holdersNow().longShare({ all: shareOf(allRatio(ms)), large: shareOf(largeRatio(ms)) }),
    longLargeAccounts: (ms) => holdersNow().largeLongShare({ large: shareOf(largeRatio(ms)) }),
    longLargePositions: (ms) => shareOf(heldRatio(ms)),
    borrowed,
    accounts: (ms) => holdersNow().accounts(leaningsAt(ms), openInterest(ms)),
    loans: (ms, price) => loansOf(keyOf(seed, `crowd/${symbol.symbolId}/borrowers`), borrowed(ms), price),
  };
}

/** Of longs, by long over short. */
const shareOf = (ratio: number): number => ratio / (1 + ratio);

/** Of the price, without what is the contract's own. */
function logLevel({ instrument }: ListedSymbol, cell: number): number {
  const day = Math.floor(cell / cellsPerDay);
  let level = 0;
  for (const { series, loading } of instrument.terms)
    level += loading * (series.levelAt(day) + series.day(day).path[cell - day * cellsPerDay]!);
  return level;
}
