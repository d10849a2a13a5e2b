// Candles of a source that is far away, read through and kept. Closed candles are the source's own account: prices that we
// happened to see do not make a closed candle, because between two polls an exchange trades what we do not see. Only the
// candle that is running moves with our quotes. The simulator and the replay have no book: they have their whole past at
// hand, say it the same way every time, and a stored future would show through when a replay begins anew.
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { Clock } from '#platform/clock.ts';
import { createJobs } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Quote } from '../board.ts';
import { createReadThrough } from '../history/read-through.ts';
import { startUpkeep } from '../history/upkeep.ts';
import { createRunningMinutes } from './running-minutes.ts';
import type { CandleStore } from './store.ts';

export interface CandleBook {
  read(query: CandleQuery): Promise<readonly Candle[]>;
  /** Accepted quotes: the running candles move with them. */
  take(quotes: readonly Quote[]): void;
  start(): void;
  stop(): void;
}

export interface CandleBookDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly store: CandleStore;
  readonly source: (query: CandleQuery) => Promise<readonly Candle[]>;
}

const rememberedCandles = 300_000;

export function createCandleBook({ clock, log, metrics, store, source }: CandleBookDeps): CandleBook {
  const readFrom = metrics.counter('market_candles_read_total', 'Candles that had to be fetched, by where they came from', ['from']);
  const refused = metrics.counter('market_candles_refused_total', 'Candles of the source that were not believed, by reason', ['fault']);
  const past = createReadThrough<Candle>({
    clock,
    log,
    remembered: rememberedCandles,
    onRead: (from, count) => readFrom.inc({ from }, count),
    onRefused: (fault, count) => refused.inc({ fault }, count),
  });
  const minutes = createRunningMinutes();
  const jobs = createJobs({ clock, log, room: 'market' });

  return {
    read({ symbolId, interval, ...stretch }) {
      return past.read(
        {
          name: `${symbolId} ${interval}`,
          period: interval,
          stored: (from, to) => store.range(symbolId, interval, from, to),
          store: (candles, nowMs) => store.add(symbolId, interval, candles, nowMs),
          source: (asked) => source({ symbolId, interval, ...asked }),
          continued: (candle, toldAt) => minutes.continued(symbolId, candle, toldAt),
        },
        stretch,
      );
    },
    take: minutes.take,
    start: () => startUpkeep({ clock, log, jobs, store, what: 'candles' }),
    stop: () => void jobs.stop(),
  };
}
