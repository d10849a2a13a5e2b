import { cookieMaxAgeDays, cookies } from '@tidemark/contract/site.ts';

/** Cookie header (or document.cookie) to a plain record; broken escapes stay as they are. */
export function parseCookies(header: string | null): Record<string, string | undefined> {
  const found: Record<string, string | undefined> = Object.create(null);
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at < 0) continue;
    const value = part.slice(at + 1).trim();
    try {
      found[part.slice(0, at).trim()] = decodeURIComponent(value);
    } catch {
      found[part.slice(0, at).trim()] = value;
    }
  }
  return found;
}

/** What decides the first paint of the next page. */
export function rememberInCookie(name: keyof typeof cookies, value: string | number) {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookies[name]}=${encodeURIComponent(value)}; Max-Age=${cookieMaxAgeDays * 86_400}; Path=/; SameSite=Lax${secure}`;
}
