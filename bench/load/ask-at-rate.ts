// For benches: requests at a given rate over bare sockets, one at a time on each. A library that knows all of HTTP takes as much of a
// small machine as the program it asks; what is measured here is the program.
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Rate {
  readonly host: string;
  readonly port: number;
  readonly connections: number;
  readonly perSecond: number;
  readonly seconds: number;
  /** The nth request, whole. */
  request(n: number): string;
  /** Of the answer's body. */
  isRight(body: string): boolean;
}

export interface RateOutcome {
  readonly perSecond: number;
  readonly failed: number;
  readonly p99Ms: number;
}

const turnMs = 2;
const headEnd = '\r\n\r\n';

export async function askAtRate({ host, port, connections, perSecond, seconds, request, isRight }: Rate): Promise<RateOutcome> {
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
      received += chunk;
      const head = received.indexOf(headEnd);
      if (head < 0) return;
      const body = head + headEnd.length;
      const length = Number(/content-length: (\d+)/i.exec(received.slice(0, head))?.[1] ?? NaN);
      if (received.length < body + length) return;
      tookMs.push(performance.now() - sentAt);
      if (!received.startsWith('HTTP/1.1 200') || !isRight(received.slice(body))) failed++;
      received = '';
      free.push(ask);
    });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.on('error', () => failed++);
    free.push(ask);
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  const startedAt = performance.now();
  let lateFrom = 0;
  for (let passed = 0; passed < seconds * 1000; passed = performance.now() - startedAt) {
    // What could not be sent in time is not made up for: the rate is what counts, not the sum.
    const due = Math.floor((passed / 1000) * perSecond) - lateFrom;
    const wanted = due - sent;
    for (let at = 0; at < wanted && free.length > 0; at++) free.shift()!();
    if (free.length === 0) lateFrom += Math.max(0, due - sent);
    await delay(turnMs);
  }
  const took = (performance.now() - startedAt) / 1000;
  const answered = tookMs.length;
  for (const socket of sockets) socket.destroy();
  const sorted = tookMs.toSorted((one, other) => one - other);
  return { perSecond: answered / took, failed, p99Ms: Math.ceil(sorted[Math.ceil(answered * 0.99) - 1] ?? NaN) };
}
