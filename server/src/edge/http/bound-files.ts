import type { onRequestHookHandler } from 'fastify';
import type { Allowance } from './limits.ts';

export const tooManyText = 'Too many requests. Please wait a moment.\n';

/** For what programs fetch as a file: one that asks too often gets 429 with the time to wait. */
export const boundFiles =
  (allowance: Allowance): onRequestHookHandler =>
  (request, reply, goOn) => {
    const seconds = allowance.waitSeconds(request.ip, 'file');
    if (seconds === null) return goOn();
    void reply
      .code(429)
      .headers({ 'retry-after': String(seconds), 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send(tooManyText);
  };
