// The replay: plays a recording through the passed clock at a chosen speed. Ticks carry the recording's own times and
// prices and nothing else; a recording has no order book, so bid and ask are the last price, and the figures of the last
// 24 hours are those of the recording so far. At the end it stops and says so; the last prices stay, growing old.
import { intervalMs } from '@tidemark/source/candle.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Tick } from '@tidemark/source/tick.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { expandCandle, type PricePoint } from '../expand-candle.ts';
import type { Row } from './parse-row.ts';
import { recordedCandles } from './recorded-candles.ts';
import { recordedCatalog } from './recorded-catalog.ts';
import { openRecording, type Recording } from './recording.ts';
import { createRollingDay, type RollingDay } from './rolling-day.ts';

export interface Replay extends Source {
  readonly candles: NonNullable<Source['candles']>;
  /** True once every row was told. */
  hasEnded(): boolean;
}

const stepMs = 50;

export function createReplay({
  clock,
  log,
  metrics,
  file,
  speed,
}: {
  clock: Clock;
  log: Log;
  metrics: Metrics;
  file: string;
  speed: number;
}): Replay {
  const refusedRows = metrics.counter('market_replay_rows_refused_total', 'Lines of the recording that were not believed, by reason', [
    'fault',
  ]);
  const playedRows = metrics.counter('market_replay_rows_total', 'Rows of the recording that were played');
  const endedGauge = metrics.gauge('market_replay_ended', '1 once the recording has been played to its end');
  let opened: Promise<Recording> | null = null;
  let player: Player | null = null;
  let isWanted = false;

  const open = () => (opened ??= openRecording(file));
  const report = ({ refused, refusedCount }: Recording) => {
    for (const [fault, count] of Object.entries(refusedCount)) refusedRows.inc({ fault }, count);
    if (refused.length) log.warn({ file, refusedCount, first: refused.slice(0, 20) }, 'lines of the recording were refused');
  };

  return {
    name: 'replay',
    simulated: false,
    tellsAllTicks: true,
    async catalog() {
      const isFirst = !opened;
      const recording = await open();
      const { catalog, unsplit } = recordedCatalog(recording.symbols);
      if (isFirst) report(recording);
      if (unsplit.length) log.warn({ file, symbols: unsplit }, 'symbols with an unknown quote currency are left out');
      return catalog;
    },
    start(onTicks, after) {
      isWanted = true;
      void open().then((recording) => {
        if (!isWanted) return;
        player = createPlayer({
          clock,
          recording,
          speed,
          after,
          onTicks,
          onRows: (count) => playedRows.inc(count),
          onError: (error) => log.error({ err: error, file }, 'the recording could not be read on; the replay stops here'),
          onEnd() {
            endedGauge.set(1);
            log.info({ file, rows: recording.rowCount, lastTs: recording.lastTs }, 'the recording has been played to its end');
          },
        });
      });
    },
    stop() {
      isWanted = false;
      player?.stop();
    },
    hasEnded: () => player?.hasEnded() ?? false,
    async candles(query) {
      return recordedCandles(await open(), query, player?.playedTo() ?? -Infinity);
    },
  };
}

interface Player {
  /** The moment of the recording that everything up to has been told. */
  playedTo(): number;
  hasEnded(): boolean;
  stop(): void;
}

interface PlayerDeps {
  clock: Clock;
  recording: Recording;
  speed: number;
  after: number | undefined;
  onTicks: (ticks: readonly Tick[]) => void;
  onRows: (count: number) => void;
  onError: (error: unknown) => void;
  onEnd: () => void;
}

function createPlayer({ clock, recording, speed, after, onTicks, onRows, onError, onEnd }: PlayerDeps): Player {
  const days = new Map<string, RollingDay>();
  const rows = recording.rows();
  const lengthMs = recording.interval ? intervalMs[recording.interval] : 0;
  const startedAt = clock.now();
  const { firstTs, lastTs } = recording;
  /** Up to here another process has told it; a time that is not of this recording says nothing. */
  const toldTo = after !== undefined && after >= firstTs && after < lastTs + Math.max(lengthMs, 1) ? after : -Infinity;
  const beginsAt = Math.max(firstTs, toldTo);
  let waiting: PricePoint[] = [];
  let next = 0;
  /** Everything up to this moment has been read; what lies after may still have to be put in between. */
  let readTo = -Infinity;
  let playedTo = toldTo;
  let isReading = false;
  let ended = false;
  let stopped = false;

  const due = () => beginsAt + (clock.now() - startedAt) * speed;

  const tradesOf = (row: Row): readonly PricePoint[] => (row.kind === 'tick' ? [row] : expandCandle(row.symbolId, row, lengthMs));

  const tickOf = ({ symbolId, ts, price, size }: PricePoint): Tick => {
    let day = days.get(symbolId);
    if (!day) days.set(symbolId, (day = createRollingDay()));
    return { symbolId, ts, last: price, bid: price, ask: price, ...day.add(ts, price, size) };
  };

  const readOn = async () => {
    isReading = true;
    const block = await rows.next();
    if (block.done) readTo = Infinity;
    else if (block.value.length) {
      onRows(block.value.length);
      waiting = [...waiting.slice(next), ...block.value.flatMap(tradesOf)].sort((a, b) => a.ts - b.ts);
      next = 0;
      // A later block may begin with rows of the same moment.
      readTo = block.value.at(-1)!.ts - 1;
    }
    isReading = false;
  };

  const tell = () => {
    const until = Math.min(due(), readTo);
    const ticks: Tick[] = [];
    for (; next < waiting.length && waiting[next]!.ts <= until; next++) {
      // The figures of the day need what was told before, too.
      const tick = tickOf(waiting[next]!);
      if (tick.ts > toldTo) ticks.push(tick);
    }
    playedTo = Math.max(playedTo, until);
    if (ticks.length) onTicks(ticks);
    if (readTo === Infinity && next === waiting.length && !ended) {
      ended = true;
      stop();
      onEnd();
    }
  };

  const step = async () => {
    if (isReading || stopped) return;
    tell();
    while (due() > readTo && !stopped) {
      await readOn();
      if (!stopped) tell();
    }
  };

  const run = () =>
    void step().catch((error: unknown) => {
      stop();
      onError(error);
    });

  const stop = () => {
    stopped = true;
    stopTimer();
  };
  const stopTimer = clock.every(stepMs, run);
  run();
  return { playedTo: () => playedTo, hasEnded: () => ended, stop };
}
