// What those who run the site may read, and nobody else: by a token, and only where one is set. Files are handed over to be saved, never to
// be shown as a page of this site.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStorable } from '@tidemark/contract/wire.ts';
import type { Log } from '#platform/log.ts';
import { failedAnswer } from './failed.ts';
import { guardsOf } from './guards.ts';
import type { Allowance } from './limits.ts';

export type OperatorAnswer =
  | { readonly json: unknown }
  | { readonly file: { readonly bytes: Buffer; readonly mediaType: string; readonly name: string } };
export interface OperatorDoor {
  readonly method: 'GET' | 'DELETE';
  /** Below /operator. */
  readonly path: `/${string}`;
  /** null: there is no such thing. */
  answer(params: Readonly<Record<string, string | undefined>>, query: Readonly<Record<string, unknown>>): Promise<OperatorAnswer | null>;
}

export interface OperatorDeps {
  readonly token: string;
  readonly doors: readonly OperatorDoor[];
  readonly allowance: Allowance;
  readonly publicUrl: string;
  readonly log: Log;
}

export function registerOperator(scope: FastifyInstance, { token, doors, allowance, publicUrl, log }: OperatorDeps): void {
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
  scope.setErrorHandler(
    failedAnswer(log, (reply, status, request) =>
      reply.code(status).send({ error: status === 500 ? `this failed; the log says why under ${request.id}` : 'this cannot be answered' }),
    ),
  );
  for (const { method, path, answer } of doors) {
    scope.route({
      method,
      url: `/operator${path}`,
      handler: async (request, reply) => {
        // What no database keeps names nothing in it.
        if (
          ![...Object.values(request.params as object), ...Object.values(request.query as object)]
            .flat()
            .every((value) => isStorable(String(value)))
        )
          return reply.code(404).send({ error: 'there is no such thing' });
        const found = await answer(request.params as Record<string, string>, request.query as Record<string, unknown>);
        if (found === null) return reply.code(404).send({ error: 'there is no such thing' });
        if ('json' in found) return reply.send(found.json);
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
