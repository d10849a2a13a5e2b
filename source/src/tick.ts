// A price as a source reports it.

export interface Tick {
  readonly symbolId: string;
  /** When the price was made, ms; a fraction of one is cut off. */
  readonly ts: number;
  readonly last: number;
  readonly bid: number;
  readonly ask: number;
  /** What is offered at bid and ask, in base currency. */
  readonly bidSize?: number;
  readonly askSize?: number;
  readonly open24h: number;
  readonly high24h: number;
  readonly low24h: number;
  readonly baseVolume24h: number;
  readonly turnover24h: number;
  readonly mark?: number;
  readonly index?: number;
  /** Of the running interval, as far as it is over. */
  readonly fundingRate?: number;
  readonly nextFundingAt?: number;
  /** In base currency. */
  readonly openInterest?: number;
}
