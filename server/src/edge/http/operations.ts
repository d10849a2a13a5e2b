// For those who run the site: is the process alive, can it serve, what does it count.
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import { guardsOf } from './guards.ts';
import { hasToken } from './operator.ts';

/** What this process needs to serve, and whether it is there. */
export type Readiness = Readonly<Record<string, boolean>>;

export interface OperationsDeps {
  metrics: Metrics;
  isReady: () => Readiness | Promise<Readiness>;
  /** Null: /metrics answers only to this machine. */
  metricsToken: string | null;
  publicUrl: string;
  clock: Clock;
}

/** Whoever asks within it gets the same answer: the database is asked once, however many watch. */
const readyForMs = 1_000;

export function registerOperations(scope: FastifyInstance, { metrics, isReady, metricsToken, publicUrl, clock }: OperationsDeps): void {
  const always = { ...guardsOf(publicUrl), 'cache-control': 'no-store' };
  scope.addHook('onRequest', async (_request, reply) => void reply.headers(always));
  let asked: { readonly at: number; readonly parts: Promise<Readiness> } | null = null;
  scope.get('/healthz', async () => ({ alive: true }));
  scope.get('/readyz', async (_request, reply) => {
    if (!asked || clock.now() - asked.at >= readyForMs) asked = { at: clock.now(), parts: Promise.resolve(isReady()) };
    const parts = await asked.parts;
    const missing = Object.keys(parts).filter((part) => !parts[part]);
    return reply.code(missing.length === 0 ? 200 : 503).send({ ready: missing.length === 0, missing, parts });
  });
  scope.get('/metrics', async (request, reply) => {
    if (!(metricsToken === null ? isFromThisMachine(request) : hasToken(request, metricsToken))) {
      return reply.code(metricsToken === null ? 403 : 401).type('text/plain').send('metrics are not for you\n');
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** The peer itself, not what a header says; and a proxy on this machine speaks for the whole world. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers;
  if (forwardedFor !== undefined || forwarded !== undefined) return false;
  const peer = (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.'));
}
