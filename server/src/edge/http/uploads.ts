// Non-JSON bodies: a file, as it is. Whether it may come is asked before a byte of it is read, its length is counted while it
// comes, and a client that sends too much or too slowly is told so and then no longer listened to.
import type { Readable } from 'node:stream';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, type ErrorName } from '@tidemark/contract/errors.ts';
import { successCodes, type Call, type Caller, type Envelope } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { networkOf } from '#platform/network.ts';
import { stopListening } from './stop-listening.ts';

export interface UploadDoor {
  readonly name: string;
  /** Where it is, what it is for and what it answers. */
  readonly call: Call;
  readonly mediaTypes: readonly string[];
  readonly maxBytes: number;
  /** The rows of the catalogue for what is too long, and for what calls itself something else. */
  readonly tooLarge: ErrorName;
  readonly wrongType: ErrorName;
  askFirst(caller: Caller): Promise<Envelope>;
  take(caller: Caller, bytes: Buffer): Promise<Envelope>;
}

export interface UploadWays {
  readonly clock: Clock;
  readonly resolveCaller: (request: FastifyRequest) => Caller | Promise<Caller>;
  /** True when the request was answered: another site's page, or over the limit. */
  readonly isTurnedAway: (request: FastifyRequest, reply: FastifyReply) => boolean;
  readonly refuseWith: (request: FastifyRequest, reply: FastifyReply, status: number, error: ErrorName) => FastifyReply;
  readonly send: (reply: FastifyReply, answer: Envelope) => FastifyReply;
}

/** A body is held in memory while it comes. */
const atOnce = { inAll: 24, ofNetwork: 4 } as const;
const patience = { silenceMs: 15_000, allMs: 110_000 } as const;

export async function registerUpload(
  scope: FastifyInstance,
  door: UploadDoor,
  { clock, resolveCaller, isTurnedAway, refuseWith, send }: UploadWays,
): Promise<void> {
  const underWay = new Map<string, number>();
  let all = 0;
  scope.removeAllContentTypeParsers();
  for (const type of door.mediaTypes)
    scope.addContentTypeParser(type, (_request: FastifyRequest, payload: Readable, done) => done(null, payload));
  scope.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error.statusCode === undefined || error.statusCode >= 500) throw error;
    stopListening(request.raw, clock);
    return refuseWith(request, reply, error.statusCode, error.statusCode === 415 ? door.wrongType : 'badInput');
  });
  scope.post(
    door.call.path,
    {
      onRequest: (request, reply, goOn) => {
        if (!isTurnedAway(request, reply)) goOn();
      },
    },
    async (request, reply) => {
      const network = networkOf(request.ip);
      const ofNetwork = underWay.get(network) ?? 0;
      const turnAway = (status: number, error: ErrorName) => {
        stopListening(request.raw, clock);
        return refuseWith(request, reply, status, error);
      };
      if (request.body === undefined) return turnAway(415, door.wrongType);
      if (Number(request.headers['content-length']) > door.maxBytes) return turnAway(413, door.tooLarge);
      if (all >= atOnce.inAll || ofNetwork >= atOnce.ofNetwork) {
        reply.header('retry-after', 2);
        return turnAway(429, 'tooManyRequests');
      }
      all++;
      underWay.set(network, ofNetwork + 1);
      try {
        const caller = await resolveCaller(request);
        const allowed = await door.askFirst(caller);
        if (!(successCodes as readonly string[]).includes(allowed.code)) {
          stopListening(request.raw, clock);
          return send(reply, allowed);
        }
        return send(reply, await door.take(caller, await readAll(request.body as Readable, door, clock)));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return turnAway(error.error === 'timeout' ? 408 : 413, error.error);
      } finally {
        all--;
        const left = underWay.get(network)! - 1;
        if (left === 0) underWay.delete(network);
        else underWay.set(network, left);
      }
    },
  );
}

function readAll(payload: Readable, { maxBytes, tooLarge }: UploadDoor, clock: Clock): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  let length = 0;
  let endSilence = () => {};
  const give = (up: Refusal) => {
    payload.removeAllListeners('data');
    reject(up);
  };
  const tooSlow = () => give(new Refusal('timeout'));
  const endAll = clock.after(patience.allMs, tooSlow);
  const listen = () => {
    endSilence();
    endSilence = clock.after(patience.silenceMs, tooSlow);
  };
  payload.on('data', (part: Buffer) => {
    length += part.length;
    if (length > maxBytes) return give(new Refusal(tooLarge));
    parts.push(part);
    listen();
  });
  payload.once('end', () => resolve(Buffer.concat(parts)));
  // The sender has gone; no client hears the answer.
  payload.once('error', () => give(new Refusal('timeout')));
  payload.once('close', () => give(new Refusal('timeout')));
  listen();
  return promise.finally(() => {
    endSilence();
    endAll();
  });
}
