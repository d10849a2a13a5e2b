// One feed at a time. Whoever is the feed holds a row in Postgres: its heartbeat says that it lives, its epoch is the fencing number
// that travels with every batch. A process that dies loses its connection and with it the row; one that hangs loses it when its
// heartbeat stays away; one that nobody hears offers it to whoever is heard. When the database is away the holder goes on: nobody else
// could take over meanwhile.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';

/** The time in which one process is the feed. */
export interface FeedTerm {
  /** Grows with every term. */
  readonly epoch: number;
  /** Numbers of quotes begin after this one: larger than every number of the terms before. */
  readonly seqAfter: number;
}

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
  /** Somebody speaks with this epoch; when it is a newer one, the term is over whether the database can be asked or not. */
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
const answerWithinMs = 2_000;
/** When the bus goes silent or comes back, it does not for everybody at the same moment: so long one has to be heard before it counts, */
const heardAfterMs = 2_000;
/** and so long not heard. */
export const offerAfterMs = 1_200;
/** A process that could not become the feed lets the others try first. */
const restMs = 5_000;

/** Numbers are the database's microseconds at least, and those of a million quotes that no heartbeat has told of are left out. */
const beginTerm = `insert into feed_lease as held (id, epoch, last_seq, pid, connected_at, heartbeat_at)
  select 1, 1, floor(extract(epoch from clock_timestamp()) * 1000000), a.pid, a.backend_start, clock_timestamp() from pg_stat_activity a
    where a.pid = pg_backend_pid()
  on conflict (id) do update set epoch = held.epoch + 1, last_seq = greatest(excluded.last_seq, held.last_seq + 1000000),
    pid = excluded.pid, connected_at = excluded.connected_at, heartbeat_at = clock_timestamp()
  where $1::bigint is null or held.epoch = $1
  returning epoch::float8 as epoch, last_seq::float8 as "seqAfter"`;

/**
 * Without a pid the row is free for whoever is heard, and the holder goes on until somebody has taken it. It does not wait for the disk:
 * a slow one must not look like a holder that hangs, and no heartbeat has to be found again after a crash.
 */
const beat = `update feed_lease set heartbeat_at = clock_timestamp(), last_seq = greatest(last_seq, $2::bigint),
  pid = case when $3 then a.pid end, connected_at = a.backend_start
  from pg_stat_activity a, set_config('synchronous_commit', 'off', true) where a.pid = pg_backend_pid() and epoch = $1`;

const letGo = 'update feed_lease set pid = null, last_seq = greatest(last_seq, $2::bigint) where epoch = $1';

const look = `select l.epoch::float8 as epoch, (extract(epoch from clock_timestamp() - l.heartbeat_at) * 1000)::float8 as "silentMs",
  l.pid is null as "isFree", exists (select from pg_stat_activity a where a.pid = l.pid
    and a.backend_start = l.connected_at) as "isConnected" from feed_lease l`;

interface Look {
  readonly epoch: number;
  readonly silentMs: number;
  readonly isFree: boolean;
  readonly isConnected: boolean;
}

export function createFeedLease({ connection, log }: { connection: pg.ClientConfig; log: Log }): FeedLease {
  let client: pg.Client | null = null;
  let term: FeedTerm | null = null;
  let isStopped = false;
  let holder: LeaseHolder | null = null;
  let running: Promise<void> = Promise.resolve();
  let wake: () => void = () => {};
  let isFirstConnection = true;
  let restUntil = 0;
  let [lookedAt, awakeSince] = [Infinity, -Infinity];
  let hearing = { isHeard: true, since: -Infinity };

  const connect = async (): Promise<pg.Client> => {
    const made = new pg.Client({
      ...connection,
      application_name: 'tidemark feed',
      keepAlive: true,
      keepAliveInitialDelayMillis: 1_000,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      statement_timeout: answerWithinMs,
    });
    made.on('error', () => forget(made));
    made.on('end', () => forget(made));
    await made.connect();
    return made;
  };
  const forget = (gone: pg.Client): void => {
    if (client === gone) client = null;
    gone.removeAllListeners('end');
    // Stopping must not wait for an answer that does not come.
    void gone.end().catch(() => {});
  };

  const begin = async (to: pg.Client, instead: number | null): Promise<void> => {
    const { rows } = await to.query<FeedTerm>(beginTerm, [instead]);
    if (!rows[0] || isStopped) return;
    const begun = rows[0];
    term = begun;
    log.info({ epoch: begun.epoch }, 'this process is the feed');
    void holder!.taken(begun).catch((error: unknown) => {
      log.error({ err: error }, 'this process could not become the feed; another one may try');
      if (term !== begun) return;
      term = null;
      restUntil = performance.now() + restMs;
      void to.query(letGo, [begun.epoch, begun.seqAfter]).catch(() => {});
    });
  };
  const lose = (): void => {
    log.warn({ epoch: term?.epoch }, 'another process is the feed now');
    term = null;
    holder!.lost();
  };

  const hasBeen = (isHeard: boolean): boolean =>
    hearing.isHeard === isHeard && performance.now() - hearing.since >= (isHeard ? heardAfterMs : offerAfterMs);

  /** One look or one heartbeat. */
  const step = async (to: pg.Client, connectedMs: number): Promise<void> => {
    if (holder!.isHeard() !== hearing.isHeard) hearing = { isHeard: !hearing.isHeard, since: performance.now() };
    if (term !== null) {
      const held = term;
      const { rowCount } = await to.query(beat, [held.epoch, holder!.lastSeq(), !hasBeen(false)]);
      if (rowCount === 0 && term === held && !isStopped) lose();
      return;
    }
    if (performance.now() < restUntil) return;
    const found = (await to.query<Look>(look)).rows[0];
    if (!found) return begin(to, null);
    const now = performance.now();
    if (now - lookedAt > stoodStillMs) awakeSince = now;
    lookedAt = now;
    const isPatient = (isFirstConnection || connectedMs > patienceMs) && now - awakeSince > wakingMs;
    const isGone = isPatient && found.silentMs > (found.isConnected || found.isFree ? hungAfterMs : goneAfterMs);
    if (isGone || (found.isFree && hasBeen(true))) await begin(to, found.epoch);
  };
  const work = async (onFirst: () => void): Promise<void> => {
    let connectedAt = 0;
    while (!isStopped) {
      try {
        if (!client) {
          client = await connect();
          connectedAt = performance.now();
        }
        await step(client, performance.now() - connectedAt);
        onFirst();
      } catch (error) {
        if (isStopped) break;
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'whose turn it is to be the feed could not be read; trying again',
        );
        if (client) forget(client);
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
      setTimeout(resolve, ms).unref();
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
      await Promise.race([running, delay(answerWithinMs, undefined, { ref: false })]);
      if (term !== null && client) await client.query(letGo, [term.epoch, holder!.lastSeq()]).catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}

/** Of a process that nobody else can hear: it is the feed from the beginning, and only its numbers have to grow over restarts. */
export function createSoleLease(pool: Pick<pg.Pool, 'query'>): FeedLease {
  return {
    async start(holder) {
      await holder.taken((await pool.query<FeedTerm>(beginTerm, [null])).rows[0]!);
    },
    hear() {},
    async stop() {},
  };
}

/** Without a database, for tests and measurements. */
export function createClockLease(clock: Clock): FeedLease {
  return {
    async start(holder) {
      await holder.taken({ epoch: clock.now(), seqAfter: clock.now() * 1_000 });
    },
    hear() {},
    async stop() {},
  };
}
