// Which rows of a long list exist in the page. All rows have one height, so this is arithmetic; the window scrolls, and
// the first render is the one the server made: the top of the list.
import { startTransition, useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { isPhone, watchPhone } from './phone.ts';

/** --row of the tokens. */
const rowPx = { phone: 60, other: 44 } as const;
/** Rows kept beyond each edge, and the step in which the window moves: fewer, larger changes. */
const spareRows = 10;
const stepRows = 8;
const useIsPhone = () => useSyncExternalStore(watchPhone, isPhone, () => false);

interface Range {
  readonly from: number;
  readonly to: number;
}

export interface VirtualRows extends Range {
  /** Height of the rows that are not there, above and below, in px. */
  readonly before: number;
  readonly after: number;
  /** False in the render that must repeat the server's. */
  readonly isAlive: boolean;
  /** Rows that fit the window. */
  rowsPerPage(): number;
  /** Brings a row into view, clear of what sticks to the edges of the window. */
  scrollTo(index: number): void;
}

export function useVirtualRows(count: number, firstRows: number, body: RefObject<HTMLElement | null>): VirtualRows {
  const rowHeight = useIsPhone() ? rowPx.phone : rowPx.other;
  const [range, setRange] = useState<Range | null>(null);

  useEffect(() => {
    const look = () => {
      const next = rangeInView(body.current, rowHeight, count);
      setRange((shown) => (shown && next.from === shown.from && next.to === shown.to ? shown : next));
    };
    // In the same frame as the scroll, or its rows would come a frame late.
    const onScroll = () => flushSync(look);
    // Rows that are out of sight leave before they come alive, but not in the same breath as the page.
    startTransition(look);
    window.addEventListener('scroll', onScroll, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', onScroll);
      window.removeEventListener('resize', look);
    };
  }, [body, rowHeight, count]);

  const to = Math.min(range?.to ?? firstRows, count);
  const from = Math.min(range?.from ?? 0, to);
  return {
    from,
    to,
    before: from * rowHeight,
    after: range ? (count - to) * rowHeight : 0,
    isAlive: range !== null,
    rowsPerPage: () => Math.max(1, Math.floor(window.innerHeight / rowHeight) - 4),
    scrollTo(index) {
      if (!body.current) return;
      const top = body.current.getBoundingClientRect().top + index * rowHeight;
      const upperEdge = body.current.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
      const lowerEdge = window.innerHeight - 2 * rowHeight;
      if (top < upperEdge) window.scrollBy(0, top - upperEdge);
      else if (top > lowerEdge) window.scrollBy(0, top - lowerEdge);
    },
  };
}

function rangeInView(body: HTMLElement | null, rowHeight: number, count: number): Range {
  const top = body?.getBoundingClientRect().top ?? 0;
  const first = Math.floor(-top / rowHeight / stepRows) * stepRows - spareRows;
  const last = Math.ceil((window.innerHeight - top) / rowHeight / stepRows) * stepRows + spareRows;
  const to = Math.min(Math.max(last, 0), count);
  return { from: Math.min(Math.max(first, 0), to), to };
}
