import { hostPrefix } from '@tidemark/contract/wire.ts';

/**
 * The Cookie header of a socket's upgrade, which no framework has read. The first of two equal names counts, and before all the one that
 * only our host can write.
 */
export function parseCookies(header: string | undefined): Readonly<Record<string, string | undefined>> {
  const cookies: Record<string, string | undefined> = Object.create(null);
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, equals)).trim();
    if (name !== '') cookies[name] ??= pair.slice(equals + 1).trim();
  }
  for (const name of Object.keys(cookies)) if (name.startsWith(hostPrefix)) cookies[name.slice(hostPrefix.length)] = cookies[name];
  return cookies;
}
