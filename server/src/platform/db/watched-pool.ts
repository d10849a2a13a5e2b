// Connections that know what was under way when the server went. A failure to get a connection, or a cut one, leaves
// here as DatabaseAway; everything else as it came.
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { tracedStatement } from '#platform/tracing/traced.ts';
import { commitNote, DatabaseAway } from './away.ts';
import { certificateProblems } from './reach.ts';

type Step = 'begin' | 'end' | 'read' | 'write';
type Done = (error: Error | undefined, ...rest: unknown[]) => void;

/** Shut down, crashed, not up yet, dropped; and the class of broken connections. */
const cutCodes = /^(?:57P0[1-5]|08\w{3})$/;
/** There is no room for it on the disk: refused for certain, and nothing that we did wrong. */
const diskFull = '53100';
/** It can only be read now: a standby, or one that still recovers. */
const readOnly = '25006';
/** How pg itself says it. */
const cutMessages = /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/;
/** The server was asked and has not answered in all its time: nothing more is to be had from this connection. */
const isSilent = (error: Error): boolean => error.message === 'Query read timeout';

const isCut = (error: Error & { code?: string; syscall?: string }): boolean =>
  error.syscall !== undefined || cutCodes.test(error.code ?? '') || cutMessages.test(error.message);

const stepOf = (text: string): Step => {
  if (/^\s*(?:begin|start)\b/i.test(text)) return 'begin';
  if (/^\s*commit\b/i.test(text)) return 'end';
  return /^\s*(?:select|show|set|savepoint|release|rollback)\b/i.test(text) ? 'read' : 'write';
};

class WatchedClient extends pg.Client {
  #isInTransaction = false;
  #isUnclear = false;
  declare release?: (error?: boolean) => void;
  /** The server has said something, be it a refusal. */
  onAnswer: () => void = () => {};
  onFull: () => void = () => {};

  override query(config: any, values?: any, callback?: any): any {
    if (typeof config?.submit === 'function') return super.query(config, values, callback);
    const settle = this.#watch(typeof config === 'string' ? config : config.text);
    const telling =
      (done: Done): Done =>
      (error, ...rest) =>
        done(settle(error), ...rest);
    if (typeof values === 'function') return super.query(config, telling(values) as never);
    if (typeof callback === 'function') return super.query(config, values, telling(callback) as never);
    return (super.query(config, values) as unknown as Promise<unknown>).then(
      (result) => (settle(undefined), result),
      (error: Error) => {
        throw settle(error)!;
      },
    );
  }

  /** What to make of the outcome of a statement. */
  #watch(text: string): (error: Error | undefined) => Error | undefined {
    const step = stepOf(text);
    const isSaving = step === 'end' || (step === 'write' && !this.#isInTransaction);
    const note = isSaving ? commitNote() : undefined;
    const endSpan = tracedStatement(text);
    if (step === 'begin') this.#isInTransaction = true;
    else if (step === 'end' || /^\s*rollback(?!\s+to)\b/i.test(text)) this.#isInTransaction = false;
    return (error) => {
      endSpan?.(error);
      if (!error || !isCut(error)) this.onAnswer();
      if (!error) {
        note?.();
        return undefined;
      }
      const { code } = error as { code?: string };
      if (code === diskFull) this.onFull();
      if (code === diskFull || code === readOnly) return new DatabaseAway(error, this.#isUnclear);
      if (!isCut(error)) return error;
      if (isSilent(error)) this.connection.stream.destroy();
      // A rollback that fails after a commit was cut must not hide that it was.
      this.#isUnclear ||= isSaving;
      // A connection is given back at the end of its transaction, and one that did not begin has none: drizzle would keep it for good.
      if (step === 'begin' && this.release) {
        this.release(true);
        // A caller that does give it back is not told that it does so twice.
        this.release = () => {};
      }
      return new DatabaseAway(error, this.#isUnclear);
    };
  }
}

/** How the pool says that no connection was given back in time. */
const isQueueTimeout = (error: unknown): boolean => error instanceof Error && error.message === 'timeout exceeded when trying to connect';

export class WatchedPool extends pg.Pool {
  #answeredAt = -Infinity;
  /** False: a change found no room on the disk. Others fit into pages that are there, so only a probe that needs new pages resets it. */
  hasRoom = true;
  /** Why no new connection can be had although the server is there; null = one could be had last time. */
  certificateProblem: string | null = null;
  /** How long a caller waited for a connection, whether there was one or not. */
  onWaited: (ms: number) => void = () => {};

  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: WatchedClient });
    this.on('connect', (client) => {
      this.certificateProblem = null;
      const onAnswer = () => (this.#answeredAt = performance.now());
      onAnswer();
      (client as WatchedClient).onAnswer = onAnswer;
      (client as WatchedClient).onFull = () => (this.hasRoom = false);
    });
  }

  override connect(callback?: any): any {
    const askedAt = performance.now();
    // Busy is only what was seen to answer lately: connections that all hang on a server that is gone fill the pool as well.
    const isAnswering = () => this.#answeredAt >= (askedAt + performance.now()) / 2;
    const awayOf = (error: unknown) => {
      const away = new DatabaseAway(error, false, isQueueTimeout(error) && isAnswering());
      this.certificateProblem = certificateProblems[away.code ?? ''] ?? this.certificateProblem;
      return away;
    };
    const waited = () => this.onWaited(performance.now() - askedAt);
    if (!callback)
      return super
        .connect()
        .catch((error: unknown) => {
          throw awayOf(error);
        })
        .finally(waited);
    // A waiter for a connection is resumed in the context of the one that gave it back, so its own is put back.
    const asAsker = AsyncLocalStorage.snapshot();
    return super.connect((error: Error | undefined, ...rest: [any, any]) => {
      waited();
      asAsker(() => callback(error && awayOf(error), ...rest));
    });
  }
}
