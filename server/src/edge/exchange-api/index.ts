// Our market under the shapes of Bitget's public API, for people's own bots and for tests of the live path: any client of that
// exchange pointed at this prefix loads markets, lists, candles, funding and trading data and streams. Opt-in. Promises the
// limits that exchange has (20 requests a second and address, then 429); answers nothing that needs a key.
import type { IncomingMessage } from 'node:http';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import { ApiRefusal } from './query.ts';
import { createRest } from './rest.ts';
import { createStream, type StreamMarket } from './socket.ts';

export const exchangeApiPrefix = '/exchange';
const bitgetRequestsPerSecond = 20;

export interface ExchangeApiDeps {
  readonly market: StreamMarket;
  readonly clock: Clock;
  readonly log: Log;
  readonly addressOf: (request: IncomingMessage) => string;
  /** A test that asks as fast as it can raises it. */
  readonly requestsPerSecond?: number;
}

/** The returned function closes its sockets. */
export async function registerExchangeApi(app: FastifyInstance, { market, clock, log, addressOf, requestsPerSecond = bitgetRequestsPerSecond }: ExchangeApiDeps): Promise<() => void> {
  const rest = createRest(market);
  await app.register(
    async (scope) => {
      await scope.register(fastifyRateLimit, {
        max: requestsPerSecond,
        timeWindow: 1_000,
        keyGenerator: (request) => networkOf(request.ip),
        errorResponseBuilder: () => Object.assign(new ApiRefusal('429', 'Too Many Requests', 429), { statusCode: 429 }),
      });
      scope.setErrorHandler((error: unknown, _request, reply) => {
        const refusal = error instanceof ApiRefusal ? error : new ApiRefusal('40725', 'service error', 500);
        if (refusal !== error) log.error({ err: error }, 'exchange api failed');
        return reply.code(refusal.status).send({ code: refusal.code, msg: refusal.message, requestTime: market.now(), data: null });
      });
      scope.get('/api/*', async (request) => {
        const path = request.url.slice(exchangeApiPrefix.length).split('?')[0]!;
        const query = Object.fromEntries(Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [name, typeof value === 'string' ? value : undefined]));
        return { code: '00000', msg: 'success', requestTime: market.now(), data: await rest(path, query) };
      });
    },
    { prefix: exchangeApiPrefix },
  );
  const stream = createStream({ market, clock, addressOf, path: `${exchangeApiPrefix}/v2/ws/public` });
  stream.attach(app.server);
  return stream.stop;
}
