// One life of a judge: from a connection to the database until that is lost or the judge is told to stop.
import type { AlertLimits } from '@tidemark/contract/alert-rules.ts';
import { latenessOf } from '../engine/missed.ts';
import { cutBurst, usualPartSize } from './burst-parts.ts';
import { createJudge } from './judge.ts';
import { createHearing, type Hearing } from './hearing.ts';
import type { ConnectJudge } from './judge-database.ts';
import type { JudgedAlert } from './judge-store.ts';
import { allPartitions, beatEveryMs } from './leases.ts';
import type { FromJudge, MissedAsk, SeriesPast, ToJudge } from './messages.ts';
import { systemStopwatch, waitOn, type Stopwatch } from '#platform/clock.ts';
import { createUnwritten } from './unwritten.ts';

export interface RunnerDeps {
  readonly connect: ConnectJudge;
  readonly limits: AlertLimits;
  readonly tell: (message: FromJudge) => void;
  /** So many firings are one commit. */
  readonly partSize?: number;
  readonly stopwatch?: Stopwatch;
  /** So many of the last ticks are kept. */
  readonly recentTicks?: number;
  /** A number that no life before has asked by: what comes for that one is not what this one asked. */
  readonly nextAsk: () => number;
  readonly hearing?: Hearing;
}

export interface Runner {
  hear(message: ToJudge): void;
  /** Resolves when it has stopped by order; rejects when its connection is lost. */
  run(): Promise<void>;
}

const loadBatch = 20_000;
const hintsBatch = 1_000;
/** Ticks are judged between two of these. */
const changesBatch = 500;
/** A commit may become visible later than its time says: a transaction may stand still for 30 s before the database ends it. */
const overlapMs = 40_000;
/** As often as hearts beat: a partition that is free or whose judge is dead is found within half a second. */
const shareEveryMs = 500;
const pollEveryMs = 1_000;
/** Many changes at once are read together. */
const pollApartMs = 20;
/** Every series has its turn within two seconds; a few at a time, so that no firing waits for thousands of them. */
const checkpointEveryMs = 100;
const checkpointShare = 1 / 20;
const figuresEveryMs = 1_000;
/** An alert that has fired for the last time ends without a change that is read. */
const symbolsEveryMs = 5_000;
const asksAtOnce = 200;
/** On a host that is busy with other things the answer takes longer than a moment; a burst as large as that does, too. */
const onlineWithinMs = 500;

