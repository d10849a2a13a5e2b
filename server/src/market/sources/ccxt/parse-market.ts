// An exchange's markets as our catalog: our symbol ids, suffix by business line. What cannot be a symbol of ours (options,
// demo lines, odd settlements) is left out; what should be one but makes no sense is refused and counted.
import { symbolId as symbolIdShape, type SymbolStatus } from '@tidemark/contract/market.ts';
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import type { CatalogData, Coin, MarketSymbol } from '@tidemark/source/catalog-data.ts';
import { sectorsOf } from '@tidemark/source/coins/sectors.ts';
import { knownCoins } from '@tidemark/source/coins/universe.ts';
import * as v from 'valibot';
import type { Market } from './exchange.ts';
import { fieldOf, readOptional } from './read-number.ts';
import type { Venue } from './venue.ts';

/** A symbol of ours beside the market it is on the exchange. */
export interface Listing {
  readonly symbol: MarketSymbol;
  readonly market: Market;
}

const marketFaults = ['badSymbol', 'badPrecision', 'listedTwice'] as const;
export type MarketFault = (typeof marketFaults)[number];

/** The id a market has with us; null = no line of ours. */
export function symbolIdOf(market: Market): string | null {
  const { base, quote, settle } = market!;
  if (market!.option) return null;
  if (market!.spot) return `${base}${quote}`;
  // The demo lines settle in play money.
  if (/^S(?:USD|BTC|ETH|EOS)/.test(settle ?? '') || /^S(?:USD|BTC|ETH)/.test(quote ?? '')) return null;
  const suffix =
    market!.linear && settle === 'USDT' ? '_UMCBL' : market!.linear && settle === 'USDC' ? '_CMCBL' : market!.inverse ? '_DMCBL' : null;
  if (suffix === null) return null;
  return `${base}${quote}${suffix}${market!.future ? `_${dayOf(market!.expiry)}` : ''}`;
}

const dayOf = (ms: number | undefined): string => (ms ? new Date(ms).toISOString().slice(2, 10).replaceAll('-', '') : '');

/** The words of the four exchanges for one thing. */
const statusWords: Readonly<Record<string, SymbolStatus>> = {
  online: 'online',
  normal: 'online',
  trading: 'online',
  live: 'online',
  gray: 'prelaunch',
  listed: 'prelaunch',
  pending_trading: 'prelaunch',
  preopen: 'prelaunch',
  prelaunch: 'prelaunch',
  offline: 'delisted',
  off: 'delisted',
  close: 'delisted',
  closed: 'delisted',
  delivered: 'delisted',
  expired: 'delisted',
};

function statusOf(market: Market): SymbolStatus {
  const info: unknown = market!.info;
  const word = fieldOf(info, 'symbolStatus') ?? fieldOf(info, 'status') ?? fieldOf(info, 'contractStatus') ?? fieldOf(info, 'state');
  const known = typeof word === 'string' ? statusWords[word.toLowerCase()] : undefined;
  return known ?? (market!.active === false || typeof word === 'string' ? 'halted' : 'online');
}

export type FundingHours = (market: NonNullable<Market>) => number;

/** Bitget says hours, Bybit minutes; of the others it has to be asked. */
function fundingIntervalOf(market: Market, asked: FundingHours): { fundingIntervalHours?: number } {
  if (!market!.swap) return {};
  const minutes = readOptional(fieldOf(market!.info, 'fundingInterval'));
  const hours = readOptional(fieldOf(market!.info, 'fundInterval')) ?? (minutes === undefined ? asked(market!) : minutes / 60);
  return hours > 0 ? { fundingIntervalHours: hours } : {};
}

/** Places of a step: 0.0005 has four. */
const placesOf = (step: number): number => {
  for (let places = 0; places <= 14; places++)
    if (Math.abs(step * 10 ** places - Math.round(step * 10 ** places)) < 1e-6 && Math.round(step * 10 ** places) > 0) return places;
  return 14;
};

/** Amounts are told in base currency: a contract of so many dollars has no step in it, and gets the places exchanges tell it with. */
const quantityPlacesOf = (step: number, { inverse, contractSize = 1 }: NonNullable<Market>, countsContracts: boolean): number =>
  !countsContracts ? placesOf(step) : inverse ? 8 : placesOf(step * contractSize);

export interface MarketRules {
  readonly fundingHours?: FundingHours | undefined;
  readonly countsContracts?: Venue['countsContracts'];
}

export function parseMarkets(
  markets: readonly Market[],
  { fundingHours = () => NaN, countsContracts = () => false }: MarketRules = {},
): { catalog: CatalogData; listings: readonly Listing[]; refused: readonly { id: string; fault: MarketFault }[] } {
  const known = new Map(knownCoins().map((coin, index) => [coin.ticker, { coin, rank: index + 1 }]));
  const listings = new Map<string, Listing>();
  const coins = new Map<string, Coin>();
  const refused: { id: string; fault: MarketFault }[] = [];
  for (const market of markets) {
    const symbolId = market && symbolIdOf(market);
    if (!market || symbolId === null || symbolId === undefined) continue;
    const tickSize = market.precision.price ?? NaN;
    const step = market.precision.amount ?? NaN;
    const fault =
      !v.is(symbolIdShape, symbolId) || !market.base
        ? 'badSymbol'
        : !(tickSize > 0 && step > 0)
          ? 'badPrecision'
          : listings.has(symbolId)
            ? 'listedTwice'
            : null;
    if (fault) {
      refused.push({ id: String(market.id), fault });
      continue;
    }
    // Binance tells it of contracts only; some write zero.
    const listedAt = market.created || null;
    const symbol: MarketSymbol = {
      symbolId,
      instType: instTypeOf(symbolId),
      baseSymbol: market.base,
      pricedSymbol: market.quote,
      pricePrecision: placesOf(tickSize),
      tickSize,
      quantityPrecision: quantityPlacesOf(step, market, countsContracts(market)),
      status: statusOf(market),
      maxLeverage: market.spot ? null : (market.limits.leverage?.max ?? null),
      listedAt,
      tags: [],
      ...(market.future && market.expiry ? { deliveryAt: market.expiry } : {}),
      ...(market.contract && market.contractSize ? { contractSize: market.contractSize } : {}),
      ...fundingIntervalOf(market, fundingHours),
    };
    listings.set(symbolId, { symbol, market });
    const found = known.get(market.base);
    coins.set(market.base, {
      ticker: market.base,
      name: found?.coin.name ?? market.base,
      rank: found?.rank ?? known.size + 1 + coins.size,
      supply: null,
      sectors: found?.coin.sectors ?? sectorsOf(market.base),
      chains: found?.coin.chains ?? [{ chain: market.base, address: null }],
      listedAt: earlier(listedAt, coins.get(market.base)?.listedAt ?? null),
    });
  }
  const all = [...listings.values()];
  return {
    catalog: { coins: [...coins.values()].sort((a, b) => a.rank - b.rank), symbols: all.map(({ symbol }) => symbol) },
    listings: all,
    refused,
  };
}

const earlier = (a: number | null, b: number | null): number | null => (a === null || b === null ? (a ?? b) : Math.min(a, b));

/** Symbols of a list that answers with the exchange's own ids. */
export const byExchangeId = (listings: readonly Listing[], instTypes: readonly InstType[]): ReadonlyMap<string, Listing> =>
  new Map(listings.filter(({ symbol }) => instTypes.includes(symbol.instType)).map((listing) => [String(listing.market!.id), listing]));
