// The caller of a request: what the request says of itself, and whose session its cookies are.
import type { IncomingMessage } from 'node:http';
import { createHash } from 'node:crypto';
import { isAccessToken } from '@tidemark/contract/access.ts';
import type { Caller } from '@tidemark/contract/wire.ts';
import type { FastifyRequest } from 'fastify';
import { localeOf, resolveVisitor } from '#edge/http/caller.ts';
import type { Users } from '#users/index.ts';

type Cookies = FastifyRequest['cookies'];

export interface Callers {
  ofCall(request: FastifyRequest): Caller;
  /** Whose session a request brings, as far as it can be told at once. */
  personOf(request: FastifyRequest): string | null;
  /** Which personal token it brings, by a name that does not tell it. */
  tokenOf(request: FastifyRequest): string | null;
  ofPage(request: FastifyRequest): Promise<Caller>;
  /** Who opens a socket, as far as it decides what is shown; a browser cannot send headers of its own with it. */
  ofUpgrade(request: IncomingMessage): Pick<Caller, 'locale' | 'country'>;
}

/** countryHeader: the header in which the proxy in front writes the visitor's country; null = no proxy does. */
export function createCallers(users: Pick<Users, 'identify' | 'identifyForPage'>, countryHeader: string | null): Callers {
  const join = (request: FastifyRequest, who: ReturnType<Users['identify']>, cookies: Cookies, bearer: string | null): Caller => ({
    ...resolveVisitor(request),
    ...who,
    country: countryOf(request, countryHeader),
    cookies,
    userAgent: request.headers['user-agent'],
    bearer,
  });
  /** A request with a personal token acts for the owner of that token, so cookies that came along are ignored. */
  const cookiesOf = (request: FastifyRequest): Cookies => (isAccessToken(bearerOf(request)) ? {} : request.cookies);
  return {
    ofCall(request) {
      const cookies = cookiesOf(request);
      return join(request, users.identify(cookies), cookies, bearerOf(request));
    },
    personOf: (request) => users.identify(cookiesOf(request)).userId,
    tokenOf(request) {
      const bearer = bearerOf(request);
      return isAccessToken(bearer) ? createHash('sha256').update(bearer).digest('base64url') : null;
    },
    // A personal token opens no page.
    async ofPage(request) {
      const bearer = bearerOf(request);
      return join(request, await users.identifyForPage(request.cookies), request.cookies, isAccessToken(bearer) ? null : bearer);
    },
    ofUpgrade: ({ url = '', headers }) => ({
      locale: localeOf({ headers, body: null, query: Object.fromEntries(new URLSearchParams(url.split('?')[1])) }),
      country: countryOf({ headers }, countryHeader),
    }),
  };
}

const bearerOf = ({ headers: { authorization } }: FastifyRequest): string | null =>
  /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;

export function countryOf(request: Pick<IncomingMessage, 'headers'>, header: string | null): string | null {
  const value = header === null ? undefined : request.headers[header];
  return typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : null;
}
