// Sign-in through an OpenID Connect provider: authorization code with PKCE, state and nonce. The protocol
// itself (building the request, exchanging the code, checking the signed token against the provider's keys) is better-auth's.
import { timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';
import { emailKey, isEmail, safeReturnTo, sessionTimes } from '@tidemark/contract/accounts.ts';
import { refuse } from '@tidemark/contract/errors.ts';
import type { Clock } from '#platform/clock.ts';
import { newToken } from '#platform/ids.ts';
import type { Log } from '#platform/log.ts';
import type { Tokens } from './tokens.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}
export interface Vouched {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailKey: string | null;
  readonly name: string;
}

export interface Oidc {
  /**
   * keep: what the browser must bring back. proves: whose account it is; then the provider is told to ask anew, even within a session.
   */
  start(returnTo: string | undefined, proves: string | null): Promise<{ url: string; keep: string }>;
  /** loggedInAt: when the person showed the provider who they are, in ms; null where it does not tell. */
  finish(
    answer: { code: string; state: string },
    kept: string | undefined,
  ): Promise<{
    who: Vouched;
    returnTo: string;
    proves: string | null;
    loggedInAt: number | null;
    claims: Readonly<Record<string, unknown>>;
  }>;
}

const endpoint = v.pipe(v.string(), v.url());
const discovery = v.object({ issuer: v.string(), authorization_endpoint: endpoint, token_endpoint: endpoint, jwks_uri: endpoint });
type Provider = v.InferOutput<typeof discovery>;
const keptForm = v.object({
  state: v.string(),
  nonce: v.string(),
  verifier: v.string(),
  returnTo: v.string(),
  proves: v.nullable(v.string()),
  expiresAt: v.number(),
});
const idClaims = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  nonce: v.string(),
  auth_time: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(8_640_000_000_000))),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean(), false),
  name: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
});

const discoveryFreshMs = 3_600_000;
const askWithinMs = 5_000;
const sealed = 'oidc';
const isSame = (one: string, other: string) => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

export function createOidc({
  settings,
  tokens,
  clock,
  log,
  publicUrl,
  callbackPath = '/auth/oidc/callback',
}: {
  settings: OidcSettings;
  tokens: Tokens;
  clock: Clock;
  log: Log;
  publicUrl: string;
  callbackPath?: string;
}): Oidc {
  const { issuer, clientId, clientSecret } = settings;
  const redirectURI = `${publicUrl}${callbackPath}`;
  const options = { clientId, clientSecret };
  let provider: { facts: Provider; at: number } | null = null;

  // Loaded on first use: it costs a third of a second that a start without a provider need not pay.
  const protocol = () => import('better-auth/oauth2');

  let asking: Promise<Provider> | null = null;
  const ask = async (): Promise<Provider> => {
    const response = await fetch(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, {
      signal: AbortSignal.timeout(askWithinMs),
      redirect: 'error',
    });
    const facts = v.parse(discovery, await response.json());
    if (facts.issuer !== issuer) throw new Error('the provider names another issuer');
    provider = { facts, at: clock.now() };
    return facts;
  };
  /** However many come while the provider is slow, it is asked once. */
  const discover = (): Promise<Provider> => {
    if (provider && clock.now() - provider.at < discoveryFreshMs) return Promise.resolve(provider.facts);
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  /** What the provider or the network did wrong is one refusal for the person and one line, without a token, for the operator. */
  const failing = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      log.warn({ room: 'users', step, reason: error instanceof Error ? error.name : 'unknown' }, 'sign-in through the provider failed');
      return refuse('oidcFailed');
    }
  };

  return {
    start: (returnTo, proves) =>
      failing('start', async () => {
        const { authorization_endpoint: authorizationEndpoint } = await discover();
        const [state, nonce, verifier] = [newToken(24), newToken(24), newToken(48)];
        const { createAuthorizationURL } = await protocol();
        const url = await createAuthorizationURL({
          id: 'oidc',
          options,
          redirectURI,
          authorizationEndpoint,
          state,
          nonce,
          codeVerifier: verifier,
          scopes: ['openid', 'email', 'profile'],
        });
        // OpenID Connect Core 3.1.2.1: ask again, and (by max_age) say in the token when that was.
        if (proves !== null)
          for (const [name, value] of [
            ['prompt', 'login'],
            ['max_age', '0'],
          ] as const)
            url.searchParams.set(name, value);
        const kept = { state, nonce, verifier, proves, returnTo: safeReturnTo(returnTo), expiresAt: clock.now() + sessionTimes.oidcMs };
        return { url: url.href, keep: tokens.seal(sealed, Buffer.from(JSON.stringify(kept)).toString('base64url')) };
      }),

    finish: ({ code, state }, cookie) =>
      failing('finish', async () => {
        const text = tokens.open(sealed, cookie);
        if (text === null) throw new Error('not begun in this browser');
        const kept = v.parse(keptForm, JSON.parse(Buffer.from(text, 'base64url').toString()));
        if (!isSame(kept.state, state) || kept.expiresAt <= clock.now()) throw new Error('another or an old sign-in');
        const facts = await discover();
        const { validateAuthorizationCode, validateToken } = await protocol();
        const { idToken } = await validateAuthorizationCode({
          code,
          codeVerifier: kept.verifier,
          redirectURI,
          options,
          tokenEndpoint: facts.token_endpoint,
          authentication: 'basic',
        });
        if (!idToken) throw new Error('no id token');
        const { payload } = await validateToken(idToken, facts.jwks_uri, { issuer, audience: clientId });
        const claims = v.parse(idClaims, payload);
        if (!isSame(claims.nonce, kept.nonce)) throw new Error('another nonce');
        const email = claims.email !== undefined && claims.email_verified && isEmail(claims.email) ? claims.email : null;
        const who = {
          issuer,
          subject: claims.sub,
          email,
          emailKey: email === null ? null : emailKey(email),
          name: claims.name.slice(0, 64),
        };
        return {
          who,
          returnTo: kept.returnTo,
          proves: kept.proves,
          loggedInAt: claims.auth_time === undefined ? null : claims.auth_time * 1_000,
          claims: payload,
        };
      }),
  };
}
