// Other sites may not act in a visitor's name: their pages can send requests, but a browser says where from.
import type { IncomingHttpHeaders } from 'node:http';
import type { Call } from '@tidemark/contract/wire.ts';

/** Whether pages of other sites are refused: for any call but a read, and for every POST, which only our pages have reason to send. */
export const isGuarded = ({ kind }: Pick<Call, 'kind'>, method: string): boolean => method === 'POST' || kind !== 'read';

/** Requests without these headers come from programs, not from pages, and do not carry a user's cookies by accident. */
export function isForeignPage(request: { readonly headers: IncomingHttpHeaders; readonly host: string }, publicOrigin: string): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return origin !== publicOrigin && hostOf(origin) !== request.host.toLowerCase();
  return !isOwnSite(request.headers['sec-fetch-site']);
}

/** 'same-site' is not ours: a sibling under the same domain may belong to another owner. 'none' is an address that the user typed. */
const isOwnSite = (site: string | string[] | undefined): boolean => site === undefined || site === 'same-origin' || site === 'none';

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}
