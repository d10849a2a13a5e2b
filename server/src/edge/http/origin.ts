// Other sites may not act in a visitor's name: their pages can send requests, but a browser says where from.
import type { FastifyRequest } from 'fastify';

/** Requests without these headers come from programs, not from pages, and carry nobody's cookies by accident. */
export function isForeignPage(request: Pick<FastifyRequest, 'headers' | 'host'>, publicOrigin: string): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin !== publicOrigin && hostOf(origin) !== request.host.toLowerCase();
  return request.headers['sec-fetch-site'] === 'cross-site';
}

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
