// What alerts can be set on, and what it costs now: symbols of the market, and coins against money at P2P.
import { p2pSymbolId } from '@tidemark/contract/alerts.ts';
import { alertType, isChannelType, isPercentType, type AlertType } from '@tidemark/contract/alert-rules.ts';
import {
  businessLine,
  contractLineOf,
  businessLineOf,
  suffixOf,
  type BusinessLine,
  type ContractLine,
} from '@tidemark/contract/business-lines.ts';
import type { MarketSymbol } from '@tidemark/source/catalog-data.ts';
import type { P2pAd } from '@tidemark/source/source.ts';
import type { Board, Quote } from '#market/board.ts';
import type { Catalog } from '#market/catalog/catalog.ts';
import { changeLevel, fallFrom, riseFrom } from './engine/levels.ts';
import { changeUnits, createScale, type Scale } from './engine/scale.ts';
import type { SeriesKind } from './engine/series.ts';
import type { Standing } from './engine/standing.ts';

export interface Pair {
  readonly symbolId: string;
  readonly businessLine: BusinessLine;
  readonly contractLine: ContractLine | null;
  readonly base: string;
  readonly quote: string;
  readonly name: string;
  readonly tick: string;
  /** Nothing trades on it now. */
  readonly isSuspended: boolean;
  readonly supportsUta: boolean;
}

/** Places of a price. */
export const pricePrecisionOf = ({ tick }: Pick<Pair, 'tick'>): number => tick.split('.')[1]?.length ?? 0;

/** A value of a series: as people read it, when it was made, and in the units of the series. */
export interface Reading {
  readonly price: string;
  readonly at: number;
  readonly units: number;
}

export interface PairMarket {
  readonly catalog: Catalog;
  readonly board: Pick<Board, 'quote'>;
  /** null = the source has none. */
  p2pAds(pair: { readonly fiat: string; readonly coin: string }): Promise<readonly P2pAd[] | null>;
}

/** Merchants who break off more orders than this do not count. */
const completionFloor = 0.9;
const isEligible = (ad: P2pAd): boolean => ad.available > 0 && ad.merchant.completion >= completionFloor;

/** A buyer looks for the lowest of those who sell, a seller for the highest of those who buy. */
export const bestAd = (ads: readonly P2pAd[], side: 'p2pBuy' | 'p2pSell'): P2pAd | null => {
  const theirs = ads.filter((ad) => ad.side === (side === 'p2pBuy' ? 'sell' : 'buy') && isEligible(ad));
  return theirs.reduce<P2pAd | null>(
    (best, ad) => (best === null || (side === 'p2pBuy' ? ad.price < best.price : ad.price > best.price) ? ad : best),
    null,
  );
};

export const readP2pSymbol = (symbolId: string): { coin: string; fiat: string } | null => {
  const [coin = '', fiat = '', ...rest] = symbolId.split('_');
  return coin && fiat && rest.length === 0 && !suffixOf(symbolId) ? { coin, fiat } : null;
};

/** Money that is counted in hundreds or thousands for a cent of others. */
const coarseMoney = new Set(['VND', 'IDR', 'UZS', 'KRW', 'JPY', 'RUB']);
const p2pTick = (fiat: string): string => (coarseMoney.has(fiat) ? '0.01' : '0.000001');

/** A number of the feed as a plain decimal of at most so many places. */
export const plain = (value: number, places: number): string => {
  const text = value.toFixed(Math.min(places, 20));
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
};

/** A tick size as it was meant: 1e-8 is 0.00000001, and 0.1 is not 0.1000000000000000055. */
const tickText = (tickSize: number): string => {
  const [digits = '', exponent] = String(tickSize).split('e-');
  return exponent === undefined ? digits : tickSize.toFixed(Number(exponent) + (digits.split('.')[1]?.length ?? 0));
};

const nameOf = ({ symbolId, baseSymbol, pricedSymbol, deliveryAt }: MarketSymbol): string => {
  if (!suffixOf(symbolId)) return `${baseSymbol}/${pricedSymbol}`;
  return deliveryAt === undefined ? `${baseSymbol}${pricedSymbol}` : `${baseSymbol}${pricedSymbol} ${symbolId.slice(-6)}`;
};

const pairOfSymbol = (symbol: MarketSymbol): Pair => ({
  symbolId: symbol.symbolId,
  businessLine: businessLineOf(symbol.symbolId),
  contractLine: contractLineOf(symbol.symbolId),
  base: symbol.baseSymbol,
  quote: symbol.pricedSymbol,
  name: nameOf(symbol),
  tick: tickText(symbol.tickSize),
  isSuspended: symbol.status !== 'online',
  supportsUta: symbol.instType === 'umcbl',
});

