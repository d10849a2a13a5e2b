// The accounts that hold a contract. They are the source of what is told of them: an account stands long while its leaning is
// below how bullish its kind is at the moment, so shares are counts of accounts and move by whole accounts. Longs and shorts hold
// the same amount, which is what is open. Counts are found without walking through the accounts; accounts() walks.
import { draw, drawUniform } from './draw.ts';

export interface Account {
  readonly id: number;
  /** USDT. */
  readonly marginBalance: number;
  readonly side: 'long' | 'short';
  /** In base currency. */
  readonly position: number;
}

/** Shares of longs, at a moment. */
export interface Leanings {
  readonly all: number;
  readonly large: number;
  /** Of what the large ones hold. */
  readonly largeHeld: number;
}

export interface Holders {
  longShare(leanings: Pick<Leanings, 'all' | 'large'>): number;
  largeLongShare(leanings: Pick<Leanings, 'large'>): number;
  /** open: in base currency. */
  accounts(leanings: Leanings, open: number): Account[];
}

/** The top fifth by margin balance are the large ones. */
const largeOf = 5;
/** Of all that is held; together with the bounds of the leanings it leaves the small ones something on both sides. */
const largeHold = 0.55;
/** Margin balances: the largest x of all accounts have x ** this of the money, so that the large ones have what they hold. */
const concentration = 0.3715;
/** Held on both sides over the money behind it. */
const usualLeverage = 6;
const [fewest, most, usdtEach] = [2_000, 40_000, 20_000];

/** Accounts of one kind by their leaning: one in each of `count` equal steps between 0 and 1, anywhere within the step. */
function createKind(key: number, count: number) {
  const leaning = (step: number) => (step + drawUniform(key, step)) / count;
  const offset = draw(key, -1) % count;
  const stride = coprimeTo(count, Math.floor(count * 0.618));
  return {
    count,
    longs(share: number): number {
      const step = Math.floor(share * count);
      return step >= count ? count : step + (leaning(step) < share ? 1 : 0);
    },
    /** Whom the n-th largest is, by leaning: size says nothing about it. */
    isLong: (n: number, share: number): boolean => leaning((n * stride + offset) % count) < share,
  };
}

function coprimeTo(count: number, from: number): number {
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b));
  let stride = Math.max(1, from);
  while (common(count, stride) !== 1) stride++;
  return stride;
}

export function createHolders(key: number, usualOpenUsdt: number): Holders {
  const count = largeOf * Math.round(Math.min(most, Math.max(fewest, usualOpenUsdt / usdtEach)) / largeOf);
  const large = createKind(key, count / largeOf);
  const small = createKind(key + 1, count - large.count);
  const money = (2 * usualOpenUsdt) / usualLeverage;
  const share = (n: number) => ((n + 1) / count) ** concentration - (n / count) ** concentration;
  /** What is left for the small ones when all and the large ones are given. */
  const smallLeaning = ({ all, large: ofLarge }: Pick<Leanings, 'all' | 'large'>) => (all * count - ofLarge * large.count) / small.count;

  return {
    longShare: (leanings) => (large.longs(leanings.large) + small.longs(smallLeaning(leanings))) / count,
    largeLongShare: (leanings) => large.longs(leanings.large) / large.count,
    accounts(leanings, open) {
      const ofSmall = smallLeaning(leanings);
      const isLong = (n: number) => (n < large.count ? large.isLong(n, leanings.large) : small.isLong(n - large.count, ofSmall));
      const group = (n: number) => (n < large.count ? 0 : 2) + (isLong(n) ? 0 : 1);
      const groups = Uint8Array.from({ length: count }, (_, n) => group(n));
      const weight = [0, 0, 0, 0];
      groups.forEach((of, n) => (weight[of]! += share(n)));
      const [largeLong, largeShort] = [2 * open * largeHold * leanings.largeHeld, 2 * open * largeHold * (1 - leanings.largeHeld)];
      const held = [largeLong, largeShort, open - largeLong, open - largeShort];
      return Array.from(groups, (of, n) => ({
        id: n + 1,
        marginBalance: money * share(n),
        side: of % 2 === 0 ? 'long' : 'short',
        position: (held[of]! * share(n)) / weight[of]!,
      }));
    },
  };
}
