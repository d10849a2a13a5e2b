// One feed at a time. The process that is the feed holds a row in Postgres: its heartbeat says that it lives, its epoch is the fencing
// number that travels with every batch. A process that dies loses its connection and with it the row; one that hangs loses it when its
// heartbeat stays away; one that no process hears offers it to one that is heard. When the database is away the holder goes on: no other
// process could take over meanwhile.
import type pg from 'pg';
import { systemStopwatch, waitOn, type Clock, type Stopwatch } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { answerWithinMs, beginTerm, type ConnectFeedRow, type FeedRow, type FeedTerm } from './feed-row.ts';

export interface LeaseHolder {
  /** Rejects when this process cannot be the feed: then another one may try. */
  taken(term: FeedTerm): Promise<void>;
  /** Another process has begun a term. */
  lost(): void;
  /** The newest number that was given to a quote. */
  lastSeq(): number;
  /** What this process says reaches the others. */
  isHeard(): boolean;
}

export interface FeedLease {
  /** Resolves after the first look: taken() was called, or another process is the feed and this one waits for its turn. */
  start(holder: LeaseHolder): Promise<void>;
  /** A message came with this epoch; when it is a newer one, the term is over whether the database can be asked or not. */
  hear(epoch: number): void;
  /** Lets go, so that the next one need not wait for a heartbeat that does not come. */
  stop(): Promise<void>;
}

export const heartbeatMs = 500;
export const lookMs = 250;
/** Without a connection the holder is gone, unless it is just connecting again. */
const goneAfterMs = 1_500;
/** With one it hangs. A busy machine that holds it up for two seconds does not cost it its term. */
export const hungAfterMs = 3_000;
/** When the process that looks stood still for so long itself, the holder may have too, and gets a moment to send its heartbeat. */
const stoodStillMs = 1_000;
const wakingMs = 2 * heartbeatMs;
/** After the database was away, the former feed is let in first. */
const patienceMs = 2_000;
const retryMs = 200;
/** When the bus goes silent or comes back, processes notice at different moments: so long one has to be heard before it counts, */
const heardAfterMs = 2_000;
/** and so long not heard. */
export const offerAfterMs = 1_200;
/** A process that could not become the feed lets the others try first. */
const restMs = 5_000;

export interface FeedLeaseDeps {
  /** A new connection to the row. */
  readonly connect: ConnectFeedRow;
  readonly log: Log;
  readonly stopwatch?: Stopwatch;
}

export function createFeedLease({ connect, log, stopwatch = systemStopwatch }: FeedLeaseDeps): FeedLease {
  const { elapsed } = stopwatch;
  let row: FeedRow | null = null;
  let term: FeedTerm | null = null;
  let isStopped = false;
  let holder: LeaseHolder | null = null;
  let running: Promise<void> = Promise.resolve();
  let wake: () => void = () => {};
  let isFirstConnection = true;
  let restUntil = 0;
  let [lookedAt, awakeSince] = [Infinity, -Infinity];
  let hearing = { isHeard: true, since: -Infinity };

  const forget = (gone: FeedRow): void => {
    if (row === gone) row = null;
    // Stopping must not wait for an answer that does not come.
    void gone.end().catch(() => {});
  };

  const begin = async (to: FeedRow, instead: number | null): Promise<void> => {
    const begun = await to.begin(instead);
    if (!begun || isStopped) return;
    term = begun;
    log.info({ epoch: begun.epoch }, 'this process is the feed');
    void holder!.taken(begun).catch((error: unknown) => {
      log.error({ err: error }, 'this process could not become the feed; another one may try');
      if (term !== begun) return;
      term = null;
      restUntil = elapsed() + restMs;
      void to.letGo(begun.epoch, begun.seqAfter).catch(() => {});
    });
  };
  const lose = (): void => {
    log.warn({ epoch: term?.epoch }, 'another process is the feed now');
    term = null;
    holder!.lost();
  };

  const hasBeen = (isHeard: boolean): boolean =>
    hearing.isHeard === isHeard && elapsed() - hearing.since >= (isHeard ? heardAfterMs : offerAfterMs);

  /** One look or one heartbeat. */
  const step = async (to: FeedRow, connectedMs: number): Promise<void> => {
    if (holder!.isHeard() !== hearing.isHeard) hearing = { isHeard: !hearing.isHeard, since: elapsed() };
    if (term !== null) {
      const held = term;
      const isHeld = await to.beat(held.epoch, holder!.lastSeq(), !hasBeen(false));
      if (!isHeld && term === held && !isStopped) lose();
      return;
    }
    if (elapsed() < restUntil) return;
    const found = await to.look();
    if (!found) return begin(to, null);
    const now = elapsed();
    if (now - lookedAt > stoodStillMs) awakeSince = now;
    lookedAt = now;
    const isPatient = (isFirstConnection || connectedMs > patienceMs) && now - awakeSince > wakingMs;
    // Two that tell the market at once, one of them unheard, would be told apart too late: what the heard one told would come again.
    const isGone = hearing.isHeard && isPatient && found.silentMs > (found.isConnected || found.isFree ? hungAfterMs : goneAfterMs);
    if (isGone || (found.isFree && hasBeen(true))) await begin(to, found.epoch);
  };
  const work = async (onFirst: () => void): Promise<void> => {
    let connectedAt = 0;
    while (!isStopped) {
      try {
        if (!row) {
          row = await connect(forget);
          connectedAt = elapsed();
        }
        await step(row, elapsed() - connectedAt);
        onFirst();
      } catch (error) {
        if (isStopped) break;
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'whose turn it is to be the feed could not be read; trying again',
        );
        if (row) forget(row);
        isFirstConnection = false;
        await pause(retryMs);
        continue;
      }
      await pause(term === null ? lookMs : heartbeatMs);
    }
  };
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
      stopwatch.after(ms, resolve);
    });

  return {
    start(given) {
      holder = given;
      const first = Promise.withResolvers<void>();
      running = work(first.resolve);
      return first.promise;
    },
    hear(epoch) {
      if (term !== null && epoch > term.epoch) lose();
    },
    async stop() {
      isStopped = true;
      wake();
      await Promise.race([running, waitOn(stopwatch, answerWithinMs)]);
      if (term !== null && row) await row.letGo(term.epoch, holder!.lastSeq()).catch(() => {});
      await row?.end().catch(() => {});
    },
  };
}

/** Of a process that no other one can hear: it is the feed from the beginning, and only its numbers have to grow over restarts. */
export function createSoleLease(pool: Pick<pg.Pool, 'query'>): FeedLease {
  return {
    async start(holder) {
      await holder.taken({ ...(await pool.query<FeedTerm>(beginTerm, [null])).rows[0]!, isSole: true });
    },
    hear() {},
    async stop() {},
  };
}

/** Without a database, for tests and measurements. */
export function createClockLease(clock: Clock): FeedLease {
  return {
    async start(holder) {
      await holder.taken({ epoch: clock.now(), seqAfter: clock.now() * 1_000, isSole: true });
    },
    hear() {},
    async stop() {},
  };
}
