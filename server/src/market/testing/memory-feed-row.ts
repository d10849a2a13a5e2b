// The row of the feed in memory, for the simulation: each statement of feed-row.ts is one step. No test holds it equal to Postgres yet.
import type { FeedRow, FeedTerm } from '../feed-row.ts';

interface Row {
  epoch: number;
  lastSeq: number;
  backend: number | null;
  connection: number;
  heartbeatAt: number;
}

/** now: the clock of the database. isAlive: whether a connection is still there. */
export function createMemoryFeedRow({ now, isAlive }: { now(): number; isAlive(backend: number): boolean }) {
  let row: Row | null = null;
  /** Heartbeats do not wait for the disk: what a crash goes back to. */
  let onDisk: Row | null = null;
  return {
    /** The server has crashed: heartbeats of the last moments are gone. */
    crash: () => void (row = onDisk && { ...onDisk }),
    over: (backend: number): Omit<FeedRow, 'end'> => ({
      async begin(instead): Promise<FeedTerm | undefined> {
        if (row && instead !== null && row.epoch !== instead) return undefined;
        const lastSeq = Math.max(Math.floor(now() * 1_000), (row?.lastSeq ?? -Infinity) + 1_000_000);
        row = { epoch: (row?.epoch ?? 0) + 1, lastSeq, backend, connection: backend, heartbeatAt: now() };
        onDisk = { ...row };
        return { epoch: row.epoch, seqAfter: row.lastSeq };
      },
      async beat(epoch, lastSeq, isHeard) {
        if (row?.epoch !== epoch) return false;
        onDisk = row;
        row = {
          ...row,
          heartbeatAt: now(),
          lastSeq: Math.max(row.lastSeq, lastSeq),
          backend: isHeard ? backend : null,
          connection: backend,
        };
        return true;
      },
      async letGo(epoch, lastSeq) {
        if (row?.epoch !== epoch) return;
        row = { ...row, backend: null, lastSeq: Math.max(row.lastSeq, lastSeq) };
        onDisk = { ...row };
      },
      look: async () =>
        row
          ? {
              epoch: row.epoch,
              silentMs: now() - row.heartbeatAt,
              isFree: row.backend === null,
              isConnected: row.backend !== null && isAlive(row.backend),
            }
          : undefined,
    }),
  };
}
