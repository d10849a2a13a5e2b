// The way to the database in the simulation: connections of processes, with statements that arrive, are carried out and answered one after
// the other, each of these at a moment of its own; what is cut, silent, full or fails over does so between any two of them.
import { createMemoryDatabase, type MemoryDatabase } from '#alerts/testing/memory-database.ts';
import type { Random } from '#alerts/testing/random.ts';
import type { OutboxStore } from '#alerts/delivery/outbox-store.ts';
import { beatTimeoutMs, writeTimeoutMs, type ConnectJudge } from '#alerts/judging/judge-database.ts';
import { answerWithinMs, type ConnectFeedRow } from '#market/feed-row.ts';
import { createMemoryFeedRow } from '#market/testing/memory-feed-row.ts';
import type { Life } from './machine.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Session {
  readonly backend: number;
  readonly life: Life;
  isOpen: boolean;
  arrivesAt: number;
  answersAt: number;
  /** What the client waits for. */
  readonly waiting: Set<(error: Error) => void>;
  /** Has not come through yet. */
  stuck: (() => void)[];
  lost: (error: Error) => void;
}

const latencyMs = 2;
/** A server takes a client for gone whose host does not answer any more. */
const keepAliveMs = 10_000;
const reads = new Set(['now', 'armed', 'changedSince', 'alerts', 'checkpoints', 'ownersOf', 'partsLeft', 'look', 'depth', 'judge']);

