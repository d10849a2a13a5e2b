// Values of settings that are more than a word: addresses, files that hold a secret, groups that belong together.
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ExchangeLoginSettings } from '#users/exchange-token.ts';

/** Answers of any other address could be altered on their way, and are not trusted. */
export const isHttpsOrLocal = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
};

type Given = (name: string) => string | null;

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

/** The exchange's own log-in. Signing keys that were altered on their way would let an attacker in, so the address must be https. */
export function readExchangeLogin(
  given: Given,
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

/** Where browsers' own push services are. Any other address could be a server that only we can reach. */
export const defaultPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

export function readPushHosts(given: Given, problems: string[]): readonly string[] {
  const hosts =
    given('PUSH_HOSTS')
      ?.split(',')
      .map((host) => host.trim())
      .filter(Boolean) ?? defaultPushHosts;
  const wrong = hosts.filter((host) => !/^(\*\.)?[\w.-]+(:\d{1,5})?$/.test(host));
  if (wrong.length > 0)
    problems.push(`PUSH_HOSTS must be a list of host names like push.example.com or *.push.example.com, not '${wrong.join(', ')}'.`);
  return hosts;
}

export function readSupport(given: Given, problems: string[]): { agentToken: string | null; mail: string | null } {
  const [agentToken, mail] = [given('SUPPORT_AGENT_TOKEN'), given('SUPPORT_MAIL')];
  if (agentToken !== null && !/^[\x21-\x7e]{24,}$/.test(agentToken))
    problems.push('SUPPORT_AGENT_TOKEN must have at least 24 visible ASCII characters.');
  if (mail !== null && !/^[^\s<>@]+@[^\s<>@]+$/.test(mail)) problems.push('SUPPORT_MAIL must be an e-mail address.');
  if (mail !== null && given('SMTP_URL') === null) problems.push('SUPPORT_MAIL is of no use without SMTP_URL.');
  return { agentToken, mail };
}

export function readBackups(
  given: Given,
  wholeNumber: (name: string, fallback: number, min: number, max: number) => number,
  problems: string[],
): { folder: string; keep: number } | null {
  const folder = given('BACKUP_DIR');
  if (folder === null && given('BACKUP_KEEP') !== null) problems.push('BACKUP_KEEP is of no use without BACKUP_DIR.');
  const keep = wholeNumber('BACKUP_KEEP', 14, 1, 3650);
  return folder === null ? null : { folder: resolve(folder), keep };
}

const exchanges = ['bitget', 'binance', 'okx', 'bybit'] as const;

/** Exchanges that are read beside the source. The simulator plays some of its own: made-up figures are not mixed with real ones. */
export function readVenues(given: Given, source: string, problems: string[]): readonly (typeof exchanges)[number][] {
  const names = [
    ...new Set(
      (given('VENUES') ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ];
  const known = exchanges.filter((name) => names.includes(name));
  const unknown = names.filter((name) => !exchanges.some((one) => one === name));
  if (unknown.length > 0) problems.push(`VENUES must be a list out of ${exchanges.join(',')}; unknown: ${unknown.join(', ')}.`);
  if (known.some((name) => source === `ccxt:${name}`)) problems.push('VENUES names the exchange of SOURCE, which is read anyway.');
  if (names.length > 0 && (source === 'simulator' || source === 'replay'))
    problems.push(`VENUES cannot be used with SOURCE=${source}: real exchanges have other prices.`);
  return known;
}
