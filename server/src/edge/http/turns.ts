// Whose turn it is, before anything is read of a request. Of one network a few requests are taken up in a turn of the event loop, so that
// prices and other networks come in between, however many connections it has. A network that goes on asking after many refusals is taken
// up at a slow pace, so that what it costs is bounded, however fast it asks. What waits is kept as it came, and there is little of it.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import { networkOf } from '#platform/network.ts';
import { createTokenBuckets } from '#platform/token-bucket.ts';
import { tooManyText } from './bound-files.ts';
import { guardsOf } from './guards.ts';

export interface TurnLimits {
  /** Of one network, in a turn of the event loop. */
  readonly perTurn: number;
  /** Refusals that do not slow a network down: a page all of whose calls are refused has fewer. */
  readonly quickRefusals: { readonly burst: number; readonly perSecond: number };
  /** A network stays slow for so long after its last refusal beyond those. */
  readonly slowMs: number;
  /** Between two requests of a slow network. */
  readonly paceMs: number;
  /** As many as may have a live socket; one more is refused at once, and its connection closed. */
  readonly mostWaitingOfNetwork: number;
  readonly mostWaiting: number;
}

const defaultLimits: TurnLimits = {
  perTurn: 8,
  quickRefusals: { burst: 100, perSecond: 5 },
  slowMs: 10_000,
  paceMs: 20,
  mostWaitingOfNetwork: 1_000,
  mostWaiting: 10_000,
};
const slowOnesRemembered = 20_000;

export interface TurnsDeps {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly publicUrl: string;
  readonly addressOf: (request: IncomingMessage) => string;
  readonly limits?: Partial<TurnLimits>;
}

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}
interface Network {
  /** In this turn, without a wait. */
  taken: number;
  /** A Set keeps the order of entry, and any of it can leave. */
  readonly waiting: Set<Waiting>;
}

/** Some calls say it with 200 (never429). */
const isRefusal = (reply: FastifyReply): boolean =>
  reply.statusCode === 429 || (reply.statusCode === 200 && reply.hasHeader('retry-after'));

/** After every other listener for requests, and before any scope is registered: all of them tell their refusals. */
export function takeTurns(app: FastifyInstance, deps: TurnsDeps): void {
  const { clock, metrics, addressOf } = deps;
  const limits: TurnLimits = { ...defaultLimits, ...deps.limits };
  const waits = metrics.counter('http_waits_total', 'Requests that were not taken up at once, by reason', ['reason']);
  for (const reason of ['turn', 'slow', 'turnedAway']) waits.inc({ reason }, 0);
  const waiting = metrics.gauge('http_waiting', 'Requests that wait to be taken up');
  const quickRefusals = createTokenBuckets(clock, limits.quickRefusals);
  const slowUntil = new Map<string, number>();
  /** Those with a request in this turn, or with one that waits. */
  const networks = new Map<string, Network>();
  let allWaiting = 0;
  let [isTurnDue, isPaceDue, isClosing] = [false, false, false];

  const isSlow = (name: string): boolean => {
    const until = slowUntil.get(name);
    if (until !== undefined && until <= clock.now()) slowUntil.delete(name);
    return slowUntil.has(name);
  };
  app.addHook('onSend', (request, reply, payload, goOn) => {
    const name = isRefusal(reply) ? networkOf(addressOf(request.raw)) : null;
    if (name !== null && !quickRefusals(name).take()) {
      slowUntil.delete(name);
      slowUntil.set(name, clock.now() + limits.slowMs);
      if (slowUntil.size > slowOnesRemembered) slowUntil.delete(slowUntil.keys().next().value!);
    }
    goOn(null, payload);
  });

  const [serve] = app.server.listeners('request') as RequestListener[];
  const leave = (network: Network, one: Waiting) => {
    if (network.waiting.delete(one)) waiting.set(--allWaiting);
  };
  /** False: no request waits. */
  const takeNext = (network: Network): boolean => {
    for (const one of network.waiting) {
      leave(network, one);
      if (one.request.socket.destroyed) continue;
      serve!(one.request, one.response);
      return true;
    }
    return false;
  };
  const goRound = (isPace: boolean) => {
    for (const [name, network] of networks) {
      const isPaced = isSlow(name);
      network.taken = 0;
      if (isPaced === isPace) for (let left = isPaced ? 1 : limits.perTurn; left > 0 && takeNext(network); left--);
      if (network.waiting.size === 0) networks.delete(name);
      else if (isPaced) keepPace();
      else nextTurn();
    }
  };
  const nextTurn = () => {
    if (isTurnDue) return;
    isTurnDue = true;
    setImmediate(() => {
      isTurnDue = false;
      goRound(false);
    });
  };
  const keepPace = () => {
    if (isPaceDue) return;
    isPaceDue = true;
    clock.after(limits.paceMs, () => {
      isPaceDue = false;
      goRound(true);
    });
  };

  const always = Object.entries({
    ...guardsOf(deps.publicUrl),
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(tooManyText)),
    'retry-after': String(Math.ceil(limits.slowMs / 1000)),
    connection: 'close',
  }).flat();
  const turnAway = ({ request, response }: Waiting) => {
    waits.inc({ reason: 'turnedAway' });
    // Behind a request of the same connection that is not answered yet: no browser and no proxy asks like that.
    if (response.socket === null) request.socket.destroy();
    else response.writeHead(429, always).end(tooManyText);
  };

  app.server.removeAllListeners('request');
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const name = networkOf(addressOf(request));
    const network = networks.get(name) ?? { taken: 0, waiting: new Set() };
    networks.set(name, network);
    const isPaced = isSlow(name);
    nextTurn();
    if (!isPaced && network.waiting.size === 0 && network.taken < limits.perTurn) {
      network.taken++;
      return serve!(request, response);
    }
    const one = { request, response };
    const isFull = network.waiting.size >= limits.mostWaitingOfNetwork || allWaiting >= limits.mostWaiting;
    if (isFull || (isPaced && (isClosing || response.socket === null))) return turnAway(one);
    waits.inc({ reason: isPaced ? 'slow' : 'turn' });
    network.waiting.add(one);
    waiting.set(++allWaiting);
    response.once('close', () => leave(network, one));
    if (isPaced) keepPace();
  });

  app.addHook('preClose', async () => {
    isClosing = true;
    for (const [name, network] of networks) {
      if (!isSlow(name)) continue;
      for (const one of network.waiting) {
        leave(network, one);
        turnAway(one);
      }
    }
  });
}
