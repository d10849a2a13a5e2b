// The bus of the simulation: what NATS promises, over links that lose, double and delay messages, and are cut.
import type { Random } from '#alerts/testing/random.ts';
import { BusAnswerFailed, BusClosed, BusTimeout, deliver, numberedName, type Bus, type OnBusError } from '#platform/bus/bus.ts';
import type { Life } from './machine.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Trouble {
  lost: number;
  doubled: number;
  late: number;
}

interface Listener {
  readonly link: Link;
  readonly handler: (value: never) => unknown;
  isActive: boolean;
}
interface Link {
  readonly life: Life;
  isCut: boolean;
  /** What its client believes. */
  isConnected: boolean;
  reconnects: Set<() => void>;
  /** Nothing overtakes what was sent before. */
  inAt: number;
  outAt: number;
}

const latencyMs = 1.5;
const latestMs = 3_000;
const askAgainMs = 100;
/** When a client notices a cut, and how soon it is back after it. */
const noticeMs = [1_400, 2_100] as const;
const backMs = [500, 750] as const;

export function createSimulatedNetwork(time: VirtualTime, random: Random, onError: OnBusError) {
  const links = new Set<Link>();
  const listeners = new Map<string, Listener[]>();
  const answerers = new Map<string, Listener[]>();
  const trouble: Trouble = { lost: 0, doubled: 0, late: 0 };
  let isDown = false;
  const between = ([from, to]: readonly [number, number]) => from + random.next() * (to - from);
  const isThrough = (link: Link): boolean => link.life.isAlive() && !link.isCut && !isDown;
  const latency = () => 0.2 + random.next() * latencyMs + (trouble.late > 0 && random.chance(trouble.late) ? random.next() * latestMs : 0);

  /** To the server, in the order of sending. */
  const out = (link: Link, arrived: () => void): void => {
    link.outAt = Math.max(link.outAt, time.now() + latency() / 2);
    time.after(link.outAt - time.now(), () => {
      if (!link.isCut && !isDown) arrived();
    });
  };
  const into = (link: Link, arrived: () => void): void => {
    link.inAt = Math.max(link.inAt, time.now() + latency() / 2);
    time.after(link.inAt - time.now(), () => {
      if (isThrough(link)) link.life.deliver(arrived);
    });
  };
  const add = (to: Map<string, Listener[]>, name: string, listener: Listener): (() => void) => {
    to.set(name, [...(to.get(name) ?? []), listener]);
    return () => {
      listener.isActive = false;
      to.set(
        name,
        (to.get(name) ?? []).filter((other) => other !== listener),
      );
    };
  };

  const watch = (link: Link): void => {
    if (isThrough(link) === link.isConnected) return;
    const isLost = link.isConnected;
    time.after(between(isLost ? noticeMs : backMs), () =>
      link.life.deliver(() => {
        if (isThrough(link) === link.isConnected || isLost !== link.isConnected) return;
        link.isConnected = !isLost;
        if (!isLost) for (const handler of link.reconnects) deliver('reconnect', handler, undefined, onError);
      }),
    );
  };
  const linkOf = (life: Life | null): Link | undefined => [...links].find((link) => link.life === life);

  return {
    trouble,
    cut(life: Life | null, isCut: boolean): void {
      const link = linkOf(life);
      if (!link) return;
      link.isCut = isCut;
      watch(link);
    },
    setDown(down: boolean): void {
      isDown = down;
      for (const link of links) watch(link);
    },

    connect(life: Life): Bus {
      const link: Link = { life, isCut: false, isConnected: !isDown, reconnects: new Set(), inAt: 0, outAt: 0 };
      links.add(link);
      let isClosed = false;
      const own: (() => void)[] = [];
      const leave = (): void => {
        isClosed = true;
        links.delete(link);
        for (const undo of own.splice(0)) undo();
      };
      life.onEnd(leave);

      return {
        publish(to, payload) {
          if (!link.isConnected || isClosed) return;
          out(link, () => {
            for (const listener of listeners.get(to.name) ?? []) {
              if (trouble.lost > 0 && random.chance(trouble.lost)) continue;
              const times = trouble.doubled > 0 && random.chance(trouble.doubled) ? 2 : 1;
              for (let n = 0; n < times; n++)
                into(listener.link, () => {
                  if (listener.isActive) deliver(to.name, listener.handler, payload as never, onError);
                });
            }
          });
        },
        subscribe(to, handler) {
          const undo = add(listeners, to.name, { link, handler: handler, isActive: true });
          own.push(undo);
          return undo;
        },
        request<I, O>(what: { readonly name: string }, input: I, timeoutMs: number, of?: number): Promise<O> {
          const { promise, resolve, reject } = Promise.withResolvers<O>();
          const names = of === undefined ? [what.name] : [numberedName(what.name, of), what.name];
          let isDone = false;
          const cancel = life.stopwatch.after(timeoutMs, () => end(() => reject(new BusTimeout(what.name))));
          const end = (settle: () => void): void => {
            if (isDone) return;
            isDone = true;
            cancel();
            settle();
          };
          const ask = (tries: number): void => {
            if (isDone) return;
            if (isClosed) return end(() => reject(new BusClosed()));
            const again = () =>
              void life.stopwatch.after((tries + 1) % names.length === 0 || !link.isConnected ? askAgainMs : 0, () => ask(tries + 1));
            if (!link.isConnected) return again();
            const name = names[tries % names.length]!;
            out(link, () => {
              const able = (answerers.get(name) ?? []).filter((one) => one.isActive && isThrough(one.link));
              if (able.length === 0) return into(link, again);
              const { link: asked, handler } = random.pick(able);
              into(asked, () => {
                Promise.resolve(input as never)
                  .then(handler)
                  .then(
                    (answer) => out(asked, () => into(link, () => end(() => resolve(answer as O)))),
                    (error: unknown) => {
                      onError(error, name);
                      out(asked, () => into(link, () => end(() => reject(new BusAnswerFailed(what.name)))));
                    },
                  );
              });
            });
          };
          ask(0);
          return promise;
        },
        answer(what, handler, as) {
          const undo = (as === undefined ? [what.name] : [what.name, numberedName(what.name, as)]).map((name) =>
            add(answerers, name, { link, handler: handler, isActive: true }),
          );
          own.push(...undo);
          return () => {
            for (const undoOne of undo) undoOne();
          };
        },
        isConnected: () => link.isConnected && !isClosed,
        onReconnect(handler) {
          link.reconnects.add(handler);
          return () => void link.reconnects.delete(handler);
        },
        async close() {
          leave();
        },
      };
    },
  };
}
