// The simulated exchange's catalog: which coins trade against what, with their ticks and tags, and the instrument behind
// every symbol.
import type { SymbolTag } from '@tidemark/contract/market.ts';
import type { CatalogData, Coin, MarketSymbol } from '../../catalog/catalog.ts';
import { pricePrecisionFor, quantityPrecisionFor, stepOf } from '../../catalog/precision.ts';
import { between, createCoins, type SimulatedCoin } from './coins.ts';
import { draw, drawNormal, drawUniform, keyOf } from './draw.ts';
import { createFactors } from './factors.ts';
import { createFiatDrift, usualRate } from './fiat.ts';
import { cellsPerDay, dayMs } from './grid.ts';
import type { Listed } from './history.ts';
import type { Term } from './instrument.ts';
import { createNoise, type Noise } from './noise.ts';

export interface ListedSymbol extends Listed {
  readonly symbol: MarketSymbol;
  /** Half of the distance between bid and ask, as a share of the price. */
  readonly halfSpread: number;
  readonly dailyTurnoverUsdt: number;
}

interface Wanted {
  readonly coin: SimulatedCoin;
  readonly quote: string;
  /** Usual price of the quote currency in USDT. */
  readonly quotePrice: number;
  /** Given for contracts only. */
  readonly maxLeverage?: number | null;
  readonly terms: readonly Term[];
  readonly drift: ((cell: number) => number) | null;
  /** Symbols with the same name here move alike within a cell. */
  readonly shapeOf: string;
  readonly turnoverUsdt: number;
}

export interface Listing {
  readonly catalog: CatalogData;
  readonly symbols: readonly ListedSymbol[];
}

/** [quote, how many of the largest coins, its share of a coin's spot trade] */
const quotes = [
  ['USDC', 150, 0.1],
  ['BTC', 60, 0.03],
  ['ETH', 25, 0.015],
  ['EUR', 40, 0.035],
] as const;
const usdtShare = 0.82;
const contractCount = 550;

/** Measured turnover of perpetuals by rank, in USD. */
const contractTurnoverByRank = [[1, 8.4e9], [2, 6.9e9], [10, 1.78e8], [50, 1.83e7], [100, 4.53e6], [200, 1.01e6], [329, 1.1e5], [800, 1.5e4]] as const;

const newForDays = 30;

export function createListing(seed: number, nowMs: number): Listing {
  const factors = createFactors(seed);
  const coins = createCoins(seed, factors, nowMs);
  const byTicker = new Map(coins.map((coin) => [coin.known.ticker, coin]));
  const activityOf = createActivity(seed);
  const tagsOf = createTags(seed, coins, nowMs);
  const symbols: ListedSymbol[] = [];

  const add = ({ coin, quote, quotePrice, maxLeverage = null, terms, drift, shapeOf, turnoverUsdt }: Wanted) => {
    const { ticker } = coin.known;
    const isContract = maxLeverage !== null;
    const symbolId = `${ticker}${quote}${isContract ? '_UMCBL' : ''}`;
    const usualPrice = coin.usualPrice / quotePrice;
    const pricePrecision = pricePrecisionFor(usualPrice);
    const quantityPrecision = quantityPrecisionFor(coin.usualPrice);
    symbols.push({
      symbol: {
        symbolId,
        instType: isContract ? 'umcbl' : 'sp',
        baseSymbol: ticker,
        pricedSymbol: quote,
        pricePrecision,
        tickSize: stepOf(pricePrecision),
        quantityPrecision,
        status: 'online',
        maxLeverage,
        listedAt: coin.listedAt,
        tags: tagsOf(coin),
      },
      priceScale: 10 ** pricePrecision,
      listedAt: coin.listedAt,
      halfSpread: Math.min(0.002, Math.max(0.000005, 0.03 / Math.sqrt(turnoverUsdt))),
      dailyTurnoverUsdt: turnoverUsdt,
      instrument: {
        anchor: Math.log(usualPrice),
        terms,
        drift,
        shapeKey: keyOf(seed, `shape/${shapeOf}`),
        volumeKey: keyOf(seed, `volume/${symbolId}`),
        activity: activityOf(symbolId),
        dailyTurnover: turnoverUsdt / quotePrice,
        turnoverScale: 10 ** (quotePrice > 100 ? 6 : 2),
        volumeScale: 10 ** quantityPrecision,
      },
    });
  };

  for (const coin of coins) {
    if (coin.known.ticker === 'USDT') continue;
    add({ coin, quote: 'USDT', quotePrice: 1, terms: coin.terms, drift: coin.drift, shapeOf: coin.known.ticker, turnoverUsdt: coin.dailyTurnover * usdtShare });
  }

  for (const [quote, count, share] of quotes) {
    const quoteCoin = byTicker.get(quote);
    const fiatDrift = quoteCoin ? null : createFiatDrift(seed, quote);
    for (const coin of coins.filter((coin) => tradesAgainst(coin, quote)).slice(0, count)) {
      const { ticker } = coin.known;
      add({
        coin,
        quote,
        quotePrice: quoteCoin ? quoteCoin.usualPrice : 1 / usualRate(quote),
        terms: quoteCoin ? difference(coin.terms, quoteCoin.terms) : coin.terms,
        drift: fiatDrift,
        // Against money a coin makes the highs and lows it makes against USDT; against another coin its own.
        shapeOf: quoteCoin && !quoteCoin.isStable ? `${ticker}/${quote}` : ticker,
        turnoverUsdt: coin.dailyTurnover * share,
      });
    }
  }

  coins
    .filter((coin) => !coin.isStable)
    .slice(0, contractCount)
    .forEach((coin, index) => {
      const { ticker } = coin.known;
      const place = index + 1;
      const luck = (place <= 10 ? 0.05 : 0.2) * drawNormal(keyOf(seed, `contract/${ticker}`), 0);
      add({
        coin,
        quote: 'USDT',
        quotePrice: 1,
        maxLeverage: leverageOf(place),
        terms: coin.terms,
        drift: createPremium(seed, ticker, coin.rank),
        shapeOf: ticker,
        turnoverUsdt: between(contractTurnoverByRank, place) * 10 ** luck,
      });
    });

  return {
    symbols,
    catalog: {
      coins: coins.map(({ known, rank, usualCap, usualPrice, listedAt }): Coin => ({ ticker: known.ticker, name: known.name, rank, supply: Math.round(usualCap / usualPrice), sectors: known.sectors, chains: known.chains, listedAt })),
      symbols: symbols.map((listed) => listed.symbol),
    },
  };
}

