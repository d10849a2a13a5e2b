// The row that says which process is the feed, over a connection of its own: its SQL. What follows from it is decided in feed-lease.ts.
import pg from 'pg';

/** The time in which one process is the feed. */
export interface FeedTerm {
  /** Grows with every term. */
  readonly epoch: number;
  /** Numbers of quotes begin after this one: larger than every number of the terms before. */
  readonly seqAfter: number;
  /** Of a process that no other one replaces: its writes are compared with no row. */
  readonly isSole?: true;
}

export const answerWithinMs = 2_000;

/** Numbers are the database's microseconds at least, and those of a million quotes that no heartbeat has told of are left out. */
export const beginTerm = `insert into feed_lease as held (id, epoch, last_seq, pid, connected_at, heartbeat_at)
  select 1, 1, floor(extract(epoch from clock_timestamp()) * 1000000), a.pid, a.backend_start, clock_timestamp() from pg_stat_activity a
    where a.pid = pg_backend_pid()
  on conflict (id) do update set epoch = held.epoch + 1, last_seq = greatest(excluded.last_seq, held.last_seq + 1000000),
    pid = excluded.pid, connected_at = excluded.connected_at, heartbeat_at = clock_timestamp()
  where $1::bigint is null or held.epoch = $1
  returning epoch::float8 as epoch, last_seq::float8 as "seqAfter"`;

/**
 * Without a pid the row is free for a process that is heard, and the holder goes on until one has taken it. It does not wait for the disk:
 * a slow one must not look like a holder that hangs, and no heartbeat has to be found again after a crash.
 */
const beat = `update feed_lease set heartbeat_at = clock_timestamp(), last_seq = greatest(last_seq, $2::bigint),
  pid = case when $3 then a.pid end, connected_at = a.backend_start
  from pg_stat_activity a, set_config('synchronous_commit', 'off', true) where a.pid = pg_backend_pid() and epoch = $1`;

const letGo = 'update feed_lease set pid = null, last_seq = greatest(last_seq, $2::bigint) where epoch = $1';

const look = `select l.epoch::float8 as epoch, (extract(epoch from clock_timestamp() - l.heartbeat_at) * 1000)::float8 as "silentMs",
  l.pid is null as "isFree", exists (select from pg_stat_activity a where a.pid = l.pid
    and a.backend_start = l.connected_at) as "isConnected" from feed_lease l`;

/** The row as a standby process finds it. */
export interface Look {
  readonly epoch: number;
  readonly silentMs: number;
  readonly isFree: boolean;
  readonly isConnected: boolean;
}

export interface FeedRow {
  /** instead: only while the term with this number is the newest; null: after any term. Answers nothing where another one was faster. */
  begin(instead: number | null): Promise<FeedTerm | undefined>;
  /** False: another process has begun a term. */
  beat(epoch: number, lastSeq: number, isHeard: boolean): Promise<boolean>;
  letGo(epoch: number, lastSeq: number): Promise<void>;
  look(): Promise<Look | undefined>;
  end(): Promise<void>;
}

/** onLost: called when the connection has ended. */
export type ConnectFeedRow = (onLost: (row: FeedRow) => void) => Promise<FeedRow>;

export const connectFeedRow =
  (connection: pg.ClientConfig): ConnectFeedRow =>
  async (onLost) => {
    const client = new pg.Client({
      ...connection,
      application_name: 'tidemark feed',
      keepAlive: true,
      keepAliveInitialDelayMillis: 1_000,
      connectionTimeoutMillis: answerWithinMs,
      query_timeout: answerWithinMs,
      statement_timeout: answerWithinMs,
    });
    const row: FeedRow = {
      begin: async (instead) => (await client.query<FeedTerm>(beginTerm, [instead])).rows[0],
      beat: async (epoch, lastSeq, isHeard) => (await client.query(beat, [epoch, lastSeq, isHeard])).rowCount !== 0,
      letGo: async (epoch, lastSeq) => void (await client.query(letGo, [epoch, lastSeq])),
      look: async () => (await client.query<Look>(look)).rows[0],
      async end() {
        client.removeAllListeners('end');
        await client.end();
      },
    };
    client.on('error', () => onLost(row));
    client.on('end', () => onLost(row));
    await client.connect();
    return row;
  };
