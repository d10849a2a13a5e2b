// The candles of one symbol and interval on one chart: history as it was loaded, then kept by the live topic. Never a hole: the
// socket opens every subscription, after a cut too, with the last candles, and when those do not join on to what is known,
// the stretch in between is loaded. How history is loaded is the caller's business: this layer makes no calls.
import { candleAt, instTypeOf, type CandleInterval, type CandleRow } from '@tidemark/contract/market.ts';
import type { DataFrame } from '@tidemark/contract/socket.ts';
import type { LiveSocket } from './socket.ts';

/** Rows that open within [from, to], oldest first; at most as many as one call gives. */
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
  /** Loads what lies before the first row. */
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
  readonly report?: (message: string, detail?: unknown) => void;
}

const openOf = (row: CandleRow): number => row[candleAt.openTime];
const empty: CandlesState = { status: 'loading', rows: [], changedFrom: 0, isLoadingOlder: false, isWhole: false };

export function createLiveCandles({ socket, symbolId, interval, load, report = () => {} }: LiveCandlesDeps): LiveCandles {
  const listeners = new Set<() => void>();
  let state = empty;
  /** Told while history was under way. */
  let early: CandleRow[] = [];
  let leave: (() => void) | null = null;
  /** Grows with every start: an answer that was asked for before is nobody's. */
  let life = 0;

  const change = (part: Partial<CandlesState>) => {
    state = { ...state, ...part };
    for (const fn of [...listeners]) fn();
  };

  const merge = (rows: readonly CandleRow[]) => {
    const merged = mergeCandles(state.rows, rows);
    if (merged) change(merged);
  };

  const loadHistory = async () => {
    const mine = life;
    change({ status: 'loading' });
    try {
      const rows = await load({});
      if (mine !== life) return;
      change({ ...(mergeCandles(rows, early) ?? { rows }), changedFrom: 0, status: 'ready', isWhole: false });
      early = [];
    } catch (error) {
      if (mine !== life) return;
      report('candles could not be loaded', error);
      change({ status: 'failed' });
    }
  };

  const fillGap = async (told: readonly CandleRow[]) => {
    const mine = life;
    const newest = state.rows.at(-1);
    try {
      const between = newest ? await load({ from: openOf(newest) }) : [];
      if (mine === life) merge([...between, ...told]);
    } catch (error) {
      // Rather nothing new than a hole: the next snapshot tries again.
      if (mine === life) report('missed candles could not be loaded', error);
    }
  };

  const onFrame = (frame: DataFrame) => {
    // A channel is released late.
    if (!leave) return;
    const rows = frame.data as CandleRow[];
    if (state.status !== 'ready') {
      early.push(...rows);
      return;
    }
    const newest = state.rows.at(-1);
    const first = rows[0];
    if (newest && first && openOf(first) > openOf(newest) && !isNext(interval, openOf(newest), openOf(first))) void fillGap(rows);
    else merge(rows);
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
      leave = socket?.subscribe({ topic: 'candle', instType: instTypeOf(symbolId), instId: symbolId, channel: interval }, onFrame) ?? (() => {});
      void loadHistory();
    },
    stop() {
      life++;
      early = [];
      leave?.();
      leave = null;
    },
  };
}

/** Rows of the second list take the places of those that open at the same time; null when nothing is new. */
export function mergeCandles(known: readonly CandleRow[], told: readonly CandleRow[]): Pick<CandlesState, 'rows' | 'changedFrom'> | null {
  const rows = [...known];
  let changedFrom = Infinity;
  for (const row of told) {
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

/** Whether no candle lies between the two; months differ in length. */
function isNext(interval: CandleInterval, from: number, to: number): boolean {
  if (interval === '1M') return new Date(from).getUTCMonth() === (new Date(to).getUTCMonth() + 11) % 12 && to - from < 32 * 86_400_000;
  const unit = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }[interval.at(-1) as 'm' | 'h' | 'd' | 'w'];
  return to - from <= Number.parseInt(interval, 10) * unit;
}