export function createSimulatedDatabase(time: VirtualTime, random: Random) {
  const sessions = new Map<number, Session>();
  let [backends, aheadMs] = [0, 0];
  let state: 'well' | 'silent' | 'full' | 'away' = 'well';
  const cutLives = new Set<Life>();
  const now = () => Math.floor(time.now()) + aheadMs;
  const isAlive = (backend: number) => sessions.get(backend)?.isOpen ?? false;
  const tables: MemoryDatabase = createMemoryDatabase({ now, isAlive });
  const feedRow = createMemoryFeedRow({ now, isAlive });
  const latency = () => 0.2 + random.next() * latencyMs;
  const isThrough = ({ life }: Session): boolean => state !== 'silent' && state !== 'away' && !cutLives.has(life);

  const close = (session: Session, tell: boolean): void => {
    if (!session.isOpen) return;
    session.isOpen = false;
    sessions.delete(session.backend);
    session.stuck = [];
    if (!tell) return;
    session.life.deliver(() => {
      const error = new Error('Connection terminated unexpectedly');
      for (const fail of [...session.waiting]) fail(error);
      session.lost(error);
    });
  };
  const reach = (session: Session, work: () => void): void => {
    if (!session.isOpen) return;
    if (isThrough(session)) work();
    else session.stuck.push(work);
  };
  const goOn = (): void => {
    for (const session of sessions.values()) {
      if (!isThrough(session)) continue;
      for (const work of session.stuck.splice(0)) time.after(latency(), () => reach(session, work));
    }
  };

  const open = (life: Life, lost: (error: Error) => void): Session => {
    const session: Session = { backend: ++backends, life, isOpen: true, arrivesAt: 0, answersAt: 0, waiting: new Set(), stuck: [], lost };
    // A process that is killed takes its connections along; the server hears of it.
    life.onEnd(() => time.after(latency(), () => close(session, false)));
    return session;
  };
  const connect = (session: Session): Promise<void> =>
    new Promise((resolve, reject) => {
      const fail = session.life.stopwatch.after(answerWithinMs, () => reject(new Error('timeout expired')));
      time.after(latency(), () => {
        if (!isThrough(session)) return;
        sessions.set(session.backend, session);
        session.life.deliver(() => {
          fail();
          resolve();
        });
      });
    });

  const ask = <T>(session: Session, timeoutMs: number, isRead: boolean, run: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const { life } = session;
      if (!session.isOpen) return reject(new Error('Client was closed and is not queryable'));
      const settle = (end: () => void): void => {
        cancel();
        session.waiting.delete(fail);
        end();
      };
      const fail = (error: Error) => settle(() => reject(error));
      const cancel = life.stopwatch.after(timeoutMs, () => fail(new Error('Query read timeout')));
      session.waiting.add(fail);
      session.arrivesAt = Math.max(session.arrivesAt, time.now() + latency());
      const answer = (end: () => void): void => {
        session.answersAt = Math.max(session.answersAt, time.now() + latency());
        time.after(session.answersAt - time.now(), () => reach(session, () => life.deliver(() => settle(end))));
      };
      time.after(session.arrivesAt - time.now(), () =>
        reach(session, () => {
          if (state === 'full' && !isRead)
            return answer(() => reject(Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })));
          void run().then(
            (value) => answer(() => resolve(value)),
            (error: unknown) => answer(() => reject(error)),
          );
        }),
      );
    });

  /** Every method as a statement of its own. */
  const over = <S extends object>(session: Session, timeoutMs: number, target: S): S =>
    Object.fromEntries(
      Object.entries(target).map(([name, method]) => [
        name,
        name === 'judge'
          ? method
          : (...given: unknown[]) =>
              ask(session, timeoutMs, reads.has(name), () => (method as (...given: unknown[]) => Promise<unknown>)(...given)),
      ]),
    ) as S;

  return {
    tables,
    now,
    connectJudge:
      (life: Life): ConnectJudge =>
      (onLost) => {
        const [client, pulse] = [open(life, onLost), open(life, onLost)];
        const leases = tables.leases(client.backend);
        return {
          leases: { ...over(client, writeTimeoutMs, leases), beat: over(pulse, beatTimeoutMs, leases).beat },
          store: over(client, writeTimeoutMs, tables.judgeStore(leases.judge)),
          open: async () => void (await Promise.all([connect(client), connect(pulse)])),
          async end() {
            for (const session of [client, pulse]) time.after(latency(), () => reachEnd(session));
          },
        };
      },
    connectFeedRow:
      (life: Life): ConnectFeedRow =>
      async (onLost) => {
        const session = open(life, () => onLost(row));
        const row = {
          ...over(session, answerWithinMs, feedRow.over(session.backend)),
          async end() {
            session.lost = () => {};
            reachEnd(session);
          },
        };
        await connect(session);
        return row;
      },
    /** A pool: each statement on a connection that works. */
    outbox(life: Life): OutboxStore {
      const plain = tables.outbox();
      let session: Session | null = null;
      const withSession = async <T>(isRead: boolean, run: () => Promise<T>): Promise<T> => {
        if (!session?.isOpen) {
          const made = open(life, () => {});
          await connect(made);
          session = made;
        }
        const used = session;
        try {
          return await ask(used, poolTimeoutMs, isRead, run);
        } catch (error) {
          // One that did not answer is not used again.
          if (error instanceof Error && error.message === 'Query read timeout' && session === used) session = null;
          throw error;
        }
      };
      return Object.fromEntries(
        Object.entries(plain).map(([name, method]) => [
          name,
          (...given: unknown[]) => withSession(reads.has(name), () => (method as (...given: unknown[]) => Promise<unknown>)(...given)),
        ]),
      ) as unknown as OutboxStore;
    },
    /** One transaction of a person's: what is changed says its time at the beginning and is seen at the end. */
    transaction<T>(life: Life, lastsMs: number, run: (changedAt: number) => T): Promise<T> {
      const session = open(life, () => {});
      return connect(session).then(() => {
        let changedAt = 0;
        return ask(session, poolTimeoutMs, false, async () => void (changedAt = now()))
          .then(() => new Promise<void>((resolve) => void life.stopwatch.after(lastsMs, resolve)))
          .then(() => ask(session, poolTimeoutMs, false, async () => run(changedAt)))
          .finally(() => close(session, false));
      });
    },

    // Faults.
    cut(life: Life | null, isCut: boolean): void {
      if (!life) return;
      if (!isCut) {
        cutLives.delete(life);
        return goOn();
      }
      cutLives.add(life);
      time.after(keepAliveMs, () => {
        if (cutLives.has(life)) for (const session of sessions.values()) if (session.life === life) close(session, true);
      });
    },
    setState(next: 'well' | 'silent' | 'full'): void {
      state = next;
      goOn();
    },
    /** Another server takes over, whose clock differs: every connection ends, what was committed is there. */
    failOver(backAfterMs: number, clockMs: number): void {
      state = 'away';
      feedRow.crash();
      for (const session of [...sessions.values()]) close(session, true);
      time.after(backAfterMs, () => {
        aheadMs = clockMs;
        if (state === 'away') state = 'well';
      });
    },
  };

  function reachEnd(session: Session): void {
    close(session, false);
    const error = new Error('Connection terminated');
    for (const fail of [...session.waiting]) fail(error);
  }
}

/** As the pool of the product waits for an answer. */
const poolTimeoutMs = 20_000;
