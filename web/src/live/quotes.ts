// The newest quote of every symbol this page has seen. Never goes back: a row whose number is not above the known one
// is dropped, wherever it came from (snapshot of the page, of a reconnect, of a slower topic).
//
// Many rows, one flush: changes become visible once per animation frame, and a flush wakes only the listeners of the
// symbols that changed. Row order is a matter of watchLine, at most once a second.
import { quoteAt, type QuoteRow } from '@tidemark/contract/market.ts';
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import type { DataFrame, InstType } from '@tidemark/contract/socket.ts';
import type { LiveSocket } from './socket.ts';
import { systemTimers, type Timers } from './timers.ts';

/** Never changed after it was made: a new quote is a new object. Decimals are strings, as on the wire. */
export interface LiveQuote {
  readonly symbolId: string;
  readonly last: string;
  readonly open24h: string;
  readonly high24h: string;
  readonly low24h: string;
  readonly turnover24h: string;
  /** When the market said so, in the server's time. */
  readonly ts: number;
  readonly seq: number;
  /** As it came: contracts have more figures in it. */
  readonly row: QuoteRow;
  /** When this page heard it, in the browser's time. */
  readonly receivedAt: number;
  /** Which way the last price moved when it last moved. */
  readonly direction: -1 | 0 | 1;
}

export interface QuotesDeps {
  /** null on the server: a store that is only seeded. */
  readonly socket: Pick<LiveSocket, 'subscribe'> | null;
  readonly requestFrame?: (fn: () => void) => void;
  readonly timers?: Timers;
  /** Goes on evenly while the clock of the machine may be set. */
  readonly elapsed?: () => number;
}

export interface Quotes {
  /** Rows that came with the page or with a call. */
  seed(rows: readonly QuoteRow[]): void;
  get(symbolId: string): LiveQuote | undefined;
  /**
   * What the page was rendered with; the first render in the browser must repeat it. Parts of one page may bring rows of different
   * moments and come alive in another order than they were rendered: a part with a row of its own names it.
   */
  seeded(symbolId: string, row?: QuoteRow): LiveQuote | undefined;
  watch(symbolId: string, fn: () => void): () => void;
  watchLine(instType: InstType, fn: () => void): () => void;
  /** Time of the newest quote, in the server's time. */
  newestAt(): number | null;
  /** The server's time, as far as its frames have told: ages of ts do not depend on the clock of this machine. */
  serverNow(): number;
}

const lineWakeMs = 1_000;
const clockJumpMs = 1_000;

interface Line {
  readonly listeners: Set<() => void>;
  isChanged: boolean;
  isWakePlanned: boolean;
  wokenAt: number;
}

