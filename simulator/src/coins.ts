// How each coin behaves: what it is usually worth, how much it follows the market, its sector and itself, and how much
// of it trades. All of it follows from its ticker, rank and sector, so a coin keeps its character when others come or go.
import { dayMs } from '@tidemark/contract/time.ts';
import { maxSupplyOf } from '@tidemark/source/coins/max-supplies.ts';
import { knownCoins, type KnownCoin } from '@tidemark/source/coins/universe.ts';
import { drawNormal, drawUniform, keyOf } from './draw.ts';
import type { Factors } from './factors.ts';
import { createFiatDrift, usualRate } from './fiat.ts';
import { firstDay, historyStartMs } from './grid.ts';
import type { Term } from './instrument.ts';
import { createSeries, type Series } from './series.ts';

export interface SimulatedCoin {
  readonly known: KnownCoin;
  readonly rank: number;
  readonly usualPrice: number;
  readonly usualCap: number;
  /**
   * Coins in circulation, always the same: turnover and positions of the past follow from it. How many Bitcoins are mined by now is told by
   * the catalog.
   */
  readonly supply: number;
  readonly own: Series;
  readonly terms: readonly Term[];
  /** Only coins that follow a currency other than the dollar. */
  readonly drift: ((cell: number) => number) | null;
  /** Spot turnover of a day on this exchange, all pairs together, in USDT. */
  readonly dailyTurnover: number;
  readonly isStable: boolean;
  /** May lie ahead: then it is announced. */
  readonly listedAt: number;
  /** When its trading ends; Infinity = it stays. */
  readonly withdrawnAt: number;
}

/** Measured caps by rank, in USD; between them straight in logarithms, beyond the last with a slope of -1.55. */
const capByRank: readonly (readonly [rank: number, cap: number])[] = [
  [1, 2.187e12],
  [2, 4.631e11],
  [3, 1.834e11],
  [5, 1.477e11],
  [10, 2.14e10],
  [20, 7.48e9],
  [50, 1.865e9],
  [100, 5.87e8],
  [200, 2.08e8],
  [300, 1.086e8],
  [1000, 1.086e8 * (1000 / 300) ** -1.55],
];

/** How strongly a sector follows Bitcoin. */
const betaBySector: Readonly<Record<string, number>> = {
  meme: 1.96,
  'liquid-staking': 1.73,
  defi: 1.67,
  dex: 1.67,
  'layer-2': 1.64,
  ai: 1.64,
  gaming: 1.58,
  nft: 1.57,
  solana: 1.57,
  cosmos: 1.55,
  oracle: 1.51,
  'layer-1': 1.47,
  storage: 1.46,
  privacy: 1.27,
  pow: 1.24,
  payments: 1.26,
  platform: 1,
};
const usualBeta = 1.47;

/** Share of the world's spot trade in a coin that happens here. */
const exchangeShare = 0.03;

/**
 * The last coins of the universe are listed one after another, and again after this many days: some are always new. Before that
 * they are halted, leave, and the new listing is announced.
 */
const listingCycleDays = 1_100;
const announcedDays = 7;
/** Trading stops this long before a coin is gone. */
export const haltDays = 3;
const recentlyListedFrom = 520;
const youngDays = 14;

/** What is a coin's own is asked for at its live edge; history is computed as it is read. */
const keepDays = 4;

export function createCoins(seed: number, factors: Factors, nowMs: number): SimulatedCoin[] {
  const all = knownCoins();
  return all.map((known, index) => createCoin(seed, factors, known, index + 1, all.length, nowMs));
}

