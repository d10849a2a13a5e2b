// Every role but the feed: a board kept by listening. Messages may be lost, so it never trusts that it heard all of them:
// the numbers of the quotes have no holes, and whenever one appears, another feed begins or the bus comes back, it asks
// for everything again and keeps whichever is newer. Newer is first the epoch of the feed, then the number of the quote.
import { refuse } from '@tidemark/contract/errors.ts';
import type { Metric, SeriesPoint, SeriesQuery } from '@tidemark/source/source.ts';
import { BusTimeout, type Answer, type Ask, type Bus, type Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import * as topics from '#topics/index.ts';
import type { QuoteBatch } from './board.ts';
import { createCatalog } from './catalog/catalog.ts';
import type { FactReader } from './fact-reader.ts';
import type { Facts, FactsProvider } from './facts.ts';
import { repeatInterestMs } from './live-streams.ts';
import { createRingFiller } from './ring-filler.ts';
import type { TickRing } from './tick-ring.ts';
import { noInterest } from './watches.ts';

const snapshotTimeoutMs = 5_000;
const retryMs = 1_000;
/** start() gives the feed this long; after that the process goes on without prices and keeps asking. */
const patienceMs = 10_000;
/** And so long for what was told before: the process that replaces the feed should know it by then. */
const fillPatienceMs = 5_000;
/** Holes close together are mended together. */
const mendAfterMs = 500;
const askTimeoutMs = 5_000;
/** A source may have to be asked first. */
const pastTimeoutMs = 15_000;
/** Opening a page asks for much at once. */
const interestAfterMs = 50;
/** Thousands of rows that change once a day need not travel for every reader. */
const dayOpensHeldMs = 5_000;

export interface ReplicaDeps {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly facts: Facts;
  /** Where every tick is kept in case this process becomes the feed; null: it never does. */
  readonly ring: TickRing | null;
}

export function createReplica({ bus, clock, log, metrics, facts, ring }: ReplicaDeps): FactsProvider {
  const recoveries = metrics.counter('market_replica_recoveries_total', 'Times the whole board was asked for, by reason', ['reason']);
  const refusedBatches = metrics.counter('market_old_epoch_refused_total', 'Messages of a feed whose term is over, by kind', ['kind']);
  const undo: Unsubscribe[] = [];
  /** Of the feed that is believed: the largest one heard of. */
  let epoch = 0;
  let lastSeq: number | null = null;
  /** Of the newest feed that tells its epoch with every fact: an older version tells it with its quotes only. */
  let numberedEpoch = 0;
  /** Every start has its own, so that what an earlier one waits for is not taken by a later one. */
  let life = 0;
  let isAsking = false;
  let askAgain = false;
  let isMissedAfter = false;
  let refusedEpoch = 0;
  let cancelMend: Unsubscribe | null = null;
  let onRecovered = () => {};
  let cancelInterest: Unsubscribe | null = null;
  const self = newId();
  /** What the feed was asked and has not answered: when another one begins, that one is asked. */
  const waiting = new Set<() => void>();
  const dayOpens = new Map<string, { readonly askedAt: number; readonly answer: ReturnType<FactReader['dayOpens']> }>();

  /** False: of a feed whose term is over. A newer term is a new beginning, at any number. */
  const isBelieved = (of: number, kind: string): boolean => {
    if (of < epoch) {
      refusedBatches.inc({ kind });
      if (refusedEpoch !== of)
        log.warn({ epoch: of, newest: epoch, kind }, 'a feed whose term is over still speaks; it is not listened to');
      refusedEpoch = of;
      return false;
    }
    if (of > epoch) {
      epoch = of;
      lastSeq = null;
      facts.missed();
      // The feed before may hang, and would not answer any more.
      for (const again of [...waiting]) again();
      void recover('feedStarted');
    }
    return true;
  };

  const isNumbered = (): boolean => epoch > 0 && numberedEpoch === epoch;
  /** One without an epoch comes from a feed of an older version: believed unless the one that is known is not. */
  const isBelievedFact = (of: number | undefined, kind: string): boolean => {
    if (of === undefined) {
      if (isNumbered()) refusedBatches.inc({ kind });
      return !isNumbered();
    }
    if (!isBelieved(of, kind)) return false;
    numberedEpoch = of;
    return true;
  };

  const apply = (snapshot: Answer<typeof topics.boardSnapshot>) => {
    const isOtherCatalog = JSON.stringify(facts.catalog.data) !== JSON.stringify(snapshot.catalog);
    facts.catalog = createCatalog(snapshot.catalog);
    facts.simulated = snapshot.simulated;
    facts.fiatRates = snapshot.fiatRates;
    facts.world = snapshot.world;
    facts.board.setCatalog(facts.catalog);
    facts.refreshed(facts.board.merge(snapshot));
    sayInterest();
    if (isOtherCatalog) facts.catalogChanged();
    // Messages may be behind the answer: those that it overtook are asked for like any others that were missed.
    isMissedAfter ||= lastSeq === null;
    lastSeq ??= snapshot.seq;
    if (isMissedAfter) facts.missed();
    isMissedAfter = false;
    void filler?.fill();
  };

  const recover = async (reason: string) => {
    isMissedAfter ||= reason !== 'start' && reason !== 'hole';
    if (isAsking) {
      askAgain = true;
      return;
    }
    const own = life;
    isAsking = true;
    recoveries.inc({ reason });
    do {
      askAgain = false;
      try {
        const snapshot = await askFeed(topics.boardSnapshot, null, snapshotTimeoutMs);
        if (own !== life) return;
        if (!isBelieved(snapshot.epoch, 'snapshot')) throw new Error('a feed whose term is over has answered');
        apply(snapshot);
        onRecovered();
      } catch (error) {
        if (own !== life) return;
        log.warn({ err: error }, 'the feed did not answer; asking again');
        askAgain = true;
        await pause(retryMs);
        if (own !== life) return;
      }
    } while (askAgain);
    isAsking = false;
  };

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(ms, () => {
        undo.splice(undo.indexOf(cancel), 1);
        resolve();
      });
      undo.push(cancel);
    });

  const mend = () => {
    cancelMend ??= clock.after(mendAfterMs, () => {
      cancelMend = null;
      void recover('hole');
    });
  };

  const hear = (batch: QuoteBatch) => {
    const { quotes } = batch;
    if (!isBelieved(batch.epoch, 'quotes') || quotes.length === 0) return;
    const [first, last] = [quotes[0]!.seq, quotes.at(-1)!.seq];
    // The answer with the whole board may have overtaken it.
    if (lastSeq !== null && last <= lastSeq) return;
    if (lastSeq !== null && first !== lastSeq + 1) {
      // Before what comes after the hole: a judge must not go on as if nothing were missing.
      facts.missed();
      mend();
    }
    lastSeq = last;
    if (ring && first !== ring.lastSeq() + 1) filler?.fillSoon();
    ring?.add(quotes);
    const kept = facts.board.merge(batch);
    // What the board knows better already is still part of the story; only symbols that the board lacks are left out.
    facts.changed(kept.length === quotes.length ? quotes : quotes.filter(({ symbolId }) => facts.board.quote(symbolId) !== undefined));
  };

  const sayInterest = () => {
    cancelInterest = null;
    bus.publish(topics.interest, { from: self, interest: facts.watches.interest() });
  };
  const sayInterestSoon = () => {
    cancelInterest ??= clock.after(interestAfterMs, sayInterest);
  };

  const askFeed = <I, O>(what: Ask<I, O>, input: I, timeoutMs: number): Promise<O> =>
    new Promise((resolve, reject) => {
      const askNow = (): void => {
        const of = epoch;
        const settle = (end: () => void) => {
          if (of !== epoch || !waiting.delete(askNow)) return;
          end();
        };
        bus.request(what, input, timeoutMs, of === 0 ? undefined : of).then(
          (answer) => settle(() => resolve(answer)),
          (error: Error) => settle(() => reject(error)),
        );
      };
      waiting.add(askNow);
      askNow();
    });
  const filler =
    ring &&
    createRingFiller({
      ring,
      clock,
      log,
      ask: (before) => askFeed(topics.keptTicks, before, pastTimeoutMs),
      lastSeq: () => lastSeq,
    });
  const asked = <I, O>(what: Ask<I, O>, input: I): Promise<O> => askFeed(what, input, askTimeoutMs).catch(refuseTimeout);
  const reader: FactReader = {
    candles: (queries) => asked(topics.candles, queries),
    dayOpens(ask) {
      const key = `${ask.market} ${ask.base}`;
      const held = dayOpens.get(key);
      if (held && clock.now() - held.askedAt < dayOpensHeldMs) return held.answer;
      const answer = asked(topics.dayOpens, ask);
      dayOpens.set(key, { askedAt: clock.now(), answer });
      answer.catch(() => dayOpens.delete(key));
      return answer;
    },
    // The points of an answer are those of the metric that was asked for.
    series: <M extends Metric>(queries: readonly SeriesQuery<M>[]) =>
      asked(topics.series, queries) as Promise<readonly (readonly SeriesPoint<M>[])[] | null>,
    trades: (queries) => asked(topics.trades, queries),
    orderBook: (symbolId) => asked(topics.orderBook, symbolId),
    largestLiquidations: (query) => asked(topics.largestLiquidations, query),
    venueSeries: (query) => asked(topics.venueSeries, query),
    venueFigures: (query) => asked(topics.venueFigures, query),
    p2pAds: (pair) => asked(topics.p2pAds, pair),
    blocks: () => asked(topics.blocks, null),
    async pastTicks(asks) {
      const past = await askFeed(topics.pastTicks, asks, pastTimeoutMs).catch(refuseTimeout);
      // It knows nothing of what the feed after it told.
      if (!isBelieved(past.epoch, 'pastTicks')) refuse('timeout');
      return past;
    },
  };

  return {
    reader,
    async start() {
      life++;
      isAsking = askAgain = isMissedAfter = false;
      const recovered = new Promise<void>((resolve) => (onRecovered = resolve));
      // Listening comes before asking: what happens in between is then heard, and the numbers settle which is newer.
      undo.push(
        bus.subscribe(topics.quotes, hear),
        bus.subscribe(topics.liquidations, ({ epoch: of, liquidations }) => {
          if (isBelieved(of, 'liquidations')) facts.liquidated(liquidations);
        }),
        bus.subscribe(topics.fiatRates, ({ epoch: of, rates }) => {
          if (isBelievedFact(of, 'fiatRates')) facts.fiatRates = rates;
        }),
        // A feed of this version says them here too, so it is no fault to hear them.
        bus.subscribe(topics.bareFiatRates, (rates) => {
          if (!isNumbered()) facts.fiatRates = rates;
        }),
        bus.subscribe(topics.worldFacts, ({ epoch: of, ...world }) => {
          if (isBelievedFact(of, 'worldFacts')) facts.world = world;
        }),
        bus.subscribe(topics.feedStarted, ({ epoch: of }) => {
          const isKnown = of === epoch;
          if (isBelieved(of, 'feedStarted') && isKnown) void recover('feedStarted');
        }),
        bus.onReconnect(() => void recover('reconnect')),
        bus.subscribe(topics.liveFact, ({ epoch: of, ...fact }) => {
          if (isBelievedFact(of, fact.kind)) facts.watches.tell(fact);
        }),
        facts.watches.onInterest(sayInterestSoon),
        clock.every(repeatInterestMs, sayInterest),
      );
      void recover('start');
      const wait = (ms: number) => new Promise<void>((resolve) => undo.push(clock.after(ms, resolve)));
      await Promise.race([recovered, wait(patienceMs)]);
      await Promise.race([filler?.fill(), wait(fillPatienceMs)]);
    },
    stop() {
      life++;
      onRecovered();
      cancelMend?.();
      cancelMend = null;
      filler?.stop();
      cancelInterest?.();
      cancelInterest = null;
      bus.publish(topics.interest, { from: self, interest: noInterest });
      for (const undoOne of undo.splice(0)) undoOne();
    },
  };
}

function refuseTimeout(error: unknown): never {
  if (error instanceof BusTimeout) refuse('timeout');
  throw error;
}
