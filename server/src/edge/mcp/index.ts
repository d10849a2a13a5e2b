// Tools for assistants at /mcp: the Model Context Protocol over HTTP, without sessions. Every tool is a call of ours, made through the same
// dispatch as over HTTP, so that there is one set of limits, refusals and rules of what is shown. Without a token the caller is a visitor:
// cookies are ignored. Bounded: bytes and time of a message, messages under way per network, calls by the same allowance.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { alertFileRule } from '@tidemark/contract/alert-batches.ts';
import { isAccessToken } from '@tidemark/contract/access.ts';
import { errors, Refusal, type ErrorName } from '@tidemark/contract/errors.ts';
import type { Call, Caller, Envelope } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { networkOf } from '#platform/network.ts';
import type { Words, WordValues } from '#words/index.ts';
import { localeOf } from '../http/caller.ts';
import type { Dispatch } from '../http/dispatch.ts';
import { isHungUp } from '../http/failed.ts';
import { guardsOf } from '../http/guards.ts';
import { acceptJsonOnly } from '../http/json-body.ts';
import { weightOf, type Allowance } from '../http/limits.ts';
import { isForeignPage } from '../http/origin.ts';
import { hasBody, stopListening } from '../http/stop-listening.ts';
import { hasTokenInAddress } from '../http/token-in-address.ts';
import { answerMessage } from './answer-message.ts';

export interface McpDeps {
  readonly dispatch: Dispatch;
  readonly resolveCaller: (request: FastifyRequest) => Caller | Promise<Caller>;
  readonly tokenOf: (request: FastifyRequest) => string | null;
  readonly allowance: Allowance;
  readonly words: Pick<Words, 'error' | 'text'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly publicUrl: string;
  readonly siteName: string;
  readonly isSimulated: () => boolean;
}

const mcpPath = '/mcp';
/** What a call takes at most, and what the protocol has around it. */
const bodyBytes = alertFileRule.bodyBytes + 64 * 1024;
const bodyTimeMs = 10_000;
/** Messages of one network that are answered at once. */
const mostUnderWay = 8;
/** What the protocol says of itself in headers; the rest of a request is not its business. */
const passedOn = ['accept', 'content-type', 'mcp-protocol-version'];

/** Codes of JSON-RPC. */
const rpc = { notJson: -32_700, notARequest: -32_600, refused: -32_000 } as const;

export function registerMcp(scope: FastifyInstance, deps: McpDeps): void {
  const { dispatch, allowance, words, clock, log, publicUrl, siteName } = deps;
  const publicOrigin = new URL(publicUrl).origin;
  const always = { ...guardsOf(publicUrl), 'cache-control': 'no-store' };
  const underWay = new Map<string, number>();

  const refuse = (reply: FastifyReply, status: number, code: number, message: string) =>
    reply.code(status).send({ jsonrpc: '2.0', id: null, error: { code, message } });
  const refuseWith = (request: FastifyRequest, reply: FastifyReply, status: number, error: ErrorName, values?: WordValues) =>
    refuse(reply, status, rpc.refused, words.error(localeOf(request), error, values));

  acceptJsonOnly(scope, { clock, timeLimitMs: bodyTimeMs });
  scope.addHook('onRequest', (request, reply, goOn) => {
    reply.headers(always);
    const seconds = allowance.waitSeconds(request.ip, 'read', { token: deps.tokenOf(request) });
    if (isForeignPage(request, publicOrigin)) void refuseWith(request, reply, 403, 'badOrigin');
    else if (hasTokenInAddress(request.url)) void refuseWith(request, reply, 400, 'tokenInAddress');
    else if (seconds === null) goOn();
    else void refuseWith(request, reply.header('retry-after', seconds), 429, 'tooManyRequests', { seconds });
  });
  scope.addHook('onSend', async (request) => {
    if (hasBody(request.raw)) stopListening(request.raw, clock);
  });
  scope.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    if (error instanceof Refusal) return refuseWith(request, reply, error.error === 'bodyTooLarge' ? 413 : 408, error.error, error.values);
    if (error.statusCode !== undefined && error.statusCode < 500) return refuse(reply, error.statusCode, rpc.notJson, 'Send JSON.');
    if (isHungUp(error, request)) return refuseWith(request, reply, 408, 'timeout');
    log.error({ err: error, path: mcpPath, requestId: request.id }, 'request failed');
    return refuseWith(request, reply, 500, 'internal', { requestId: request.id });
  });

  const askAs =
    (request: FastifyRequest, sender: Caller) =>
    async (name: string, call: Call, input: unknown): Promise<Envelope> => {
      // The message was counted as one read when it came; what it asks for is known only now.
      const weight = weightOf(call, input) - (call.kind === 'read' ? 1 : 0);
      const seconds = weight > 0 ? allowance.waitSeconds(request.ip, call.kind, { weight, token: deps.tokenOf(request) }) : null;
      if (seconds === null) return dispatch(name, callerFor(call, sender), input);
      const msg = words.error(sender.locale, 'tooManyRequests', { seconds });
      return { code: errors.tooManyRequests.code, msg, data: null, requestTime: clock.now() };
    };

  scope.post(mcpPath, { bodyLimit: bodyBytes }, async (request, reply) => {
    // One message may hold many in older versions of the protocol: each would have to be bounded anew.
    if (Array.isArray(request.body)) return refuse(reply, 400, rpc.notARequest, 'Send one message at a time.');
    const network = networkOf(request.ip);
    const others = underWay.get(network) ?? 0;
    if (others >= mostUnderWay) return refuseWith(request, reply.header('retry-after', 1), 429, 'tooManyRequests', { seconds: 1 });
    underWay.set(network, others + 1);
    try {
      const sender = await deps.resolveCaller(request);
      const headers = passedOn.flatMap((name) =>
        typeof request.headers[name] === 'string' ? [[name, request.headers[name]] as const] : [],
      );
      const answer = await answerMessage(
        { url: publicUrl + mcpPath, headers: Object.fromEntries(headers), body: request.body },
        {
          siteName,
          label: () => (deps.isSimulated() ? words.text(sender.locale, 'messages', 'data.simulated') : null),
          ask: askAs(request, sender),
        },
      );
      const text = await answer.text();
      return reply
        .code(answer.status)
        .type(answer.headers.get('content-type') ?? 'application/json')
        .send(text);
    } finally {
      const left = underWay.get(network)! - 1;
      if (left > 0) underWay.set(network, left);
      else underWay.delete(network);
    }
  });
  // There is no stream to listen to and no session to end.
  scope.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: mcpPath,
    handler: (_request, reply) => refuse(reply.header('allow', 'POST'), 405, rpc.notARequest, 'Only POST.'),
  });
}

/** Cookies never count here; a token counts only where a call is open to tokens, so that a wrong one does not bar public calls. */
function callerFor({ scope }: Call, sender: Caller): Caller {
  const { refusedSession: _, ...rest } = sender;
  const bearer = scope !== undefined && isAccessToken(sender.bearer) ? sender.bearer : null;
  return { ...rest, userId: null, sessionId: null, cookies: {}, bearer };
}
