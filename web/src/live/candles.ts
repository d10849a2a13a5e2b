// The candles of one symbol and interval on one chart: history as it was loaded, then kept by the live topic. Never a hole: the
// socket opens every subscription, after a cut too, with the last candles, and when those do not join on to what is known,
// the stretch in between is loaded. How history is loaded is the caller's business: this layer makes no calls.
import { candleAt, maxCandles, type CandleInterval, type CandleRow } from '@tidemark/contract/market.ts';
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import type { DataFrame } from '@tidemark/contract/socket.ts';
import type { LiveSocket } from './socket.ts';

/** Rows that open within [from, to], oldest first. Without either: the newest. With from: as many as one call gives, maxCandles. */
export type LoadCandles = (range: { readonly from?: number; readonly to?: number }) => Promise<readonly CandleRow[]>;

export type CandlesStatus = 'loading' | 'ready' | 'failed';

export interface CandlesState {
  readonly status: CandlesStatus;
  /** Oldest first. A new list whenever anything in it changed. */
  readonly rows: readonly CandleRow[];
  /** From here on rows are others than in the state before; a chart that has drawn the rest may leave it. */
  readonly changedFrom: number;
  readonly isLoadingOlder: boolean;
  /** There is nothing before the first row. */
  readonly isWhole: boolean;
}

export interface LiveCandles {
  state(): CandlesState;
  watch(fn: () => void): () => void;
  /** Loads the rows before the first one. */
  loadOlder(): void;
  retry(): void;
  start(): void;
  stop(): void;
}

export interface LiveCandlesDeps {
  readonly socket: Pick<LiveSocket, 'subscribe'> | null;
  readonly symbolId: string;
  readonly interval: CandleInterval;
  readonly load: LoadCandles;
  /** The rows that came with the page, however long ago: missing ones are filled when the socket opens. */
  readonly initial?: readonly CandleRow[];
  readonly report?: (message: string, detail?: unknown) => void;
  readonly after?: (ms: number, fn: () => void) => void;
}

/** A stretch that could not be loaded is asked for again. */
const retryMs = 5_000;

const openOf = (row: CandleRow): number => row[candleAt.openTime];
const empty: CandlesState = { status: 'loading', rows: [], changedFrom: 0, isLoadingOlder: false, isWhole: false };

/** The server is ours; this only keeps another shape from becoming a candle. */
const isCandleRow = (row: unknown): row is CandleRow =>
  Array.isArray(row) && row.length >= 7 && Number.isFinite(row[candleAt.openTime]) && Number(row[candleAt.high]) > 0;

