import type { SymbolItem } from '@tidemark/contract/market.ts';
import type { InstType } from '@tidemark/contract/socket.ts';
import { useEffect, useMemo, useState, type RefObject } from 'react';
import type { Quotes } from '#live/quotes.ts';
import { useLive } from '#live/use-quote.tsx';
import type { Column, Figures } from './column.ts';
import type { ListOrder } from './list-url.ts';
import { figuresOf, orderRows, type OpenOf } from './select-rows.ts';
import type { WorthOf } from './worth.ts';

interface LiveRows {
  readonly rows: readonly SymbolItem[];
  readonly order: ListOrder;
  /** The markets the rows are of. */
  readonly instTypes: readonly InstType[];
  readonly worthOf: WorthOf;
  readonly openOf: OpenOf | null;
  readonly figure: Column['figure'];
  /** False: shown as given. Only a whole list can be put in order, and only one that has no order of its own. */
  readonly isOrdered: boolean;
  readonly body: RefObject<HTMLElement | null>;
}

type Latest = (item: SymbolItem) => Figures;
const latestOf =
  (quotes: Quotes): Latest =>
  (item) =>
    quotes.get(item.symbolId) ?? figuresOf(item);

/** Rows by their newest figures, put in order at most once a second and never under the user's pointer or focus. */
export function useLiveRows({ rows, order, instTypes, worthOf, openOf, figure, isOrdered, body }: LiveRows): readonly SymbolItem[] {
  const { quotes } = useLive();
  // A new function each time the figures are worth another look.
  const [latest, setLatest] = useState<Latest>(() => latestOf(quotes));
  const lines = instTypes.join();
  useEffect(() => {
    const look = () => {
      if (!isHeld(body.current)) setLatest(() => latestOf(quotes));
    };
    const leave = (lines.split(',') as InstType[]).map((instType) => quotes.watchLine(instType, look));
    return () => leave.forEach((fn) => fn());
  }, [quotes, lines, body]);
  return useMemo(
    () => (isOrdered ? orderRows(rows, order, { latest, worthOf, openOf, figure }) : rows),
    [rows, order, latest, worthOf, openOf, figure, isOrdered],
  );
}

/** A finger leaves its hover behind, so only a real pointer counts. */
const isHeld = (body: HTMLElement | null): boolean =>
  body !== null && (body.contains(document.activeElement) || (matchMedia('(hover: hover)').matches && body.matches(':hover')));
