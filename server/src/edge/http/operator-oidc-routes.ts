// The two addresses of an operator's sign-in through a provider that a browser visits itself: out to the provider, and back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '@tidemark/contract/errors.ts';
import { operatorOidcPaths as paths, type operatorCalls } from '@tidemark/contract/operators.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { Dispatch } from './dispatch.ts';
import type { Allowance } from './limits.ts';
import { changeCookies } from './session-cookies.ts';

export interface OperatorOidcRoutesDeps {
  readonly dispatch: Dispatch;
  readonly resolveCaller: (request: FastifyRequest) => Caller | Promise<Caller>;
  readonly allowance: Allowance;
  readonly publicUrl: string;
}

const consolePath = '/operator';
const failedWith = (code: string) => `${consolePath}?error=${code}`;

export function registerOperatorOidcRoutes(
  scope: FastifyInstance,
  { dispatch, resolveCaller, allowance, publicUrl }: OperatorOidcRoutesDeps,
): void {
  const isSecure = publicUrl.startsWith('https:');
  const send = (reply: FastifyReply, location: string) =>
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(location, 302);
  const visit = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: keyof typeof operatorCalls,
    target: (data: any) => string,
  ): Promise<FastifyReply> => {
    const seconds = allowance.waitSeconds(request.ip, 'login');
    if (seconds !== null) return send(reply.header('retry-after', seconds), failedWith(errors.tooManyRequests.code));
    const caller = await resolveCaller(request);
    const answer = await dispatch(name, caller, request.query, (changes) => changeCookies(reply, changes, isSecure));
    return send(reply, answer.code === '00000' ? target(answer.data) : failedWith(answer.code));
  };
  scope.get(paths.start, (request, reply) => visit(request, reply, 'operatorStartOidc', ({ url }) => url));
  scope.get(paths.callback, (request, reply) => {
    // What a provider says of its refusal is not repeated on a page of ours.
    const { error } = request.query as { error?: unknown };
    return error === undefined
      ? visit(request, reply, 'operatorFinishOidc', () => consolePath)
      : send(reply, failedWith(errors.oidcFailed.code));
  });
}
