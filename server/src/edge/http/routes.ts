// Every call of the table as a route. The HTTP status speaks of the carriage, the code of the matter: every answer of a call
// itself answers is 200 (section 8), except that our own faults are 5xx so that monitoring sees them.
//   400 body is not JSON   403 sent by another site's page   404 no such call   405 wrong method
//   408 body too slow   413 body too large   415 not JSON at all   429 over the limit   500 our fault   503 nothing to keep it in   504 too
// slow
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, Refusal, type ErrorName } from '@tidemark/contract/errors.ts';
import { headers, type Call, type CallKind, type Caller, type CallTable, type Envelope } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import type { Words, WordValues } from '#words/index.ts';
import { sendAnswer } from './answer.ts';
import { localeOf, requestIdOf } from './caller.ts';
import { changeCookies, endOfSession } from './session-cookies.ts';
import type { Dispatch } from './dispatch.ts';
import { guardsOf } from './guards.ts';
import { acceptJsonOnly } from './json-body.ts';
import { isHungUp } from './failed.ts';
import { createAllowance, weightOf, type Allowance, type HttpLimits } from './limits.ts';
import { isForeignPage, isGuarded } from './origin.ts';
import { hasTokenInAddress } from './token-in-address.ts';
import { hasBody, stopListening } from './stop-listening.ts';
import { registerUpload, type UploadDoor } from './uploads.ts';

export interface RoutesDeps {
  calls: CallTable;
  dispatch: Dispatch;
  /** What is sent as a body of its own and not as JSON. */
  uploads?: readonly UploadDoor[];
  /** The session behind a request, or a visitor (resolveVisitor). */
  resolveCaller: (request: FastifyRequest) => Caller | Promise<Caller>;
  /** Whose session it is, without a wait; null for visitors. Left out: every caller is counted by address. */
  personOf?: (request: FastifyRequest) => string | null;
  /** Which token a request brings, by a name that does not tell it; null where it brings none. */
  tokenOf?: (request: FastifyRequest) => string | null;
  limits: HttpLimits;
  /** Shared with other ways to answer; one of its own where there are none. */
  allowance?: Allowance;
  words: Words;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  /** Where there are several tables of calls, they count together. */
  refused?: RefusedCounter;
  publicUrl: string;
}

export type RefusedCounter = ReturnType<typeof refusedCounter>;
export const refusedCounter = (metrics: Metrics) =>
  metrics.counter('http_refused_total', 'Requests refused before they reached a call', ['status']);

type Method = 'GET' | 'POST';

const statusByCode: Readonly<Record<string, number>> = {
  [errors.internal.code]: 500,
  [errors.outcomeUnknown.code]: 500,
  [errors.unavailable.code]: 503,
  [errors.busy.code]: 503,
  [errors.timeout.code]: 504,
};
/** A database that ended is back within seconds. Not for an unknown outcome: that is not to be sent again by a program. */
const retryAfterSeconds = 2;

