// An exchange's own log-in: a token that it has signed, checked against the keys it publishes (a JWKS address). Keys are kept and asked for
// again when they are old or a token names one that is not among them, with a pause between two such questions; while the address is away
// the last keys stand. What is too large, too many or of another algorithm is not looked at.
import * as v from 'valibot';
import { emailKey, isEmail } from '@tidemark/contract/accounts.ts';
import { hourMs, minuteMs, secondMs } from '@tidemark/contract/time.ts';
import type { JSONWebKeySet } from 'jose';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Vouched } from './oidc.ts';

export interface ExchangeLoginSettings {
  /** Where the exchange publishes its keys. */
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
  /** In which the exchange's own pages leave the token. */
  readonly cookie: string;
  /** The log-in page of the exchange; '{returnTo}' in it becomes the address to come back to. */
  readonly loginUrl: string;
}

export interface ExchangeTokens {
  /** Who the token says this is, and when they showed it (null where it does not say); null = it is not to be believed. */
  read(token: string): Promise<{ readonly who: Vouched; readonly loggedInAt: number | null } | null>;
}

export interface ExchangeLogin extends ExchangeTokens {
  readonly cookie: string;
  /** The log-in page of the exchange, for a visitor who is to come back to this path of ours. */
  loginPage(path: string): string;
}

/** Signatures that only the exchange can make: none by a secret that both know, and not 'none'. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const mostTokenBytes = 8_192;
const mostKeyBytes = 65_536;
const mostKeys = 50;
/** Clocks of two houses differ. */
const skewSeconds = 60;
const keysFreshMs = 10 * minuteMs;
/** So long keys stand that could not be asked for again. */
const keysStandMs = 24 * hourMs;
/** Tokens with an unknown key would otherwise have the exchange asked as often as a client sends one. */
const askAgainAfterMs = 30 * secondMs;
const askWithinMs = 5_000;

const keySet = v.object({ keys: v.pipe(v.array(v.looseObject({ kty: v.string() })), v.maxLength(mostKeys)) });
const seconds = v.pipe(v.number(), v.minValue(0), v.maxValue(8_640_000_000_000));
const claimsForm = v.object({
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  exp: seconds,
  iat: v.optional(seconds),
  auth_time: v.optional(seconds),
  email: v.optional(v.string()),
  email_verified: v.optional(v.boolean(), false),
  name: v.optional(v.pipe(v.string(), v.maxLength(500)), ''),
});

class KeyUnknown extends Error {}

export function createExchangeTokens({
  settings: { jwksUrl, issuer, audience },
  clock,
  log,
}: {
  settings: Pick<ExchangeLoginSettings, 'jwksUrl' | 'issuer' | 'audience'>;
  clock: Clock;
  log: Log;
}): ExchangeTokens {
  let kept: { readonly keys: JSONWebKeySet; readonly at: number } | null = null;
  let askedAt = -Infinity;
  let asking: Promise<void> | null = null;

  // Loaded on first use: a start without such log-ins need not pay for it.
  const protocol = () => import('jose');

  const ask = async () => {
    askedAt = clock.now();
    const response = await fetch(jwksUrl, {
      signal: AbortSignal.timeout(askWithinMs),
      redirect: 'error',
      headers: { accept: 'application/json' },
    });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    kept = { keys: v.parse(keySet, JSON.parse(await readAtMost(response, mostKeyBytes))), at: clock.now() };
  };
  /** However many come meanwhile, it is asked once. */
  const askOnce = (): Promise<void> =>
    (asking ??= ask()
      .catch((error: unknown) => {
        log.warn(
          { room: 'users', reason: error instanceof Error ? error.message : 'unknown' },
          'the keys of the exchange could not be read',
        );
      })
      .finally(() => (asking = null)));

  const mayAsk = () => clock.now() - askedAt >= askAgainAfterMs;
  const keysNow = async (): Promise<JSONWebKeySet | null> => {
    if ((!kept || clock.now() - kept.at >= keysFreshMs) && (asking !== null || mayAsk())) await askOnce();
    return kept && clock.now() - kept.at < keysStandMs ? kept.keys : null;
  };

  const verify = async (token: string, keys: JSONWebKeySet) => {
    const { createLocalJWKSet, errors, jwtVerify } = await protocol();
    try {
      const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
        algorithms,
        issuer,
        audience,
        clockTolerance: skewSeconds,
        currentDate: new Date(clock.now()),
        requiredClaims: ['exp', 'sub'],
      });
      const claims = v.parse(claimsForm, payload);
      if (claims.iat !== undefined && claims.iat * 1_000 > clock.now() + skewSeconds * 1_000) throw new Error('it was made in the future');
      return claims;
    } catch (error) {
      throw error instanceof errors.JWKSNoMatchingKey ? new KeyUnknown() : error;
    }
  };

  return {
    async read(token) {
      if (token.length > mostTokenBytes) return null;
      try {
        const keys = await keysNow();
        if (!keys) return null;
        const claims = await verify(token, keys).catch(async (error: unknown) => {
          if (!(error instanceof KeyUnknown) || !(asking !== null || mayAsk())) throw error;
          await askOnce();
          return verify(token, kept!.keys);
        });
        const email = claims.email !== undefined && claims.email_verified && isEmail(claims.email) ? claims.email : null;
        const who = {
          issuer,
          subject: claims.sub,
          email,
          emailKey: email === null ? null : emailKey(email),
          name: claims.name.slice(0, 64),
        };
        return { who, loggedInAt: claims.auth_time === undefined ? null : claims.auth_time * 1_000 };
      } catch (error) {
        // Nothing of the token: a reader of the log could use it.
        log.info({ room: 'users', reason: error instanceof Error ? error.name : 'unknown' }, 'a token of the exchange was not believed');
        return null;
      }
    },
  };
}

async function readAtMost(response: Response, bytes: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > bytes) throw new Error(`it is larger than ${bytes} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

export const createExchangeLogin = ({
  settings,
  publicUrl,
  ...deps
}: {
  settings: ExchangeLoginSettings;
  publicUrl: string;
  clock: Clock;
  log: Log;
}): ExchangeLogin => ({
  ...createExchangeTokens({ settings, ...deps }),
  cookie: settings.cookie,
  loginPage: (path) => settings.loginUrl.replaceAll('{returnTo}', encodeURIComponent(publicUrl + path)),
});
