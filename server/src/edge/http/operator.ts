// What only the operator may read and set: by a token, and only where one is configured. Files are handed over to be saved,
// never to be shown as a page of this site.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '@tidemark/contract/errors.ts';
import { isStorable } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { failedAnswer } from './failed.ts';
import { guardsOf } from './guards.ts';
import { acceptJsonOnly } from './json-body.ts';
import type { Allowance } from './limits.ts';

export type OperatorAnswer =
  | { readonly json: unknown }
  /** What was wrong with the body. */
  | { readonly refused: string }
  | { readonly file: { readonly bytes: Buffer; readonly mediaType: string; readonly name: string } };
export interface OperatorDoor {
  readonly method: 'GET' | 'PATCH' | 'DELETE';
  /** Below /operator. */
  readonly path: `/${string}`;
  /** null: there is no such thing. */
  answer(
    params: Readonly<Record<string, string | undefined>>,
    query: Readonly<Record<string, unknown>>,
    body: unknown,
  ): Promise<OperatorAnswer | null>;
}

export interface OperatorDeps {
  readonly token: string;
  readonly doors: readonly OperatorDoor[];
  readonly allowance: Allowance;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

const bodyLimit = 4_096;
const bodyTimeMs = 5_000;

export function registerOperator(scope: FastifyInstance, { token, doors, allowance, publicUrl, clock, log }: OperatorDeps): void {
  acceptJsonOnly(scope, { clock, timeLimitMs: bodyTimeMs });
  const always = {
    ...guardsOf(publicUrl),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
  };
  scope.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(always);
    if (hasToken(request, token)) return;
    // Guesses are counted like any other way in.
    const seconds = allowance.waitSeconds(request.ip, 'login');
    if (seconds !== null) return reply.code(429).header('retry-after', seconds).send({ error: 'too many tries' });
    return reply.code(401).header('www-authenticate', 'Bearer').send({ error: 'this needs the operator token' });
  });
  const failed = failedAnswer(log, (reply, status, request) =>
    reply.code(status).send({ error: status === 500 ? `this failed; the log says why under ${request.id}` : 'this cannot be answered' }),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) => {
    if (!(error instanceof Refusal)) return failed(error, request, reply);
    return reply.code(error.error === 'bodyTooLarge' ? 413 : 408).send({ error: 'the body is too large or too slow' });
  });
  for (const { method, path, answer } of doors) {
    scope.route({
      method,
      url: `/operator${path}`,
      bodyLimit,
      handler: async (request, reply) => {
        // What no database keeps names nothing in it.
        if (
          ![...Object.values(request.params as object), ...Object.values(request.query as object)]
            .flat()
            .every((value) => isStorable(String(value)))
        )
          return reply.code(404).send({ error: 'there is no such thing' });
        const found = await answer(request.params as Record<string, string>, request.query as Record<string, unknown>, request.body);
        if (found === null) return reply.code(404).send({ error: 'there is no such thing' });
        if ('json' in found) return reply.send(found.json);
        if ('refused' in found) return reply.code(400).send({ error: found.refused });
        const { bytes, mediaType, name } = found.file;
        return reply.type(mediaType).header('content-disposition', `attachment; filename="${name}"`).send(bytes);
      },
    });
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();

export function hasToken(request: Pick<FastifyRequest, 'headers'>, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return given !== undefined && timingSafeEqual(digest(given), digest(token));
}
