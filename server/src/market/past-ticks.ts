// Stretches that a process missed, handed over tick by tick: from the ring as far as it reaches; where the feed itself heard nothing, from
// the source, exact or as trades; what neither knows is said to be unknown, and only candles tell of it.
import type { Source } from '@tidemark/source/source.ts';
import { systemStopwatch, type Stopwatch } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { wholeMs } from './tick.ts';
import type { TickRing } from './tick-ring.ts';

/** Ticks of a symbol after the quote with this number; without a number, from this time on. */
export interface PastTicksAsk {
  readonly symbolId: string;
  readonly after: number | null;
  /** Time of the last tick that is known. */
  readonly from: number;
  /** When it was heard, by the clock of the asking process: from may be of a feed whose clock was wrong. */
  readonly heardAt?: number | null;
  /** Who asks knows what a rest is; an older version does not, and gets all ticks of a symbol at once. */
  readonly mayBeCut?: boolean;
}

/**
 * Six numbers a tick: number (null: it was never told, and its time says whether it is news), time, last, mark, index, open 24 h ago;
 * null = not known.
 */
export const pastTickWidth = 6;

export type PastStretch =
  /** isPriceOnly: of trades, which say nothing of mark, index and the day. */
  | {
      readonly kind: 'ticks';
      readonly from: number;
      readonly to: number;
      readonly rows: readonly (number | null)[];
      readonly isPriceOnly: boolean;
    }
  /** isAway: the source did not answer, and may later. */
  | { readonly kind: 'unknown'; readonly from: number; readonly to: number; readonly isAway?: boolean };

export interface PastTicks {
  /** Of the feed that answers. */
  readonly epoch: number;
  /** Everything up to this number is told. */
  readonly upTo: number;
  /** Oldest first, for each ask in its order; of the last asks there may be none: ask again for those. */
  readonly answers: readonly (readonly PastStretch[])[];
  /** The last answer is cut: what to ask for its rest. */
  readonly rest?: PastTicksAsk;
}

/** In one answer: well below the 1 MB that NATS carries. */
const mostTicks = 20_000;
/** What is older is not delivered any more: minutes will do. */
const longestMs = 15 * 60_000;
const mostTrades = 1_000;
/** A source that tells trades one symbol after the other is not done by then: what it has is told, and the rest is asked for again. */
const answerWithinMs = 5_000;
/** No caller waits longer for an answer. What the source leaves open is away, so that it is not asked without end in vain. */
const sourceWithinMs = 10_000;
const asksAtOnce = 4;

export interface PastTicksDeps {
  readonly ring: TickRing;
  readonly source: Pick<Source, 'ticks' | 'trades'>;
  readonly log: Log;
  now(): number;
  readonly stopwatch?: Stopwatch;
}

export type PastTicksReader = (asks: readonly PastTicksAsk[]) => Promise<Omit<PastTicks, 'epoch'>>;

interface Deadline {
  readonly isOver: () => boolean;
  /** Rejects when it is over. */
  readonly over: Promise<never>;
  readonly cancel: () => void;
}

function createDeadline(stopwatch: Stopwatch, ms: number): Deadline {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  let isOver = false;
  const cancel = stopwatch.after(ms, () => {
    isOver = true;
    reject(new Error('the source did not answer in time'));
  });
  return { isOver: () => isOver, over: promise, cancel };
}

