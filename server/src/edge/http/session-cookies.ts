// Cookies of answers. Every one of them is out of reach of scripts, stays on this site, and goes over https only where the
// site is on https.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookies } from '@tidemark/contract/accounts.ts';
import type { CallName } from '@tidemark/contract/calls.ts';
import { errors, redirectingCodes } from '@tidemark/contract/errors.ts';
import type { CookieChange } from '@tidemark/contract/wire.ts';

export function changeCookies(reply: FastifyReply, changes: readonly CookieChange[], isSecure: boolean): void {
  const where = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  for (const { name, value, maxAgeMs } of changes) {
    if (value === null) reply.clearCookie(name, where);
    else reply.setCookie(name, value, { ...where, ...(maxAgeMs === undefined ? {} : { maxAge: Math.floor(maxAgeMs / 1000) }) });
  }
}

const names: readonly string[] = Object.values(sessionCookies);
const stays: readonly string[] = [errors.regionNotAllowed.code];
const refreshCall = 'refreshSession' satisfies CallName;

/** Section 8: an answer that ends the login state takes the cookies along. One that merely expired may still be refreshed. */
export function endOfSession(request: Pick<FastifyRequest, 'cookies'>, call: string, code: string): readonly CookieChange[] {
  if (!redirectingCodes.includes(code) || stays.includes(code)) return [];
  if (code === errors.sessionExpired.code && call !== refreshCall) return [];
  return names.filter((name) => request.cookies?.[name] !== undefined).map((name) => ({ name, value: null }));
}
