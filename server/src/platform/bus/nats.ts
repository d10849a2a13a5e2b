// The bus of several processes: core NATS. A lost connection is tried again without end; what is published meanwhile
// is dropped at once: it must not pile up, and sent later it would come after the fresh state others recovered to.
import { setTimeout as delay } from 'node:timers/promises';
import { connect, errors, headers } from '@nats-io/transport-node';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { Log } from '#platform/log.ts';
import { BusAnswerFailed, BusClosed, BusTimeout, BusUnreachable, deliver, numberedName } from './bus.ts';
import type { Bus, OnBusError } from './bus.ts';
import { decodePayload, encodePayload } from './payload.ts';

const firstConnectMs = 5_000;
/** Of every try to connect, the first and those after a loss. */
const dialMs = 5_000;
const retryFirstConnectMs = 250;
const askAgainMs = 100;
const closeMs = 2_000;
/** A cable that was pulled says nothing: it is noticed when one more ping is due than may be unanswered. */
export const pingEveryMs = 700;
export const unansweredPings = 2;
const failedHeader = 'Bus-Failed';

export interface NatsOptions {
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** How this connection shows up in the server's own lists. */
  readonly name: string;
  /** Parts this site's subjects from those of another on the same server; empty = none. */
  readonly prefix?: string;
  readonly firstConnectMs?: number;
}

/** url: nats://host:port or tls://host:port, user:password@ or token@ before the host; several, parted by commas. */
export async function connectNats(url: string, options: NatsOptions): Promise<Bus> {
  return overConnection(await firstConnection(url, options), options);
}

async function firstConnection(url: string, options: NatsOptions): Promise<NatsConnection> {
  const target = parseNatsUrl(url);
  const endsAt = Date.now() + (options.firstConnectMs ?? firstConnectMs);
  for (;;) {
    const leftMs = Math.max(1, endsAt - Date.now());
    // timeout and reconnectTimeWait also rule the life after the first connection.
    const attempt = connect({
      ...target.login,
      servers: target.servers,
      name: options.name,
      timeout: dialMs,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      reconnectJitter: 250,
      ignoreAuthErrorAbort: true,
      pingInterval: pingEveryMs,
      maxPingOut: unansweredPings,
    });
    try {
      return await beforeDeadline(attempt, leftMs);
    } catch (error) {
      if (error instanceof errors.AuthorizationError) throw new BusUnreachable(target.address, 'it refused the credentials');
      if (Date.now() + retryFirstConnectMs >= endsAt) throw new BusUnreachable(target.address, reasonOf(error));
      await delay(retryFirstConnectMs);
    }
  }
}

/** What is left of the first connection's time is not the client's to know: a connection that comes too late is closed again. */
async function beforeDeadline(attempt: Promise<NatsConnection>, ms: number): Promise<NatsConnection> {
  const stop = new AbortController();
  const late = delay(ms, null, { signal: stop.signal }).catch(() => null);
  const connection = await Promise.race([attempt, late]).finally(() => stop.abort());
  if (connection) return connection;
  attempt.then(
    (unwanted) => unwanted.close(),
    () => {},
  );
  throw new errors.TimeoutError();
}

function reasonOf(error: unknown): string {
  if (error instanceof errors.TimeoutError) return 'it did not answer in time';
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  const known = code ?? cause?.code;
  if (known === 'ECONNREFUSED' || error instanceof errors.ConnectionError) return 'the connection was refused';
  if (known === 'ENOTFOUND' || known === 'EAI_AGAIN') return 'its host name is not known';
  return `the connection failed${known ? ` (${known})` : ''}`;
}

function parseNatsUrl(url: string) {
  // The client itself ignores user and password inside the address, and would print them.
  const urls = url.split(',').map((part) => {
    const parsed = URL.parse(part.includes('://') ? part.trim() : `nats://${part.trim()}`);
    if (!parsed?.hostname) throw new BusUnreachable('the given address', 'an address looks like nats://host:4222');
    return parsed;
  });
  const plain = (text = '') => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw new BusUnreachable('the given address', 'a percent sign in its user or password is written %25');
    }
  };
  const servers = urls.map(({ hostname, port }) => `${hostname}:${port || '4222'}`);
  const user = plain(urls[0]?.username);
  const pass = plain(urls[0]?.password);
  return {
    servers,
    address: servers.join(', '),
    login: {
      ...(user && pass ? { user, pass } : user ? { token: user } : {}),
      ...(urls.some(({ protocol }) => protocol === 'tls:') ? { tls: {} } : {}),
    },
  };
}

