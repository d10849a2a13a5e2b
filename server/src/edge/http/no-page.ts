// What no route answers: an address that is not even well-formed ('/v1/%zz', Fastify's frameworkErrors), or a method that no page has.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '@tidemark/contract/errors.ts';
import { apiPrefix, type Envelope } from '@tidemark/contract/wire.ts';
import type { Words } from '#words/index.ts';
import { localeOf } from './caller.ts';
import { guardsOf } from './guards.ts';

export const noPage = (words: Words, publicUrl: string) => {
  const always = { ...guardsOf(publicUrl), 'cache-control': 'no-store' };
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const locale = localeOf(request);
    reply.code(404).headers(always);
    if (!request.url.startsWith(`${apiPrefix}/`))
      return void reply.type('text/plain; charset=utf-8').send(words.error(locale, 'pageNotFound'));
    const answer: Envelope = { code: errors.notFound.code, msg: words.error(locale, 'notFound'), data: null, requestTime: Date.now() };
    reply.send(answer);
  };
};
