// The two addresses of a sign-in through a provider that a browser visits itself: out to the provider, and back. Both only
// carry what the calls startOidc and finishOidc answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallName } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { Caller, Envelope } from '@tidemark/contract/wire.ts';
import type { Dispatch } from './dispatch.ts';
import { changeCookies } from './session-cookies.ts';

export interface OidcRoutesDeps {
  readonly dispatch: Dispatch;
  readonly resolveCaller: (request: FastifyRequest) => Caller | Promise<Caller>;
  readonly publicUrl: string;
}

export function registerOidcRoutes(app: FastifyInstance, { dispatch, resolveCaller, publicUrl }: OidcRoutesDeps): void {
  const isSecure = publicUrl.startsWith('https:');
  const visit = async (request: FastifyRequest, reply: FastifyReply, name: CallName, target: (data: any) => string): Promise<FastifyReply> => {
    const caller = await resolveCaller(request);
    const answer: Envelope = await dispatch(name, caller, request.query, (changes) => changeCookies(reply, changes, isSecure));
    // The login page says what the code means; a provider's own words never reach a page of ours.
    const location = answer.code === '00000' ? target(answer.data) : `${href(caller.locale, 'login')}?error=${answer.code}`;
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(location, 302);
  };
  app.get('/auth/oidc/start', (request, reply) => visit(request, reply, 'startOidc', ({ url }) => url));
  app.get('/auth/oidc/callback', (request, reply) => {
    const { error } = request.query as { error?: unknown };
    if (error !== undefined) return reply.header('cache-control', 'no-store').redirect(`/login?error=${errors.oidcFailed.code}`, 302);
    return visit(request, reply, 'finishOidc', ({ returnTo }) => returnTo);
  });
}
