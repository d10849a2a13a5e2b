// For tests: a hand-turned clock, browser events on demand and the far end of the socket, all in one place.
import type { ClientFrame, DataFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { BrowserEvent } from '../browser-events.ts';
import { flushEveryMs } from '../channels.ts';
import { createSocket, type SocketDeps, type WebSocketLike } from '../socket.ts';
import type { Timers } from '../timers.ts';

export interface HandTimers extends Timers {
  /** Moves time forward, running what falls due, in order. */
  advance(ms: number): void;
  /** Moves time forward while nothing runs, as a sleeping machine does; what fell due runs late, now. */
  sleep(ms: number): void;
}

export function createHandTimers(startMs = 1_700_000_000_000): HandTimers {
  let now = startMs;
  const due = new Set<{ at: number; fn: () => void }>();
  const runUntil = (end: number) => {
    for (;;) {
      const first = [...due].filter((job) => job.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!first) return;
      due.delete(first);
      now = Math.max(now, first.at);
      first.fn();
    }
  };
  return {
    now: () => now,
    after(ms, fn) {
      const job = { at: now + ms, fn };
      due.add(job);
      return () => void due.delete(job);
    },
    advance(ms) {
      const end = now + ms;
      runUntil(end);
      now = end;
    },
    sleep(ms) {
      now += ms;
      runUntil(now);
    },
  };
}

/** One connection as its server sees it. */
export interface FakeConnection {
  readonly socket: WebSocketLike;
  readonly received: ClientFrame[];
  closedWith: { code?: number; reason?: string } | null;
  accept(): void;
  say(frame: unknown): void;
  sayRaw(data: unknown): void;
  /** The connection ends, by either side. */
  drop(code?: number): void;
  subscribed(): SubscriptionArg[];
  pings(): number;
}

function createFakeConnection(): FakeConnection {
  const received: ClientFrame[] = [];
  const connection: FakeConnection = {
    received,
    closedWith: null,
    socket: {
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      send: (text) => void received.push(JSON.parse(text) as ClientFrame),
      close: (code, reason) => void (connection.closedWith ??= { code, reason }),
    },
    accept: () => connection.socket.onopen?.({}),
    say: (frame) => connection.sayRaw(JSON.stringify(frame)),
    sayRaw: (data) => connection.socket.onmessage?.({ data }),
    drop: (code) => connection.socket.onclose?.({ code }),
    subscribed: () => received.flatMap((frame) => (frame.action === 'subscribe' ? frame.args : [])),
    pings: () => received.filter((frame) => frame.action === 'ping').length,
  };
  return connection;
}

/** Everything createSocket wants, plus the handles a test turns. */
export function createFakeStream({ random = () => 0 }: { random?: () => number } = {}) {
  const timers = createHandTimers();
  const connections: FakeConnection[] = [];
  const reports: string[] = [];
  const deferred: (() => void)[] = [];
  let onEvent: ((event: BrowserEvent) => void) | null = null;
  let isOnline = true;
  const runDeferred = () => {
    for (const fn of deferred.splice(0)) fn();
  };
  const deps: SocketDeps = {
    url: 'ws://fake/stream',
    timers,
    random,
    askWait: async () => null,
    isOnline: () => isOnline,
    defer: (fn) => void deferred.push(fn),
    report: (message) => void reports.push(message),
    openWebSocket() {
      const connection = createFakeConnection();
      connections.push(connection);
      return connection.socket;
    },
    watchEvents(fn) {
      onEvent = fn;
      return () => {
        onEvent = null;
      };
    },
  };
  return {
    deps,
    timers,
    connections,
    reports,
    newest: () => connections.at(-1)!,
    runDeferred,
    /** Long enough for everything that is to be said to be sent. */
    tick() {
      runDeferred();
      timers.advance(flushEveryMs);
    },
    browser(event: BrowserEvent) {
      if (event !== 'visible') isOnline = event === 'online';
      onEvent?.(event);
    },
  };
}

export const dataFrame = <Row>(action: 'snapshot' | 'update', arg: SubscriptionArg, seq: number, data: Row[] = []): DataFrame<Row> => ({
  action,
  arg,
  seq,
  ts: 0,
  data,
});

/** A socket whose first connection is open. */
export function openSocket() {
  const stream = createFakeStream();
  const socket = createSocket(stream.deps);
  socket.start();
  stream.newest().accept();
  return { stream, socket };
}