/** Coins trade against a quote, not against themselves or in the wrong order; stable coins only for cash. */
function tradesAgainst({ known: { ticker }, isStable, rank }: SimulatedCoin, quote: string): boolean {
  if (ticker === quote) return false;
  if (isStable) return quote === 'EUR' && rank <= 10;
  return !(quote === 'ETH' && ticker === 'BTC');
}

/** One coin priced in another: the shared forces partly cancel. */
function difference(base: readonly Term[], quote: readonly Term[]): Term[] {
  const loadings = new Map(base.map(({ series, loading }) => [series, loading]));
  for (const { series, loading } of quote) loadings.set(series, (loadings.get(series) ?? 0) - loading);
  return [...loadings].map(([series, loading]) => ({ series, loading }));
}

/** What a perpetual costs above spot: around nothing, 4 bp for majors and 9 bp for the rest. */
function createPremium(seed: number, ticker: string, rank: number): (cell: number) => number {
  const noise = (purpose: string, spacing: number) => createNoise(keyOf(seed, `premium/${ticker}/${purpose}`), spacing);
  const hours = noise('hours', cellsPerDay / 12);
  const days = noise('days', cellsPerDay);
  const sd = rank <= 10 ? 0.0003 : 0.0006;
  return (cell) => sd * (0.7 * hours.at(cell) + 0.7 * days.at(cell)) - sd / 4;
}

/** Log turnover above the usual: the whole market's moods and the pair's own. */
function createActivity(seed: number): (name: string) => Noise {
  const noise = (name: string, spacing: number) => createNoise(keyOf(seed, `activity/${name}`), spacing);
  const market = noise('market', 12);
  return (name) => {
    const days = noise(`${name}/days`, 3);
    const weeks = noise(`${name}/weeks`, 14);
    return { at: (day) => 0.3 * market.at(day) + 0.3 * days.at(day) + 0.48 * weeks.at(day) - 0.2 };
  };
}

function createTags(seed: number, coins: readonly SimulatedCoin[], nowMs: number): (coin: SimulatedCoin) => SymbolTag[] {
  const week = Math.floor(nowMs / dayMs / 7);
  const key = keyOf(seed, 'tags');
  const isHot = (coin: SimulatedCoin) => !coin.isStable && (coin.rank <= 3 || (coin.rank <= 300 && draw(key, week * 1_000 + coin.rank) % 25 === 0));
  const isSpecial = (coin: SimulatedCoin) => coin.rank > coins.length * 0.6 && drawUniform(key, -coin.rank) < 0.03;
  return (coin) => {
    const tags: SymbolTag[] = [];
    if (nowMs - coin.listedAt < newForDays * dayMs) tags.push('new');
    if (isHot(coin)) tags.push('hot');
    if (isSpecial(coin) && !tags.includes('new')) tags.push('st');
    return tags;
  };
}

const leverageOf = (place: number): number => (place <= 2 ? 125 : place <= 12 ? 100 : place <= 60 ? 75 : place <= 180 ? 50 : place <= 360 ? 25 : 20);

