// Promise: 1,000 log-ins a minute and 5,000 userinfo calls a second, on two cores, leave the live socket's p99 under 100 ms.
//
// The load comes from two processes of its own, from many addresses, with many people's sessions; the socket is watched from
// this one. A frame carries the time it was made, and everything is on one machine, so the difference is what a reader waits.
// Peer in the same run: the framework alone with the same two questions, the same cookies and passwords as costly, without a market,
// a database or a socket beside it. What a machine gives to the one and not to the other is the price of the product.
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sessionCookies } from '@tidemark/contract/accounts.ts';
import { streamPath } from '@tidemark/contract/socket.ts';
import { WebSocket } from 'ws';
import { startApp } from '../e2e/harness/app.ts';
import { ownProcessorSeconds, processorSeconds } from '../e2e/harness/process-tree.ts';
import { askAtRate, type RateOutcome } from './load/ask-at-rate.ts';
import { startAccountsPeer } from './load/bare-fastify.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 30);
const warmSeconds = 5;
const people = 120;
const userInfosPerSecond = 5_000;
const loginsPerMinute = 1_000;
const promisedP99Ms = 100;
/** A request that is on its way when the clock stops is not counted. */
const reachedShare = 0.98;
const pingEveryMs = 100;
const idleSeconds = 5;
const password = 'nine green kettles on 4 hobs';
const emailOf = (person: number) => `bench-${person}@people.example`;
/** Limits are per address: as many of them as a busy site has. */
const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
const json = { 'content-type': 'application/json', 'accept-encoding': 'gzip, deflate, br' };

interface Load {
  readonly kind: 'userInfo' | 'login';
  readonly url: string;
  readonly cookies: readonly string[];
}
interface Outcome extends RateOutcome {
  readonly processorSeconds: number;
}

const userInfoPath = '/v1/user/overview/userinfo';
const loginPath = '/v1/user/public/login';

async function makeLoad({ kind, url, cookies }: Load): Promise<Outcome> {
  const isLogin = kind === 'login';
  const { host, hostname, port } = new URL(url);
  const path = isLogin ? loginPath : userInfoPath;
  // Written beforehand: the load shares the cores with what it loads.
  const requests = Array.from({ length: isLogin ? 2_400 : 12_000 }, (_, n) => {
    const body = isLogin ? JSON.stringify({ email: emailOf(n % people), password }) : '{}';
    const headers = {
      host,
      ...json,
      'content-length': String(body.length),
      'x-forwarded-for': addressOf(n),
      ...(!isLogin && { cookie: cookies[n % cookies.length]! }),
    };
    return `POST ${path} HTTP/1.1\r\n${Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\r\n')}\r\n\r\n${body}`;
  });
  const usedBefore = process.cpuUsage();
  const outcome = await askAtRate({
    host: hostname,
    port: Number(port),
    connections: isLogin ? 16 : 96,
    seconds,
    warmSeconds,
    perSecond: isLogin ? loginsPerMinute / 60 : userInfosPerSecond,
    request: (n) => requests[n % requests.length]!,
    isRight: (answer, body) => answer.startsWith('{"code":"00000"', body),
  });
  const used = process.cpuUsage(usedBefore);
  return { ...outcome, processorSeconds: (used.user + used.system) / 1e6 };
}

