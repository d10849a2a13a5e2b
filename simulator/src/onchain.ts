// Tokens on chains. Some are coins of the catalog at their price on the exchange. The rest come and go: every chain has places,
// and a token keeps one for hours or for years before the next takes it. Who stands there, since when and at what price follows
// from the place and the time, so any moment can be told alone.
import { dayMs, hourMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import { maxSupplyOf } from '@tidemark/source/coins/max-supplies.ts';
import type { OnchainMarket, OnchainPool } from '@tidemark/source/onchain-market.ts';
import type { SimulatedCoin } from './coins.ts';
import { draw, drawNormal, drawUniform, keyOf } from './draw.ts';
import { createNoise, type Noise } from './noise.ts';
import { chainRows, firstWords, secondWords, type ChainRow } from './onchain-table.ts';

export interface OnchainDeps {
  readonly seed: number;
  readonly coins: readonly SimulatedCoin[];
  /** In USDT, not after now. */
  readonly priceAt: (ticker: string, ms: number) => number | undefined;
}

/** Everything is computed as of a beat: questions within it get the same answer. */
const beatMs = 5 * secondMs;
const windows = { m5: 5 * minuteMs, h1: hourMs, h6: 6 * hourMs, h24: dayMs } as const;
const coinsPerChain = 14;

/** [its shortest and longest stay in days, usual log10 of the full value] by kind of place. */
const kinds = [
  { stay: [0.6, 3], value: 5.6, spread: 0.5, vigour: 2.4 },
  { stay: [3, 16], value: 6.1, spread: 0.6, vigour: 1.8 },
  { stay: [16, 70], value: 6.6, spread: 0.6, vigour: 1.3 },
  { stay: [70, 240], value: 7.1, spread: 0.6, vigour: 1 },
  { stay: [240, 800], value: 7.6, spread: 0.6, vigour: 0.8 },
] as const;

/** How far a log price wanders, on every scale of time: [step of the index, steps between knots, size]. */
const wanders: readonly (readonly [unitMs: number, spacing: number, sd: number])[] = [
  [hourMs, 720, 0.8],
  [10 * minuteMs, 1_008, 0.45],
  [2 * minuteMs, 1_440, 0.28],
  [minuteMs, 480, 0.13],
  [10 * secondMs, 540, 0.05],
  [beatMs, 180, 0.02],
  [beatMs, 24, 0.006],
];

interface Place {
  readonly row: ChainRow;
  readonly key: number;
  readonly kind: (typeof kinds)[number];
  readonly stayMs: number;
  readonly phaseMs: number;
  readonly noises: readonly Noise[];
  readonly mood: Noise;
}

export function createOnchain({ seed, coins, priceAt }: OnchainDeps): (ms: number) => OnchainMarket {
  const places = chainRows.flatMap((row) => Array.from({ length: row.places }, (_, i) => createPlace(seed, row, i)));
  const settled = chainRows.flatMap((row) => settledOn(row, coins));
  const usual = new Map(coins.map((coin) => [coin.known.ticker, coin.usualPrice]));
  let last: OnchainMarket | null = null;
  // One coin is a token on many chains, and what it cost an hour ago is asked anew only every minute.
  let remembered = new Map<string, number | undefined>();
  let before = new Map<string, number | undefined>();
  let minute = NaN;
  const priceOf = (ticker: string, at: number) => {
    const id = `${ticker} ${at}`;
    const price = remembered.get(id) ?? before.get(id) ?? priceAt(ticker, at);
    remembered.set(id, price);
    return price;
  };

  return (ms) => {
    const now = Math.floor(ms / beatMs) * beatMs;
    if (last?.asOf === now) return last;
    if (Math.floor(now / minuteMs) !== minute) {
      minute = Math.floor(now / minuteMs);
      before = remembered;
      remembered = new Map();
    }
    /** How far a chain's own coin stands above its usual price: its tokens follow it. */
    const tideAt = (ticker: string, at: number) => {
      const usualPrice = usual.get(ticker) ?? 1;
      return Math.log((priceOf(ticker, at) ?? usualPrice) / usualPrice);
    };
    const pools = [
      ...settled.flatMap((token) => settledPool(seed, token, now, priceOf) ?? []),
      ...places.map((place) => placePool(place, now, tideAt)),
    ];
    return (last = { asOf: now, chains: chainRows.map(({ chain, name, coin }) => ({ chain, name, coin })), pools });
  };
}

function createPlace(seed: number, row: ChainRow, index: number): Place {
  const key = keyOf(seed, `onchain/${row.chain}/${index}`);
  const kind = kinds[index % kinds.length]!;
  const [shortest, longest] = kind.stay;
  const stayMs = Math.round((shortest + (longest - shortest) * drawUniform(key, 0)) * 24 * 60) * minuteMs;
  return {
    row,
    key,
    kind,
    stayMs,
    phaseMs: Math.floor(drawUniform(key, 1) * stayMs),
    noises: wanders.map(([, spacing], i) => createNoise(keyOf(key, `wander/${i}`), spacing)),
    mood: createNoise(keyOf(key, 'mood'), 30),
  };
}

function placePool(
  { row, key, kind, stayMs, phaseMs, noises, mood }: Place,
  now: number,
  tideAt: (ticker: string, at: number) => number,
): OnchainPool {
  const turn = Math.floor((now + phaseMs) / stayMs);
  const createdAt = turn * stayMs - phaseMs;
  const own = keyOf(key, `turn/${turn}`);
  const supply = [1e9, 1e9, 1e8, 1e7, 4.206e11][draw(own, 0) % 5]!;
  const value = 10 ** (kind.value + kind.spread * drawNormal(own, 1)) * Math.sqrt(row.weight);
  const rise = 0.5 + 2 * drawUniform(own, 2);
  const sag = 0.2 + drawUniform(own, 3);
  const beta = 0.7 + 0.8 * drawUniform(own, 4);
  const logAt = (at: number) => {
    const ageHours = (at - createdAt) / hourMs;
    let log =
      Math.log(value / supply) + beta * tideAt(row.coin, at) - rise * Math.exp(-ageHours / 3) - sag * (1 - Math.exp(-ageHours / 120));
    wanders.forEach(([unitMs, , sd], i) => (log += kind.vigour * sd * noises[i]!.at(Math.floor(at / unitMs))));
    return log;
  };
  const ageMs = now - createdAt;
  const log = logAt(now);
  const changeOver = (spanMs: number) => (ageMs < spanMs ? null : Math.exp(log - logAt(now - spanMs)) - 1);
  const change = { m5: changeOver(windows.m5), h1: changeOver(windows.h1), h6: changeOver(windows.h6), h24: changeOver(windows.h24) };
  const priceUsdt = Math.exp(log);
  const fdv = priceUsdt * supply;
  const ageDays = ageMs / dayMs;
  const isHoneypot = ageDays < 5 && drawUniform(own, 5) < 0.05;
  const liquidity = Math.max(1_500, fdv ** 0.82 * (0.25 + 1.2 * drawUniform(own, 6)));
  const restless = 1 + 3 * Math.min(2, Math.abs(change.h24 ?? change.h6 ?? change.h1 ?? 0.5));
  const volume24h =
    liquidity *
    (0.25 + 1.6 * drawUniform(own, 7) ** 2) *
    restless *
    Math.exp(0.5 * mood.at(Math.floor(now / hourMs))) *
    Math.min(1, 0.15 + ageDays) *
    kind.vigour;
  const trades = Math.max(3, Math.round(volume24h / (row.tradeSize * (0.5 + drawUniform(own, 8)))));
  const buyShare = isHoneypot ? 0.985 : 0.5 + 0.12 * Math.tanh(change.h24 ?? change.h1 ?? 0) + 0.02 * drawNormal(own, 9);
  const buys24h = Math.round(trades * Math.min(0.99, Math.max(0.2, buyShare)));
  const isVerified = ageDays > 20 && drawUniform(own, 10) < 0.7;
  const first = firstWords[draw(own, 11) % firstWords.length]!;
  const second = secondWords[draw(own, 12) % secondWords.length]!;
  return {
    chain: row.chain,
    address: addressOf(own, row.addressForm),
    symbol: (drawUniform(own, 13) < 0.6 ? second : first[0]! + second).toUpperCase().slice(0, 10),
    name: `${first} ${second}`,
    dex: row.dexes[draw(own, 14) % row.dexes.length]!,
    quoteSymbol: drawUniform(own, 15) < 0.75 ? row.coin : 'USDT',
    coin: null,
    priceUsdt,
    change,
    volume24h,
    liquidity,
    fdv,
    marketCap: isVerified ? fdv * (0.45 + 0.55 * drawUniform(own, 16)) : null,
    holders: Math.max(8, Math.round(Math.sqrt(fdv) * (0.6 + 2.4 * drawUniform(own, 17)) * (0.08 + 0.92 * (1 - Math.exp(-ageDays / 12))))),
    top10Share: Math.min(0.95, (0.09 + 0.62 * drawUniform(own, 18) ** 2) * (0.75 + 0.5 * Math.exp(-ageDays / 3))),
    buys24h,
    sells24h: trades - buys24h,
    createdAt,
    isMintable: drawUniform(own, 19) < 0.12,
    isFreezable: drawUniform(own, 20) < (row.addressForm === 'base58' ? 0.14 : 0.06),
    isHoneypot,
  };
}

interface Settled {
  readonly row: ChainRow;
  readonly coin: SimulatedCoin;
  readonly address: string;
}

/** Coins of the catalog that are tokens there, the largest first. */
function settledOn(row: ChainRow, coins: readonly SimulatedCoin[]): Settled[] {
  if (row.filedAs === null) return [];
  const found = coins.flatMap((coin): Settled[] => {
    const address = coin.known.chains.find(({ chain }) => chain === row.filedAs)?.address;
    return address && !coin.isStable && coin.withdrawnAt === Infinity ? [{ row, coin, address }] : [];
  });
  return found.slice(0, coinsPerChain);
}

function settledPool(seed: number, { row, coin, address }: Settled, now: number, priceAt: OnchainDeps['priceAt']): OnchainPool | null {
  const { ticker, name } = coin.known;
  const price = priceAt(ticker, now);
  if (price === undefined) return null;
  const key = keyOf(seed, `onchain/${row.chain}/coin/${ticker}`);
  const changeOver = (spanMs: number) => {
    const then = priceAt(ticker, Math.floor((now - spanMs) / minuteMs) * minuteMs);
    return then === undefined ? null : price / then - 1;
  };
  const change = { m5: changeOver(windows.m5), h1: changeOver(windows.h1), h6: changeOver(windows.h6), h24: changeOver(windows.h24) };
  const { supply } = coin;
  const total = Math.min(maxSupplyOf(ticker) ?? Infinity, supply * (1 + 0.5 * drawUniform(key, 0) ** 2));
  const liquidity = (coin.usualCap / 1e6) ** 0.75 * 2.2e5 * row.weight * (0.4 + drawUniform(key, 1));
  const volume24h = liquidity * (0.15 + 0.5 * drawUniform(key, 2)) * (1 + 6 * Math.abs(change.h24 ?? 0));
  const trades = Math.round(volume24h / (row.tradeSize * 2.5));
  const buys24h = Math.round(trades * (0.5 + 0.3 * Math.tanh(change.h24 ?? 0)));
  return {
    chain: row.chain,
    address,
    symbol: ticker,
    name,
    dex: row.dexes[draw(key, 3) % row.dexes.length]!,
    quoteSymbol: drawUniform(key, 4) < 0.6 ? row.coin : 'USDT',
    coin: ticker,
    priceUsdt: price,
    change,
    volume24h,
    liquidity,
    fdv: price * total,
    marketCap: price * supply,
    holders: Math.round(Math.sqrt(coin.usualCap) * row.weight * (0.8 + 3 * drawUniform(key, 5))),
    top10Share: 0.08 + 0.28 * drawUniform(key, 6),
    buys24h,
    sells24h: trades - buys24h,
    createdAt: Math.floor((coin.listedAt - drawUniform(key, 7) * 500 * dayMs) / minuteMs) * minuteMs,
    isMintable: drawUniform(key, 8) < 0.1,
    isFreezable: false,
    isHoneypot: false,
  };
}

const base58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function addressOf(key: number, form: ChainRow['addressForm']): string {
  if (form === 'base58') return Array.from({ length: 44 }, (_, i) => base58[draw(key, 100 + i) % 58]!).join('');
  const words = form === 'hex' ? 5 : 8;
  return `0x${Array.from({ length: words }, (_, i) =>
    draw(key, 100 + i)
      .toString(16)
      .padStart(8, '0'),
  ).join('')}`;
}
