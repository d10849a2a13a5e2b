// For benches: requests at a given rate over bare sockets, one at a time on each. A library that knows all of HTTP takes as much of a
// small machine as the program it asks; what is measured here is the program.
import { connect, type Socket } from 'node:net';
import { setImmediate as turnOver } from 'node:timers/promises';

export interface Rate {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** Asked at the same rate before that, and not counted: code that has not run yet is slow for everybody. */
  readonly warmSeconds: number;
  /** The nth request, whole. */
  request(n: number): string;
  /** The body of an answer begins there. */
  isRight(answer: string, body: number): boolean;
}

export interface RateOutcome {
  readonly perSecond: number;
  readonly failed: number;
  readonly p99Ms: number;
}

const turnMs = 2;
const neverNotified = new Int32Array(new SharedArrayBuffer(4));
/**
 * Answers that come meanwhile wait in the kernel. To wake a sleeping neighbour for each of them costs the one who answers more than the
 * answer itself, and no server pays that for readers who are elsewhere.
 */
const sleep = (ms: number) => Atomics.wait(neverNotified, 0, 0, ms);
const headEnd = '\r\n\r\n';
const lengthName = /\r\ncontent-length: /i;

function lengthIn(answer: string, head: number): number {
  const at = answer.search(lengthName);
  return at < 0 || at > head ? NaN : parseInt(answer.slice(at + 18, at + 28), 10);
}

export async function askAtRate({
  host,
  port,
  connections,
  perSecond,
  seconds,
  warmSeconds,
  request,
  isRight,
}: Rate): Promise<RateOutcome> {
  const tookMs: number[] = [];
  let sent = 0;
  let failed = 0;
  const free: (() => void)[] = [];
  const open = async (): Promise<Socket> => {
    const socket = connect({ host, port, noDelay: true });
    let received = '';
    let sentAt = 0;
    const ask = () => {
      sentAt = performance.now();
      socket.write(request(sent++), 'latin1');
    };
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      received = received === '' ? chunk : received + chunk;
      const head = received.indexOf(headEnd);
      if (head < 0) return;
      const body = head + headEnd.length;
      if (received.length < body + lengthIn(received, head)) return;
      tookMs.push(performance.now() - sentAt);
      if (!received.startsWith('HTTP/1.1 200') || !isRight(received, body)) failed++;
      received = '';
      free.push(ask);
    });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.on('error', () => failed++);
    free.push(ask);
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  /** How long it took, in seconds. */
  const askFor = async (length: number): Promise<number> => {
    const startedAt = performance.now();
    const sentBefore = sent;
    let givenUp = 0;
    for (let passed = 0; passed < length * 1000; passed = performance.now() - startedAt) {
      // What could not be sent in time is not made up for: the rate is what counts, not the sum.
      const due = Math.floor((passed / 1000) * perSecond) - givenUp;
      const wanted = Math.max(0, due - (sent - sentBefore));
      // The one that has rested longest first: all of them stay in use.
      const asked = free.splice(0, wanted);
      for (const ask of asked) ask();
      givenUp += wanted - asked.length;
      sleep(turnMs);
      await turnOver();
    }
    return (performance.now() - startedAt) / 1000;
  };
  await askFor(warmSeconds);
  tookMs.length = 0;
  const took = await askFor(seconds);
  const answered = tookMs.length;
  for (const socket of sockets) socket.destroy();
  const sorted = tookMs.toSorted((one, other) => one - other);
  return { perSecond: answered / took, failed, p99Ms: Math.ceil(sorted[Math.ceil(answered * 0.99) - 1] ?? NaN) };
}
