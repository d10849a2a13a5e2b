// All calls of the description at /v1/openapi.json, asked thousands of times with what nobody should send, as a visitor, as somebody
// logged in and as an agent of the desk: no fault of ours, no status that is not declared, no answer outside its shape. The seed is
// printed; FUZZ_SEED and FUZZ_REQUESTS set it and how many requests are made. Every request comes from an address of its own, as the
// proxy in front tells it, so that it reaches the call and not the limit per address.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { calls, type CallName } from '@tidemark/contract/calls.ts';
import { errorNames, errors } from '@tidemark/contract/errors.ts';
import { marketMakerUploads } from '@tidemark/contract/market-maker.ts';
import { apiPrefix, type Call, type Envelope } from '@tidemark/contract/wire.ts';
import { startApp, type App } from '../harness/app.ts';
import { createFuzzClient, type FuzzAnswer, type FuzzClient, type FuzzRequest } from './fuzz-client.ts';
import { createHarvest, createInputs, createRandom, hostileBodies, type JsonSchema } from './fuzz-inputs.ts';
import { samples } from './samples.ts';

const isLong = process.env.LONG === '1';
const seed = Number(process.env.FUZZ_SEED ?? (isLong ? Date.now() % 2 ** 32 : 20_261_116));
const wanted = Number(process.env.FUZZ_REQUESTS ?? (isLong ? 70_000 : 20_000));
const agentToken = 'token-of-the-desk-of-this-fuzz';
const atOnce = 16;
const errorCodes = new Set<string>(errorNames.map((name) => errors[name].code));
/** These hash a password, end a session or answer with a megabyte, each time: seldom, or the run is about nothing else. */
const dear: ReadonlySet<string> = new Set<CallName>([
  'register',
  'login',
  'changePassword',
  'resetPassword',
  'requestBindEmail',
  'requestBindPhone',
  'unbindPhone',
  'deleteAccount',
  'logout',
  'revokeSessions',
  'exportData',
  'getAllSymbol',
  'getCoinChainList',
  'fundingTable',
  'getOpenPrice',
  'getCurrentModel',
  'networkSeries',
  'networkVenues',
  'tradingSeries',
  'venueSeries',
  'venueTable',
  'getMoreKlineData',
  'getMultiKlineDataNewV2',
  'heatTopCoins',
  'alertExchangeSetting',
]);
const dearShare = 0.05;

interface Operation {
  readonly name: string;
  readonly call: Call;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly input: JsonSchema;
  readonly statuses: ReadonlySet<number>;
  readonly isUpload: boolean;
}
interface Described {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly schema?: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, unknown>>;
}

let app: App;
before(async () => {
  app = await startApp({ env: { TRUST_PROXY: '1', SUPPORT_AGENT_TOKEN: agentToken, LOG_LEVEL: 'error', SIM_TICKS_PER_SECOND: '20' } });
});
after(() => app?.stop());

