// The feed's side of what is told as it happens: it streams, forms and asks for exactly what a listener wants, here or in
// another process. Another process says what it wants again and again; one that has fallen silent is forgotten.
import type { Candle, CandleQuery } from '@tidemark/source/candle.ts';
import type { Source } from '@tidemark/source/source.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Quote } from './board.ts';
import { createRunningCandles } from './candles/running-candles.ts';
import { liveKinds, readP2pKey, type Interest, type LiveFact, type LiveKind } from './watches.ts';

export interface LiveStreams {
  /** Of one process; an empty interest forgets it. */
  want(from: string, interest: Interest): void;
  /** Accepted quotes: candles move with them. */
  take(quotes: readonly Quote[]): void;
  start(): void;
  stop(): void;
}

export interface LiveStreamsDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly source: Source;
  /** null = the source has none. */
  readonly candles: ((query: CandleQuery) => Promise<readonly Candle[]>) | null;
  /** The newest of a symbol. */
  quote(symbolId: string): Quote | undefined;
  /** The process that streams; its interest does not expire. */
  readonly self: string;
  tell(fact: LiveFact): void;
}

/** How often a process repeats what it wants, and when its silence counts as its end. */
export const repeatInterestMs = 5_000;
const forgottenAfterMs = 3 * repeatInterestMs;
const p2pEveryMs = 5_000;
/** Opening a page asks for much at once. */
const settleMs = 50;
/**
 * What has no listener any more is let go of so much later: listeners that come and go in quick turns must not make us send as much to an
 * exchange.
 */
export const releaseAfterMs = 10_000;

export function createLiveStreams({ clock, log, source, candles, quote, self, tell }: LiveStreamsDeps): LiveStreams {
  const wanted = new Map<string, { readonly interest: Interest; readonly until: number }>();
  const tradeStreams = new Map<string, () => void>();
  const sentAds = new Map<string, string>();
  const undo: (() => void)[] = [];
  let followed = '';
  let cancelSettle: (() => void) | null = null;
  const running =
    candles &&
    createRunningCandles({
      clock,
      log,
      candles,
      quote,
      isLocal: source.candlesKeptAs === undefined,
      tell: (key, value) => tell({ kind: 'candles', key, value }),
    });

  const keysOf = (kind: LiveKind): Set<string> => {
    const keys = new Set<string>();
    // A process of an older version may not know every kind.
    for (const { interest } of wanted.values()) for (const key of interest[kind] ?? []) keys.add(key);
    return keys;
  };

  /** Alerts first; then what pages show, the newest of each process in turn. */
  const byImportance = (): Set<string> => {
    const symbols = new Set([...keysOf('alertQuotes')].sort());
    const shown = [...wanted.values()].map(({ interest }) => [...interest.quotes, ...interest.trades].reverse());
    for (let place = 0; shown.some((list) => place < list.length); place++)
      for (const list of shown) if (place < list.length) symbols.add(list[place]!);
    return symbols;
  };

  const settle = () => {
    cancelSettle = null;
    const symbols = followedLate.keep(byImportance());
    const joined = [...symbols].join(' ');
    if (joined !== followed) source.follow?.(symbols);
    followed = joined;
    keepStreams(tradesLate.keep(keysOf('trades')));
    running?.want(keysOf('candles'));
    const pairs = keysOf('p2pAds');
    for (const key of sentAds.keys()) if (!pairs.has(key)) sentAds.delete(key);
    for (const key of pairs) if (!sentAds.has(key)) void readAds(key);
  };
  const settleSoon = () => {
    cancelSettle ??= clock.after(settleMs, settle);
  };
  const followedLate = createLateRelease(clock, settleSoon);
  const tradesLate = createLateRelease(clock, settleSoon);

  const keepStreams = (symbols: ReadonlySet<string>) => {
    for (const [symbolId, stop] of tradeStreams) {
      if (symbols.has(symbolId)) continue;
      tradeStreams.delete(symbolId);
      stop();
    }
    for (const symbolId of symbols) {
      if (tradeStreams.has(symbolId) || !source.trades) continue;
      tradeStreams.set(
        symbolId,
        source.trades.watch([symbolId], (trades) => tell({ kind: 'trades', key: symbolId, value: trades })),
      );
    }
  };

  const readAds = async (key: string) => {
    sentAds.set(key, sentAds.get(key) ?? '');
    try {
      const ads = await source.p2pAds?.(readP2pKey(key));
      const text = JSON.stringify(ads ?? []);
      if (!ads || sentAds.get(key) === text || !sentAds.has(key)) return;
      sentAds.set(key, text);
      tell({ kind: 'p2pAds', key, value: ads });
    } catch (error) {
      log.warn({ err: error, pair: key }, 'ads could not be read; the last ones stay');
    }
  };

  const forgetSilent = () => {
    const now = clock.now();
    let isForgotten = false;
    for (const [from, { until }] of wanted) if (until < now) isForgotten = wanted.delete(from) || isForgotten;
    if (isForgotten) settleSoon();
  };

  return {
    want(from, interest) {
      const before = new Set(wanted.get(from)?.interest.p2pAds);
      // A process that has just come does not know the ads that were sent to the others.
      for (const key of interest.p2pAds) if (!before.has(key)) sentAds.delete(key);
      if (liveKinds.every((kind) => interest[kind].length === 0)) wanted.delete(from);
      else wanted.set(from, { interest, until: from === self ? Infinity : clock.now() + forgottenAfterMs });
      settleSoon();
    },
    take: (quotes) => running?.take(quotes),
    start() {
      running?.start();
      undo.push(
        clock.every(repeatInterestMs, forgetSilent),
        clock.every(p2pEveryMs, () => {
          for (const key of sentAds.keys()) void readAds(key);
        }),
      );
      settleSoon();
    },
    stop() {
      for (const undoOne of undo.splice(0)) undoOne();
      cancelSettle?.();
      cancelSettle = null;
      followedLate.stop();
      tradesLate.stop();
      keepStreams(new Set());
      sentAds.clear();
      running?.stop();
      followed = '';
      wanted.delete(self);
    },
  };
}

/** Keys that are wanted, in their order, and after them those that were wanted a moment ago. due: some of these may go. */
function createLateRelease(clock: Clock, due: () => void) {
  const leaving = new Map<string, number>();
  let before: ReadonlySet<string> = new Set();
  let cancel = () => {};
  return {
    keep(keys: ReadonlySet<string>): ReadonlySet<string> {
      const now = clock.now();
      for (const key of before) if (!keys.has(key) && !leaving.has(key)) leaving.set(key, now + releaseAfterMs);
      for (const [key, until] of leaving) if (keys.has(key) || until <= now) leaving.delete(key);
      before = new Set([...keys, ...leaving.keys()]);
      cancel();
      const [next] = leaving.values();
      cancel = next === undefined ? () => {} : clock.after(next - now, due);
      return before;
    },
    stop() {
      cancel();
      leaving.clear();
      before = new Set();
    },
  };
}
