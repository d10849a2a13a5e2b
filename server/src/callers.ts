// Who is asking: what a request says of itself, and whose session its cookies are.
import type { Caller } from '@tidemark/contract/wire.ts';
import type { FastifyRequest } from 'fastify';
import { resolveVisitor } from '#edge/http/caller.ts';
import type { Users } from '#users/index.ts';

export interface Callers {
  ofCall(request: FastifyRequest): Caller;
  ofPage(request: FastifyRequest): Promise<Caller>;
}

export function createCallers(users: Pick<Users, 'identify' | 'identifyForPage'>): Callers {
  const join = (request: FastifyRequest, who: ReturnType<Users['identify']>): Caller => ({
    ...resolveVisitor(request), ...who, cookies: request.cookies, userAgent: request.headers['user-agent'],
  });
  return {
    ofCall: (request) => join(request, users.identify(request.cookies)),
    ofPage: async (request) => join(request, await users.identifyForPage(request.cookies)),
  };
}
