// The recent past of every tracked pair: told by the stream from now on, read from candles for what was before. Reading
// is slow and may fail; it goes on behind everything else, the most traded pairs first, and is repeated every hour.
import { setTimeout as pause } from 'node:timers/promises';
import { hourMs, minuteMs } from '@tidemark/contract/time.ts';
import type { CandleQuery } from '@tidemark/source/candle.ts';
import type { Market } from '#market/index.ts';
import type { Quote } from '#market/board.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import { PriceTrack, weekMs } from './price-track.ts';
import type { Tracked, Universe } from './universe.ts';

export interface PriceHistory {
  track(symbolId: string): PriceTrack | undefined;
  /** Prices flowed at that moment of the last two hours: what a pair cost then is known, not carried over a gap of the feed. */
  wasHeard(ms: number): boolean;
  /** Prices before listeners: a listener finds the price on the track already, and what held before it in `before`. */
  onQuote(listener: (quote: Quote, row: Tracked, track: PriceTrack, before: PriceTrack['week']) => void): () => void;
  /** Grows when the past of some pair became known. */
  readonly version: number;
  /** Resolves when the reading that is under way is over. */
  settled(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

export interface PriceHistoryDeps {
  readonly market: Pick<Market, 'board' | 'candles' | 'onQuotes'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly universe: () => Universe;
  /** Between two pairs, so that reading the past never holds up the present. */
  readonly pauseMs?: number;
}

/** Two hours and a little, as far as the grid of a track goes back. */
const lastMinutes = 125;
/** Of a week ago: until the next round comes by, and a quarter of an hour for one that is slow. */
const weekAgoMinutes = 77;
const weekOfHours = 170;
const lastHours = 3;
const heardMinutes = 130;

export function createPriceHistory({ market, clock, log, universe, pauseMs = 1 }: PriceHistoryDeps): PriceHistory {
  let tracks = new Map<string, PriceTrack>();
  let of: Universe | null = null;
  const listeners = new Set<Parameters<PriceHistory['onQuote']>[0]>();
  /** Per minute of the stream: when its first price came. */
  const heard = new Float64Array(heardMinutes).fill(NaN);
  let version = 0;
  let isReading = false;
  const caughtUp = new Set<string>();
  let isStopped = false;
  let startedAt = clock.now();
  const jobs = createJobs({ clock, log, room: 'analytics' });

  const follow = (next: Universe) => {
    if (of === next) return;
    const before = tracks;
    tracks = new Map(next.rows.map(({ symbol: { symbolId } }) => [symbolId, before.get(symbolId) ?? new PriceTrack()]));
    of = next;
    for (const { symbol } of next.rows) {
      const quote = market.board.quote(symbol.symbolId);
      const track = tracks.get(symbol.symbolId)!;
      if (!quote || before.has(symbol.symbolId)) continue;
      hear(quote.ts);
      track.take(quote.last, quote.ts);
    }
  };

  const hear = (ts: number) => {
    const minute = Math.floor(ts / minuteMs);
    const known = heard[minute % heardMinutes]!;
    if (Math.floor(known / minuteMs) !== minute || ts < known) heard[minute % heardMinutes] = ts;
  };

  const applyQuotes = (quotes: readonly Quote[]) => {
    const now = universe();
    follow(now);
    for (const quote of quotes) {
      const track = tracks.get(quote.symbolId);
      if (!track) continue;
      hear(quote.ts);
      if (!track.isComplete && !isReading) catchUp(quote.symbolId, track);
      const before = track.week;
      track.take(quote.last, quote.ts);
      for (const listener of listeners) listener(quote, now.bySymbol(quote.symbolId)!, track, before);
    }
  };

  const readOne = async (symbolId: string, track: PriceTrack): Promise<void> => {
    // Candles fill what lies before a price: without one there is nothing to fill up to.
    if (!market.board.quote(symbolId)) return;
    const hours: CandleQuery = { symbolId, interval: '1h', limit: track.isComplete ? lastHours : weekOfHours };
    const from = Math.floor((clock.now() - weekMs) / minuteMs - 1) * minuteMs;
    const weekAgo: CandleQuery = {
      symbolId,
      interval: '1m',
      from,
      to: from + (weekAgoMinutes - 1) * minuteMs,
      limit: weekAgoMinutes,
    };
    const answers = await market.candles([
      hours,
      weekAgo,
      ...(track.isComplete ? [] : [{ symbolId, interval: '1m', limit: lastMinutes } as const]),
    ]);
    if (!answers) return;
    const [week = [], then = [], minutes = []] = answers;
    track.backfill(minutes, week);
    track.takeWeekAgo(then);
    version++;
  };

  /** Listed while the program runs: its past begins now and need not wait for the next round. Once; the round tries again. */
  const catchUp = (symbolId: string, track: PriceTrack): void => {
    if (caughtUp.has(symbolId)) return;
    caughtUp.add(symbolId);
    jobs.once('reading the past of a new pair', () =>
      readOne(symbolId, track).catch((error: unknown) => log.warn({ err: error, symbolId }, 'the past of a new pair could not be read')),
    );
  };

  const readAll = async (): Promise<void> => {
    isReading = true;
    caughtUp.clear();
    follow(universe());
    const { board } = market;
    const order = universe()
      .rows.map(({ symbol: { symbolId } }) => symbolId)
      .toSorted((a, b) => (board.quote(b)?.turnover24h ?? 0) - (board.quote(a)?.turnover24h ?? 0));
    let failed = 0;
    let firstError: unknown;
    for (const symbolId of order) {
      const track = tracks.get(symbolId);
      if (isStopped) return;
      if (!track) continue;
      await readOne(symbolId, track).catch((error: unknown) => {
        failed++;
        firstError ??= error;
      });
      await pause(pauseMs);
    }
    if (failed > 0) log.warn({ err: firstError, failed, pairs: order.length }, 'the past of some pairs could not be read; it is left out');
  };

  return {
    track: (symbolId) => tracks.get(symbolId),
    wasHeard(ms) {
      // Before this process began, candles told.
      if (ms < startedAt) return true;
      const minute = Math.floor(ms / minuteMs);
      for (let at = minute; at > minute - 2; at--) {
        const known = heard[((at % heardMinutes) + heardMinutes) % heardMinutes]!;
        if (Math.floor(known / minuteMs) === at && known <= ms) return true;
      }
      return false;
    },
    onQuote(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get version() {
      return version;
    },
    settled: jobs.settled,
    start() {
      isStopped = false;
      startedAt = clock.now();
      follow(universe());
      jobs.onStop(market.onQuotes(applyQuotes));
      void jobs.every(hourMs, 'reading the past of all pairs', () => readAll().finally(() => (isReading = false)))();
    },
    async stop() {
      isStopped = true;
      await jobs.stop();
    },
  };
}
