// An event of the calendar as facts. Ours get their words when a reader's language is known; the operator's bring their own.
import type { CalendarCategory } from '@tidemark/contract/content.ts';
import type { PageName } from '@tidemark/contract/pages.ts';

/** Words: event.<kind>. */
const eventKinds = [
  'listing',
  'delivery',
  'optionsMonth',
  'optionsQuarter',
  'difficulty',
  'halving',
  'whitepaper',
  'genesis',
  'pizza',
  'ethereum',
  'merge',
] as const;
export type EventKind = (typeof eventKinds)[number];

export interface OwnEvent {
  readonly kind: EventKind;
  readonly values: Readonly<Record<string, string | number>>;
  /** A page of ours; symbol: of the coin's page. */
  readonly page: { readonly name: Extract<PageName, 'bitcoinHalving' | 'rankNewListing'> } | { readonly symbol: string } | null;
}

export interface WrittenEvent {
  /** By locale; 'en' is always there. */
  readonly titles: Readonly<Record<string, string>>;
  readonly link: string;
}

export interface EventFacts {
  readonly id: string;
  readonly at: number;
  readonly isEstimated: boolean;
  readonly categories: readonly CalendarCategory[];
  readonly coin: string | null;
  readonly source: string;
  readonly what: OwnEvent | WrittenEvent;
}
