// What a source lists: coins, and the symbols they trade as.
import type { SymbolStatus, SymbolTag } from '@tidemark/contract/market.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import type { Chain } from './coins/universe.ts';

export interface Coin {
  readonly ticker: string;
  readonly name: string;
  /** By market cap, 1 = largest. */
  readonly rank: number;
  /** Coins in circulation; null = not known, and so is the cap. */
  readonly supply: number | null;
  /** Slugs, main one first. */
  readonly sectors: readonly string[];
  readonly chains: readonly Chain[];
  /** The first of its symbols that is known; null = of none. */
  readonly listedAt: number | null;
}

export interface MarketSymbol {
  readonly symbolId: string;
  readonly instType: InstType;
  readonly baseSymbol: string;
  readonly pricedSymbol: string;
  /** Decimals of a price; tickSize may be coarser. */
  readonly pricePrecision: number;
  readonly tickSize: number;
  /** Decimals of an amount of base currency. */
  readonly quantityPrecision: number;
  readonly status: SymbolStatus;
  /** Contracts only. */
  readonly maxLeverage: number | null;
  /** null = the source does not tell. */
  readonly listedAt: number | null;
  readonly tags: readonly SymbolTag[];
  /** Contracts that end; perpetual ones do not. */
  readonly deliveryAt?: number;
  /** What one contract is: base currency, or, where a contract is worth a fixed sum, quote currency. */
  readonly contractSize?: number;
  /** Perpetual contracts. */
  readonly fundingIntervalHours?: number;
  /** Spot pairs that can be traded with borrowed money. */
  readonly margin?: MarginTerms;
}

export interface MarginTerms {
  /** null = not on cross margin. */
  readonly crossLeverage: number | null;
  /** null = not on isolated margin. */
  readonly isolatedLeverage: number | null;
  /** What a day of borrowing costs, as a share of the loan. */
  readonly baseDailyRate: number;
  readonly quoteDailyRate: number;
}

/** Where people trade coins for money with each other. */
export interface P2pMarket {
  readonly fiat: string;
  readonly coins: readonly string[];
  readonly paymentMethods: readonly string[];
}

export interface CatalogData {
  readonly coins: readonly Coin[];
  readonly symbols: readonly MarketSymbol[];
  readonly p2p?: readonly P2pMarket[];
}
