// Values of settings that are more than a word: addresses, and files that hold a secret.
import { readFileSync, statSync } from 'node:fs';
import type { ExchangeLoginSettings } from '#users/exchange-token.ts';

/** What somebody could change on its way is not taken for news. */
export const isHttpsOrLocal = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
};

const mostFileBytes = 64 * 1024;

/** What the file holds is never repeated: it is likely a secret. */
export function readSettingFile(name: string, path: string, problems: string[]): string | null {
  try {
    if (statSync(path).size <= mostFileBytes) {
      const text = readFileSync(path, 'utf8').trim();
      if (text === '') problems.push(`${name}_FILE names ${path}, which is empty.`);
      return text || null;
    }
    problems.push(`${name}_FILE names ${path}, which is larger than ${mostFileBytes} bytes.`);
  } catch (error) {
    problems.push(`${name}_FILE names ${path}, which cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  return null;
}

const loginNames = ['AUTH_JWKS_URL', 'AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_LOGIN_URL'] as const;

/** The exchange's own log-in. Keys that somebody could change on their way would let anybody in. */
export function readExchangeLogin(
  given: (name: string) => string | null,
  together: (names: readonly string[]) => boolean,
  problems: string[],
): ExchangeLoginSettings | null {
  const cookie = given('AUTH_COOKIE') ?? 'exchange_token';
  if (!together(loginNames)) {
    if (given('AUTH_COOKIE') !== null && given('AUTH_JWKS_URL') === null) problems.push('AUTH_COOKIE is of no use without AUTH_JWKS_URL.');
    return null;
  }
  const [jwksUrl, issuer, audience, loginUrl] = loginNames.map((name) => given(name)!) as [string, string, string, string];
  if (!isHttpsOrLocal(jwksUrl)) problems.push('AUTH_JWKS_URL must be an https address, unless it is on this machine.');
  if (!isHttpsOrLocal(loginUrl) || !loginUrl.includes('{returnTo}'))
    problems.push('AUTH_LOGIN_URL must be an https address with {returnTo} in it, like https://example.com/login?next={returnTo}.');
  if (!/^[\w-]{1,64}$/.test(cookie)) problems.push('AUTH_COOKIE must be the name of a cookie, like exchange_token.');
  if (given('OIDC_ISSUER') !== null) problems.push('AUTH_JWKS_URL and OIDC_ISSUER are two ways to log in; set one of them.');
  return { jwksUrl, issuer, audience, cookie, loginUrl };
}
