// From a call's name and raw input to an envelope: who may call, is the input right, run, name the refusal in the
// caller's language. HTTP and page rendering both come through here; nothing below it knows of either.
import * as v from 'valibot';
import { errors, isErrorName, Refusal, type ErrorName } from '@tidemark/contract/errors.ts';
import { WithCookies, type Call, type Caller, type CallTable, type CookieChange, type Envelope } from '@tidemark/contract/wire.ts';
import type { Clock } from '#platform/clock.ts';
import { asOneWork, databaseAwayOf } from '#platform/db/away.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { traced, type Span } from '#platform/tracing/traced.ts';
import type { Words, WordValues } from '#words/index.ts';
import { explainIssues } from './bad-input.ts';
import { createCallFigures, type CallFigures } from './call-figures.ts';

/** Handlers as dispatch sees them; Handlers<Calls> fits, and the assembly holds them to the table. */
export type AnyHandlers = Readonly<Record<string, (caller: Caller, input: any) => unknown>>;

/** onCookies hears what the handler wants changed in the browser, where there is one that can be told. */
export type Dispatch = (name: string, caller: Caller, rawInput: unknown, onCookies?: OnCookies) => Promise<Envelope>;
export type OnCookies = (changes: readonly CookieChange[]) => void;

export interface DispatchDeps {
  calls: CallTable;
  handlers: AnyHandlers;
  words: Words;
  log: Log;
  metrics: Metrics;
  /** Where calls are answered in other ways too, they are counted together. */
  figures?: CallFigures;
  clock: Clock;
  /** Who may make a call, where something beside cookies says who it is: the caller as they came, or another. Refuses. */
  admit?: (caller: Caller, name: string, call: Call) => Promise<Caller>;
  /** Shorter than the browser's own 20 s and 30 s, so that the caller learns what happened. */
  timeLimitMs?: number;
  /** A handler that breaks its own output shape is a fault; checking every answer is for everywhere but production. */
  checkOutput?: boolean;
}

export function createDispatch(deps: DispatchDeps): Dispatch {
  const { calls, handlers, words, log, clock, admit, figures = createCallFigures(deps.metrics) } = deps;
  const { timeLimitMs = 15_000, checkOutput = process.env['NODE_ENV'] !== 'production' } = deps;
  refuseUnevenTables(calls, handlers);

  const envelope = (code: string, msg: string, data: unknown): Envelope => ({ code, msg, data, requestTime: clock.now() });
  const refusal = (caller: Caller, error: ErrorName, values?: WordValues) =>
    envelope(errors[error].code, words.error(caller.locale, error, values), null);

  const run = async (name: string, call: Call, sender: Caller, rawInput: unknown, onCookies: OnCookies): Promise<unknown> => {
    const caller = admit ? await admit(sender, name, call) : sender;
    if (call.who === 'user' && caller.userId === null) throw new Refusal(caller.refusedSession ?? 'notLoggedIn');
    const input = v.safeParse(call.input, rawInput ?? {}, { abortEarly: true });
    if (!input.success) {
      // A field with a refusal of its own names it as its message (section 8).
      const { message } = input.issues[0];
      throw isErrorName(message) ? new Refusal(message) : new Refusal('badInput', explainIssues(input.issues, words, caller.locale));
    }
    const about = { call: name, requestId: caller.requestId };
    const answered = await withinLimit(clock, timeLimitMs, () => asOneWork(async () => handlers[name]!(caller, input.output)), {
      onLimit: () => log.warn({ ...about, limitMs: timeLimitMs }, 'call took longer than its limit'),
      onLateError: (error) => {
        if (!(error instanceof Refusal)) log.error({ ...about, err: error }, 'call failed after its limit');
      },
      // What changes something may still be done after the caller stopped waiting.
      refusal: call.kind === 'read' ? 'timeout' : 'outcomeUnknown',
    });
    const data: unknown = answered instanceof WithCookies ? answered.data : answered;
    if (checkOutput) {
      const output = v.safeParse(call.output, data);
      if (!output.success) throw new Error(`'${name}' answered against its own shape: ${v.summarize(output.issues)}`);
    }
    if (answered instanceof WithCookies) onCookies(answered.changes);
    return data ?? null;
  };

  const answerTo = async (
    name: string,
    call: Call,
    caller: Caller,
    rawInput: unknown,
    onCookies: OnCookies,
    span: Span,
  ): Promise<Envelope> => {
    const startedAt = performance.now();
    let answer: Envelope;
    try {
      answer = envelope(call.success, 'success', await run(name, call, caller, rawInput, onCookies));
    } catch (error) {
      const away = databaseAwayOf(error);
      if (error instanceof Refusal) {
        answer = refusal(caller, error.error, error.values);
      } else if (away) {
        span.failed(error);
        // Once for each call, so without where in our code: that is not where the fault is.
        log.warn(
          { reason: away.message, code: away.code, call: name, requestId: caller.requestId },
          'call failed for want of the database',
        );
        answer = refusal(caller, away.isUnclear ? 'outcomeUnknown' : away.isBusy ? 'busy' : 'unavailable');
      } else {
        span.failed(error);
        log.error({ err: error, call: name, requestId: caller.requestId }, 'call failed');
        answer = refusal(caller, call.failsAs ?? 'internal', { requestId: caller.requestId });
      }
    }
    figures.count(name, answer.code, (performance.now() - startedAt) / 1000);
    span.say({ 'tidemark.code': answer.code });
    return answer;
  };

  return async (name, caller, rawInput, onCookies = () => {}) => {
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (!call) return refusal(caller, 'notFound');
    return traced('server', `call ${name}`, { 'rpc.method': name, 'tidemark.request_id': caller.requestId }, (span) =>
      answerTo(name, call, caller, rawInput, onCookies, span),
    );
  };
}

function refuseUnevenTables(calls: CallTable, handlers: AnyHandlers): void {
  const unanswered = Object.keys(calls).filter((name) => !Object.hasOwn(handlers, name));
  if (unanswered.length > 0) throw new Error(`calls without a handler: ${unanswered.join(', ')}`);
  const unknown = Object.keys(handlers).filter((name) => !Object.hasOwn(calls, name));
  if (unknown.length > 0) throw new Error(`handlers of no call: ${unknown.join(', ')}`);
}

interface LimitWays {
  readonly refusal: ErrorName;
  onLimit(): void;
  onLateError(error: unknown): void;
}

/** The work itself goes on after the limit; only the caller stops waiting. */
function withinLimit<T>(clock: Clock, limitMs: number, work: () => Promise<T>, { refusal, onLimit, onLateError }: LimitWays): Promise<T> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const cancel = clock.after(limitMs, () => {
      isLate = true;
      onLimit();
      reject(new Refusal(refusal));
    });
    work()
      .then(resolve, (error: unknown) => (isLate ? onLateError(error) : reject(error)))
      .finally(cancel);
  });
}