const pairOfP2p = (coin: string, fiat: string): Pair => ({
  symbolId: p2pSymbolId(coin, fiat),
  businessLine: businessLine.p2p,
  contractLine: null,
  base: coin,
  quote: fiat,
  name: `${coin}/${fiat}`,
  tick: p2pTick(fiat),
  isSuspended: false,
  supportsUta: false,
});

const scales = new Map<string, Scale>();
export const scaleOf = (tick: string): Scale => {
  const known = scales.get(tick) ?? createScale(tick);
  scales.set(tick, known);
  return known;
};

/** Of a quote: the value that a series of this kind has by it; null = it says nothing of it. */
export function unitsOfQuote(kind: SeriesKind, quote: Pick<Quote, 'last' | 'mark' | 'index' | 'open24h'>, scale: Scale): number | null {
  switch (kind) {
    case 'last':
      return scale.units(quote.last);
    case 'mark':
      return quote.mark === undefined ? null : scale.units(quote.mark);
    case 'index':
      return quote.index === undefined ? null : scale.units(quote.index);
    case 'change24h':
      return changeUnits(scale.units(quote.last), scale.units(quote.open24h));
    case 'p2pBuy':
    case 'p2pSell':
      return null;
  }
}

export interface Pairs {
  /** null: there is no such pair on this line. */
  find(line: BusinessLine, symbolId: string): Pair | null;
  /** All of a line that trade. */
  all(line: BusinessLine): readonly Pair[];
  read(kind: SeriesKind, pair: Pair): Promise<Reading | null>;
}

export function createPairs(market: PairMarket): Pairs {
  const p2pPairs = () => (market.catalog.data.p2p ?? []).flatMap(({ fiat, coins }) => coins.map((coin) => pairOfP2p(coin, fiat)));
  return {
    find(line, symbolId) {
      if (line === businessLine.p2p) {
        const named = readP2pSymbol(symbolId);
        const isTraded = named && market.catalog.data.p2p?.some(({ fiat, coins }) => fiat === named.fiat && coins.includes(named.coin));
        return isTraded ? pairOfP2p(named.coin, named.fiat) : null;
      }
      const symbol = market.catalog.symbol(symbolId);
      return symbol && businessLineOf(symbolId) === line ? pairOfSymbol(symbol) : null;
    },
    all(line) {
      if (line === businessLine.p2p) return p2pPairs();
      return market.catalog.data.symbols
        .filter((symbol) => businessLineOf(symbol.symbolId) === line && symbol.status === 'online')
        .map(pairOfSymbol);
    },
    async read(kind, pair) {
      const scale = scaleOf(pair.tick);
      if (kind === 'p2pBuy' || kind === 'p2pSell') {
        const best = bestAd((await market.p2pAds({ fiat: pair.quote, coin: pair.base })) ?? [], kind);
        return best && { price: plain(best.price, 12), at: Infinity, units: scale.units(best.price) };
      }
      const quote = market.board.quote(pair.symbolId);
      const units = quote && unitsOfQuote(kind, quote, scale);
      if (!quote || units === null || units === undefined) return null;
      return { price: scale.decimal(kind === 'change24h' ? scale.units(quote.last) : units), at: quote.ts, units };
    },
  };
}

/** As messages and the log name it; a pair that the market has dropped has no precision of its own any more. */
export function namedPair(pairs: Pick<Pairs, 'find'>, { businessLine: line, symbolId }: { businessLine: number; symbolId: string }) {
  const pair = pairs.find(line as BusinessLine, symbolId);
  return { name: pair?.name ?? symbolId, pricePrecision: pair ? pricePrecisionOf(pair) : 0 };
}

/** How far the value has to go, as a fraction of the price; rising is positive. For 24 h changes: in points of the change. */
export function distanceOf(
  alert: { readonly type: AlertType; readonly target: number; readonly upper: number },
  standing: Pick<Standing, 'anchor'>,
  units: number,
): number {
  const { type, target, upper } = alert;
  if (type === alertType.rise24hPercent) return (changeLevel(target) - units) / 100_000;
  if (type === alertType.fall24hPercent) return (-changeLevel(target) - units) / 100_000;
  if (isPercentType(type)) {
    const anchor = standing.anchor ?? units;
    return (type === alertType.risePercent ? riseFrom(anchor, target) : fallFrom(anchor, target)) / units - 1;
  }
  if (!isChannelType(type)) return target / units - 1;
  const [toLower, toUpper] = [target / units - 1, upper / units - 1];
  const isInside = units >= target && units <= upper;
  if (type === alertType.entersChannel && isInside) return 0;
  if (type === alertType.exitsChannel && !isInside) return 0;
  return Math.abs(toLower) < Math.abs(toUpper) ? toLower : toUpper;
}
