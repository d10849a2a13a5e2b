// What each symbol opened its day with, for a day that begins at midnight of any time-zone base. Every base lies on a whole
// hour, so the last 24 hourly candles of a symbol hold the openings of all of them: they are read once, and when an hour
// turns, a day begins on one base and only that hour is read after. The running hour is read only for days that began with
// it: closed ones are at hand, that one has to be fetched. A symbol listed within the day opened with its first price; one
// that has not traded since is left out.
import { setImmediate as turn } from 'node:timers/promises';
import { dayOffsetMinutes } from '@tidemark/contract/market.ts';
import { dayMs, hourMs, minuteMs } from '@tidemark/contract/time.ts';
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

export interface DayOpen {
  readonly symbolId: string;
  readonly openPrice: number;
  readonly openTime: number;
}

export interface DayOpens {
  /** Waits for what is not known yet, but not longer than a reader would; what is missing then comes with a later ask. */
  of(symbolIds: readonly string[], base: number): Promise<readonly DayOpen[]>;
}

const patienceMs = 3_000;
const readAtOnce = 8;
/** A symbol without a trade since midnight may have one soon. */
const askAgainAfterMs = 60_000;

/** When the running day of a base began. */
export function dayStart(base: number, nowMs: number): number {
  const shift = dayOffsetMinutes(base) * minuteMs;
  return Math.floor((nowMs + shift) / dayMs) * dayMs - shift;
}

interface HourOpen {
  readonly ts: number;
  readonly open: number;
}

interface Hours {
  /** Oldest first. */
  readonly opens: readonly HourOpen[];
  /** Nothing up to here is missing. */
  readonly readTo: number;
}

const hourOf = (ms: number) => Math.floor(ms / hourMs) * hourMs;

export function createDayOpens({
  clock,
  log,
  candles,
}: {
  clock: Clock;
  log: Log;
  candles: (query: CandleQuery) => Promise<readonly Candle[]>;
}): DayOpens {
  const known = new Map<string, Hours>();
  const reading = new Map<string, Promise<void>>();

  const openOf = (symbolId: string, since: number) => known.get(symbolId)?.opens.find(({ ts }) => ts >= since);

  const isMissing = (symbolId: string, since: number) => {
    const hours = known.get(symbolId);
    if (!hours || hours.readTo < since) return true;
    return !openOf(symbolId, since) && clock.now() - hours.readTo >= askAgainAfterMs;
  };

  const readRange = async (symbolId: string, oldest: number, to: number): Promise<void> => {
    const last = known.get(symbolId)?.opens.at(-1)?.ts ?? -Infinity;
    const found = await candles({ symbolId, interval: '1h', from: Math.max(oldest, last + hourMs), to, limit: 24 });
    const before = known.get(symbolId);
    const newest = before?.opens.at(-1)?.ts ?? -Infinity;
    const fresh = found.flatMap(({ ts, open }): HourOpen[] => (ts > newest ? [{ ts, open }] : []));
    known.set(symbolId, {
      opens: [...(before?.opens.filter(({ ts }) => ts >= oldest) ?? []), ...fresh],
      readTo: Math.max(to, before?.readTo ?? 0),
    });
  };

  const read = (symbolId: string, since: number): Promise<void> => {
    const now = clock.now();
    const hour = hourOf(now);
    const key = `${symbolId} ${since === hour}`;
    const running = reading.get(key);
    if (running) return running;
    const oldest = hour - dayMs + hourMs;
    const made = (async () => {
      if (since < hour) await readRange(symbolId, oldest, hour - 1);
      if (!openOf(symbolId, since)) await readRange(symbolId, oldest, now);
    })().finally(() => reading.delete(key));
    reading.set(key, made);
    return made;
  };

  /** Answers the first failure; the others go on. */
  const readAll = async (symbolIds: readonly string[], since: number): Promise<unknown> => {
    const waiting = [...symbolIds];
    let failed = 0;
    let firstError: unknown;
    const work = async () => {
      for (let symbolId = waiting.pop(); symbolId !== undefined; symbolId = waiting.pop()) {
        await read(symbolId, since).catch((error: unknown) => {
          failed++;
          firstError ??= error;
        });
        // A source may compute its candles: prices must go on flowing meanwhile.
        await turn();
      }
    };
    await Promise.all(Array.from({ length: readAtOnce }, work));
    if (failed > 0) log.warn({ err: firstError, failed, symbols: symbolIds.length }, 'opening prices could not be read; they are left out');
    return firstError;
  };

  return {
    async of(symbolIds, base) {
      const since = dayStart(base, clock.now());
      const missing = symbolIds.filter((symbolId) => isMissing(symbolId, since));
      let error: unknown;
      if (missing.length > 0) {
        let cancel = () => {};
        const patience = new Promise<void>((resolve) => (cancel = clock.after(patienceMs, resolve)));
        error = await Promise.race([readAll(missing, since), patience]);
        cancel();
      }
      const found = symbolIds.flatMap((symbolId) => {
        const open = openOf(symbolId, since);
        return open ? [{ symbolId, openPrice: open.open, openTime: open.ts }] : [];
      });
      if (found.length === 0 && error !== undefined) throw error;
      return found;
    },
  };
}
