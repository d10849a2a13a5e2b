// A request that broke, for everything that is no call: one line of the log, and an answer that shows nothing of our insides.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#platform/log.ts';

/** The client hung up while its request was being read: there is no receiver of an answer, and nothing is wrong here. */
export const isHungUp = (error: { code?: string | undefined }, request: Pick<FastifyRequest, 'raw'>): boolean =>
  error.code === 'ECONNRESET' || (request.raw.destroyed && !request.raw.complete);

function logFailure(log: Log, error: FastifyError, request: FastifyRequest): void {
  // The route and not the address: the address may hold a secret link.
  const about = { err: error, path: request.routeOptions.url, requestId: request.id };
  if (isHungUp(error, request)) log.debug(about, 'the client hung up');
  else log.error(about, 'request failed');
}

/** Below 500 the error says what the client did wrong; anything else is ours. */
export const failedAnswer =
  (log: Log, send: (reply: FastifyReply, status: number, request: FastifyRequest) => FastifyReply) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { statusCode = 500 } = error;
    if (statusCode >= 500) logFailure(log, error, request);
    return send(reply, statusCode >= 400 && statusCode < 500 ? statusCode : 500, request);
  };
