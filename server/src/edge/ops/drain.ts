// How a web process stops without cutting off a client: it says that it is not ready, serves on while the balancer notices, tells open
// sockets to move one after another, and then ends what is under way.
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface DrainDeps {
  readonly server: Server;
  /** How long requests are taken after the process has said that it goes. */
  readonly announceMs: () => number;
  /** How long what is under way may take after that. */
  readonly finishMs: number;
  /** Readiness is false from here on. */
  readonly sayNotReady: () => void;
  readonly moveSockets: (overMs: number) => Promise<void>;
  readonly stopSockets: () => Promise<void>;
  /** Stops listening; resolves when the last request has been answered. */
  readonly close: () => Promise<unknown>;
}

/** Sockets are told to move within this share of the time, so that the last of them has moved before it is over. */
const moveShare = 0.8;
/** Connections whose answer had begun too early to say goodbye in it. */
const sweepEveryMs = 100;

/** Answers what has to be done before anything else is stopped. */
export function createDrain({
  server,
  announceMs,
  finishMs,
  sayNotReady,
  moveSockets,
  stopSockets,
  close,
}: DrainDeps): () => Promise<void> {
  let isDraining = false;
  const underWay = new Set<ServerResponse>();
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive &&= !isDraining;
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async () => {
    isDraining = true;
    // A client that keeps its connection open is told to use another process for the next request.
    for (const response of underWay) response.shouldKeepAlive = false;
    sayNotReady();
    const end = Date.now() + announceMs();
    const moving = announceMs() > 0 ? moveSockets(announceMs() * moveShare) : Promise.resolve();
    while (Date.now() < end && announceMs() > 0) await delay(Math.min(100, Math.max(1, end - Date.now())));
    await Promise.race([moving, delay(1_000)]);
    await stopSockets();
    const stop = new AbortController();
    const sweep = setInterval(() => server.closeIdleConnections(), sweepEveryMs);
    await Promise.race([close(), delay(finishMs, null, { signal: stop.signal }).catch(() => {})]);
    stop.abort();
    clearInterval(sweep);
    server.closeAllConnections();
  };
}
