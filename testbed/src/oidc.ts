// For tests: a real OpenID Connect provider on a free loopback port. Every visitor is taken for the person set last.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from './free-port.ts';

/** The part of oidc-provider, which comes without types, that is used here. */
interface Provider {
  readonly Grant: new (given: { accountId: string; clientId: string }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ readonly params: Readonly<Record<string, unknown>> }>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object, options?: object): Promise<void>;
}
const untyped: string = 'oidc-provider';

export interface Person {
  readonly subject: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  readonly name?: string;
  readonly groups?: readonly string[];
}

export interface LocalOidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  person: Person;
  /** Where a fresh login is asked for: it is made; or the provider answers by itself, naming a login of long ago (ms) or none. */
  freshLogin: 'made' | 'untold' | number;
  /** By which clock logins happen. */
  now(): number;
  /** What a browser does with the address it is sent to: follows it, with cookies, until it is sent back to the site. */
  visit(authorizationUrl: string): Promise<URL>;
  stop(): Promise<void>;
}

const clientId = 'tidemark-test';
const clientSecret = 'a secret only the two of us know';

/** redirectUri: where the site waits for people to come back. */
export async function startOidc(redirectUri: string): Promise<LocalOidc> {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const library = (await import(untyped)) as { Provider: new (issuer: string, configuration: object) => Provider };
  const provider = new library.Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    // Claims in the id token itself, as most providers send them.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['only for tests'] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => {
        const { email, emailVerified, name, groups } = people.get(id) ?? { subject: id };
        return {
          sub: id,
          ...(email ? { email, email_verified: emailVerified ?? false } : {}),
          ...(name ? { name } : {}),
          ...(groups ? { groups } : {}),
        };
      },
    }),
  });
  const answer = provider.callback();
  const withoutWish = (path: string): string => {
    const { pathname, searchParams } = new URL(path, issuer);
    if (oidc.freshLogin === 'made' || !searchParams.has('max_age')) return path;
    searchParams.delete('prompt');
    if (oidc.freshLogin === 'untold') searchParams.delete('max_age');
    else searchParams.set('max_age', '999999999');
    return `${pathname}?${searchParams}`;
  };
  // On a busy machine a connection would be closed for being idle just as the next request is sent on it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    if (!request.url?.startsWith('/interaction/')) {
      if (request.url?.startsWith('/auth?')) request.url = withoutWish(request.url);
      return answer(request, response);
    }
    void (async () => {
      const { params } = await provider.interactionDetails(request, response);
      const accountId = oidc.person.subject;
      people.set(accountId, oidc.person);
      const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
      grant.addOIDCScope(String(params['scope']));
      await provider.interactionFinished(
        request,
        response,
        {
          login: { accountId, ts: Math.floor((typeof oidc.freshLogin === 'number' ? oidc.freshLogin : oidc.now()) / 1000) },
          consent: { grantId: await grant.save() },
        },
        { mergeWithLastSubmission: false },
      );
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));

  const oidc: LocalOidc = {
    issuer,
    clientId,
    clientSecret,
    person: { subject: 'nobody' },
    freshLogin: 'made',
    now: () => Date.now(),
    async visit(authorizationUrl) {
      const jar = new Map<string, string>();
      let url = new URL(authorizationUrl);
      for (let step = 0; step < 10; step++) {
        const response = await fetch(url, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const line of response.headers.getSetCookie()) {
          const [pair = ''] = line.split(';');
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
        }
        const location = response.headers.get('location');
        if (!location) throw new Error(`the provider answered ${response.status}: ${(await response.text()).slice(0, 500)}`);
        url = new URL(location, url);
        if (url.href.startsWith(redirectUri)) return url;
      }
      throw new Error('the provider never sent the browser back');
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return oidc;
}
