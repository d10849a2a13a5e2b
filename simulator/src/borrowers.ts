// Who borrowed to trade a pair on margin: quote to buy more of it, base to sell it short, on the whole account (cross) or for this
// pair alone (isolated). What is told of a pair are sums of these loans.
import { drawNormal } from './draw.ts';

export interface Loan {
  readonly id: number;
  readonly mode: 'cross' | 'isolated';
  /** Which coin of the pair. */
  readonly coin: 'base' | 'quote';
  /** In that coin. */
  readonly amount: number;
}

/** By value, in quote currency. */
export interface Borrowed {
  readonly crossBase: number;
  readonly crossQuote: number;
  readonly isolatedBase: number;
  readonly isolatedQuote: number;
}

const usualIsolatedShare = 0.3;
/** Neither side of a pair is ever borrowed on isolated margin alone. */
const mostIsolatedOfSide = 0.9;
const loansOfEach = 150;
const sizeSpread = 1.4;

/** total: in quote currency; ratios: quote over base, on all margin and on isolated margin. */
export function borrowedBy(total: number, ratio: number, isolatedRatio: number): Borrowed {
  const [base, quote] = [total / (1 + ratio), (total * ratio) / (1 + ratio)];
  const [isolatedOfBase, isolatedOfQuote] = [1 / (1 + isolatedRatio), isolatedRatio / (1 + isolatedRatio)];
  const isolated = Math.min(
    usualIsolatedShare * total,
    (mostIsolatedOfSide * base) / isolatedOfBase,
    (mostIsolatedOfSide * quote) / isolatedOfQuote,
  );
  const [isolatedBase, isolatedQuote] = [isolated * isolatedOfBase, isolated * isolatedOfQuote];
  return { crossBase: base - isolatedBase, crossQuote: quote - isolatedQuote, isolatedBase, isolatedQuote };
}

/** price: of one base coin, in quote currency. */
export function loansOf(key: number, { crossBase, crossQuote, isolatedBase, isolatedQuote }: Borrowed, price: number): Loan[] {
  const parts = [
    { mode: 'cross', coin: 'base', total: crossBase / price },
    { mode: 'cross', coin: 'quote', total: crossQuote },
    { mode: 'isolated', coin: 'base', total: isolatedBase / price },
    { mode: 'isolated', coin: 'quote', total: isolatedQuote },
  ] as const;
  return parts.flatMap(({ mode, coin, total }, part) => {
    const sizes = Array.from({ length: loansOfEach }, (_, n) => Math.exp(sizeSpread * drawNormal(key, part * loansOfEach + n)));
    const sum = sizes.reduce((all, size) => all + size, 0);
    return sizes.map((size, n) => ({ id: part * loansOfEach + n + 1, mode, coin, amount: (total * size) / sum }));
  });
}
