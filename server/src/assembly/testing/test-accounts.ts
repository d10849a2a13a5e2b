// For tests: the users room, and favorites beside it, behind the real edge (calls over HTTP, the live socket), with a clock turned by
// hand, log lines that can be read, and browsers that keep cookies.
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { accessCalls } from '@tidemark/contract/access.ts';
import { joinCalls } from '@tidemark/contract/calls.ts';
import { favoriteLimits } from '@tidemark/contract/favorite-rules.ts';
import { favoriteCalls } from '@tidemark/contract/favorites.ts';
import { listViewCalls } from '@tidemark/contract/list-views.ts';
import { userCalls } from '@tidemark/contract/users.ts';
import { accountCalls } from '@tidemark/contract/accounts.ts';
import { streamPath, type AckFrame } from '@tidemark/contract/socket.ts';
import { apiPrefix, type Call, type Envelope } from '@tidemark/contract/wire.ts';
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify';
import { WebSocket } from 'ws';
import { createCallers } from '../callers.ts';
import { addressReader, trustHops } from '#edge/address.ts';
import { answerOnFastPath } from '#edge/http/fast-path.ts';
import { createCallFigures } from '#edge/http/call-figures.ts';
import { createDispatch } from '#edge/http/dispatch.ts';
import { registerHttp } from '#edge/http/index.ts';
import { createAllowance, defaultLimits, type HttpLimits } from '#edge/http/limits.ts';
import { registerOidcRoutes } from '#edge/http/oidc-routes.ts';
import { registerCookies } from '#edge/http/session-cookies.ts';
import { createHub } from '#edge/socket/hub.ts';
import { createFavorites } from '#favorites/index.ts';
import { createInProcessBus } from '#platform/bus/in-process.ts';
import { createHandClock, systemClock } from '#platform/clock.ts';
import type { Database } from '#platform/db/database.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createUsers, type UsersDeps } from '#users/index.ts';
import { createWords } from '#words/index.ts';

export type UserCall = keyof typeof roomCalls;
export interface Answer {
  readonly status: number;
  readonly envelope: Envelope<any>;
  readonly setCookies: readonly string[];
}

export const ada = { email: 'ada@people.example', password: 'nine green kettles on 4 hobs' };
export const bob = { email: 'bob@people.example', password: 'seven blue ladders in a row' };
export const success = '00000';

export const linkIn = (text: string, name: string): string => new RegExp(`#${name}=([\\w-]+)`).exec(text)?.[1] ?? '';
export const codeIn = (text: string): string => /\b(\d{6})\b/.exec(text)?.[1] ?? '';

/** Everything the room keeps; its signing key stays. */
export const emptyAccounts = (db: Database) =>
  db.pool.query(
    `truncate account, account_identity, account_preference, pending_registration, account_code, account_session, refresh_token,
     socket_token, ended_session, attempt cascade`,
  );

const startMs = Date.UTC(2026, 0, 15, 12);
const roomCalls = joinCalls(accountCalls, userCalls, listViewCalls, accessCalls, favoriteCalls);
const words = createWords(fileURLToPath(new URL('../../../../locales', import.meta.url)));
const noRows = { has: () => false, keys: () => [], encode: () => null };