export function createLiveCandles({
  socket,
  symbolId,
  interval,
  load,
  initial,
  report = () => {},
  after = (ms, fn) => void setTimeout(fn, ms),
}: LiveCandlesDeps): LiveCandles {
  const listeners = new Set<() => void>();
  let state: CandlesState = initial ? { ...empty, status: 'ready', rows: initial } : empty;
  /** Told while history, or the stretch before it, was under way; null: nothing is. */
  let waiting: CandleRow[] | null = null;
  let leave: (() => void) | null = null;
  /** Grows with every start: an answer that was asked for before is dropped. */
  let life = 0;

  const change = (part: Partial<CandlesState>) => {
    state = { ...state, ...part };
    for (const fn of [...listeners]) fn();
  };

  const merge = (rows: readonly CandleRow[]) => {
    const merged = mergeCandles(state.rows, rows);
    if (merged) change(merged);
  };

  /** What was told joins on to what is known, or waits until the stretch in between is there. */
  const join = (incoming: readonly CandleRow[]) => {
    if (waiting) return void waiting.push(...incoming);
    let newest = state.rows.at(-1);
    for (const [at, row] of incoming.entries()) {
      if (newest && !isNext(interval, openOf(newest), openOf(row))) {
        merge(incoming.slice(0, at));
        return void fillGap(openOf(newest), incoming.slice(at));
      }
      if (!newest || openOf(row) > openOf(newest)) newest = row;
    }
    merge(incoming);
  };

  const loadHistory = async () => {
    const mine = life;
    waiting ??= [];
    change({ status: 'loading' });
    try {
      const rows = await load({});
      if (mine !== life) return;
      change({ rows, changedFrom: 0, status: 'ready', isWhole: false });
      const incoming = waiting;
      waiting = null;
      join(incoming);
    } catch (error) {
      if (mine !== life) return;
      report('candles could not be loaded', error);
      change({ status: 'failed' });
    }
  };

  const fillGap = async (from: number, incoming: CandleRow[]) => {
    const mine = life;
    waiting = incoming;
    try {
      const between = await load({ from });
      if (mine !== life) return;
      // More than one call gives: looking back loads older candles again, while a hole would stay.
      if (between.length >= maxCandles) return void loadHistory();
      waiting = null;
      // Where no trade happened there is nothing in between; what was told after that may have a gap of its own.
      merge([...between, incoming[0]!]);
      join(incoming.slice(1));
    } catch (error) {
      if (mine !== life) return;
      report('missed candles could not be loaded', error);
      // Rather nothing new than a hole.
      after(retryMs, () => mine === life && void fillGap(from, incoming));
    }
  };

  const onFrame = (frame: DataFrame) => {
    // A channel is released late.
    if (leave) join(frame.data.filter(isCandleRow));
  };

  return {
    state: () => state,
    watch(fn) {
      const own = () => fn();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    loadOlder() {
      const [oldest] = state.rows;
      if (state.status !== 'ready' || state.isLoadingOlder || state.isWhole || !oldest) return;
      const mine = life;
      change({ isLoadingOlder: true });
      load({ to: openOf(oldest) - 1 }).then(
        (rows) => mine === life && change({ ...mergeCandles(state.rows, rows), isLoadingOlder: false, isWhole: rows.length === 0 }),
        (error: unknown) => {
          report('older candles could not be loaded', error);
          if (mine === life) change({ isLoadingOlder: false });
        },
      );
    },
    retry() {
      if (state.status === 'failed') void loadHistory();
    },
    start() {
      life++;
      leave =
        socket?.subscribe({ topic: 'candle', instType: instTypeOf(symbolId), instId: symbolId, channel: interval }, onFrame) ?? (() => {});
      if (state.status !== 'ready') void loadHistory();
    },
    stop() {
      life++;
      waiting = null;
      leave?.();
      leave = null;
      if (state.isLoadingOlder) change({ isLoadingOlder: false });
    },
  };
}

/** Rows of the second list take the places of those that open at the same time; null when nothing is new. */
export function mergeCandles(
  known: readonly CandleRow[],
  incoming: readonly CandleRow[],
): Pick<CandlesState, 'rows' | 'changedFrom'> | null {
  const rows = [...known];
  let changedFrom = Infinity;
  for (const row of incoming) {
    let at = rows.length;
    while (at > 0 && openOf(rows[at - 1]!) > openOf(row)) at--;
    const before = rows[at - 1];
    if (before && openOf(before) === openOf(row)) {
      if (before.every((field, i) => field === row[i])) continue;
      rows[--at] = row;
    } else rows.splice(at, 0, row);
    changedFrom = Math.min(changedFrom, at);
  }
  return changedFrom === Infinity ? null : { rows, changedFrom };
}

/** Whether no candle lies between the first and a later one; months differ in length. */
function isNext(interval: CandleInterval, from: number, to: number): boolean {
  if (to <= from) return true;
  if (interval === '1M') return new Date(from).getUTCMonth() === (new Date(to).getUTCMonth() + 11) % 12 && to - from < 32 * 86_400_000;
  const unit = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }[interval.at(-1) as 'm' | 'h' | 'd' | 'w'];
  return to - from <= Number.parseInt(interval, 10) * unit;
}
