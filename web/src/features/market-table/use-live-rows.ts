import type { SymbolItem } from '@tidemark/contract/market.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import type { Quotes } from '#live/quotes.ts';
import { useLive } from '#live/use-quote.tsx';
import type { ListOrder } from './list-url.ts';
import { figuresOf, orderRows, type Figures } from './select-rows.ts';
import type { WorthOf } from './worth.ts';

interface LiveRows {
  readonly rows: readonly SymbolItem[];
  readonly order: ListOrder;
  readonly instType: InstType;
  readonly worthOf: WorthOf;
  /** A first page is shown as the server ordered it: only the whole list can be put in order. */
  readonly isWhole: boolean;
  readonly body: RefObject<HTMLElement | null>;
}

type Latest = (item: SymbolItem) => Figures;
const latestOf = (quotes: Quotes): Latest => (item) => quotes.get(item.symbolId) ?? figuresOf(item);

/** Rows by their newest figures, put in order at most once a second and never under somebody's pointer or focus. */
export function useLiveRows({ rows, order, instType, worthOf, isWhole, body }: LiveRows): readonly SymbolItem[] {
  const { quotes } = useLive();
  // A new function each time the figures are worth another look.
  const [latest, setLatest] = useState<Latest>(() => latestOf(quotes));
  useEffect(
    () => quotes.watchLine(instType, () => { if (!isHeld(body.current)) setLatest(() => latestOf(quotes)); }),
    [quotes, instType, body],
  );
  return useMemo(() => (isWhole ? orderRows(rows, order, latest, worthOf) : rows), [rows, order, latest, worthOf, isWhole]);
}

/** A finger leaves its hover behind, so only a real pointer counts. */
const isHeld = (body: HTMLElement | null): boolean =>
  body !== null && (body.contains(document.activeElement) || (matchMedia('(hover: hover)').matches && body.matches(':hover')));
