// Our market under the shapes of Bitget's public API, for people's own bots and for tests of the live path: any client of that
// exchange pointed at this prefix loads markets, lists, candles, funding and trading data and streams. Opt-in. Promises the
// limits that exchange has (20 requests a second and address, fewer of what costs much, then 429); answers nothing that needs a key.
import type { IncomingMessage } from 'node:http';
import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import { insightPaths } from './insights.ts';
import { ApiRefusal } from './query.ts';
import { createRest } from './rest.ts';
import { intervalOf } from './shapes.ts';
import { createStream, type StreamMarket } from './socket.ts';

const exchangeApiPrefix = '/exchange';
const bitgetRequestsPerSecond = 20;
/**
 * Parts of the allowance, each counted by itself. Trading data are told once a second there; candles of months are made of years of days
 * here.
 */
const allowances = { usual: 1, longCandles: 1 / 4, tradingData: 1 / 10 } as const;

function allowanceOf({ url, query }: FastifyRequest): keyof typeof allowances {
  if (Object.hasOwn(insightPaths, pathOf(url))) return 'tradingData';
  const { granularity } = query as { readonly granularity?: unknown };
  return typeof granularity === 'string' && ['1w', '1M'].includes(intervalOf(granularity) ?? '') ? 'longCandles' : 'usual';
}
const pathOf = (url: string): string => url.slice(exchangeApiPrefix.length).split('?')[0]!;

export interface ExchangeApiDeps {
  readonly market: StreamMarket;
  readonly clock: Clock;
  readonly log: Log;
  readonly addressOf: (request: IncomingMessage) => string;
  /** A test that asks as fast as it can raises it. */
  readonly requestsPerSecond?: number;
}

function refusalOf(error: unknown): ApiRefusal {
  if (error instanceof ApiRefusal) return error;
  // The market itself refuses: nothing went wrong here, and a client that asks again and again must not fill the log.
  if (error instanceof Refusal)
    return error.error === 'timeout'
      ? new ApiRefusal('40010', 'Request timed out', 503)
      : new ApiRefusal('40019', `no such data: ${error.error}`);
  return new ApiRefusal('40725', 'service error', 500);
}

/** The returned function closes its sockets. */
export async function registerExchangeApi(
  app: FastifyInstance,
  { market, clock, log, addressOf, requestsPerSecond = bitgetRequestsPerSecond }: ExchangeApiDeps,
): Promise<() => void> {
  const rest = createRest(market);
  await app.register(
    async (scope) => {
      await scope.register(fastifyRateLimit, {
        max: (request) => Math.ceil(requestsPerSecond * allowances[allowanceOf(request)]),
        timeWindow: 1_000,
        keyGenerator: (request) => `${networkOf(request.ip)} ${allowanceOf(request)}`,
        errorResponseBuilder: () => Object.assign(new ApiRefusal('429', 'Too Many Requests', 429), { statusCode: 429 }),
      });
      scope.setErrorHandler((error: unknown, _request, reply) => {
        const refusal = refusalOf(error);
        if (refusal.status === 500) log.error({ err: error }, 'exchange api failed');
        return reply.code(refusal.status).send({ code: refusal.code, msg: refusal.message, requestTime: market.now(), data: null });
      });
      scope.get('/api/*', async (request) => {
        const query = Object.fromEntries(
          Object.entries(request.query as Record<string, unknown>).map(([name, value]) => [
            name,
            typeof value === 'string' ? value : undefined,
          ]),
        );
        return { code: '00000', msg: 'success', requestTime: market.now(), data: await rest(pathOf(request.url), query) };
      });
    },
    { prefix: exchangeApiPrefix },
  );
  const stream = createStream({ market, clock, addressOf, path: `${exchangeApiPrefix}/v2/ws/public` });
  stream.attach(app.server);
  return stream.stop;
}
