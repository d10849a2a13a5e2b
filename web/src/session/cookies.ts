import { localCacheKeys } from '@tidemark/contract/local-cache.ts';
import { cookieMaxAgeDays, cookies } from '@tidemark/contract/site.ts';
import { localStore } from './local-store.ts';

type CookieName = keyof typeof cookies;

/** Section 3, Local cache keys: what a cookie says is kept here too. Some browsers end cookies of scripts after a week. */
const cacheKeys = {
  theme: localCacheKeys.theme,
  language: localCacheKeys.language,
  currency: localCacheKeys.fiatName,
  updown: localCacheKeys.updown,
  vision: localCacheKeys.vision,
  changeBase: localCacheKeys.timeZone,
  overview: localCacheKeys.overview,
} as const satisfies Record<CookieName, string>;

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
export function rememberInCookie(name: CookieName, value: string | number) {
  localStore.setItem(cacheKeys[name], String(value));
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookies[name]}=${encodeURIComponent(value)}; Max-Age=${cookieMaxAgeDays * 86_400}; Path=/; SameSite=Lax${secure}`;
}

/** Cookies that have ended are written anew from the local cache; true = there was one. */
export function restoreCookies(): boolean {
  const given = parseCookies(document.cookie);
  let hasRestored = false;
  for (const name of Object.keys(cacheKeys) as CookieName[]) {
    const kept = localStore.getItem(cacheKeys[name]);
    if (kept === null || given[cookies[name]] !== undefined) continue;
    rememberInCookie(name, kept);
    hasRestored = true;
  }
  return hasRestored;
}
