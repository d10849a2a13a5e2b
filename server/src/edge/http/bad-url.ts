// An address that is not even well-formed ('/v1/%zz') never reaches a route. Give this to Fastify as frameworkErrors.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '@tidemark/contract/errors.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import type { Words } from '#words.ts';
import { localeOf } from './caller.ts';

export const answerBadUrl = (words: Words) => (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  const locale = localeOf(request);
  reply.code(404).headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  if (!request.url.startsWith(`${apiPrefix}/`)) return void reply.type('text/plain; charset=utf-8').send(words.error(locale, 'pageNotFound'));
  const answer: Envelope = { code: errors.notFound.code, msg: words.error(locale, 'notFound'), data: null, requestTime: Date.now() };
  reply.send(answer);
};
