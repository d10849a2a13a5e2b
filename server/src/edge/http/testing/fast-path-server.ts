// For bench/fast-path.ts: one call behind the real edge, in a process of its own, with the fast path before it or without.
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import * as v from 'valibot';
import { call } from '@tidemark/contract/wire.ts';
import { addressReader, trustHops } from '#edge/address.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createWords } from '#words/index.ts';
import { answerOnFastPath } from '../fast-path.ts';
import { createCallFigures } from '../call-figures.ts';
import { resolveVisitor } from '../caller.ts';
import { createDispatch } from '../dispatch.ts';
import { registerHttp } from '../index.ts';
import { createAllowance, defaultLimits } from '../limits.ts';
import { registerCookies } from '../session-cookies.ts';

const publicUrl = 'http://tidemark.example';
const calls = {
  userInfo: call({
    kind: 'read',
    method: 'POST',
    path: '/user/overview/userinfo',
    about: 'Who is logged in.',
    input: v.object({ languageType: v.optional(v.number()) }),
    output: v.object({ userName: v.string() }),
  }),
};
/** As large as the real one. */
const shown = Object.freeze({ userName: 'Ada'.padEnd(900, '!') });
const metrics = createMetrics();
const log = createLog({ level: 'silent' });
const words = createWords(fileURLToPath(new URL('../../../../../locales', import.meta.url)));
const figures = createCallFigures(metrics);
const allowance = createAllowance(defaultLimits, systemClock);

const app = Fastify({ trustProxy: trustHops(1) });
if (process.argv[2] === 'with') {
  const fastAnswers = { userInfo: () => shown };
  answerOnFastPath(app.server, { calls, fastAnswers, allowance, figures, clock: systemClock, publicUrl, addressOf: addressReader(1) });
}
await registerCookies(app);
await registerHttp(app, {
  dispatch: createDispatch({
    calls,
    handlers: { userInfo: () => shown },
    words,
    log,
    metrics,
    figures,
    clock: systemClock,
    checkOutput: false,
  }),
  calls,
  resolveCaller: resolveVisitor,
  allowance,
  words,
  log,
  metrics,
  publicUrl,
  metricsToken: null,
  readiness: { report: async () => ({ ready: true, missing: [], parts: {} }) },
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.on('message', () => process.send!({ cpuMicros: process.cpuUsage().user + process.cpuUsage().system }));
// A run that was cut off leaves nothing behind.
process.once('disconnect', () => process.exit());
process.send!({ port: (app.server.address() as AddressInfo).port });
