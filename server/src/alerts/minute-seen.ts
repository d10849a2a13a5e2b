// The extremes of the running minute of every symbol, as this process saw them. An alert takes them along when it begins: what a
// stored minute shows beyond them happened after that, so an alert made while no judge ran loses nothing of its first minute.
import type { Quote } from '#market/board.ts';
import type { Unsubscribe } from '#platform/bus/bus.ts';
import { minuteOf } from './engine/missed.ts';
import { scaleOf, unitsOfQuote } from './pairs.ts';
import type { SeriesKind } from './engine/series.ts';

/** In units of the series of the alert. */
export interface Born {
  readonly high: number;
  readonly low: number;
}

export interface MinuteSeen {
  /** null: not all of the minute was seen. */
  of(kind: SeriesKind, symbolId: string, tick: string, at: number): Born | null;
  stop(): void;
}

type Seen = Pick<Quote, 'last' | 'mark' | 'index' | 'open24h' | 'ts'>;
const kinds = ['last', 'mark', 'index', 'change24h'] as const;
/** What orders the quotes of a kind, independent of the size of a tick. */
const measure = (kind: (typeof kinds)[number], quote: Seen): number =>
  kind === 'change24h' ? quote.last / quote.open24h : (quote[kind] ?? NaN);

interface Minute {
  readonly start: number;
  readonly highs: Map<string, Seen>;
  readonly lows: Map<string, Seen>;
}

export function createMinuteSeen(onQuotes: (listener: (quotes: readonly Quote[]) => void) => Unsubscribe): MinuteSeen {
  const minutes = new Map<string, Minute>();
  /** Nothing is known of what was before the first quote of all. */
  let since = Infinity;
  const widen = (minute: Minute, quote: Seen): void => {
    for (const kind of kinds) {
      const value = measure(kind, quote);
      if (Number.isNaN(value)) continue;
      const [high, low] = [minute.highs.get(kind), minute.lows.get(kind)];
      if (!high || value > measure(kind, high)) minute.highs.set(kind, quote);
      if (!low || value < measure(kind, low)) minute.lows.set(kind, quote);
    }
  };
  const stop = onQuotes((quotes) => {
    for (const quote of quotes) {
      since = Math.min(since, quote.ts);
      const start = minuteOf(quote.ts);
      let minute = minutes.get(quote.symbolId);
      if (!minute || minute.start !== start) {
        minute = { start, highs: new Map(), lows: new Map() };
        minutes.set(quote.symbolId, minute);
      }
      widen(minute, quote);
    }
  });
  return {
    of(kind, symbolId, tick, at) {
      const minute = minutes.get(symbolId);
      if (!minute || minute.start !== minuteOf(at) || since > minute.start) return null;
      const [high, low] = [minute.highs.get(kind), minute.lows.get(kind)];
      const units = (quote: Seen | undefined) => (quote ? unitsOfQuote(kind, quote, scaleOf(tick)) : null);
      const [top, bottom] = [units(high), units(low)];
      return top === null || bottom === null ? null : { high: top, low: bottom };
    },
    stop,
  };
}
