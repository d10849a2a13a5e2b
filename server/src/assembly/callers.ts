// Who is asking: what a request says of itself, and whose session its cookies are.
import type { IncomingMessage } from 'node:http';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { FastifyRequest } from 'fastify';
import { localeOf, resolveVisitor } from '#edge/http/caller.ts';
import type { Users } from '#users/index.ts';

export interface Callers {
  ofCall(request: FastifyRequest): Caller;
  /** Whose session a request brings, as far as it can be told at once. */
  personOf(request: FastifyRequest): string | null;
  ofPage(request: FastifyRequest): Promise<Caller>;
  /** Who opens a socket, as far as it decides what is shown; a browser cannot send headers of its own with it. */
  ofUpgrade(request: IncomingMessage): Pick<Caller, 'locale' | 'country'>;
}

/** countryHeader: what the proxy in front writes the reader's country into; null = nobody does. */
export function createCallers(users: Pick<Users, 'identify' | 'identifyForPage'>, countryHeader: string | null): Callers {
  const join = (request: FastifyRequest, who: ReturnType<Users['identify']>): Caller => ({
    ...resolveVisitor(request),
    ...who,
    country: countryOf(request, countryHeader),
    cookies: request.cookies,
    userAgent: request.headers['user-agent'],
    bearer: bearerOf(request),
  });
  return {
    ofCall: (request) => join(request, users.identify(request.cookies)),
    personOf: (request) => users.identify(request.cookies).userId,
    ofPage: async (request) => join(request, await users.identifyForPage(request.cookies)),
    ofUpgrade: ({ url = '', headers }) => ({
      locale: localeOf({ headers, body: null, query: Object.fromEntries(new URLSearchParams(url.split('?')[1])) }),
      country: countryOf({ headers }, countryHeader),
    }),
  };
}

const bearerOf = ({ headers: { authorization } }: FastifyRequest): string | null =>
  authorization?.startsWith('Bearer ') ? authorization.slice(7).trim() : null;

export function countryOf(request: Pick<IncomingMessage, 'headers'>, header: string | null): string | null {
  const value = header === null ? undefined : request.headers[header];
  return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : null;
}
