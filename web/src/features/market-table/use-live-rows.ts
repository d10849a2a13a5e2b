import type { SymbolItem } from '@tidemark/contract/market.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import { useLive } from '#live/use-quote.tsx';
import type { ListOrder } from './list-url.ts';
import { figuresOf, orderRows, type WorthOf } from './select-rows.ts';

interface LiveRows {
  readonly rows: readonly SymbolItem[];
  readonly order: ListOrder;
  readonly instType: InstType;
  readonly worthOf: WorthOf;
  /** A first page is shown as the server ordered it: only the whole list can be put in order. */
  readonly isWhole: boolean;
  readonly body: RefObject<HTMLElement | null>;
}

/** Rows by their newest figures, put in order at most once a second and never under somebody's pointer or focus. */
export function useLiveRows({ rows, order, instType, worthOf, isWhole, body }: LiveRows): readonly SymbolItem[] {
  const { quotes } = useLive();
  const [turn, setTurn] = useState(0);
  useEffect(
    () => quotes.watchLine(instType, () => { if (!isHeld(body.current)) setTurn((count) => count + 1); }),
    [quotes, instType, body],
  );
  return useMemo(
    () => (isWhole ? orderRows(rows, order, (item) => quotes.get(item.symbolId) ?? figuresOf(item), worthOf) : rows),
    // turn: the time to look at the live figures again
    [rows, order, worthOf, isWhole, quotes, turn],
  );
}

/** A finger leaves its hover behind, so only a real pointer counts. */
const isHeld = (body: HTMLElement | null): boolean =>
  body !== null && (body.contains(document.activeElement) || (matchMedia('(hover: hover)').matches && body.matches(':hover')));