if (process.send) {
  process.once('message', (load: Load) => {
    void makeLoad(load).then((outcome) => process.send!(outcome, undefined, undefined, () => process.exit(0)));
  });
} else {
  const app = await startApp({ isWholeMarket: true, env: { LOG_LEVEL: 'error', TRUST_PROXY: '1' } });
  try {
    const cookies: string[] = [];
    for (let person = 0; person < people; person++) {
      const response = await fetch(`${app.url}/v1/user/public/register`, {
        method: 'POST',
        headers: { ...json, 'x-forwarded-for': addressOf(person) },
        body: JSON.stringify({ email: emailOf(person), password }),
      });
      cookies.push(
        response.headers
          .getSetCookie()
          .map((line) => line.split(';', 1)[0])
          .join('; '),
      );
    }
    const waits: number[] = [];
    const answers: number[] = [];
    const socket = new WebSocket(`${app.url.replace('http', 'ws')}${streamPath}`);
    socket.on('open', () =>
      socket.send(
        JSON.stringify({
          action: 'subscribe',
          args: ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT'].map((instId) => ({ topic: 'ticker', instType: 'sp', instId })),
        }),
      ),
    );
    // A frame that was made late does not show it; a question that waits for its answer does.
    let askedAt = 0;
    const asking = setInterval(() => {
      if (askedAt > 0 || socket.readyState !== socket.OPEN) return;
      askedAt = performance.now();
      socket.send('{"action":"ping"}');
    }, pingEveryMs);
    socket.on('message', (data: Buffer) => {
      const frame = JSON.parse(data.toString()) as { action?: string; event?: string; ts: number };
      if (frame.action === 'update') waits.push(Date.now() - frame.ts);
      if (frame.event !== 'pong') return;
      answers.push(performance.now() - askedAt);
      askedAt = 0;
    });
    const p99Of = (times: number[]) => {
      const sorted = times.splice(0).toSorted((one, other) => one - other);
      return { count: sorted.length, ms: Math.ceil(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN) };
    };
    const p99 = () => ({ frames: p99Of(waits), answers: p99Of(answers) });
    const used = () => ({ all: processorSeconds(app.pid(), app.dataDir), program: ownProcessorSeconds(app.pid()) });
    const usedFirst = used();
    await delay(idleSeconds * 1000);
    const idle = p99();
    const usedBefore = used();
    const startedAt = performance.now();
    const load = (kind: Load['kind'], url: string) =>
      new Promise<Outcome>((resolve, reject) => {
        const child = fork(fileURLToPath(import.meta.url));
        child.once('message', (outcome) => resolve(outcome as Outcome)).once('error', reject);
        child.send({ kind, url, cookies } satisfies Load);
      });
    const [userInfo, login] = await Promise.all([load('userInfo', app.url), load('login', app.url)]);
    const loaded = p99();
    const tookSeconds = (performance.now() - startedAt) / 1000;
    const cores = (spent: number, over = tookSeconds) => (spent / over).toFixed(2);
    const usedAfter = used();
    const program = usedAfter.program - usedBefore.program;
    const database = usedAfter.all - usedBefore.all - program;
    clearInterval(asking);
    socket.terminate();

    const rates = (infos: Outcome, logins: Outcome) =>
      `userinfo ${infos.perSecond.toFixed(0)}/s of ${userInfosPerSecond}/s, p99 ${infos.p99Ms} ms, ${infos.failed} failed; ` +
      `log-ins ${(logins.perSecond * 60).toFixed(0)}/min of ${loginsPerMinute}/min, p99 ${logins.p99Ms} ms, ${logins.failed} ` +
      'failed';
    console.log(`ours: ${rates(userInfo, login)}`);

    const sessions: Record<string, unknown> = {};
    for (const cookie of cookies) {
      const { data } = (await (
        await fetch(app.url + userInfoPath, { method: 'POST', headers: { ...json, cookie }, body: '{}' })
      ).json()) as { data: unknown };
      sessions[new RegExp(`(?:^|; )${sessionCookies.session}=([^;]*)`).exec(cookie)![1]!] = data;
    }
    const peer = await startAccountsPeer({ userInfoPath, loginPath, sessions, password });
    const peerUrl = `http://127.0.0.1:${peer.port}`;
    const peerBefore = ownProcessorSeconds(peer.pid);
    const peerStartedAt = performance.now();
    const [peerUserInfo, peerLogin] = await Promise.all([load('userInfo', peerUrl), load('login', peerUrl)]);
    const peerSeconds = (performance.now() - peerStartedAt) / 1000;
    const peerProgram = ownProcessorSeconds(peer.pid) - peerBefore;
    peer.stop();

    console.log(`bare Fastify with cookies, JSON and the same passwords: ${rates(peerUserInfo, peerLogin)}`);
    console.log(
      `ours / bare: userinfo ${(userInfo.perSecond / peerUserInfo.perSecond).toFixed(2)}x, log-ins ` +
        `${(login.perSecond / peerLogin.perSecond).toFixed(2)}x`,
    );
    console.log(
      `cores of ${availableParallelism()}: program ${cores(program)} ` +
        `(${((usedBefore.program - usedFirst.program) / idleSeconds).toFixed(2)} before the load), database ${cores(database)}, ` +
        `load ${cores(userInfo.processorSeconds)} + ${cores(login.processorSeconds)}; bare ${cores(peerProgram, peerSeconds)}, ` +
        `load ${cores(peerUserInfo.processorSeconds, peerSeconds)} + ${cores(peerLogin.processorSeconds, peerSeconds)}`,
    );
    const describe = ({ frames, answers: asked }: ReturnType<typeof p99>) =>
      `frames ${frames.ms} ms (${frames.count}), answers ${asked.ms} ms (${asked.count})`;
    console.log(`socket p99 under load: ${describe(loaded)}; without: ${describe(idle)} (promise: under ${promisedP99Ms} ms)`);
    const isReached =
      userInfo.perSecond >= userInfosPerSecond * reachedShare &&
      login.perSecond * 60 >= loginsPerMinute * reachedShare &&
      userInfo.failed + login.failed === 0;
    if (!isReached || !(Math.max(loaded.frames.ms, loaded.answers.ms) < promisedP99Ms)) process.exitCode = 1;
  } finally {
    await app.stop();
  }
}
