// For tests: a hub on a real http server, rows that change by hand, a clock that is turned by hand, real ws clients.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { instTypeOf } from '@tidemark/contract/business-lines.ts';
import { streamPath } from '@tidemark/contract/socket.ts';
import type { AckFrame, ClientFrame, DataFrame, PongFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import { WebSocket } from 'ws';
import type { ClientOptions } from 'ws';
import { createHandClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/metrics.ts';
import { addressReader } from '../../address.ts';
import type { LiveRows } from '../channel.ts';
import { createHub } from '../hub.ts';
import type { HubDeps } from '../hub.ts';

/** [symbolId, value, padding] */
export type TestRow = [string, number, string];
export type TestFrame = AckFrame | PongFrame | DataFrame<TestRow>;

export async function until(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const endsAt = Date.now() + 10_000; !(await isTrue());) {
    if (Date.now() > endsAt) assert.fail(`waited in vain until ${what}`);
    await delay(2);
  }
}

export const ticker = (instId: string): SubscriptionArg => ({ topic: 'ticker', instType: instTypeOf(instId), instId });
export const tickers: SubscriptionArg = { topic: 'tickers', instType: 'sp', instId: 'default' };
export const isData = (frame: TestFrame): frame is DataFrame<TestRow> => 'action' in frame;

function createTestRows(symbolIds: readonly string[]) {
  const values = new Map<string, number>(symbolIds.map((id) => [id, 0]));
  let padding = '';
  const encode = (id: string) => (values.has(id) ? JSON.stringify([id, values.get(id), padding]) : null);
  const all: Record<'ticker' | 'tickers', LiveRows> = {
    ticker: { has: ({ instId }) => values.has(instId ?? ''), keys: ({ instId }) => [instId ?? ''], encode },
    tickers: {
      has: ({ instType }) => instType === 'sp' || instType === 'umcbl',
      keys: ({ instType }) => [...values.keys()].filter((id) => instTypeOf(id) === instType),
      encode,
    },
  };
  return {
    all,
    values,
    pad: (bytes: number) => {
      padding = 'x'.repeat(bytes);
    },
  };
}

export async function startHub(
  t: TestContext,
  over: Partial<HubDeps> = {},
  symbolIds = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BTCUSDT_UMCBL'],
) {
  const clock = createHandClock(1_700_000_000_000);
  const metrics = createMetrics();
  const rows = createTestRows(symbolIds);
  const hub = createHub({
    rows: rows.all,
    login: async () => null,
    addressOf: addressReader(1),
    isOriginAllowed: (origin) => origin === undefined || origin === 'https://tidemark.test',
    clock,
    metrics,
    log: createLog({ level: 'silent' }),
    ...over,
  });
  const server = createServer();
  const sockets: Socket[] = [];
  server.on('connection', (socket) => sockets.push(socket));
  hub.attach(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    server.closeAllConnections();
    const stopped = hub.stop();
    clock.advance(1_000);
    await stopped;
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    hub,
    clock,
    rows,
    server,
    port: portOf(server),
    /** The server's ends of the connections, in the order they came. */
    sockets,
    /** New values, announced. */
    set(changes: Record<string, number>) {
      for (const [id, value] of Object.entries(changes)) rows.values.set(id, value);
      hub.changed(Object.keys(changes));
    },
    async metric(name: string): Promise<number> {
      const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`${name} `));
      return Number(line?.split(' ').at(-1));
    },
    connect: (options: ClientOptions = {}, path?: string) => connectClient(portOf(server), options, path),
  };
}
export type TestHub = Awaited<ReturnType<typeof startHub>>;

const portOf = (server: Server) => (server.address() as AddressInfo).port;

export async function connectClient(port: number, options: ClientOptions = {}, path: string = streamPath) {
  const ws = new WebSocket(`ws://127.0.0.1:${port}${path}`, { perMessageDeflate: false, ...options });
  const frames: TestFrame[] = [];
  let wake: (() => void) | null = null;
  const { promise: closed, resolve: onClosed } = Promise.withResolvers<{ code: number; reason: string }>();
  ws.on('message', (data: Buffer, isBinary) => {
    assert.equal(isBinary, false);
    frames.push(JSON.parse(data.toString()) as TestFrame);
    wake?.();
  });
  ws.on('close', (code, reason) => {
    onClosed({ code, reason: reason.toString() });
    wake?.();
  });
  await new Promise((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  ws.on('error', () => {});

  const next = async (): Promise<TestFrame> => {
    for (;;) {
      const frame = frames.shift();
      if (frame) return frame;
      if (ws.readyState !== WebSocket.OPEN && ws.readyState !== WebSocket.CLOSING)
        assert.fail('the connection closed before the next frame');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  const send = (frame: ClientFrame) => ws.send(JSON.stringify(frame));
  return {
    ws,
    closed,
    next,
    send,
    subscribe: (...args: SubscriptionArg[]) => send({ action: 'subscribe', args }),
    unsubscribe: (...args: SubscriptionArg[]) => send({ action: 'unsubscribe', args }),
    async login(rtoken: string) {
      send({ action: 'login', args: { rtoken } });
      return (await next()) as AckFrame;
    },
    /** Everything the server sent before it answers the ping that this sends. */
    async received(): Promise<TestFrame[]> {
      send({ action: 'ping' });
      const before: TestFrame[] = [];
      for (;;) {
        const frame = await next();
        if ('event' in frame && frame.event === 'pong') return before;
        before.push(frame);
      }
    },
  };
}
export type TestClient = Awaited<ReturnType<typeof connectClient>>;

/** A client as the contract wants it: takes snapshots, applies updates, and fails on a gap in the numbering. */
export function createMirror() {
  const seqs = new Map<string, number>();
  const values = new Map<string, Map<string, number>>();
  return {
    apply(frame: TestFrame) {
      if (!isData(frame)) return;
      const channel = `${frame.arg.topic} ${frame.arg.instType} ${frame.arg.instId}`;
      if (frame.action === 'snapshot') values.set(channel, new Map());
      else assert.equal(frame.seq, (seqs.get(channel) ?? Number.NaN) + 1, `a gap in ${channel}`);
      seqs.set(channel, frame.seq);
      for (const [id, value] of frame.data) values.get(channel)!.set(id, value);
    },
    value: ({ topic, instType, instId }: SubscriptionArg, id: string) => values.get(`${topic} ${instType} ${instId}`)?.get(id),
  };
}
