import { quoteAt, type QuoteRow } from '@tidemark/contract/market.ts';

export interface LiveFigures {
  readonly last: string;
  readonly open24h: string;
}

/** Against the price 24 hours ago, or against the beginning of another window: then `since` is the change that came with the quote. */
export function changeOf(quote: QuoteRow, live: LiveFigures | undefined, since?: string | null): number | null {
  if (since === null) return null;
  if (since === undefined) return Number(live?.last ?? quote[quoteAt.last]) / Number(live?.open24h ?? quote[quoteAt.open24h]) - 1;
  const last = Number(live?.last ?? quote[quoteAt.last]);
  return ((1 + Number(since)) * last) / Number(quote[quoteAt.last]) - 1;
}