export async function startAccounts(db: Database, over: Partial<UsersDeps> = {}, overLimits?: HttpLimits) {
  const lines: string[] = [];
  const log = createLog({
    level: 'trace',
    stream: new Writable({ write: (chunk, _encoding, done) => (lines.push(String(chunk)), done()) }),
  });
  const metrics = createMetrics();
  const clock = createHandClock(startMs);
  const bus = createInProcessBus({ onError: (error) => lines.push(String(error)) });
  const publicUrl = over.publicUrl ?? 'http://tidemark.example';
  const users = await createUsers({
    db,
    clock,
    log,
    bus,
    words,
    mail: null,
    oidc: null,
    keptElsewhere: async () => ({}),
    ...over,
    publicUrl,
  });
  const favorites = createFavorites({
    db,
    bus,
    clock,
    log,
    limits: () => favoriteLimits,
    isSymbol: () => true,
    priceList: async () => ({ items: [], total: 0, coins: 0, asOf: clock.now() }),
    whichExist: users.whichExist,
  });
  const callers = createCallers(users, null);
  const figures = createCallFigures(metrics);
  const dispatch = createDispatch({
    calls: roomCalls,
    handlers: { ...users.calls, ...favorites.calls },
    words,
    log,
    metrics,
    figures,
    clock,
    admit: users.admit,
  });

  const logger: FastifyBaseLogger = log;
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustHops(1),
  });
  const limits = {
    ...defaultLimits,
    perMinute: { read: 10_000, write: 10_000, login: 10_000, chat: 10_000, report: 10_000, costly: 10_000, file: 10_000 },
  };
  const allowance = createAllowance(limits, systemClock);
  answerOnFastPath(app.server, {
    calls: roomCalls,
    fastAnswers: users.fastAnswers,
    allowance,
    figures,
    clock,
    publicUrl,
    addressOf: addressReader(1),
  });
  await registerCookies(app);
  await registerHttp(app, {
    dispatch,
    calls: roomCalls,
    resolveCaller: callers.ofCall,
    tokenOf: callers.tokenOf,
    allowance,
    words,
    log,
    metrics,
    publicUrl,
    limits,
    clock: systemClock,
    metricsToken: null,
    readiness: { report: async () => ({ ready: true, missing: [], parts: {} }) },
  });
  await app.register(async (scope) =>
    registerOidcRoutes(scope, { dispatch, resolveCaller: callers.ofCall, publicUrl, limits: overLimits ?? limits }),
  );
  app.get('/page', async (request) => ({ userId: (await callers.ofPage(request)).userId, shared: users.isAnonymous(request.cookies) }));
  const hub = createHub({
    rows: { ticker: noRows, tickers: noRows },
    login: users.socketLogin,
    addressOf: addressReader(1),
    clock: systemClock,
    log,
    metrics,
    isOriginAllowed: () => true,
  });
  hub.attach(app.server);
  users.onSessionsEnded((sessionIds) => sessionIds.forEach((sessionId) => hub.dropSession(sessionId)));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

  /** A browser with its own cookies, at its own address. */
  const browser = (ip = '203.0.113.7', headers: Record<string, string> = {}) => {
    const jar = new Map<string, string>();
    const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const keep = (setCookies: readonly string[]) => {
      for (const line of setCookies) {
        const [pair = ''] = line.split(';');
        const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
        if (value === '' || /Max-Age=0|Expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
        else jar.set(name, decodeURIComponent(value));
      }
    };
    const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
      const response = await fetch(url + path, {
        redirect: 'manual',
        ...init,
        headers: {
          'x-forwarded-for': ip,
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
          ...(jar.size > 0 ? { cookie: cookieHeader() } : {}),
          ...headers,
          ...(init.headers as Record<string, string>),
        },
      });
      keep(response.headers.getSetCookie());
      return response;
    };
    const call = async (name: UserCall, input: object = {}, extra: Record<string, string> = {}): Promise<Answer> => {
      const { path, method }: Call = roomCalls[name];
      const response =
        method === 'GET'
          ? await send(apiPrefix + path, { headers: extra })
          : await send(apiPrefix + path, {
              method,
              headers: { 'content-type': 'application/json', ...extra },
              body: JSON.stringify(input),
            });
      return { status: response.status, envelope: (await response.json()) as Envelope, setCookies: response.headers.getSetCookie() };
    };
    /** The code of the answer alone. */
    const code = async (name: UserCall, input: object = {}) => (await call(name, input)).envelope.code;
    return { jar, cookieHeader, send, call, code };
  };

  /** Opens the socket as that browser would and logs in with the token; closed resolves when the server ends it. */
  const socket = async (cookie: string, rtoken: string) => {
    const ws = new WebSocket(url.replace('http', 'ws') + streamPath, { headers: cookie ? { cookie } : {} });
    const closed = new Promise<number>((resolve) => ws.once('close', resolve));
    await new Promise((resolve, reject) => ws.once('open', resolve).once('error', reject));
    const ack = new Promise<AckFrame>((resolve) => ws.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()) as AckFrame)));
    ws.send(JSON.stringify({ action: 'login', args: { rtoken } }));
    return { code: (await ack).code, closed, close: () => ws.terminate() };
  };

  const login = async (person = ada, at = browser()) => {
    const answer = await at.code('login', person);
    if (answer !== success) throw new Error(`login answered ${answer}`);
    return at;
  };
  /** Registered, proven by the link of the mail, logged in. */
  const enter = async (mailbox: { nextTo(address: string): Promise<{ text: string }> }, person = ada, at = browser()) => {
    const visitor = browser('198.51.100.1');
    await visitor.call('register', person);
    await visitor.call('verifyEmail', { token: linkIn((await mailbox.nextTo(person.email)).text, 'verify'), password: person.password });
    return login(person, at);
  };
  const idOf = async (email: string): Promise<string | null> =>
    (await db.pool.query('select id from account where email_key = $1', [email])).rows[0]?.id ?? null;

  return {
    url,
    clock,
    users,
    bus,
    lines,
    browser,
    socket,
    login,
    enter,
    idOf,
    async stop() {
      await hub.stop();
      await app.close();
      await users.stop();
      await bus.close();
    },
  };
}