export async function registerCalls(scope: FastifyInstance, deps: RoutesDeps): Promise<void> {
  const { calls, dispatch, limits, words, clock } = deps;
  const publicOrigin = new URL(deps.publicUrl).origin;
  const isSecure = deps.publicUrl.startsWith('https:');
  const { refused = refusedCounter(deps.metrics) } = deps;

  const refuseWith = (request: FastifyRequest, reply: FastifyReply, status: number, error: ErrorName, values?: WordValues) => {
    refused.inc({ status: String(status) });
    const answer: Envelope = {
      code: errors[error].code,
      msg: words.error(localeOf(request), error, values),
      data: null,
      requestTime: clock.now(),
    };
    return reply.code(status).header('cache-control', 'no-store').send(answer);
  };
  const badInput = (request: FastifyRequest, reply: FastifyReply, status: number, field: string, reason: string, values?: WordValues) =>
    refuseWith(request, reply, status, 'badInput', { field, reason: words.text(localeOf(request), 'input', reason, values) });

  const guards = guardsOf(deps.publicUrl);

  scope.setGenReqId(requestIdOf);
  acceptJsonOnly(scope, { clock, timeLimitMs: limits.bodyTimeMs });
  scope.addHook('onRequest', (request, reply, goOn) => {
    reply.headers(guards).header(headers.requestId, request.id);
    const { 'content-encoding': packing = 'identity' } = request.headers;
    // A few bytes can unpack into gigabytes, and no client of ours packs what it sends.
    if (packing.toLowerCase() !== 'identity') void badInput(request, reply, 415, 'content-encoding', 'wrong');
    else if (hasTokenInAddress(request.url)) void refuseWith(request, reply, 400, 'tokenInAddress');
    else goOn();
  });
  scope.addHook('onSend', async (request) => {
    if (hasBody(request.raw)) stopListening(request.raw, clock);
  });
  scope.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal) return refuseWith(request, reply, error.error === 'bodyTooLarge' ? 413 : 408, error.error, error.values);
    if (error.statusCode === 415) return badInput(request, reply, 415, 'content-type', 'notJson');
    if (error.statusCode !== undefined && error.statusCode < 500) return badInput(request, reply, error.statusCode, 'body', 'brokenJson');
    if (isHungUp(error, request)) return refuseWith(request, reply, 408, 'timeout');
    deps.log.error({ err: error, path: request.routeOptions.url, requestId: request.id }, 'request failed');
    return refuseWith(request, reply, 500, 'internal', { requestId: request.id });
  });

  const { allowance = createAllowance(limits, clock), personOf = () => null, tokenOf = () => null } = deps;
  /** True when the request was answered here. Before the body is read, so that refusing costs nothing. */
  const isOverLimit = (request: FastifyRequest, reply: FastifyReply, kind: CallKind, never429: boolean, weight = 1): boolean => {
    const seconds = allowance.waitSeconds(request.ip, kind, { weight, person: personOf(request), token: tokenOf(request) });
    if (seconds === null) return false;
    reply.header('retry-after', seconds);
    if (never429) refuseWith(request, reply, 200, 'alertTooFast', { seconds });
    else refuseWith(request, reply, 429, 'tooManyRequests', { seconds });
    return true;
  };

  const setStatus = (reply: FastifyReply, { code }: Envelope) => {
    const status = statusByCode[code] ?? 200;
    reply.code(status);
    if (status === 503) reply.header('retry-after', retryAfterSeconds);
  };

  const methodsByPath = new Map<string, Set<string>>();
  const mount = (name: string, call: Call, method: Method) => {
    const known = methodsByPath.get(scope.prefix + call.path) ?? new Set(['OPTIONS']);
    methodsByPath.set(scope.prefix + call.path, known.add(method));
    if (method === 'GET') known.add('HEAD');
    const refusesForeign = isGuarded(call, method);
    scope.route({
      method,
      url: call.path,
      bodyLimit: limits.bodyBytesOf[name] ?? limits.bodyBytes,
      onRequest: (request, reply, goOn) => {
        if (refusesForeign && isForeignPage(request, publicOrigin)) void refuseWith(request, reply, 403, 'badOrigin');
        else if (!isOverLimit(request, reply, call.kind, call.never429)) goOn();
      },
      handler: async (request, reply) => {
        const input = method === 'POST' ? request.body : request.query;
        // It was counted once when it came; what it asks for is known only now.
        const more = weightOf(call, input) - 1;
        if (more > 0 && isOverLimit(request, reply, call.kind, call.never429, more)) return reply;
        const caller = await deps.resolveCaller(request);
        const answer = await dispatch(name, caller, input, (changes) => changeCookies(reply, changes, isSecure));
        // What is over for a token is not over for the browser it came with.
        if (tokenOf(request) === null) changeCookies(reply, endOfSession(request, name, answer.code), isSecure);
        setStatus(reply, answer);
        return sendAnswer(request, reply, { call, method, answer });
      },
    });
  };
  for (const [name, call] of Object.entries(calls)) {
    for (const method of new Set([call.method, call.alsoMethod ?? call.method])) mount(name, call, method);
  }

  for (const door of deps.uploads ?? []) {
    methodsByPath.set(scope.prefix + door.call.path, new Set(['OPTIONS', 'POST']));
    await scope.register(async (inner) =>
      registerUpload(inner, door, {
        clock,
        resolveCaller: deps.resolveCaller,
        refuseWith,
        isTurnedAway(request, reply) {
          if (!isForeignPage(request, publicOrigin)) return isOverLimit(request, reply, 'write', false);
          void refuseWith(request, reply, 403, 'badOrigin');
          return true;
        },
        send(reply, answer) {
          setStatus(reply, answer);
          return reply.header('cache-control', 'no-store').send(answer);
        },
      }),
    );
  }

  const unknown = async (request: FastifyRequest, reply: FastifyReply) => {
    const methods = methodsByPath.get(request.url.split('?', 1)[0]!);
    if (methods && request.method === 'OPTIONS')
      return reply
        .code(204)
        .header('allow', [...methods].join(', '))
        .send();
    if (isOverLimit(request, reply, 'read', false)) return reply;
    if (!methods) return refuseWith(request, reply, 404, 'notFound');
    reply.header('allow', [...methods].join(', '));
    const answering = [...methods].filter((method) => method === 'GET' || method === 'POST').join(', ');
    return badInput(request, reply, 405, 'method', 'method', { methods: answering });
  };
  // A route and not a not-found handler: pages answer every other path of the site. In onRequest, so that no body is read.
  for (const url of ['/', '/*']) scope.all(url, { onRequest: unknown }, unknown);
}
