// The two addresses of a sign-in through a provider that a browser visits itself: out to the provider, and back. Both only
// carry what the calls startOidc and finishOidc answer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { proofFailed } from '@tidemark/contract/accounts.ts';
import type { CallName } from '@tidemark/contract/calls.ts';
import { errors } from '@tidemark/contract/errors.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { Caller, Envelope } from '@tidemark/contract/wire.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { localeOf } from './caller.ts';
import type { Dispatch } from './dispatch.ts';
import { createAllowance, defaultLimits, type HttpLimits } from './limits.ts';
import { changeCookies } from './session-cookies.ts';

export interface OidcRoutesDeps {
  readonly dispatch: Dispatch;
  readonly resolveCaller: (request: FastifyRequest) => Caller | Promise<Caller>;
  readonly publicUrl: string;
  readonly limits?: HttpLimits;
  readonly clock?: Clock;
}

export async function registerOidcRoutes(
  scope: FastifyInstance,
  { dispatch, resolveCaller, publicUrl, limits = defaultLimits, clock = systemClock }: OidcRoutesDeps,
): Promise<void> {
  const allowance = createAllowance(limits, clock);
  /** A person who comes too often reads it on the login page; no provider is asked on their behalf. */
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const seconds = allowance.waitSeconds(request.ip, 'login');
    if (seconds !== null)
      return reply
        .header('cache-control', 'no-store')
        .header('retry-after', seconds)
        .redirect(`${href(localeOf(request), 'login')}?error=${errors.tooManyRequests.code}`, 302);
  };
  const isSecure = publicUrl.startsWith('https:');
  const visit = async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: CallName,
    target: (data: any) => string,
  ): Promise<FastifyReply> => {
    const caller = await resolveCaller(request);
    const answer: Envelope = await dispatch(name, caller, request.query, (changes) => changeCookies(reply, changes, isSecure));
    // The login page says what the code means; a provider's own words never reach a page of ours.
    const location = answer.code === '00000' ? target(answer.data) : `${href(caller.locale, 'login')}?error=${answer.code}`;
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(location, 302);
  };
  scope.get('/auth/oidc/start', { onRequest }, (request, reply) => visit(request, reply, 'startOidc', ({ url }) => url));
  scope.get('/auth/oidc/callback', { onRequest }, async (request, reply) => {
    const { error } = request.query as { error?: unknown };
    if (error !== undefined) {
      const { userId, locale } = await resolveCaller(request);
      // A logged-in person had gone there to prove who they are, and came back without doing it.
      const location =
        userId === null
          ? `${href(locale, 'login')}?error=${errors.oidcFailed.code}`
          : `${href(locale, 'account')}?${proofFailed.name}=${proofFailed.value}`;
      return reply.header('cache-control', 'no-store').redirect(location, 302);
    }
    return visit(request, reply, 'finishOidc', ({ returnTo }) => returnTo);
  });
}