function createCoin(seed: number, factors: Factors, known: KnownCoin, rank: number, count: number, nowMs: number): SimulatedCoin {
  const { ticker, sectors } = known;
  const key = keyOf(seed, `coin/${ticker}`);
  const vary = (purpose: number, sd: number) => sd * drawNormal(key, purpose);
  const sector = sectors[0]!;
  const isStable = sector === 'stablecoin';
  const isGold = sector === 'gold';
  const usualPrice = known.usualPrice ?? (isStable ? 1 : isGold ? 130 : Math.min(400, 10 ** (-1.25 + vary(1, 0.95))));
  const supply = supplyOf(ticker, between(capByRank, rank) / usualPrice);
  const usualCap = supply * usualPrice;
  const dailyTurnover = exchangeShare * 10 ** (1.04 * Math.log10(usualCap) - 1.88 + vary(2, turnoverSpread(rank)));
  const listing = listingOf(key, rank, count, nowMs);
  const moods = factors.moodsOf(`own/${ticker}`);
  const common = {
    known,
    rank,
    usualPrice,
    usualCap,
    supply,
    dailyTurnover,
    isStable,
    listedAt: listing.listedAt,
    withdrawnAt: listing.withdrawnAt,
  };

  if (isStable) {
    const own = createSeries(seed, {
      name: `own/${ticker}`,
      sd: 0.0001 + 0.0004 * drawUniform(key, 3) ** 2,
      halfLifeDays: 1.2,
      keepDays,
      moods,
    });
    const drift = ticker === 'EURC' ? euroDrift(seed, usualPrice) : null;
    return { ...common, own, terms: [{ series: own, loading: 1 }], drift };
  }
  if (isGold) {
    const own = createSeries(seed, { name: `own/${ticker}`, sd: 0.0008, halfLifeDays: 2, keepDays, moods });
    return {
      ...common,
      own,
      terms: [
        { series: factors.gold, loading: 1 },
        { series: own, loading: 1 },
      ],
      drift: null,
    };
  }

  const isBitcoin = rank === 1;
  const spread = rank <= 10 ? 0.4 : 1;
  const beta = isBitcoin ? 1 : Math.max(0.7, (betaBySector[sector] ?? usualBeta) * (rank <= 10 ? 0.9 : 1) + spread * vary(4, 0.2));
  const altLoading = isBitcoin ? 0 : Math.max(0.3, (rank <= 10 ? 0.6 : 1) + spread * vary(5, 0.18));
  const sectorLoading = isBitcoin ? 0 : Math.max(0.2, (rank <= 10 ? 0.7 : 1) + vary(6, 0.25));
  const shared: Term[] = [{ series: factors.market, loading: beta }];
  if (!isBitcoin) shared.push({ series: factors.alts, loading: altLoading }, { series: factors.sector(sector), loading: sectorLoading });
  // Bitcoin is the market; what is its own is only there to keep the sum uniform.
  const ownSd = isBitcoin ? 0.0004 : 0.0275 * ownSdByRank(rank) * Math.exp(vary(7, 0.22));
  const own = createSeries(seed, {
    name: `own/${ticker}`,
    sd: ownSd,
    hasFatTails: true,
    skew: 0.18,
    dayShakeSd: 0.42,
    halfLifeDays: 80,
    jumpsPerDay: rank <= 10 ? 0 : rank <= 50 ? 1 / 300 : 1 / 150,
    jumpUpShare: rank <= 50 ? 0.5 : 0.72,
    listingShake: listing.shake,
    keepDays,
    moods,
    beside: shared,
  });
  return { ...common, own, terms: [...shared, { series: own, loading: 1 }], drift: null };
}

/** Of coins that would be worth their rank only with more than there can be, so much is out. */
const releasedShare = 0.93;

const supplyOf = (ticker: string, wanted: number): number =>
  Math.round(Math.min(wanted, releasedShare * (maxSupplyOf(ticker) ?? Infinity)));

/** How far the logarithm (base 10) of a coin's turnover lies from what its cap would have. */
const turnoverSpread = (rank: number): number => (rank <= 10 ? 0.08 : rank <= 50 ? 0.28 : rank <= 100 ? 0.35 : 0.45);

const ownSdByRank = (rank: number): number => (rank <= 2 ? 0.7 : rank <= 10 ? 0.85 : rank <= 50 ? 0.95 : 1.05);

/** Price in USDT of what one euro buys. */
function euroDrift(seed: number, usualPrice: number): (cell: number) => number {
  const drift = createFiatDrift(seed, 'EUR');
  const offset = -Math.log(usualRate('EUR') * usualPrice);
  return (cell) => offset - drift(cell);
}

function listingOf(key: number, rank: number, count: number, nowMs: number) {
  const openingHourMs = 10 * 3_600_000;
  if (rank <= recentlyListedFrom) {
    const day = firstDay + Math.floor(drawUniform(key, 8) * Math.min(1_200, rank * 3));
    return { listedAt: rank <= 100 ? historyStartMs : day * dayMs + openingHourMs, withdrawnAt: Infinity, shake: undefined };
  }
  // Shuffled, so that new listings come from all over the tail.
  const place = Math.floor((((rank * 197) % (count - recentlyListedFrom)) / (count - recentlyListedFrom)) * listingCycleDays);
  const daysInto = (day: number) => (((day - firstDay - place) % listingCycleDays) + listingCycleDays) % listingCycleDays;
  const today = Math.floor((nowMs - openingHourMs) / dayMs);
  const last = (today - daysInto(today)) * dayMs + openingHourMs;
  const next = last + listingCycleDays * dayMs;
  const isAnnounced = next - nowMs <= announcedDays * dayMs;
  return {
    listedAt: isAnnounced ? next : Math.max(historyStartMs, last),
    withdrawnAt: next + ((isAnnounced ? listingCycleDays : 0) - announcedDays - haltDays) * dayMs,
    shake: (day: number) => (daysInto(day) < youngDays ? 1.5 : 1),
  };
}

/** Straight in logarithms between the points of a table. */
export function between(table: readonly (readonly [x: number, y: number])[], x: number): number {
  let i = 1;
  while (i < table.length - 1 && table[i]![0] < x) i++;
  const [x0, y0] = table[i - 1]!;
  const [x1, y1] = table[i]!;
  return y0 * (x / x0) ** (Math.log(y1 / y0) / Math.log(x1 / x0));
}
