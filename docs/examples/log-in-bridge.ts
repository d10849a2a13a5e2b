// The side of an exchange whose own log-in is the log-in of the site: it publishes its keys, and its log-in page leaves a signed token in
// a cookie and sends the browser back. The site runs on a host below the same domain with
//   AUTH_JWKS_URL=https://exchange.example/keys  AUTH_ISSUER=https://exchange.example  AUTH_AUDIENCE=markets
//   AUTH_LOGIN_URL=https://exchange.example/login?next={returnTo}
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';

export interface ExchangeSide {
  readonly issuer: string;
  /** The origin of the site: nobody is sent anywhere else. */
  readonly site: string;
  /** 'exchange.example', so that the site reads the cookie, too; left out: this host alone. */
  readonly cookieDomain?: string;
  /** Who sits at the browser; a real exchange asks for a password here. */
  person(): { readonly id: string; readonly email: string; readonly name: string } | null;
  now?(): number;
}

const tokenSeconds = 300;

export function createExchangeSide({ issuer, site, cookieDomain, person, now = Date.now }: ExchangeSide): Server {
  // Made anew at each start; a real exchange keeps it, and publishes the next one a day before it signs with it.
  const kid = randomUUID();
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid, alg: 'ES256', use: 'sig' }] });
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

  const tokenFor = ({ id, email, name }: NonNullable<ReturnType<ExchangeSide['person']>>): string => {
    const seconds = Math.floor(now() / 1_000);
    const claims = { iss: issuer, aud: 'markets', sub: id, iat: seconds, exp: seconds + tokenSeconds, auth_time: seconds };
    const text = `${encode({ alg: 'ES256', kid })}.${encode({ ...claims, email, email_verified: true, name })}`;
    return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
  };

  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/keys') return void response.setHeader('content-type', 'application/json').end(keys);
    const next = url.searchParams.get('next') ?? '';
    const who = person();
    if (url.pathname !== '/login' || !URL.canParse(next) || new URL(next).origin !== site) return void response.writeHead(404).end();
    if (!who) return void response.writeHead(403).end('Nobody is logged in.');
    const place = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${tokenSeconds}${cookieDomain === undefined ? '' : `; Secure; Domain=${cookieDomain}`}`;
    response.writeHead(302, { location: next, 'set-cookie': `exchange_token=${tokenFor(who)}; ${place}` }).end();
  });
}
