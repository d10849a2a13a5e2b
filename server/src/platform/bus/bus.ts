// One door to the bus. In one process it is function calls; with NATS_URL it is core NATS. Payloads are never
// changed after publishing. Nothing may rely on a message not being lost.
//
// Both twins promise the same, so that what works in one process works on NATS:
// - a handler never runs inside publish(); messages reach a handler in the order one publisher sent them;
// - a handler that throws or rejects is reported and hurts neither the publisher nor the other handlers;
// - after its Unsubscribe a handler is not called again; after close() publish() does nothing;
// - of several answerers one is asked; one that appears before the time is up is found;
// - where one of them answers under the number that is asked for, it is that one: another one may hang unnoticed.

export interface Topic<T> {
  readonly name: string;
  readonly payload?: T;
}
export interface Ask<I, O> {
  readonly name: string;
  readonly types?: (input: I) => O;
}
/** What an ask is answered with. */
export type Answer<A> = A extends Ask<never, infer O> ? O : never;

export const topic = <T>(name: string): Topic<T> => ({ name });
export const ask = <I, O>(name: string): Ask<I, O> => ({ name });

export type Unsubscribe = () => void;

export interface Bus {
  publish<T>(to: Topic<T>, payload: T): void;
  subscribe<T>(to: Topic<T>, handler: (payload: T) => void): Unsubscribe;
  /**
   * Rejects with BusTimeout when no process answers in time, BusAnswerFailed when the answerer threw.
   * of: the number of the one to be asked, where it has one.
   */
  request<I, O>(what: Ask<I, O>, input: I, timeoutMs: number, of?: number): Promise<O>;
  /** as: answers under this number too. */
  answer<I, O>(what: Ask<I, O>, handler: (input: I) => O | Promise<O>, as?: number): Unsubscribe;
  isConnected(): boolean;
  /** Called after the connection was lost and came back: every message published meanwhile is gone, recover. */
  onReconnect(handler: () => void): Unsubscribe;
  /** Delivers what was published before, then lets go of every handler. */
  close(): Promise<void>;
}

/** The subject under which an answerer with a number is asked. */
export const numberedName = (name: string, number: number): string => `${name}.${number}`;

/** Where the failures of handlers go; name is the topic or ask they were for. */
export type OnBusError = (error: unknown, name: string) => void;

export class BusTimeout extends Error {
  constructor(name: string) {
    super(`nobody answered '${name}' in time`);
    this.name = 'BusTimeout';
  }
}

export class BusAnswerFailed extends Error {
  constructor(name: string) {
    super(`the answerer of '${name}' failed; its own log says why`);
    this.name = 'BusAnswerFailed';
  }
}

export class BusClosed extends Error {
  constructor() {
    super('the bus is closed');
    this.name = 'BusClosed';
  }
}

/** The first connection did not come about. The message is one sentence for the operator, without credentials. */
export class BusUnreachable extends Error {
  constructor(address: string, why: string) {
    super(`The bus at ${address} cannot be used: ${why}.`);
    this.name = 'BusUnreachable';
  }
}

/** Runs one handler so that each of its failures, at once or later, ends in onError. */
export function deliver<T>(name: string, handler: (payload: T) => unknown, payload: T, onError: OnBusError): void {
  try {
    const outcome = handler(payload);
    if (outcome instanceof Promise) outcome.catch((error: unknown) => onError(error, name));
  } catch (error) {
    onError(error, name);
  }
}
