// Every role but the feed: a board kept by listening. Messages may be lost, so it never trusts that it heard all of them:
// the numbers of the quotes have no holes, and whenever one appears, the feed restarts or the bus comes back, it asks
// for everything again and keeps whichever is newer.
import { refuse } from '@tidemark/contract/errors.ts';
import { BusTimeout, type Ask, type Bus, type Unsubscribe } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock.ts';
import { newId } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import * as topics from '#topics.ts';
import type { Quote } from './board.ts';
import { createCatalog } from './catalog/catalog.ts';
import type { FactReader } from './fact-reader.ts';
import type { Facts, FactsKeeper } from './facts.ts';
import { repeatInterestMs } from './live-desk.ts';
import type { Metric, SeriesPoint, SeriesQuery } from './sources/source.ts';
import { noInterest } from './watches.ts';

const snapshotTimeoutMs = 5_000;
const retryMs = 1_000;
/** start() gives the feed this long; after that the process goes on without prices and keeps asking. */
const patienceMs = 10_000;
/** Holes close together are mended together. */
const mendAfterMs = 500;
const askTimeoutMs = 5_000;
/** Opening a page asks for much at once. */
const interestAfterMs = 50;
/** Thousands of rows that change once a day need not travel for every reader. */
const dayOpensHeldMs = 5_000;

export function createReplica({ bus, clock, log, metrics, facts }: { bus: Bus; clock: Clock; log: Log; metrics: Metrics; facts: Facts }): FactsKeeper {
  const recoveries = metrics.counter('market_replica_recoveries_total', 'Times the whole board was asked for, by reason', ['reason']);
  const undo: Unsubscribe[] = [];
  let lastSeq: number | null = null;
  let isAsking = false;
  let askAgain = false;
  let isStopped = false;
  let cancelMend: Unsubscribe | null = null;
  let onRecovered = () => {};
  let cancelInterest: Unsubscribe | null = null;
  const self = newId();
  const dayOpens = new Map<string, { readonly askedAt: number; readonly answer: ReturnType<FactReader['dayOpens']> }>();

  const recover = async (reason: string) => {
    if (isAsking) {
      askAgain = true;
      return;
    }
    isAsking = true;
    recoveries.inc({ reason });
    do {
      askAgain = false;
      try {
        const snapshot = await bus.request(topics.boardSnapshot, null, snapshotTimeoutMs);
        if (isStopped) return;
        const isOtherCatalog = JSON.stringify(facts.catalog.data) !== JSON.stringify(snapshot.catalog);
        facts.catalog = createCatalog(snapshot.catalog);
        facts.simulated = snapshot.simulated;
        facts.fiatRates = snapshot.fiatRates;
        facts.world = snapshot.world;
        facts.board.setCatalog(facts.catalog);
        facts.changed(facts.board.merge(snapshot.quotes));
        sayInterest();
        if (isOtherCatalog) facts.catalogChanged();
        if (reason !== 'start') facts.missed();
        onRecovered();
      } catch (error) {
        if (isStopped) return;
        log.warn({ err: error }, 'the feed did not answer; asking again');
        askAgain = true;
        await new Promise<void>((resolve) => undo.push(clock.after(retryMs, resolve)));
      }
    } while (askAgain && !isStopped);
    isAsking = false;
  };

  const mend = () => {
    cancelMend ??= clock.after(mendAfterMs, () => {
      cancelMend = null;
      void recover('hole');
    });
  };

  const hear = (quotes: readonly Quote[]) => {
    if (quotes.length === 0) return;
    if (lastSeq !== null && quotes[0]!.seq !== lastSeq + 1) mend();
    lastSeq = quotes.at(-1)!.seq;
    facts.changed(facts.board.merge(quotes));
  };

  const sayInterest = () => {
    cancelInterest = null;
    bus.publish(topics.interest, { from: self, interest: facts.watches.interest() });
  };
  const sayInterestSoon = () => {
    cancelInterest ??= clock.after(interestAfterMs, sayInterest);
  };

  const asked = <I, O>(what: Ask<I, O>, input: I): Promise<O> => bus.request(what, input, askTimeoutMs).catch(refuseTimeout);
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
    series: <M extends Metric>(queries: readonly SeriesQuery<M>[]) => asked(topics.series, queries) as Promise<readonly (readonly SeriesPoint<M>[])[] | null>,
    trades: (queries) => asked(topics.trades, queries),
    p2pAds: (pair) => asked(topics.p2pAds, pair),
    blocks: () => asked(topics.blocks, null),
    funding: (symbolId) => asked(topics.funding, symbolId),
    statistics: (symbolIds) => asked(topics.statistics, symbolIds),
  };

  return {
    reader,
    async start() {
      isStopped = false;
      isAsking = false;
      const recovered = new Promise<void>((resolve) => (onRecovered = resolve));
      // Listening comes before asking: what happens in between is then heard, and the numbers settle which is newer.
      undo.push(
        bus.subscribe(topics.quotes, hear),
        bus.subscribe(topics.fiatRates, (rates) => (facts.fiatRates = rates)),
        bus.subscribe(topics.worldFacts, (world) => (facts.world = world)),
        bus.subscribe(topics.feedStarted, () => {
          lastSeq = null;
          void recover('feedStarted');
        }),
        bus.onReconnect(() => void recover('reconnect')),
        bus.subscribe(topics.liveFact, facts.watches.tell),
        facts.watches.onInterest(sayInterestSoon),
        clock.every(repeatInterestMs, sayInterest),
      );
      void recover('start');
      await Promise.race([recovered, new Promise<void>((resolve) => undo.push(clock.after(patienceMs, resolve)))]);
    },
    stop() {
      isStopped = true;
      cancelMend?.();
      cancelMend = null;
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
