// The React skin of this room: one provider per page, one hook per thing a component may want to know. A component
// that uses useQuote renders when that symbol changes, and for nothing else.
import type { QuoteRow } from '@tidemark/contract/market.ts';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { createQuotes, type LiveQuote, type Quotes } from './quotes.ts';
import { createSharedClock, type SharedClock } from './shared-clock.ts';
import { createLazySocket } from './lazy-socket.ts';
import type { LiveSocket, SocketState } from './socket.ts';

export interface Live {
  /** null while rendering on the server. */
  readonly socket: LiveSocket | null;
  readonly quotes: Quotes;
  readonly clock: SharedClock;
}

export interface LiveProviderProps {
  /** Where the stream is; by default at the page's own host. */
  readonly url?: string;
  /** Gets what should reach error reporting. */
  readonly report?: (message: string, detail?: unknown) => void;
  readonly children: ReactNode;
}

const LiveContext = createContext<Live | null>(null);

function createLive(props: Omit<LiveProviderProps, 'children'>): Live {
  const socket =
    typeof window === 'undefined'
      ? null
      : createLazySocket(async () => {
          const { createSocket, ownStream } = await import('./socket.ts');
          return createSocket({ url: props.url ?? ownStream(), report: props.report });
        });
  const quotes = createQuotes({ socket });
  return { socket, quotes, clock: createSharedClock({ now: quotes.serverNow }) };
}

export function LiveProvider({ children, ...props }: LiveProviderProps) {
  const [live] = useState(() => createLive(props));
  useEffect(() => {
    const { socket } = live;
    if (!socket) return;
    socket.start();
    // A page with an open socket cannot be kept for the back button: let go when it is left, come back with it.
    const leaving = new AbortController();
    window.addEventListener('pagehide', () => socket.stop(), { signal: leaving.signal });
    window.addEventListener('pageshow', () => socket.start(), { signal: leaving.signal });
    return () => {
      leaving.abort();
      socket.stop();
    };
  }, [live]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

export function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive needs a LiveProvider');
  return live;
}

/**
 * The newest quote of a symbol; row: what this part of the page was rendered with. Watching it subscribes it, for as long as the component
 * is there and a little longer.
 */
export function useQuote(symbolId: string, row?: QuoteRow): LiveQuote | undefined {
  const { quotes } = useLive();
  const watch = useCallback((fn: () => void) => quotes.watch(symbolId, fn), [quotes, symbolId]);
  return useSyncExternalStore(
    watch,
    () => quotes.get(symbolId),
    () => quotes.seeded(symbolId, row),
  );
}

/** Hands the rows that came with a call to the store, before anything below reads them. */
export function useSeededQuotes(rows: readonly QuoteRow[]): Quotes {
  const { quotes } = useLive();
  return useMemo(() => {
    // Harmless to do again: rows that are not newer are dropped.
    quotes.seed(rows);
    return quotes;
  }, [quotes, rows]);
}

/** The server's time, moving on every everyMs; null in the first render, which the server's must equal. One timer for all. */
export function useNow(everyMs: number): number | null {
  const { clock } = useLive();
  const watch = useCallback((fn: () => void) => clock.watch(everyMs, fn), [clock, everyMs]);
  return useSyncExternalStore(watch, clock.read, () => null);
}

export interface Connection {
  readonly phase: SocketState['phase'];
  readonly attempt: number;
  /** When the next try is due, in the browser's time. */
  readonly retryAt: number | null;
  /** Time of the newest quote on this page, and how long ago that is. */
  readonly newestAt: number | null;
  readonly ageMs: number | null;
  readonly retryNow: () => void;
}

const noChanges = () => () => {};
const nothingToRetry = () => {};

export function useConnection(): Connection {
  const { socket, quotes } = useLive();
  const onState = socket?.onState ?? noChanges;
  const phase = useSyncExternalStore(
    onState,
    () => socket?.state().phase ?? 'connecting',
    () => 'connecting' as const,
  );
  const attempt = useSyncExternalStore(
    onState,
    () => socket?.state().attempt ?? 0,
    () => 0,
  );
  const retryAt = useSyncExternalStore(
    onState,
    () => socket?.state().retryAt ?? null,
    () => null,
  );
  const now = useNow(1_000);
  const newestAt = now === null ? null : quotes.newestAt();
  return {
    phase,
    attempt,
    retryAt,
    newestAt,
    ageMs: now === null || newestAt === null ? null : Math.max(0, now - newestAt),
    retryNow: socket?.retryNow ?? nothingToRetry,
  };
}
