// Other sites may not act in a visitor's name: their pages can send requests, but a browser says where from.
import type { FastifyRequest } from 'fastify';

/** Requests without these headers come from programs, not from pages, and carry nobody's cookies by accident. */
export function isForeignPage(request: Pick<FastifyRequest, 'headers' | 'host'>, publicOrigin: string): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin !== publicOrigin && hostOf(origin) !== request.host.toLowerCase();
  return !isOwnSite(request.headers['sec-fetch-site']);
}

/** 'same-site' is not ours: a sibling under the same domain may belong to somebody else. 'none' is the person's own typing. */
export const isOwnSite = (site: string | string[] | undefined): boolean => site === undefined || site === 'same-origin' || site === 'none';

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
