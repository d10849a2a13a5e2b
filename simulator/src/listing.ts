// The simulated exchange's catalog: which coins trade against what, with their ticks and tags, and the instrument behind
// every symbol.
import { dayMs } from '@tidemark/contract/time.ts';
import type { CatalogData, Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { pricePrecisionFor, quantityPrecisionFor, stepOf } from '@tidemark/source/coins/precision.ts';
import { between, createCoins, type SimulatedCoin } from './coins.ts';
import {
  deliveryCode,
  deliveryPremium,
  fundingOf,
  perpetualPremium,
  quarterlyDeliveries,
  type Funding,
  type Premium,
} from './contracts.ts';
import { drawNormal, keyOf } from './draw.ts';
import { createFactors } from './factors.ts';
import { createFiatDrift, usualRate } from './fiat.ts';
import type { Listed } from './history.ts';
import { createIndexOffset, type IndexOffset } from './index-price.ts';
import type { Term } from './instrument.ts';
import { createNoise, type Noise } from './noise.ts';
import { p2pMarkets } from './p2p.ts';
import { bendBy, type Scenario } from './scenarios.ts';
import { createTags, leverageOf, marginOf } from './symbol-terms.ts';

export interface ListedSymbol extends Listed {
  readonly symbol: MarketSymbol;
  readonly coin: SimulatedCoin;
  /** Half of the distance between bid and ask, as a share of the price. */
  readonly halfSpread: number;
  readonly dailyTurnoverUsdt: number;
  readonly contract: Contract | null;
}

export interface Contract {
  /** The spot pair its index is made from. */
  readonly spot: ListedSymbol;
  readonly indexOffset: IndexOffset;
  readonly premium: Premium;
  /** null = it has an end instead. */
  readonly funding: Funding | null;
  /** Its part in what is open in all contracts of its coin. */
  readonly shareOfLine: number;
}

interface Wanted {
  readonly coin: SimulatedCoin;
  readonly symbolId: string;
  readonly quote: string;
  /** Usual price of the quote currency in USDT. */
  readonly quotePrice: number;
  readonly terms: readonly Term[];
  readonly drift: ((cell: number) => number) | null;
  /** Symbols with the same name here move alike within a cell. */
  readonly shapeOf: string;
  readonly turnoverUsdt: number;
  readonly listedAt?: number;
  readonly contract?: Contract;
  readonly more?: Partial<MarketSymbol>;
}

export interface Listing {
  readonly coins: readonly SimulatedCoin[];
  readonly catalog: CatalogData;
  readonly symbols: readonly ListedSymbol[];
}

/** [quote, how many of the largest coins, its share of a coin's spot trade] */
const quotes = [
  ['USDC', 420, 0.1],
  ['BTC', 60, 0.03],
  ['ETH', 25, 0.015],
  ['EUR', 40, 0.035],
] as const;
const usdtShare = 0.82;

/** Contract lines: how many of the largest coins, and what they turn over beside the USDT line. */
const lines = {
  usdt: { count: 550, share: 1 },
  usdc: { count: 55, share: 0.08 },
  coin: { count: 11, share: 0.07 },
  delivery: { count: 2, share: 0.015 },
} as const;

/** Measured turnover of perpetuals by rank, in USD. */
const contractTurnoverByRank = [
  [1, 8.4e9],
  [2, 6.9e9],
  [10, 1.78e8],
  [50, 1.83e7],
  [100, 4.53e6],
  [200, 1.01e6],
  [329, 1.1e5],
  [800, 1.5e4],
] as const;

/** A power of ten of coins that is worth about a hundred dollars. */
const linearContract = (usualPrice: number): number => 10 ** -Math.round(Math.log10(usualPrice) - 2);
/** Coin-M contracts are worth a fixed sum. */
const coinMContractUsd = (ticker: string): number => (ticker === 'BTC' ? 100 : 10);

export interface ListingChoice {
  readonly scenario?: Scenario | null;
  readonly maxCoins?: number;
}

export function createListing(seed: number, nowMs: number, { scenario = null, maxCoins = Infinity }: ListingChoice = {}): Listing {
  const factors = createFactors(seed);
  const coins = createCoins(seed, factors, nowMs)
    .filter(({ known, rank }) => rank <= maxCoins || isPlayedBy(scenario, known.ticker))
    .map((coin) => listedBy(scenario, coin));
  const byTicker = new Map(coins.map((coin) => [coin.known.ticker, coin]));
  const activityOf = createActivity(seed);
  const tagsOf = createTags(seed, coins, nowMs);
  const what = scenario?.bend?.what;
  const bent = what === undefined ? null : what === 'market' ? factors.market : byTicker.get(what.coin)!.own;
  const bendOf = (terms: readonly Term[]) => {
    const loading = terms.find(({ series }) => series === bent)?.loading ?? 0;
    return scenario?.bend && loading !== 0 ? bendBy(scenario.bend.curve, loading) : null;
  };
  const symbols: ListedSymbol[] = [];
  const bySymbol = new Map<string, ListedSymbol>();

  const add = ({
    coin,
    symbolId,
    quote,
    quotePrice,
    terms,
    drift,
    shapeOf,
    turnoverUsdt,
    listedAt = coin.listedAt,
    contract,
    more,
  }: Wanted) => {
    const usualPrice = coin.usualPrice / quotePrice;
    const pricePrecision = pricePrecisionFor(usualPrice);
    const quantityPrecision = quantityPrecisionFor(coin.usualPrice);
    const listed: ListedSymbol = {
      symbol: {
        symbolId,
        instType: 'sp',
        baseSymbol: coin.known.ticker,
        pricedSymbol: quote,
        pricePrecision,
        tickSize: stepOf(pricePrecision),
        quantityPrecision,
        status: 'online',
        maxLeverage: null,
        listedAt,
        tags: tagsOf(coin),
        ...(contract && {
          contractSize: symbolId.includes('_DMCBL') ? coinMContractUsd(coin.known.ticker) : linearContract(coin.usualPrice),
        }),
        ...more,
      },
      coin,
      contract: contract ?? null,
      priceScale: 10 ** pricePrecision,
      listedAt,
      halfSpread: Math.min(0.002, Math.max(0.000005, 0.03 / Math.sqrt(turnoverUsdt))),
      dailyTurnoverUsdt: turnoverUsdt,
      instrument: {
        anchor: Math.log(usualPrice),
        terms,
        drift,
        shapeKey: keyOf(seed, `shape/${shapeOf}`),
        volumeKey: keyOf(seed, `volume/${symbolId}`),
        activity: activityOf(symbolId, coin.rank),
        dailyTurnover: turnoverUsdt / quotePrice,
        turnoverScale: 10 ** (quotePrice > 100 ? 6 : 2),
        volumeScale: 10 ** quantityPrecision,
        bend: bendOf(terms),
      },
    };
    symbols.push(listed);
    bySymbol.set(symbolId, listed);
  };

  const addSpot = (
    coin: SimulatedCoin,
    quote: string,
    share: number,
    place: number,
    rest: Pick<Wanted, 'quotePrice' | 'terms' | 'drift' | 'shapeOf'>,
  ) => {
    const margin = coin.isStable ? undefined : marginOf(seed, coin, quote, place);
    add({
      coin,
      symbolId: `${coin.known.ticker}${quote}`,
      quote,
      turnoverUsdt: coin.dailyTurnover * share,
      ...rest,
      ...(margin && { more: { margin } }),
    });
  };

  coins
    .filter((coin) => coin.known.ticker !== 'USDT')
    .forEach((coin, index) =>
      addSpot(coin, 'USDT', usdtShare, index + 1, { quotePrice: 1, terms: coin.terms, drift: coin.drift, shapeOf: coin.known.ticker }),
    );

  for (const [quote, count, share] of quotes) {
    const quoteCoin = byTicker.get(quote);
    const fiatDrift = quoteCoin ? null : createFiatDrift(seed, quote);
    const pairs = coins.filter((coin) => tradesAgainst(coin, quote)).slice(0, count);
    pairs.forEach((coin, index) => {
      const { ticker } = coin.known;
      addSpot(coin, quote, share, index + 1, {
        quotePrice: quoteCoin ? quoteCoin.usualPrice : 1 / usualRate(quote),
        terms: quoteCoin ? difference(coin.terms, quoteCoin.terms) : coin.terms,
        drift: fiatDrift,
        // Against anything a coin makes the highs and lows it makes against USDT, so that pairs agree within the half hour, too.
        shapeOf: ticker,
      });
    });
  }

  const futureCoins = coins.filter((coin) => !coin.isStable);
  const indexOffsets = new Map(
    futureCoins.slice(0, lines.usdt.count).map(({ known: { ticker }, rank }) => [ticker, createIndexOffset(seed, ticker, rank)]),
  );
  const addContract = (
    coin: SimulatedCoin,
    index: number,
    symbolId: string,
    line: keyof typeof lines,
    delivery?: { listedAt: number; deliveryAt: number },
  ) => {
    const { ticker } = coin.known;
    const place = index + 1;
    const luck = (place <= 10 ? 0.05 : 0.2) * drawNormal(keyOf(seed, `contract/${ticker}`), 0);
    const spot = bySymbol.get(line === 'usdc' ? `${ticker}USDC` : `${ticker}USDT`)!;
    const premium = delivery ? deliveryPremium(seed, symbolId, delivery.deliveryAt) : perpetualPremium(seed, symbolId, coin.rank, coin.own);
    const funding = delivery ? null : fundingOf(seed, coin.rank);
    const { share } = lines[line];
    add({
      coin,
      symbolId,
      quote: line === 'usdt' ? 'USDT' : line === 'usdc' ? 'USDC' : 'USD',
      quotePrice: 1,
      terms: spot.instrument.terms,
      drift: premium,
      shapeOf: ticker,
      turnoverUsdt: between(contractTurnoverByRank, place) * 10 ** luck * share,
      listedAt: delivery?.listedAt ?? coin.listedAt,
      contract: { spot, indexOffset: indexOffsets.get(ticker)!, premium, funding, shareOfLine: share },
      more: {
        instType: line === 'usdt' ? 'umcbl' : line === 'usdc' ? 'cmcbl' : 'dmcbl',
        maxLeverage: leverageOf(place),
        ...(funding && { fundingIntervalHours: funding.intervalMs / 3_600_000 }),
        ...(delivery && { deliveryAt: delivery.deliveryAt, tags: [] }),
      },
    });
  };
  futureCoins.slice(0, lines.usdt.count).forEach((coin, i) => addContract(coin, i, `${coin.known.ticker}USDT_UMCBL`, 'usdt'));
  futureCoins.slice(0, lines.usdc.count).forEach((coin, i) => addContract(coin, i, `${coin.known.ticker}USDC_CMCBL`, 'usdc'));
  futureCoins.slice(0, lines.coin.count).forEach((coin, i) => addContract(coin, i, `${coin.known.ticker}USD_DMCBL`, 'coin'));
  const deliveries = quarterlyDeliveries(nowMs);
  futureCoins.slice(0, lines.delivery.count).forEach((coin, i) => {
    deliveries.forEach((deliveryAt, n) => {
      // The third one opens when the first has ended.
      const listedAt = n < 2 ? deliveryAt - 182 * dayMs : deliveries[0]!;
      addContract(coin, i, `${coin.known.ticker}USD_DMCBL_${deliveryCode(deliveryAt)}`, 'delivery', { listedAt, deliveryAt });
    });
  });

  return {
    coins,
    symbols,
    catalog: {
      coins: coins.map(({ known, rank, supply, listedAt }): Coin => ({
        ticker: known.ticker,
        name: known.name,
        rank,
        supply,
        sectors: known.sectors,
        chains: known.chains,
        listedAt,
      })),
      symbols: symbols.map((listed) => listed.symbol),
      p2p: p2pMarkets,
    },
  };
}

/** A scenario finds the coin that it is about in any list of coins. */
const isPlayedBy = (scenario: Scenario | null, ticker: string): boolean => {
  const bent = scenario?.bend?.what;
  return ticker === scenario?.withdrawal?.coin || (typeof bent === 'object' && ticker === bent.coin);
};

const listedBy = (scenario: Scenario | null, coin: SimulatedCoin): SimulatedCoin =>
  scenario?.isListedNow(coin) ? { ...coin, listedAt: scenario.startsAt } : coin;

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

/**
 * Log turnover above the usual: the whole market's moods and the pair's own. Many trade the largest coins, so single crowds matter less
 * there.
 */
function createActivity(seed: number): (name: string, rank: number) => Noise {
  const noise = (name: string, spacing: number) => createNoise(keyOf(seed, `activity/${name}`), spacing);
  const market = noise('market', 12);
  return (name, rank) => {
    const days = noise(`${name}/days`, 3);
    const weeks = noise(`${name}/weeks`, 14);
    const own = rank <= 10 ? 0.5 : 1;
    return { at: (day) => 0.38 * market.at(day) + own * (0.3 * days.at(day) + 0.45 * weeks.at(day)) - 0.2 };
  };
}
