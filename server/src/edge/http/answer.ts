// Sends an envelope, and says who may keep it for how long.
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { headers, type Call, type Envelope } from '@tidemark/contract/wire.ts';

const languageDecides = `${headers.locale}, ${headers.language}, accept-language, cookie`;

export interface Answer {
  readonly call: Call;
  readonly method: 'GET' | 'POST';
  readonly answer: Envelope;
}

export function sendAnswer(request: FastifyRequest, reply: FastifyReply, { call, method, answer }: Answer): FastifyReply {
  const { cacheSeconds: seconds } = call;
  const isKept = method === 'GET' && seconds !== undefined && answer.code === call.success;
  if (!isKept) {
    reply.header('cache-control', 'no-store');
    return isFrozen(answer.data) ? sendText(reply, answer, frozenText(answer.data)) : reply.send(answer);
  }
  const data = JSON.stringify(answer.data);
  // Weak, and of the data alone: requestTime is never twice the same, what is asked for is.
  const tag = `W/"${createHash('sha1').update(data).digest('base64url')}"`;
  reply.headers({ etag: tag, 'cache-control': `private, max-age=${seconds}`, vary: languageDecides });
  if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(tag)) return reply.code(304).send();
  return sendText(reply, answer, data);
}

const sendText = (reply: FastifyReply, { code, msg, requestTime }: Envelope, data: string): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(`${JSON.stringify({ code, msg, requestTime }).slice(0, -1)},"data":${data}}`);

/** A room that answers with the same thing again and again freezes it: what never changes is written down once. */
const texts = new WeakMap<object, string>();
const isFrozen = (data: unknown): data is object => typeof data === 'object' && data !== null && Object.isFrozen(data);
export function frozenText(data: object): string {
  const text = texts.get(data) ?? JSON.stringify(data);
  texts.set(data, text);
  return text;
}