function overConnection(connection: NatsConnection, { log, prefix = '' }: NatsOptions): Bus {
  const subjectOf = (name: string): string => (prefix === '' ? name : `${prefix}.${name}`);
  const onReconnects = new Set<() => void>();
  const onError: OnBusError = (error, name) => log.error({ err: error, name }, 'a bus handler failed');
  let isConnected = true;
  let isClosing = false;

  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') {
        isConnected = false;
        if (!isClosing) log.warn({ server: status.server }, 'bus connection lost');
      } else if (status.type === 'reconnect') {
        isConnected = true;
        log.info({ server: status.server }, 'bus connection is back');
        for (const handler of [...onReconnects]) deliver('reconnect', handler, undefined, onError);
      } else if (status.type === 'error') {
        log.warn({ err: status.error }, 'bus server complained');
      }
    }
    isConnected = false;
  };
  watch().catch((error: unknown) => onError(error, 'status'));

  const listen = (name: string, queue: string | undefined, onMessage: (message: Msg) => void) => {
    if (isClosing) return () => {};
    const subscription = connection.subscribe(subjectOf(name), {
      ...(queue ? { queue } : {}),
      callback(error, message) {
        if (error) onError(error, name);
        else onMessage(message);
      },
    });
    return () => subscription.unsubscribe();
  };

  const respond = async (name: string, message: Msg, handler: (input: never) => unknown) => {
    try {
      message.respond(encodePayload(await handler(decodePayload(message.data) as never)));
    } catch (error) {
      onError(error, name);
      if (isClosing) return;
      const failed = headers();
      failed.set(failedHeader, 'true');
      message.respond(undefined, { headers: failed });
    }
  };

  return {
    publish(to, payload) {
      if (!isConnected || isClosing) return;
      try {
        connection.publish(subjectOf(to.name), encodePayload(payload));
      } catch (error) {
        onError(error, to.name);
      }
    },

    subscribe: (to, handler) =>
      listen(to.name, undefined, (message) =>
        deliver(to.name, (data: Uint8Array) => handler(decodePayload(data) as never), message.data, onError),
      ),

    async request<I, O>(what: { readonly name: string }, input: I, timeoutMs: number, of?: number): Promise<O> {
      const endsAt = Date.now() + timeoutMs;
      const names = of === undefined ? [what.name] : [numberedName(what.name, of), what.name];
      for (let tries = 0; ; tries++) {
        if (isClosing) throw new BusClosed();
        const leftMs = endsAt - Date.now();
        if (leftMs <= 0) throw new BusTimeout(what.name);
        if (isConnected) {
          try {
            const reply = await connection.request(subjectOf(names[tries % names.length]!), encodePayload(input), { timeout: leftMs });
            if (reply.headers?.has(failedHeader)) throw new BusAnswerFailed(what.name);
            return decodePayload(reply.data) as O;
          } catch (error) {
            if (isClosing) throw new BusClosed();
            if (error instanceof errors.TimeoutError) throw new BusTimeout(what.name);
            if (!(error instanceof errors.RequestError && error.isNoResponders())) throw error;
          }
        }
        // That no process has the number is known at once, and then any answerer will do.
        if ((tries + 1) % names.length === 0 || !isConnected) await delay(Math.min(askAgainMs, leftMs));
      }
    },

    answer(what, handler, as) {
      const undo = (as === undefined ? [what.name] : [what.name, numberedName(what.name, as)]).map((name) =>
        listen(name, 'answerers', (message) => {
          respond(name, message, handler).catch((error: unknown) => onError(error, name));
        }),
      );
      return () => {
        for (const undoOne of undo) undoOne();
      };
    },

    isConnected: () => isConnected && !isClosing,

    onReconnect(handler) {
      onReconnects.add(handler);
      return () => void onReconnects.delete(handler);
    },

    async close() {
      if (isClosing) return;
      isClosing = true;
      onReconnects.clear();
      // Draining waits for the server; one that is away must not hold up a stop.
      const stop = new AbortController();
      const drained = isConnected ? connection.drain().catch(() => {}) : Promise.resolve();
      await Promise.race([drained, delay(closeMs, null, { signal: stop.signal }).catch(() => {})]);
      stop.abort();
      await connection.close();
    },
  };
}
