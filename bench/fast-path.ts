// Promise: the fast path before the framework (record 013) halves what an answer that is at hand costs the processor. Peer in the same run:
// the same call behind the same edge without it. Both are asked at the same rate; what is compared is processor time an answer.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { askAtRate } from './load/ask-at-rate.ts';

const promisedTimes = 2;
const perSecond = 1_500;
const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const program = fileURLToPath(new URL('../server/src/edge/http/testing/fast-path-server.ts', import.meta.url));
/** Limits are per address: as many of them as a busy site has. */
const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

const measure = async (how: 'with' | 'without') => {
  const server = fork(program, [how]);
  try {
    const [{ port }] = (await once(server, 'message')) as [{ port: number }];
    const cpuMicros = async (): Promise<number> => {
      server.send('cpu');
      return ((await once(server, 'message')) as [{ cpuMicros: number }])[0].cpuMicros;
    };
    const ask = (forSeconds: number) =>
      askAtRate({
        host: '127.0.0.1',
        port,
        connections: 32,
        perSecond,
        seconds: forSeconds,
        warmSeconds: 0,
        request: (n) =>
          `POST /v1/user/overview/userinfo HTTP/1.1\r\nhost: tidemark.example\r\ncontent-type: application/json\r\n` +
          `content-length: 2\r\nx-forwarded-for: ${addressOf(n % 50_000)}\r\n\r\n{}`,
        isRight: (answer, body) => answer.startsWith('{"code":"00000"', body),
      });
    // Code that has not run yet is slow for everybody.
    await ask(3);
    const before = await cpuMicros();
    const outcome = await ask(seconds);
    const micros = ((await cpuMicros()) - before) / (outcome.perSecond * seconds);
    console.log(
      `  ${how} the fast path: ${micros.toFixed(0)} µs an answer, ${outcome.perSecond.toFixed(0)} a second, ` +
        `p99 ${outcome.p99Ms.toFixed(0)} ms, ${outcome.failed} failed`,
    );
    if (outcome.failed > 0) throw new Error(`${outcome.failed} requests failed`);
    return micros;
  } finally {
    server.kill();
  }
};

const times = (await measure('without')) / (await measure('with'));
console.log(`  ${times.toFixed(1)} times as much without it; promised are ${promisedTimes}`);
process.exitCode = times >= promisedTimes ? 0 : 1;
