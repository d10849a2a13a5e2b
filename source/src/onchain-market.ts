// What a source tells about tokens that live on chains: the main pool of each. Facts only; what is risky or hot is judged by the
// onchain room.

export interface OnchainPool {
  readonly chain: string;
  /** Of the token; together with the chain it names it. */
  readonly address: string;
  readonly symbol: string;
  readonly name: string;
  readonly dex: string;
  /** What it is traded for in the pool. */
  readonly quoteSymbol: string;
  /** The coin of our catalog that it is; null = none. */
  readonly coin: string | null;
  readonly priceUsdt: number;
  /** Fractions; null = the pool is younger than that. */
  readonly change: { readonly m5: number | null; readonly h1: number | null; readonly h6: number | null; readonly h24: number | null };
  readonly volume24h: number;
  readonly liquidity: number;
  readonly fdv: number | null;
  /** null = what circulates was not verified. */
  readonly marketCap: number | null;
  readonly holders: number | null;
  readonly top10Share: number | null;
  readonly buys24h: number;
  readonly sells24h: number;
  readonly createdAt: number;
  /** What the token's contract lets its owner do; null = not known. */
  readonly isMintable: boolean | null;
  readonly isFreezable: boolean | null;
  /** It can be bought and not sold. */
  readonly isHoneypot: boolean | null;
}

export interface OnchainChain {
  readonly chain: string;
  readonly name: string;
  /** Ticker of its own coin. */
  readonly coin: string;
}

export interface OnchainMarket {
  readonly asOf: number;
  readonly chains: readonly OnchainChain[];
  readonly pools: readonly OnchainPool[];
}
