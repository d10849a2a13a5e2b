// The HTTP side of the outer wall: all calls under /v1, their description, health and metrics.
// Owns what is true of every request: ids, languages, sizes, limits, origins, headers. Promises an envelope for
// every request under /v1, in the caller's language, and that nothing of our insides shows in it. Knows no room.
import { productName } from '@tidemark/contract/brand.ts';
import type { FastifyInstance } from 'fastify';
import { apiPrefix } from '@tidemark/contract/wire.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { registerDocs } from './docs.ts';
import { createAllowance, defaultLimits, type HttpLimits } from './limits.ts';
import { registerOperations, type OperationsDeps } from './operations.ts';
import { registerCalls, type RoutesDeps } from './routes.ts';

export interface HttpDeps extends Omit<RoutesDeps, 'clock' | 'limits'>, OperationsDeps {
  clock?: Clock;
  limits?: HttpLimits;
  /** What the description of the calls is called. */
  siteName?: string;
}

export async function registerHttp(app: FastifyInstance, deps: HttpDeps): Promise<void> {
  const { clock = systemClock, limits = defaultLimits } = deps;
  const { allowance = createAllowance(limits, clock) } = deps;
  // Scopes of their own: their hooks, parsers and error handlers are not for the pages.
  await app.register(async (scope) => registerOperations(scope, deps));
  await app.register(
    async (scope) =>
      registerDocs(scope, {
        calls: deps.calls,
        uploads: deps.uploads ?? [],
        words: deps.words,
        publicUrl: deps.publicUrl,
        siteName: deps.siteName ?? productName,
        allowance,
      }),
    { prefix: apiPrefix },
  );
  await app.register(async (scope) => registerCalls(scope, { ...deps, clock, limits, allowance }), { prefix: apiPrefix });
}
