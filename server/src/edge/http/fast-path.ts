// Reads that every page of a logged-in user makes again and again, answered before the framework where the answer is in
// memory. Nothing is judged more mildly on this fast path: origin, session, input and allowance are looked at as by the framework, and
// every request that is not plainly right (no session, a stale account, an odd body, too many requests) is left to it, untouched.
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import * as v from 'valibot';
import { apiPrefix, headers as names, type Call, type CallTable } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { requestIdOf } from './caller.ts';
import type { CallFigures } from './call-figures.ts';
import { guardsOf } from './guards.ts';
import type { Allowance } from './limits.ts';
import { isForeignPage, isGuarded } from './origin.ts';
import { frozenText } from './answer.ts';

/** What a call answers to the sender of these cookies, frozen; null: Fastify has to ask for it, or refuse it. */
export type FastAnswers = Readonly<Record<string, (cookieHeader: string | undefined) => object | null>>;

export interface FastPathDeps {
  readonly calls: CallTable;
  readonly fastAnswers: FastAnswers;
  /** The same as the routes have: one address has one allowance. */
  readonly allowance: Allowance;
  readonly figures: CallFigures;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly addressOf: (request: IncomingMessage) => string;
}

interface Door {
  readonly name: string;
  readonly call: Call;
  readonly methods: ReadonlySet<string>;
  readonly find: FastAnswers[string];
  /** Bodies that were found right: clients send the same few. */
  readonly rightBodies: Set<string>;
}

/** More than this is compressed, and more than that is no plain question. */
const maxAnswerLetters = 2_000;
const maxBodyBytes = 64;
const bodiesRemembered = 50;
const json = /^application\/json(?:;|$)/i;

export function answerOnFastPath(server: Server, deps: FastPathDeps): void {
  const { calls, fastAnswers, allowance, figures, clock, addressOf } = deps;
  const publicOrigin = new URL(deps.publicUrl).origin;
  const doors = new Map<string, Door>();
  for (const [name, find] of Object.entries(fastAnswers)) {
    const call = calls[name]!;
    doors.set(apiPrefix + call.path, {
      name,
      call,
      find,
      methods: new Set([call.method, call.alsoMethod ?? call.method]),
      rightBodies: new Set(),
    });
  }
  const always = Object.entries({
    ...guardsOf(deps.publicUrl),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  }).flat();

  const isRightBody = ({ call, rightBodies }: Door, text: string): boolean => {
    if (rightBodies.has(text)) return true;
    // Keys that reach into the insides of objects are refused by Fastify.
    if (/__proto__|constructor|\\/.test(text)) return false;
    try {
      if (!v.is(call.input, JSON.parse(text || '{}'))) return false;
    } catch {
      return false;
    }
    if (rightBodies.size < bodiesRemembered) rightBodies.add(text);
    return true;
  };

  /** False: nothing was done. */
  const answer = (door: Door, request: IncomingMessage, response: ServerResponse, startedAt: number): boolean => {
    const data = door.find(request.headers.cookie);
    if (data === null) return false;
    const text = `{"code":"${door.call.success}","msg":"success","requestTime":${clock.now()},"data":${frozenText(data)}}`;
    // Counted last: a request that goes on to Fastify is counted there.
    if (text.length > maxAnswerLetters || allowance.waitSeconds(addressOf(request), door.call.kind) !== null) return false;
    response.writeHead(200, [...always, names.requestId, requestIdOf(request), 'content-length', String(Buffer.byteLength(text))]);
    response.end(text);
    figures.count(door.name, door.call.success, (performance.now() - startedAt) / 1000);
    return true;
  };

  const [longWay] = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const door = doors.get(request.url!);
    const { headers, method } = request;
    if (
      !door ||
      !door.methods.has(method!) ||
      (isGuarded(door.call, method!) && isForeignPage({ headers, host: headers.host ?? '' }, publicOrigin)) ||
      headers['transfer-encoding'] !== undefined ||
      headers['content-encoding'] !== undefined ||
      headers.expect !== undefined ||
      headers.authorization !== undefined
    )
      return longWay!(request, response);
    const startedAt = performance.now();
    const length = Number(headers['content-length'] ?? 0);
    if (method === 'GET') {
      if (length !== 0 || !isRightBody(door, '') || !answer(door, request, response, startedAt)) longWay!(request, response);
      return;
    }
    if (!(length <= maxBodyBytes) || !json.test(headers['content-type'] ?? '')) return longWay!(request, response);
    // A small body usually comes in the packet of its head and is readable one tick later; Fastify waits for any other.
    process.nextTick(() => {
      const body: Buffer | null = length === 0 ? null : request.read();
      const isWhole = (body?.length ?? 0) === length;
      if (isWhole && isRightBody(door, body?.toString('utf8') ?? '') && answer(door, request, response, startedAt)) return;
      if (body !== null) request.unshift(body);
      longWay!(request, response);
    });
  });
}
