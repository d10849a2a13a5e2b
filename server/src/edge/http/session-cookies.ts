// Cookies of answers. Every one of them is out of reach of scripts and stays on this site. Where the site is on https they go over
// https only, under a name that no other host of the domain can write; those from before that are still read.
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sessionCookies } from '@tidemark/contract/accounts.ts';
import type { CallName } from '@tidemark/contract/calls.ts';
import { errors, redirectingCodes } from '@tidemark/contract/errors.ts';
import { hostPrefix, type CookieChange } from '@tidemark/contract/wire.ts';

export function changeCookies(reply: FastifyReply, changes: readonly CookieChange[], isSecure: boolean): void {
  const where = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const;
  for (const { name, value, maxAgeMs } of changes) {
    const written = isSecure ? hostPrefix + name : name;
    if (value === null) reply.clearCookie(written, where);
    else reply.setCookie(written, value, { ...where, ...(maxAgeMs === undefined ? {} : { maxAge: Math.floor(maxAgeMs / 1000) }) });
    if (isSecure && sentNames(reply.request).includes(name)) reply.clearCookie(name, where);
  }
}

const sentNames = ({ headers }: Pick<FastifyRequest, 'headers'>): string[] =>
  (headers.cookie ?? '').split(';').map((pair) => pair.split('=', 1)[0]!.trim());

/** Rooms know a cookie by its name alone. */
export async function registerCookies(app: FastifyInstance): Promise<void> {
  await app.register(fastifyCookie);
  app.addHook('onRequest', (request, _reply, goOn) => {
    for (const [name, value] of Object.entries(request.cookies))
      if (name.startsWith(hostPrefix)) request.cookies[name.slice(hostPrefix.length)] = value;
    goOn();
  });
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
