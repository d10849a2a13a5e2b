// What the address says about the chart of the index: how far back, and beside what.
import { fearGreedParts, type FearGreedPart } from '@tidemark/contract/fear-greed.ts';

export const spans = { month: 30, quarter: 90, year: 365, all: 730 } as const;
export type Span = keyof typeof spans;
export const spanNames = Object.keys(spans) as Span[];
export type Against = 'btc' | FearGreedPart;

export interface HistoryChoice {
  readonly span: Span;
  readonly against: Against;
}

const usual: HistoryChoice = { span: 'year', against: 'btc' };

export const readHistoryChoice = (search: URLSearchParams): HistoryChoice => ({
  span: spanNames.find((name) => name === search.get('span')) ?? usual.span,
  against: fearGreedParts.find((part) => part === search.get('against')) ?? usual.against,
});

/** What is as usual is not written. */
export function searchOf({ span, against }: HistoryChoice): URLSearchParams {
  const search = new URLSearchParams();
  if (span !== usual.span) search.set('span', span);
  if (against !== usual.against) search.set('against', against);
  return search;
}