export function createPastTicks({ ring, source, log, now, stopwatch = systemStopwatch }: PastTicksDeps): PastTicksReader {
  /** seq: what the ticks are numbered with; null: nothing. */
  const fromSource = async (
    symbolId: string,
    since: number,
    to: number,
    seq: number | null,
    deadline: Deadline,
  ): Promise<PastStretch[]> => {
    if (to <= since) return [];
    const from = Math.max(since, to - longestMs);
    const older: PastStretch[] = from > since ? [{ kind: 'unknown', from: since, to: from }] : [];
    try {
      const ticks = await inTime(deadline, () => source.ticks?.({ symbolId, from, to }));
      if (ticks) {
        return [
          ...older,
          {
            kind: 'ticks',
            from,
            to,
            isPriceOnly: false,
            rows: ticks.flatMap(({ ts, last, mark, index, open24h }) => [seq, wholeMs(ts), last, mark ?? null, index ?? null, open24h]),
          },
        ];
      }
      const trades = (await inTime(deadline, () => source.trades?.range({ symbolId, limit: mostTrades }))) ?? [];
      // Only what reaches back to the beginning of the stretch is known to be all of it.
      if (trades[0] && trades[0].ts <= from) {
        return [
          ...older,
          {
            kind: 'ticks',
            from,
            to,
            isPriceOnly: true,
            rows: trades.filter(({ ts }) => ts > from && ts <= to).flatMap(({ ts, price }) => [seq, wholeMs(ts), price, null, null, null]),
          },
        ];
      }
    } catch (error) {
      log.warn({ err: error, symbolId }, 'the source could not tell the ticks of a missed stretch; candles will have to do');
      return [{ kind: 'unknown', from: since, to, isAway: true }];
    }
    return [{ kind: 'unknown', from: since, to }];
  };

  return async (asks) => {
    const upTo = Math.max(0, ring.lastSeq());
    const rows = new Map<number, (number | null)[]>();
    for (const { symbolId } of asks) {
      const number = ring.symbol(symbolId);
      if (number !== undefined) rows.set(number, []);
    }
    ring.scan(
      asks.some(({ after }) => after === null) ? -Infinity : asks.reduce((least, { after }) => Math.min(least, after!), Infinity),
      (symbol, seq, ts, last, mark, index, open24h) => {
        rows.get(symbol)?.push(seq, ts, last, orNull(mark), orNull(index), open24h);
      },
    );
    // As they are now: what is missed while the source is asked lies behind upTo.
    const gaps =
      ring.gaps().length > 0 ? [...ring.gaps()] : [{ after: -Infinity, seq: Infinity, from: -Infinity, to: now(), heardAt: -Infinity }];

    const answerOf = async ({ symbolId, after, from, heardAt = null }: PastTicksAsk, deadline: Deadline): Promise<PastStretch[]> => {
      const own = rows.get(ring.symbol(symbolId) ?? -1) ?? [];
      let at = 0;
      const isMissed = () => (after === null ? own[at + 1]! >= from : own[at]! > after);
      while (at < own.length && !isMissed()) at += pastTickWidth;
      const stretches: PastStretch[] = [];
      const tellUntil = (seq: number, to: number): void => {
        const begin = at;
        while (at < own.length && own[at]! <= seq) at += pastTickWidth;
        if (at > begin) stretches.push({ kind: 'ticks', from, to, isPriceOnly: false, rows: own.slice(begin, at) });
      };
      for (const gap of gaps) {
        if (after === null ? gap.to <= from : gap.seq <= after) continue;
        tellUntil(gap.seq, gap.from);
        const since = Math.max(from, gap.from);
        // The first ones after it may be of many minutes, as those of a recording are: from there on they speak for themselves.
        const first = firstAfter(own, gap.seq);
        const to = after === null || first > since ? Math.min(gap.to, first) : gap.to;
        if (since <= gap.to || after === null) stretches.push(...(await fromSource(symbolId, since, to, null, deadline)));
        else {
          // The feed before had a clock that was ahead: its times cannot be compared, only when it was heard, and the number of the gap.
          const heard = Number.isFinite(gap.heardAt) ? gap.heardAt : (heardAt ?? gap.to);
          stretches.push(...(await fromSource(symbolId, heard, gap.to, gap.seq, deadline)));
        }
      }
      tellUntil(Infinity, now());
      return stretches;
    };

    const answers: (readonly PastStretch[])[] = [];
    let ticks = 0;
    const until = stopwatch.elapsed() + answerWithinMs;
    const deadline = createDeadline(stopwatch, sourceWithinMs);
    try {
      while (answers.length < asks.length) {
        const some = asks.slice(answers.length, answers.length + asksAtOnce);
        for (const whole of await Promise.all(some.map((ask) => answerOf(ask, deadline)))) {
          const ask = asks[answers.length]!;
          const { answer, rest } = ask.mayBeCut ? cutAnswer(whole, ask, mostTicks - ticks) : { answer: whole, rest: null };
          // Of a source that is slow, the first ask at least has an answer: without one there would be no end of asking.
          const isLate = deadline.isOver() && answer.some((stretch) => stretch.kind === 'unknown' && stretch.isAway);
          if (ticks >= mostTicks || (isLate && answers.length > 0)) return { upTo, answers };
          for (const stretch of answer) if (stretch.kind === 'ticks') ticks += stretch.rows.length / pastTickWidth;
          answers.push(answer);
          if (rest) return { upTo, answers, rest };
        }
        if (stopwatch.elapsed() >= until) break;
      }
      return { upTo, answers };
    } finally {
      deadline.cancel();
    }
  };
}

/** The first so many ticks, and what to ask for those after them; null: these are all. */
function cutAnswer(
  whole: readonly PastStretch[],
  ask: PastTicksAsk,
  most: number,
): { answer: readonly PastStretch[]; rest: PastTicksAsk | null } {
  let [count, after, from] = [0, ask.after, ask.from];
  for (const [index, stretch] of whole.entries()) {
    if (stretch.kind === 'unknown') continue;
    const { rows } = stretch;
    for (let at = 0; at < rows.length; at += pastTickWidth, count++) {
      const [seq, ts] = [rows[at]!, rows[at + 1]!];
      // Only where the next question begins just after what is told: between two numbers, or two times where there are none.
      const isPlace = rows[at] === null ? at > 0 && ts > from && !stretch.isPriceOnly : after === null || seq > after;
      if (count >= most && count > 0 && isPlace) {
        const begun: PastStretch[] = at > 0 ? [{ ...stretch, to: from, rows: rows.slice(0, at) }] : [];
        return {
          answer: [...whole.slice(0, index), ...begun],
          rest: { ...ask, after: rows[at] === null ? after : seq - 1, from },
        };
      }
      if (rows[at] !== null) after = seq;
      from = Math.max(from, ts);
    }
  }
  return { answer: whole, rest: null };
}

/** Once it is over the source is not even asked. */
const inTime = <T>({ isOver, over }: Deadline, ask: () => T): Promise<Awaited<T>> => Promise.race(isOver() ? [over] : [ask(), over]);

/** Time of the first tick with a larger number. */
function firstAfter(rows: readonly (number | null)[], seq: number): number {
  for (let at = 0; at < rows.length; at += pastTickWidth) if (rows[at]! > seq) return rows[at + 1]!;
  return Infinity;
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);