export function createRunner({
  connect,
  limits,
  tell,
  partSize = usualPartSize,
  stopwatch = systemStopwatch,
  recentTicks,
  nextAsk,
  hearing = createHearing(stopwatch),
}: RunnerDeps): Runner {
  const lost = Promise.withResolvers<never>();
  lost.promise.catch(() => {});
  const database = connect(lost.reject);
  const { leases, store } = database;
  const judge = createJudge(limits, recentTicks);
  const unwritten = createUnwritten();
  const owned = new Set<number>();
  const names: string[] = [];
  const nameOf = (symbol: number): string => names[symbol]!;
  /** What came while something had to be recovered first; null while ticks flow. */
  let held: ToJudge[] | null = [];
  const answers = new Map<number, (pasts: readonly SeriesPast[]) => void>();
  let [now, changesSeen] = [0, new Date(0)];
  /** What the last look at changes has seen: the next one overlaps it, and reads only what is new. */
  let changesKnown = new Map<number, string>();
  let [hasChanges, hasMissed, isStopping] = [true, false, false];
  let wake: () => void = () => {};
  let hearOnline: (userIds: ReadonlySet<string>) => void = () => {};
  /** Ends what waits for the market: its answer may never come. */
  const stopping = Promise.withResolvers<null>();

  const judgeNow = (message: ToJudge): void => {
    if (message.type === 'ticks') judge.ticks(message.data, nameOf, message.now);
    else if (message.type === 'best') judge.best(message.symbolId, message.kind, message.price, message.ad, message.now);
  };

  /** null: it was told to stop meanwhile. */
  const askPast = (asks: readonly MissedAsk[]): Promise<readonly SeriesPast[] | null> => {
    const ask = nextAsk();
    const { promise, resolve } = Promise.withResolvers<readonly SeriesPast[]>();
    answers.set(ask, resolve);
    tell({ type: 'askPast', ask, asks });
    return Promise.race([promise, lost.promise, stopping.promise]);
  };

  /** The users who are online, as far as is known; only the order in which users are told depends on it. */
  const askOnline = (): Promise<ReadonlySet<string>> => {
    const { promise, resolve } = Promise.withResolvers<ReadonlySet<string>>();
    hearOnline = resolve;
    tell({ type: 'askOnline' });
    return Promise.race([promise, waitOn(stopwatch, onlineWithinMs).then(() => new Set<string>()), lost.promise]);
  };

  /** What is judged goes on; what arrives meanwhile waits for its turn. */
  const recover = async (partitions?: ReadonlySet<number>): Promise<void> => {
    held ??= [];
    const asks = judge.missedAsks(partitions);
    for (let at = 0; at < asks.length; at += asksAtOnce) {
      const some = asks.slice(at, at + asksAtOnce);
      const pasts = await askPast(some);
      // Ticks go on waiting: the next judge asks for the stretch again.
      if (pasts === null) return;
      judge.missed(some, pasts, now);
    }
  };
  const goOn = (): void => {
    if (hasMissed || isStopping) return;
    const waiting = held ?? [];
    held = null;
    for (const message of waiting) judgeNow(message);
    judge.goOn();
  };

  const takePartitions = async (): Promise<void> => {
    if (!hearing.isSettled()) return;
    const share = Math.ceil(allPartitions.length / (await leases.members()));
    if (owned.size > share) {
      const excess = [...owned].slice(share);
      await saveAll();
      await writeAll();
      judge.drop(new Set(excess));
      for (const partition of excess) owned.delete(partition);
      await leases.release(excess);
    }
    if (owned.size >= share) return;
    const got = await leases.acquire(share - owned.size);
    if (got.length === 0) return;
    held ??= [];
    // Of a partition that is new here nothing has been seen.
    changesKnown.clear();
    if (changesSeen.getTime() === 0) changesSeen = await store.now();
    await writeLeft(got);
    const checkpoints = await store.checkpoints(got);
    for (const partition of got) {
      for (let afterId = 0; ;) {
        const rows: readonly JudgedAlert[] = await store.armed(partition, afterId, loadBatch);
        for (const row of rows) judge.load(row, checkpoints);
        if (rows.length < loadBatch) break;
        afterId = rows.at(-1)!.id;
      }
      owned.add(partition);
    }
    for (const [name, checkpoint] of checkpoints) judge.restore(name, checkpoint);
    await recover(new Set(got));
    goOn();
    tellSymbols();
  };

  const readChanges = async (): Promise<void> => {
    hasChanges = false;
    let [since, afterId] = [new Date(changesSeen.getTime() - overlapMs), 0];
    const begun = await store.now();
    const known = changesKnown;
    let hasNews = false;
    changesKnown = new Map();
    for (;;) {
      if (judge.figures().unsaved > 0) await saveAll();
      const hints = await store.changedSince(since, afterId, hintsBatch);
      for (const { id, hint } of hints) changesKnown.set(id, hint);
      const news = hints.filter(({ id, partition, hint }) => owned.has(partition) && known.get(id) !== hint);
      for (let at = 0; at < news.length; at += changesBatch) {
        hasNews = true;
        for (const row of await store.alerts(news.slice(at, at + changesBatch).map(({ id }) => id))) takeChange(row);
        // An alert that fires meanwhile does not wait until the last of many is armed.
        if (judge.figures().unsaved > 0) await saveAll();
      }
      const last = hints.at(-1);
      if (last) [since, afterId] = [last.changedAt, last.id];
      if (hints.length < hintsBatch) break;
    }
    // By the clock and not by the last change: or the last moments of a large change would be read again and again.
    if (begun > changesSeen) changesSeen = begun;
    if (hasNews) tellSymbols();
  };
  const takeChange = (row: JudgedAlert): void => {
    const version = judge.versionOf(row.id);
    if (!row.isArmed) judge.disarm(row.id);
    else if (version !== null && version >= row.version) judge.setTimeZone(row.id, row.timeZone, now);
    else if (!judge.hasEnded(row.id, row.version) && !unwritten.has(row.id, row.version) && !judge.arm(row)) miss();
  };
  /** From here on nothing is judged before the stretch is. */
  const miss = (): void => {
    held ??= [];
    hasMissed = true;
    wake();
  };

  let publishedSymbols = '';
  const tellSymbols = (): void => {
    const symbols = judge.symbols();
    const joined = symbols.map(({ symbolId }) => symbolId).join(' ');
    if (joined === publishedSymbols) return;
    publishedSymbols = joined;
    tell({ type: 'symbols', symbols });
  };

  const writeNext = async (): Promise<void> => {
    const part = unwritten.next();
    if (!part) return;
    const deliveries = await store.writePart(part.id, null, part.isOnline ? 0 : unwritten.restMs());
    unwritten.done();
    tell({ type: 'saved', deliveries });
  };
  const writeAll = async (): Promise<void> => {
    while (unwritten.next()) await writeNext();
  };
  /** What another life has decided and not written out. */
  const writeLeft = async (partitions: readonly number[]): Promise<void> => {
    for (const { id, ageMs } of await store.partsLeft(partitions)) {
      const deliveries = await store.writePart(id, latenessOf(0, ageMs));
      tell({ type: 'saved', deliveries });
    }
  };

  const saveAll = async (share = 0): Promise<void> => {
    for (let batch = judge.take(share); batch !== null; batch = judge.take(0)) {
      // Firings and standings of one alert are written in the order in which they happened.
      if (unwritten.isTouchedBy(batch)) await writeAll();
      if (batch.firings.length <= partSize) {
        const deliveries = await store.save(batch);
        if (batch.firings.length > 0) tell({ type: 'saved', deliveries });
      } else {
        const [online, owners] = await Promise.all([askOnline(), store.ownersOf(batch.firings.map(({ alertId }) => alertId))]);
        const parts = cutBurst(batch.firings, owners, (userId) => online.has(userId), partSize);
        const ids = await store.decide(
          parts.map(({ firings }) => firings),
          batch,
        );
        parts.forEach((part, at) => unwritten.add({ ...part, id: ids[at]! }));
        await writeNext();
      }
    }
  };

  const beat = async (): Promise<never> => {
    for (;;) {
      await leases.beat(held === null, hearing.isHeard());
      await waitOn(stopwatch, beatEveryMs);
    }
  };

  const work = async (): Promise<void> => {
    await database.open();
    await leases.join();
    beat().catch(lost.reject);
    let [shareAt, pollAt, checkpointAt, figuresAt, symbolsAt] = [0, 0, stopwatch.elapsed() + checkpointEveryMs, 0, 0];
    let isReady = false;
    while (!isStopping) {
      // What has fired is kept before anything else is seen to.
      if (judge.figures().unsaved > 0) await saveAll();
      await writeNext();
      const at = stopwatch.elapsed();
      if (at >= shareAt) {
        await takePartitions();
        shareAt = stopwatch.elapsed() + shareEveryMs;
      }
      if (!isReady) {
        if (held !== null) goOn();
        isReady = true;
        tell({ type: 'ready' });
      }
      if (hasMissed) {
        hasMissed = false;
        await recover();
        if (isStopping) break;
        goOn();
      }
      if ((hasChanges && at >= pollAt - pollEveryMs + pollApartMs) || at >= pollAt) {
        pollAt = at + pollEveryMs;
        await readChanges();
      }
      const isCheckpointDue = at >= checkpointAt;
      if (isCheckpointDue) checkpointAt = at + checkpointEveryMs;
      await saveAll(isCheckpointDue ? checkpointShare : 0);
      if (at >= figuresAt) {
        figuresAt = at + figuresEveryMs;
        const figures = judge.figures();
        tell({ type: 'figures', ...figures, unsaved: figures.unsaved + unwritten.firings(), partitions: owned.size });
      }
      if (at >= symbolsAt) {
        symbolsAt = at + symbolsEveryMs;
        tellSymbols();
      }
      if (judge.figures().unsaved > 0 || hasMissed || unwritten.next()) continue;
      const next = Math.min(shareAt, hasChanges ? pollAt - pollEveryMs + pollApartMs : pollAt, checkpointAt, figuresAt);
      await new Promise<void>((resolve) => {
        wake = resolve;
        stopwatch.after(Math.max(1, next - stopwatch.elapsed()), resolve);
      });
    }
    await saveAll(1);
    await writeAll();
    await leases.leave();
  };

  return {
    hear(message) {
      if ('now' in message) now = Math.max(now, message.now);
      if (message.type === 'ticks') for (const [symbol, name] of message.names) names[symbol] = name;
      if (message.type === 'ticks' || message.type === 'best') {
        if (held === null) judgeNow(message);
        else held.push(message);
        if (judge.figures().unsaved > 0) wake();
      } else if (message.type === 'past') {
        answers.get(message.ask)?.(message.pasts);
        answers.delete(message.ask);
      } else if (message.type === 'online') hearOnline(new Set(message.userIds));
      else if (message.type === 'changed') {
        hasChanges = true;
        wake();
      } else if (message.type === 'missed') miss();
      else if (message.type === 'bus') hearing.set(message.isConnected);
      else {
        isStopping = true;
        stopping.resolve(null);
        wake();
      }
    },
    async run() {
      try {
        await Promise.race([work(), lost.promise]);
      } finally {
        // A connection is cut off even while it waits for an answer: the server then drops the statement.
        await database.end();
      }
    },
  };
}