export function createQuotes({
  socket,
  requestFrame = (fn) => requestAnimationFrame(fn),
  timers = systemTimers,
  elapsed = () => performance.now(),
}: QuotesDeps): Quotes {
  const quotes = new Map<string, LiveQuote>();
  const seeds = new Map<string, LiveQuote>();
  const seedOf = new WeakMap<QuoteRow, LiveQuote>();
  /** Heard, not yet shown. */
  const staged = new Map<string, LiveQuote>();
  const watchers = new Map<string, { readonly listeners: Set<() => void>; readonly leave: (() => void) | undefined }>();
  const lines = new Map<InstType, Line & { readonly leave: (() => void) | undefined }>();
  let isFlushPlanned = false;
  let newestAt: number | null = null;
  let serverAheadMs = 0;
  let clockBegan = 0;

  function take(row: QuoteRow, receivedAt: number): LiveQuote | null {
    if (!isQuoteRow(row)) return null;
    const symbolId = row[quoteAt.symbolId];
    const known = staged.get(symbolId) ?? quotes.get(symbolId);
    if (known && row[quoteAt.seq] <= known.seq) return null;
    const ts = row[quoteAt.ts];
    if (newestAt === null || ts > newestAt) newestAt = ts;
    return quoteOf(row, receivedAt, directionOf(known, row[quoteAt.last]));
  }

  function stage(quote: LiveQuote) {
    staged.set(quote.symbolId, quote);
    if (isFlushPlanned) return;
    isFlushPlanned = true;
    requestFrame(flush);
  }

  function flush() {
    isFlushPlanned = false;
    const changed = [...staged.values()];
    staged.clear();
    // All values first, then all listeners, so that each listener reads a consistent set.
    for (const quote of changed) {
      quotes.set(quote.symbolId, quote);
      const line = lines.get(instTypeOf(quote.symbolId));
      if (line) line.isChanged = true;
    }
    for (const { symbolId } of changed) for (const fn of [...(watchers.get(symbolId)?.listeners ?? [])]) fn();
    for (const line of lines.values()) if (line.isChanged) planWake(line);
  }

  function planWake(line: Line) {
    if (line.isWakePlanned) return;
    // A clock that was set back would have it wait for as long.
    const waitMs = Math.min(lineWakeMs, line.wokenAt + lineWakeMs - timers.now());
    if (waitMs <= 0) return wake(line);
    line.isWakePlanned = true;
    timers.after(waitMs, () => wake(line));
  }

  function wake(line: Line) {
    line.isWakePlanned = false;
    line.isChanged = false;
    line.wokenAt = timers.now();
    for (const fn of [...line.listeners]) fn();
  }

  // One function for all channels: a symbol claimed again before its late release needs no new snapshot.
  function onFrame(frame: DataFrame) {
    const now = timers.now();
    if (Number.isFinite(frame.ts)) {
      const aheadMs = frame.ts - now;
      const began = now - elapsed();
      // The frame that travelled fastest knows best, until the clock of this machine is set.
      if (aheadMs > serverAheadMs || Math.abs(began - clockBegan) > clockJumpMs) {
        serverAheadMs = aheadMs;
        clockBegan = began;
      }
    }
    for (const row of frame.data as QuoteRow[]) {
      const quote = take(row, now);
      if (quote) stage(quote);
    }
  }

  return {
    seed(rows) {
      const now = timers.now();
      for (const row of rows) {
        const quote = take(row, now);
        seedOf.set(row, asRendered(row, quote ?? quotes.get(row[quoteAt.symbolId]), now));
        if (!quote) continue;
        if (!seeds.has(quote.symbolId)) seeds.set(quote.symbolId, quote);
        // Seeding happens while rendering: a new symbol can be read at once, one that is on the screen already may
        // change only at a flush.
        if (!quotes.has(quote.symbolId)) quotes.set(quote.symbolId, quote);
        if (watchers.has(quote.symbolId) || lines.has(instTypeOf(quote.symbolId))) stage(quote);
        else quotes.set(quote.symbolId, quote);
      }
    },
    get: (symbolId) => quotes.get(symbolId),
    seeded: (symbolId, row) => (row ? seedOf.get(row) : seeds.get(symbolId)),
    watch(symbolId, fn) {
      let watcher = watchers.get(symbolId);
      if (!watcher) {
        const leave = socket?.subscribe({ topic: 'ticker', instType: instTypeOf(symbolId), instId: symbolId }, onFrame);
        watcher = { listeners: new Set(), leave };
        watchers.set(symbolId, watcher);
      }
      const { listeners, leave } = watcher;
      // Its own function per claim: the same fn may watch twice.
      const listener = () => fn();
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        watchers.delete(symbolId);
        leave?.();
      };
    },
    watchLine(instType, fn) {
      let line = lines.get(instType);
      if (!line) {
        const leave = socket?.subscribe({ topic: 'tickers', instType, instId: 'default' }, onFrame);
        line = { listeners: new Set(), isChanged: false, isWakePlanned: false, wokenAt: timers.now(), leave };
        lines.set(instType, line);
      }
      const { listeners, leave } = line;
      const listener = () => fn();
      listeners.add(listener);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        lines.delete(instType);
        leave?.();
      };
    },
    newestAt: () => newestAt,
    serverNow: () => timers.now() + serverAheadMs,
  };
}

const quoteOf = (row: QuoteRow, receivedAt: number, direction: LiveQuote['direction']): LiveQuote => ({
  symbolId: row[quoteAt.symbolId],
  last: row[quoteAt.last],
  open24h: row[quoteAt.open24h],
  high24h: row[quoteAt.high24h],
  low24h: row[quoteAt.low24h],
  turnover24h: row[quoteAt.turnover24h],
  ts: row[quoteAt.ts],
  seq: row[quoteAt.seq],
  row,
  receivedAt,
  direction,
});

/** The row alone, without what was known before it. Mostly that is the quote that is known: then nothing is drawn twice. */
const asRendered = (row: QuoteRow, known: LiveQuote | undefined, now: number): LiveQuote =>
  known?.seq === row[quoteAt.seq] && known.direction === 0 ? known : quoteOf(row, now, 0);

function directionOf(known: LiveQuote | undefined, last: string): LiveQuote['direction'] {
  if (!known) return 0;
  if (known.last === last) return known.direction;
  const moved = Number(last) - Number(known.last);
  return moved > 0 ? 1 : moved < 0 ? -1 : known.direction;
}

/** The server is ours and checked its numbers; this only keeps another shape from becoming a quote. */
const isQuoteRow = (row: unknown): row is QuoteRow =>
  Array.isArray(row) &&
  typeof row[quoteAt.symbolId] === 'string' &&
  typeof row[quoteAt.last] === 'string' &&
  Number.isFinite(row[quoteAt.ts]) &&
  Number.isFinite(row[quoteAt.seq]);
