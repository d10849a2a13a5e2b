// What a column of a list is; the columns themselves are in columns.ts, contract-columns.tsx, margin-columns.tsx and extra-columns.tsx.
import type { ListSort, QuoteRow, SymbolItem } from '@tidemark/contract/market.ts';
import type { ComponentType } from 'react';
import type { WordId } from '#i18n/words.ts';
import type { WorthOf } from './worth.ts';

/** The figures of a quote that rows are ordered by; the wire's decimals. */
export interface Figures {
  readonly last: string;
  readonly open24h: string;
  readonly high24h: string;
  readonly low24h: string;
  readonly turnover24h: string;
  readonly row: QuoteRow;
  /** Which way the last price moved; not known of one that came with the list. */
  readonly direction?: -1 | 0 | 1;
}

export interface CellProps {
  readonly item: SymbolItem;
  /** The newest of it: a row follows its symbol once for all its cells. */
  readonly figures: Figures;
}

export interface Column {
  /** Its name in the address; its cells have the class c-<id>. */
  readonly id: string;
  readonly word: WordId;
  readonly sort: ListSort | null;
  /** Leaves below 1200 px. */
  readonly isWide?: true;
  /** Stays on phones, where all others leave. */
  readonly isOnPhone?: true;
  readonly Cell: ComponentType<CellProps>;
  /** What rows are put in order by; columns of every list have theirs in select-rows. */
  figure?(item: SymbolItem, figures: Figures, worthOf: WorthOf): number | null;
}
