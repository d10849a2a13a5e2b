// For operators: is the process alive, can it serve, what does it count.
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readiness } from '#edge/ops/readiness.ts';
import type { Metrics } from '#platform/metrics.ts';
import { guardsOf } from './guards.ts';
import { hasToken } from './operator.ts';

export interface OperationsDeps {
  metrics: Metrics;
  readiness: Pick<Readiness, 'report'>;
  /** Null: /metrics answers only to this machine. */
  metricsToken: string | null;
  publicUrl: string;
}

export function registerOperations(scope: FastifyInstance, { metrics, readiness, metricsToken, publicUrl }: OperationsDeps): void {
  const always = { ...guardsOf(publicUrl), 'cache-control': 'no-store' };
  scope.addHook('onRequest', async (_request, reply) => void reply.headers(always));
  scope.get('/healthz', async () => ({ alive: true }));
  scope.get('/readyz', async (request, reply) => {
    const report = await readiness.report(isAboutPages(request) ? 'pages' : 'everything');
    return reply.code(report.ready ? 200 : 503).send(report);
  });
  scope.get('/metrics', async (request, reply) => {
    if (!(metricsToken === null ? isFromThisMachine(request) : hasToken(request, metricsToken))) {
      return reply
        .code(metricsToken === null ? 403 : 401)
        .type('text/plain')
        .send('metrics are not for you\n');
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

/** For balancers that would rather have old pages than none: `/readyz?pages`. */
const isAboutPages = ({ query }: FastifyRequest): boolean => (query as Record<string, unknown>)['pages'] !== undefined;

/** The peer itself, not what a header says; and a proxy on this machine speaks for the whole world. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers;
  if (forwardedFor !== undefined || forwarded !== undefined) return false;
  const peer = (request.raw.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return peer === '::1' || (isIP(peer) === 4 && peer.startsWith('127.'));
}
