// The bus of a single process. Messages wait in one queue that is emptied in a microtask: handlers run after the
// publisher's own turn (as they would on NATS), in one order for all handlers, and before any timer or I/O. Payloads are
// handed over by reference and are frozen by convention. Handlers must not answer each other's messages without end.
import { BusAnswerFailed, BusClosed, BusTimeout, deliver, numberedName } from './bus.ts';
import type { Bus, OnBusError } from './bus.ts';

type Handler = (value: never) => unknown;
interface Listener {
  readonly handler: Handler;
  isActive: boolean;
}
interface Message {
  readonly name: string;
  readonly payload: unknown;
  readonly listeners: readonly Listener[];
}
interface Question {
  readonly name: string;
  askNow(answerer: Listener): void;
  giveUp(error: Error): void;
}

const warn: OnBusError = (error, name) =>
  process.emitWarning(error instanceof Error ? error : new Error(String(error)), { detail: `in a handler of '${name}'` });

export function createInProcessBus({ onError = warn }: { onError?: OnBusError } = {}): Bus {
  // Lists are replaced, never changed: a message keeps the list of the moment it was published.
  const listeners = new Map<string, readonly Listener[]>();
  const answerers = new Map<string, readonly Listener[]>();
  const open = new Set<Question>();
  const unasked = new Set<Question>();
  let queue: Message[] = [];
  let isClosed = false;

  const add = (to: Map<string, readonly Listener[]>, name: string, handler: Handler) => {
    const listener: Listener = { handler, isActive: !isClosed };
    if (!isClosed) to.set(name, [...(to.get(name) ?? []), listener]);
    return {
      listener,
      remove() {
        if (!listener.isActive) return;
        listener.isActive = false;
        const rest = to.get(name)?.filter((other) => other !== listener) ?? [];
        if (rest.length) to.set(name, rest);
        else to.delete(name);
      },
    };
  };

  const drain = () => {
    const batch = queue;
    queue = [];
    for (const { name, payload, listeners: addressed } of batch) {
      for (const { handler, isActive } of addressed) if (isActive) deliver(name, handler, payload as never, onError);
    }
  };

  return {
    publish(to, payload) {
      const addressed = listeners.get(to.name);
      if (!addressed || isClosed) return;
      if (queue.push({ name: to.name, payload, listeners: addressed }) === 1) queueMicrotask(drain);
    },

    subscribe: (to, handler) => add(listeners, to.name, handler).remove,

    request<I, O>(what: { readonly name: string }, input: I, timeoutMs: number, of?: number): Promise<O> {
      if (isClosed) return Promise.reject(new BusClosed());
      const { promise, resolve, reject } = Promise.withResolvers<O>();
      const timer = setTimeout(() => question.giveUp(new BusTimeout(what.name)), timeoutMs);
      const finish = () => {
        clearTimeout(timer);
        open.delete(question);
        unasked.delete(question);
      };
      const question: Question = {
        name: what.name,
        askNow({ handler }) {
          unasked.delete(question);
          Promise.resolve(input as never)
            .then(handler)
            .then(
              (answer) => {
                finish();
                resolve(answer as O);
              },
              (error: unknown) => {
                onError(error, what.name);
                question.giveUp(new BusAnswerFailed(what.name));
              },
            );
        },
        giveUp(error) {
          finish();
          reject(error);
        },
      };
      open.add(question);
      const numbered = of === undefined ? undefined : answerers.get(numberedName(what.name, of));
      const answerer = (numbered ?? answerers.get(what.name))?.[0];
      if (answerer) question.askNow(answerer);
      else unasked.add(question);
      return promise;
    },

    answer(what, handler, as) {
      const { listener, remove } = add(answerers, what.name, handler);
      const numbered = as === undefined ? null : add(answerers, numberedName(what.name, as), handler);
      if (!isClosed) for (const question of unasked) if (question.name === what.name) question.askNow(listener);
      return () => {
        remove();
        numbered?.remove();
      };
    },

    isConnected: () => !isClosed,
    onReconnect: () => () => {},

    async close() {
      isClosed = true;
      drain();
      for (const question of open) question.giveUp(new BusClosed());
      listeners.clear();
      answerers.clear();
    },
  };
}
