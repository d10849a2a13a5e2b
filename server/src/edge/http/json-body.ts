// Reads a JSON body within a size and a time, as it comes: a packed one would have to be unpacked before its size is known. Everything else
// a client may send is refused by its content type.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import { stopListening } from './stop-listening.ts';

/** The size is the route's bodyLimit; timeLimitMs is for the whole body, so that a trickle cannot hold a connection. */
export function acceptJsonOnly(scope: FastifyInstance, deps: { clock: Clock; timeLimitMs: number }): void {
  // 'error' refuses __proto__ and constructor.prototype keys instead of passing them on.
  const parseJson = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable, done) => {
    let settled = false;
    let length = 0;
    const chunks: Buffer[] = [];
    const limit = request.routeOptions.bodyLimit;
    const finish = (error: Error | null, body?: unknown) => {
      if (settled) return;
      settled = true;
      cancel();
      payload.removeAllListeners('data');
      if (error) stopListening(request.raw, deps.clock);
      done(error, body);
    };
    const cancel = deps.clock.after(deps.timeLimitMs, () => finish(new Refusal('timeout')));
    if (Number(request.headers['content-length']) > limit) return finish(new Refusal('bodyTooLarge', { limit }));
    payload.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) finish(new Refusal('bodyTooLarge', { limit }));
      else chunks.push(chunk);
    });
    payload.on('error', (error) => finish(error));
    payload.on('end', () => {
      if (settled) return;
      const text = Buffer.concat(chunks).toString('utf8');
      // A POST that needs no input may come with an empty body under a JSON content type.
      if (text.trim() === '') finish(null, {});
      else void parseJson(request, text, finish);
    });
  });
}
