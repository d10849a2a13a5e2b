// One client: what it says, what it asked for, who it is, and whether it is still there.
import type { Duplex } from 'node:stream';
import { channelKey, closeCodes, socketCodes, socketTimes } from '@tidemark/contract/socket.ts';
import type { AckFrame, PongFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { SessionId, UserId } from '@tidemark/contract/wire.ts';
import { WebSocket } from 'ws';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import { createTokenBucket } from '#platform/token-bucket.ts';
import type { Batch } from './batch.ts';
import type { Channel } from './channel.ts';
import type { ReadFrame } from './client-frame.ts';
import type { Counts, DropReason } from './counts.ts';
import type { SharedFrame } from './frame.ts';
import type { HubLimits } from './limits.ts';
import { createOutlet } from './outlet.ts';

export interface Login {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}
export type ClientChannel = Channel<Connection>;

export interface Connection {
  login(): Login | null;
  /** Keeps an update for flush(); true when it is the first one of this beat. */
  offer(channel: ClientChannel, frame: SharedFrame): boolean;
  flush(): void;
  /** Sends at once, slow or not; false when the connection is no longer open. onTaken: the client has it, as what follows it shows. */
  tell(frame: SharedFrame, onTaken?: () => void): boolean;
  recover(): void;
  /** Now and then: is it still of any use? */
  check(): void;
  drop(reason: DropReason, code: number, msg: string): void;
  close(code: number, msg: string): void;
  /** Without waiting for an answer. */
  end(): void;
}

export interface ConnectionDeps {
  readonly ws: WebSocket;
  readonly socket: Duplex;
  readonly clock: Clock;
  readonly limits: HubLimits;
  readonly counts: Counts;
  readonly log: Log;
  readonly emptyBatch: () => Batch;
  readonly readFrame: (text: string) => ReadFrame;
  /** That it is subscribed, in the words of the client. */
  readonly ackOf: (arg: SubscriptionArg) => SharedFrame;
  /** Connections that get no updates now. */
  readonly slow: Set<Connection>;
  /** A channel to be a member of, or the code of the refusal. */
  join(arg: SubscriptionArg, connection: Connection): ClientChannel | number;
  /** Rejects when it cannot be found out now. */
  login(rtoken: string): Promise<Login | null>;
  onClosed(connection: Connection): void;
}

/** RFC 6455: the server met something it did not expect. */
const internalError = 1011;

export function createConnection(deps: ConnectionDeps): Connection {
  const { ws, clock, limits, counts, slow } = deps;
  const subscriptions = new Map<string, ClientChannel>();
  let heardAt = clock.now();
  let probedAt = heardAt;
  const frames = createTokenBucket(clock, { burst: limits.burstFrames, perSecond: limits.framesPerSecond });
  let login: Login | null = null;
  let isLoggingIn = false;
  /** A connection that broke takes what is written for as long as the system believes in it; a ping behind a frame proves that it came. */
  let pings = 0;
  const taken = new Map<number, () => void>();

  const outlet = createOutlet<ClientChannel>({
    ...deps,
    onSlow: () => slow.add(connection),
    onRecovered: () => slow.delete(connection),
    onDead: () => connection.drop('tooSlow', closeCodes.tooSlow, 'unread data piled up'),
  });

  const isOpen = () => ws.readyState === WebSocket.OPEN;
  const say = (frame: AckFrame | PongFrame) => outlet.sendText(JSON.stringify(frame));
  const refuse = (code: number, msg: string, arg?: SubscriptionArg) => say({ event: 'error', code, msg, ...(arg ? { arg } : {}) });

  const leave = (key: string, channel: ClientChannel) => {
    subscriptions.delete(key);
    outlet.forget(channel);
    channel.leave(connection);
    counts.unsubscribed();
  };

  const leaveAll = () => {
    for (const [key, channel] of subscriptions) leave(key, channel);
    slow.delete(connection);
    outlet.forgetAll();
  };

  const subscribe = (arg: SubscriptionArg): ClientChannel | null => {
    const key = channelKey(arg);
    const held = subscriptions.get(key);
    const isFull = !held && subscriptions.size >= limits.maxSubscriptions;
    const joined = isFull ? socketCodes.tooManySubscriptions : (held ?? deps.join(arg, connection));
    if (typeof joined === 'number') {
      refuse(joined, refusalText(joined, limits), arg);
      return null;
    }
    if (!held) {
      // The channel's own text of it: one for all its members.
      subscriptions.set(joined.key, joined);
      counts.subscribed();
    }
    outlet.write(deps.ackOf(arg));
    return joined;
  };

  // Register, buffer, snapshot, flush what is newer. Here all of it is one turn of the event loop: no change and no
  // beat can fall between joining the channel and reading its snapshot, so the buffer is the channel's own list of
  // changed rows, and the flush is its next beat, which this connection, being a member, gets with the next number.
  const subscribeAll = (args: readonly SubscriptionArg[]) => {
    const opened = new Set<ClientChannel>();
    for (const arg of args) {
      const channel = subscribe(arg);
      if (channel) opened.add(channel);
    }
    for (const channel of opened) outlet.sendSnapshot(channel);
  };

  const unsubscribe = (arg: SubscriptionArg) => {
    const key = channelKey(arg);
    const channel = subscriptions.get(key);
    if (channel) leave(key, channel);
    say({ event: 'unsubscribe', code: socketCodes.ok, msg: '', arg });
  };

  const tryLogin = async (rtoken: string) => {
    isLoggingIn = true;
    let found: Login | null = null;
    let msg = 'login refused';
    try {
      found = await deps.login(rtoken);
    } catch (error) {
      deps.log.error({ err: error }, 'socket login failed');
      msg = 'login is not possible now';
    }
    isLoggingIn = false;
    if (!found) return say({ event: 'login', code: socketCodes.loginRefused, msg });
    // Personal subscriptions belong to the user who was logged in before.
    if (login && login.userId !== found.userId) {
      for (const [key, channel] of subscriptions) if (channel.isPersonal) leave(key, channel);
    }
    login = found;
    say({ event: 'login', code: socketCodes.ok, msg: '' });
  };

  const receive = (text: string) => {
    const { frame, refusals } = deps.readFrame(text);
    for (const { code, msg, arg } of refusals) {
      counts.badFrame();
      refuse(code, msg, arg);
    }
    switch (frame?.action) {
      case 'subscribe':
        return subscribeAll(frame.args);
      case 'unsubscribe':
        return frame.args.forEach(unsubscribe);
      case 'ping':
        return say({ event: 'pong', ts: clock.now() });
      case 'login':
        return isLoggingIn ? refuse(socketCodes.tooFast, 'a login is under way') : void tryLogin(frame.args.rtoken);
      case undefined:
        return;
    }
  };

  const onInbound = (handle: () => void) => {
    if (!isOpen()) return;
    heardAt = clock.now();
    outlet.burst(() => {
      try {
        if (frames.take()) return handle();
        refuse(socketCodes.tooFast, `at most ${limits.framesPerSecond} frames a second`);
        connection.drop('tooFast', closeCodes.policy, 'too many frames');
      } catch (error) {
        deps.log.error({ err: error }, 'a client frame could not be handled');
        connection.drop('fault', internalError, 'internal error');
      }
    });
  };

  const connection: Connection = {
    login: () => login,
    offer: outlet.offer,
    flush: outlet.flush,
    recover: outlet.recover,
    tell(frame, onTaken) {
      let isWritten = false;
      outlet.burst(() => {
        isWritten = outlet.write(frame);
      });
      if (isWritten && onTaken && isOpen()) {
        taken.set((pings += 1), onTaken);
        ws.ping(String(pings));
      }
      return isWritten;
    },
    check() {
      if (!isOpen()) return;
      if (outlet.slowForMs() > limits.stuckMs) return connection.drop('tooSlow', closeCodes.tooSlow, 'does not read');
      const now = clock.now();
      const silentMs = now - heardAt;
      if (silentMs > limits.silentMs) {
        counts.dropped('silent');
        return connection.end();
      }
      // A page in the background may be kept from its own heartbeat; its browser still answers this.
      if (silentMs >= limits.silentMs / 2 && now - probedAt >= socketTimes.heartbeatMs) {
        probedAt = now;
        ws.ping();
      }
    },
    drop(reason, code, msg) {
      if (!isOpen()) return;
      counts.dropped(reason);
      connection.close(code, msg);
    },
    close(code, msg) {
      leaveAll();
      ws.close(code, msg);
    },
    end() {
      leaveAll();
      ws.terminate();
    },
  };

  ws.on('message', (data: Buffer, isBinary: boolean) =>
    onInbound(() => {
      if (!isBinary) return receive(data.toString());
      counts.badFrame();
      refuse(socketCodes.badFrame, 'a frame is JSON text');
    }),
  );
  ws.on('ping', (data: Buffer) => onInbound(() => ws.pong(data)));
  ws.on('pong', (data: Buffer) => {
    // A client may answer the newest ping alone; whatever came before it has come.
    const newest = Number(data.toString());
    for (const [ping, onTaken] of taken) {
      if (ping > newest) break;
      taken.delete(ping);
      onTaken();
    }
    onInbound(() => {});
  });
  // Too large, not UTF-8, against the protocol: ws has closed with the right code already.
  ws.on('error', () => counts.badFrame());
  ws.on('close', () => {
    taken.clear();
    leaveAll();
    deps.onClosed(connection);
  });
  return connection;
}

function refusalText(code: number, { maxSubscriptions }: HubLimits): string {
  if (code === socketCodes.loginRequired) return 'log in first';
  if (code === socketCodes.tooManySubscriptions) return `at most ${maxSubscriptions} subscriptions on one connection`;
  return 'unknown instrument';
}
