// Every REST call of an exchange goes through here. A failure makes the next try wait longer; several in a row, or one word
// from the exchange that it is too much, open the breaker: calls fail at once until its time is over, then one is let
// through to see.
import type { Clock } from '#platform/clock.ts';
import type { Metrics } from '#platform/metrics.ts';
import { failureOf } from './exchange.ts';

export class SourceUnavailable extends Error {
  readonly retryAt: number;
  constructor(name: string, retryAt: number, cause?: unknown) {
    super(`${name} is not asked before ${new Date(retryAt).toISOString()}`, { cause });
    this.name = 'SourceUnavailable';
    this.retryAt = retryAt;
  }
}

export interface Guard {
  run<T>(call: string, ask: () => Promise<T>): Promise<T>;
  /** How long the breaker stays open; 0 = closed. */
  waitMs(): number;
}

export interface GuardDeps {
  readonly name: string;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** What the exchange said in its last refusal, in ms; null = nothing. */
  retryAfterMs(): number | null;
}

const failuresToOpen = 3;
const firstWaitMs = 1_000;
/** For every repeated try: once in eight seconds is no burden for an exchange, and no price is late by much more once it is back. */
export const longestWaitMs = 8_000;
const tooManyWaitMs = 10_000;

export function createGuard({ name, clock, metrics, retryAfterMs }: GuardDeps): Guard {
  const calls = metrics.counter('market_source_calls_total', 'Calls to the exchange, by call and outcome', ['call', 'outcome']);
  const isOpen = metrics.gauge('market_source_breaker_open', '1 while the exchange is not asked because it failed');
  let failures = 0;
  let retryAt = 0;
  let isProbing = false;

  const open = (waitMs: number) => {
    // A call that was under way when a ban was named may fail of something less.
    retryAt = Math.max(retryAt, clock.now() + waitMs);
    isOpen.set(1);
  };

  const onFailure = (kind: ReturnType<typeof failureOf>) => {
    if (kind === 'tooMany') {
      failures++;
      // A ban is obeyed to its end: a client that asks earlier is shut out for longer.
      return open(retryAfterMs() ?? tooManyWaitMs);
    }
    // A refusal of what was asked is an answer: the exchange is well.
    if (kind === 'lacking') return onSuccess();
    failures++;
    if (failures >= failuresToOpen) open(Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - failuresToOpen)));
  };

  const onSuccess = () => {
    // It was under way when the exchange said that it is too much.
    if (clock.now() < retryAt) return;
    failures = 0;
    retryAt = 0;
    isOpen.set(0);
  };

  return {
    waitMs: () => Math.max(0, retryAt - clock.now()),
    async run(call, ask) {
      if (retryAt > 0 && (clock.now() < retryAt || isProbing)) {
        calls.inc({ call, outcome: 'notAsked' });
        throw new SourceUnavailable(name, retryAt);
      }
      const isProbe = retryAt > 0;
      if (isProbe) isProbing = true;
      try {
        const answer = await ask();
        calls.inc({ call, outcome: 'ok' });
        onSuccess();
        return answer;
      } catch (error) {
        const kind = failureOf(error);
        calls.inc({ call, outcome: kind });
        onFailure(kind);
        throw error;
      } finally {
        if (isProbe) isProbing = false;
      }
    },
  };
}
