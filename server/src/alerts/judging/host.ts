// The part of judging that lives in the main thread: hands every quote to the thread that judges, answers what it asks about
// the past, looks at P2P ads, and tells the bus what came of it.
import type { AlertLimits } from '@tidemark/contract/alert-rules.ts';
import { businessLine } from '@tidemark/contract/business-lines.ts';
import type { Quote } from '#market/board.ts';
import type { Bus, Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { alertsChanged, deliveriesDue, noticeReaders } from '#topics/index.ts';
import { createMarketTime } from '../market-time.ts';
import { createReaders } from '../notice-readers.ts';
import type { PairMarket } from '../pairs.ts';
import type { MissedMinute } from '../engine/missed.ts';
import type { FromJudge, MissedAsk, ToJudge } from './messages.ts';
import { tickWidth } from './messages.ts';
import { createP2pScan } from './p2p-scan.ts';
import type { JudgeThread, StartJudgeThread } from './start-judge-thread.ts';
import { readMinutes, readPast, type PastMarket, type ToldPast } from './read-past.ts';

export interface JudgedMarket extends PastMarket, Pick<PairMarket, 'p2pAds'> {
  onQuotes(listener: (quotes: readonly Quote[]) => void, failed?: () => void): Unsubscribe;
  onMissed(listener: () => void): Unsubscribe;
  follow(symbolId: string, why: 'alert'): Unsubscribe;
}

export interface HostDeps {
  readonly startThread: StartJudgeThread;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly marketClock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly market: JudgedMarket;
  readonly limits: AlertLimits;
  /** So many firings are one commit; for tests. */
  readonly partSize?: number;
  /** Between two looks at P2P ads. */
  readonly scanEveryMs?: number;
}

export interface Host {
  /** Resolves when prices are judged. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

const defaultScanMs = 5_000;
const minutesTries = 5;
const askAgainMs = 1_000;
const awayAskAgainSeconds = 30;
/** So often while prices come. */
const awayTries = 5;
const restartMs = 1_000;
const busEveryMs = 250;
const stopWithinMs = 5_000;

export function createHost({
  startThread,
  bus,
  clock,
  marketClock,
  log,
  metrics,
  market,
  limits,
  partSize,
  scanEveryMs = defaultScanMs,
}: HostDeps): Host {
  const judged = metrics.counter('alerts_ticks_judged_total', 'Ticks that were judged');
  const firings = metrics.counter('alerts_firings_total', 'Firings, those held back by a limit among them');
  const suppressed = metrics.counter('alerts_suppressed_total', 'Firings held back by a rate limit');
  const armed = metrics.gauge('alerts_armed', 'Alerts that this process judges');
  const partitions = metrics.gauge('alerts_partitions', 'Partitions that this process judges');
  const unsaved = metrics.gauge('alerts_unsaved_firings', 'Firings that are not in the log yet');
  const lag = metrics.gauge('alerts_feed_lag_seconds', 'How old the newest judged tick is');
  const recoveries = metrics.counter('alerts_recoveries_total', 'Stretches that were missed and judged afterwards, by series');

  const fromCandles = metrics.counter('alerts_judged_from_candles_total', 'Missed stretches of a series of which only candles were known');

  const time = { now: () => marketClock.now(), stop: () => {} };
  const scan = createP2pScan(market);
  const readers = createReaders(clock);
  const undo: Unsubscribe[] = [];
  const followed = new Map<string, Unsubscribe>();
  const numbers = new Map<string, number>();
  let thread: JudgeThread | null = null;
  let newNames: (readonly [number, string])[] = [];
  let isStopping = false;
  let heard = 0;
  let figures = { ticks: 0, firings: 0, suppressed: 0 };
  const ready = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();

  const send = (message: ToJudge) => thread?.post(message);

  const hand = (quotes: readonly Quote[]): void => {
    heard += quotes.length;
    const data = new Float64Array(quotes.length * tickWidth);
    quotes.forEach((quote, at) => {
      let number = numbers.get(quote.symbolId);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(quote.symbolId, number);
        newNames.push([number, quote.symbolId]);
      }
      data.set([number, quote.last, quote.mark ?? NaN, quote.index ?? NaN, quote.open24h, quote.ts, quote.seq], at * tickWidth);
    });
    const names = newNames;
    newNames = [];
    send({ type: 'ticks', data, names, now: time.now() });
  };

  let hasBus = true;
  const tellBus = (): void => {
    if (bus.isConnected() === hasBus) return;
    hasBus = !hasBus;
    send({ type: 'bus', isConnected: hasBus });
  };
  const miss = (): void => send({ type: 'missed', now: time.now() });

  const pause = (): Promise<void> => new Promise((resolve) => clock.after(askAgainMs, resolve));
  /** Candles that cannot be read are given up after a while: one symbol must not hold up all others. */
  const minutesOf = async (ask: MissedAsk, until: number): Promise<readonly MissedMinute[] | null> => {
    for (let tries = 1; ; tries++) {
      try {
        const minutes = await readMinutes(market, ask, until);
        fromCandles.inc();
        return minutes;
      } catch (error) {
        if (isStopping) return null;
        if (tries === minutesTries) {
          log.error(
            { err: error, room: 'alerts', series: ask.series, from: ask.from, until },
            'the past of a series could not be read; it goes on from there',
          );
          return null;
        }
        await pause();
      }
    }
  };
  /** What the judge missed is judged before anything newer, however long the feed is away. */
  const answer = async (ask: number, asks: readonly MissedAsk[]): Promise<void> => {
    let [heardBefore, vain] = [-1, 0];
    const told: ToldPast = new Map();
    for (let tries = 1; !isStopping; tries++) {
      try {
        const pasts = await readPast(market, asks, minutesOf, told);
        // A source that is away may tell it later. Waiting costs no alert anything as long as there are no prices either.
        if (heard > heardBefore) vain++;
        heardBefore = heard;
        if (vain > awayTries || !pasts.some(({ isAway }) => isAway)) {
          recoveries.inc(asks.length);
          return send({ type: 'past', ask, pasts, now: time.now() });
        }
        await pause();
        for (let s = 0; s < awayAskAgainSeconds && heard === heardBefore && !isStopping; s++) await pause();
      } catch (error) {
        if (tries % 10 === 1)
          log.warn(
            { err: error, room: 'alerts', series: asks.length, tries },
            'what was missed could not be asked for yet; nothing newer is judged before',
          );
        await pause();
      }
    }
  };

  const follow = (symbols: readonly { symbolId: string; businessLine: number }[]): void => {
    scan.setSymbols(symbols);
    const wanted = new Set(symbols.filter((symbol) => symbol.businessLine !== businessLine.p2p).map(({ symbolId }) => symbolId));
    for (const [symbolId, stop] of followed) {
      if (wanted.has(symbolId)) continue;
      followed.delete(symbolId);
      stop();
    }
    for (const symbolId of wanted) if (!followed.has(symbolId)) followed.set(symbolId, market.follow(symbolId, 'alert'));
  };

  const hear = (message: FromJudge): void => {
    switch (message.type) {
      case 'askPast':
        void answer(message.ask, message.asks);
        return;
      case 'askOnline':
        send({ type: 'online', userIds: readers.here() });
        return;
      case 'saved':
        if (message.deliveries > 0) bus.publish(deliveriesDue, { isTrial: false });
        return;
      case 'symbols':
        follow(message.symbols);
        return;
      case 'figures':
        judged.inc(message.ticks - figures.ticks);
        firings.inc(message.firings - figures.firings);
        suppressed.inc(message.suppressed - figures.suppressed);
        figures = message;
        armed.set(message.armed);
        partitions.set(message.partitions);
        unsaved.set(message.unsaved);
        if (message.lastTickAt > 0) lag.set(Math.max(0, time.now() - message.lastTickAt) / 1000);
        return;
      case 'ready':
        figures = { ticks: 0, firings: 0, suppressed: 0 };
        ready.resolve();
        return;
      case 'trouble':
        log.warn({ room: 'alerts', reason: message.text }, 'judging begins anew');
        return;
      case 'stopped':
        stopped.resolve();
    }
  };

  const launch = (): void => {
    // Every life of the thread has to be told all names.
    newNames = [...numbers].map(([name, number]) => [number, name] as const);
    hasBus = true;
    thread = startThread({
      given: { limits, partSize },
      hear,
      failed: (error) => log.error({ err: error, room: 'alerts' }, 'the thread that judges has failed'),
      ended() {
        thread = null;
        stopped.resolve();
        if (!isStopping) undo.push(clock.after(restartMs, launch));
      },
    });
  };

  return {
    async start() {
      const marketTime = createMarketTime(marketClock, market.onQuotes);
      Object.assign(time, { now: marketTime.now });
      launch();
      undo.push(
        marketTime.stop,
        market.onQuotes(hand, miss),
        market.onMissed(miss),
        clock.every(busEveryMs, tellBus),
        bus.subscribe(alertsChanged, () => send({ type: 'changed' })),
        bus.subscribe(noticeReaders, readers.hear),
        clock.every(scanEveryMs, () => {
          void scan.look().then((bests) => {
            for (const best of bests) send({ type: 'best', ...best, now: time.now() });
          });
        }),
      );
      await Promise.race([ready.promise, new Promise<void>((resolve) => undo.push(clock.after(10_000, resolve)))]);
    },
    async stop() {
      isStopping = true;
      for (const undoOne of undo.splice(0)) undoOne();
      for (const stop of followed.values()) stop();
      if (!thread) return;
      send({ type: 'stop' });
      await Promise.race([stopped.promise, new Promise<void>((resolve) => setTimeout(resolve, stopWithinMs).unref())]);
      await thread?.terminate();
    },
  };
}