/** What is worked out once after the start is waited for: the fuzz of a program that is still warming up would measure that. */
async function untilWarm(): Promise<void> {
  const slow: readonly CallName[] = ['fearGreed', 'getAiRecommendListV2', 'getLatestOneContent', 'getOpenPrice'];
  for (const end = Date.now() + 120_000; ; await delay(250)) {
    const askedAt = Date.now();
    const codes = await Promise.all(
      slow.map(async (name) => {
        const response = await fetch(app.url + apiPrefix + calls[name].path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(samples[name].good[0]),
        });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    if (codes.every((status) => status === 200) && Date.now() - askedAt < 1_000) return;
    assert.ok(Date.now() < end, `the program was not warm after two minutes: ${codes.join(', ')}`);
  }
}

async function readOperations(): Promise<Operation[]> {
  const document = (await (await fetch(`${app.url}${apiPrefix}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  const tables: Readonly<Record<string, Call>> = { ...calls, ...marketMakerUploads };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, { operationId, parameters = [], requestBody, responses }]) => {
      const name = operationId.replace(/By(?:Get|Post)$/, '');
      const json = requestBody?.content['application/json'];
      const properties = Object.fromEntries(parameters.filter((one) => one.in === 'query').map((one) => [one.name!, one.schema ?? {}]));
      assert.ok(tables[name], `${operationId} is described and not in the table`);
      return {
        name,
        path,
        call: tables[name],
        method: verb.toUpperCase() as 'GET' | 'POST',
        input: json?.schema ?? { type: 'object', properties },
        statuses: new Set(Object.keys(responses).map(Number)),
        isUpload: requestBody !== undefined && json === undefined,
      };
    }),
  );
}

const random = createRandom(seed);
const harvest = createHarvest(random);
const inputs = createInputs(random, harvest);

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/json;' },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'br' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { locale: 'xx-YY' },
  { locale: '../en' },
  { locale: '__proto__' },
  { locale: 'ar' },
  { language: '999' },
  { 'accept-language': 'q='.repeat(500) },
  { deviceid: 'x'.repeat(2_000) },
  { deviceid: '%00' },
  { 'x-request-id': 'x'.repeat(3_000) },
  { 'x-request-id': '"><b>' },
  { cookie: `session=${'x'.repeat(2_000)}` },
  { cookie: 'session=a.b.c; session=d; language=%E0%A4%A' },
  { authorization: 'Bearer' },
  { authorization: `Bearer ${'x'.repeat(500)}` },
  { 'if-none-match': '*' },
  { range: 'bytes=0-0' },
  { 'x-http-method-override': 'DELETE' },
  { accept: 'text/html' },
  { 'accept-encoding': 'br;q=NaN' },
];

const queryOf = (input: unknown): string => {
  if (typeof input !== 'object' || input === null) return encodeURIComponent(String(input).toWellFormed());
  const textOf = (value: unknown): string =>
    (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined')).toWellFormed().slice(0, 6_000);
  return Object.entries(input)
    .flatMap(([key, value]) =>
      (Array.isArray(value) ? value.slice(0, 50) : [value]).map(
        (one: unknown) => `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(textOf(one))}`,
      ),
    )
    .join('&');
};

interface Drawn {
  readonly request: FuzzRequest;
  readonly operation: Operation;
  /** Set where the request is not one of the operation. */
  readonly expected: number | null;
}

function draw(operation: Operation, session: Readonly<Record<string, string>>): Drawn {
  const address = [10, random.below(256), random.below(256), random.below(256)].join('.');
  const headers: Record<string, string> = {
    'x-forwarded-for': address,
    ...session,
    ...(random.next() < 0.04 ? random.pick(oddHeaders) : {}),
  };
  const roll = random.next();
  if (roll < 0.005)
    return {
      operation,
      expected: 404,
      request: {
        method: operation.method,
        path: `${operation.path}/${random.pick(['x', '..%2f', '%00', 'constructor'])}`,
        headers,
        body: null,
      },
    };
  if (roll < 0.01)
    return {
      operation,
      expected: 405,
      request: { method: random.pick(['PUT', 'DELETE', 'PATCH']), path: operation.path, headers, body: null },
    };
  if (operation.isUpload) {
    const body = random.pick([
      Buffer.alloc(0),
      Buffer.from('no picture'),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
      Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      Buffer.alloc(2_000, random.below(256)),
    ]);
    return {
      operation,
      expected: null,
      request: {
        method: 'POST',
        path: operation.path,
        headers: { 'content-type': random.pick(['image/png', 'image/jpeg', 'image/svg+xml', 'application/json']), ...headers },
        body,
      },
    };
  }
  let input = inputs.plain(operation.name, operation.input);
  for (let times = random.pick([0, 0, 0, 1, 1, 2, 3]); times > 0; times--) input = inputs.mutate(input);
  if (operation.method === 'GET')
    return {
      operation,
      expected: null,
      request: {
        method: 'GET',
        path:
          `${operation.path}?` +
          (roll < 0.05 ? random.pick(['%', '&&==', '__proto__=1', 'a[b]=1', '\\', 'a=%ff', `q=${'x'.repeat(20_000)}`]) : queryOf(input)),
        headers,
        body: null,
      },
    };
  const body = roll < 0.08 ? random.pick(hostileBodies) : (JSON.stringify(input) ?? '');
  return {
    operation,
    expected: null,
    request: { method: 'POST', path: operation.path, headers: { 'content-type': 'application/json', ...headers }, body },
  };
}

/** What is wrong with an answer, or null. */
function faultOf({ operation: { call, statuses }, expected }: Drawn, { status, body }: FuzzAnswer): string | null {
  if (status >= 500) return 'a fault of ours';
  if (expected === null ? !statuses.has(status) && status !== 404 : status !== expected && !statuses.has(status))
    return 'a status that is not declared';
  if (status === 304 || status === 431) return null;
  let envelope: Envelope;
  try {
    envelope = JSON.parse(body) as Envelope;
  } catch {
    return 'not JSON';
  }
  if (typeof envelope.code !== 'string' || typeof envelope.msg !== 'string' || !Number.isInteger(envelope.requestTime))
    return 'no envelope';
  if (status === 200 && envelope.code === call.success) {
    const shape = v.safeParse(call.output, envelope.data, { abortEarly: true });
    if (!shape.success) return `outside its shape: ${v.summarize(shape.issues)}`;
    harvest.take(envelope.data);
    return null;
  }
  if (!errorCodes.has(envelope.code) || envelope.data !== null) return 'neither success nor a refusal of the catalogue';
  return null;
}

interface Figures {
  made: number;
  answered: number;
  refused: number;
  ms: number;
  readonly byStatus: Map<number, number>;
  readonly faults: string[];
}

const all: Figures = { made: 0, answered: 0, refused: 0, ms: 0, byStatus: new Map(), faults: [] };
const ended = new Set<string>([errors.notLoggedIn.code, errors.sessionExpired.code, errors.sessionRevoked.code]);
let people = 0;

/** Somebody new, logged in: their cookies. */
async function register(client: FuzzClient): Promise<string> {
  const person = { email: `fuzz-${seed}-${++people}@tidemark.example`, password: 'seven blue ladders in a row' };
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.9.${people >> 8}.${people & 255}` };
  const post = (name: 'register' | 'login') =>
    client.send({ method: 'POST', path: apiPrefix + calls[name].path, headers, body: JSON.stringify(person) });
  await post('register');
  const { setCookies, body } = await post('login');
  assert.equal((JSON.parse(body) as Envelope).code, calls.login.success, body);
  return setCookies.map((line) => line.split(';', 1)[0]).join('; ');
}

/** One browser: half the time logged in, and again whenever its session has ended. */
async function browse(client: FuzzClient, operations: readonly Operation[], until: number, cookieBefore: string): Promise<string> {
  const often = operations.filter(({ name }) => !dear.has(name));
  const seldom = operations.filter(({ name }) => dear.has(name));
  let cookie = cookieBefore;
  while (all.made < until && all.faults.length < 10) {
    const number = ++all.made;
    const operation = random.pick(random.next() < dearShare ? seldom : often);
    const isDesk = operation.path.includes('/support/desk');
    const session: Record<string, string> = random.next() < 0.6 ? { cookie } : isDesk ? { authorization: `Bearer ${agentToken}` } : {};
    const drawn = draw(operation, session);
    const tell = (what: string, answer: string) => {
      const { method, path, headers, body } = drawn.request;
      all.faults.push(
        `request ${number}: ${what}\n${method} ${path.slice(0, 500)} ` +
          `${JSON.stringify(headers).slice(0, 300)}\n${JSON.stringify(body?.toString('utf8').slice(0, 500))}\n=> ${answer}`,
      );
    };
    try {
      const answer = await client.send(drawn.request);
      all.byStatus.set(answer.status, (all.byStatus.get(answer.status) ?? 0) + 1);
      const fault = faultOf(drawn, answer);
      if (fault !== null) tell(fault, `${answer.status} ${answer.body.slice(0, 500)}`);
      const code = /"code":"(\w+)"/.exec(answer.body)?.[1] ?? '';
      if (errorCodes.has(code)) all.refused++;
      else all.answered++;
      if (drawn.request.headers['cookie'] === cookie && ended.has(code)) cookie = await register(client);
    } catch (error) {
      tell(`no answer: ${String(error)}`, '');
    }
  }
  return cookie;
}

const parts = 4;
let operations: readonly Operation[] = [];
let cookies: readonly string[] = [];
for (let part = 1; part <= parts; part++) {
  test(
    `no call answers with a fault, an undeclared status or outside its shape (seed ${seed}, part ${part} of ${parts})`,
    { timeout: 300_000 },
    async (t) => {
      const client = createFuzzClient(app.url, atOnce);
      if (part === 1) {
        await untilWarm();
        operations = await readOperations();
        cookies = await Promise.all(Array.from({ length: atOnce }, () => register(client)));
      }
      const startedAt = performance.now();
      cookies = await Promise.all(cookies.map((cookie) => browse(client, operations, (wanted * part) / parts, cookie)));
      all.ms += performance.now() - startedAt;
      client.close();
      const statuses = [...all.byStatus]
        .toSorted(([a], [b]) => a - b)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', ');
      const figures =
        `fuzz: ${all.made} requests of ${operations.length} operations in ${(all.ms / 1000).toFixed(1)} s (seed ${seed}); ` +
        `${statuses}; ${all.answered} answered, ${all.refused} refused; ${people} accounts`;
      if (part === parts) t.diagnostic(figures);
      assert.equal(all.faults.length, 0, `${figures}\n\n${all.faults.join('\n\n')}\n\n${app.log().slice(-3_000)}`);
      assert.ok(all.answered > all.made / 20, `only ${all.answered} requests got past the doors`);
    },
  );
}
