// The live socket: who is connected, what they watch, and the beat at which they are told.
// Owns every connection at the stream path. Promises: a snapshot opens each subscription, updates are numbered without a
// gap, a row that changed several times between two beats travels once with its newest value, and a frame is encoded
// once for all subscribers. Refuses: foreign origins, frames outside the contract, clients that take more than their share.
// A client that reads too slowly is cut down to fresh snapshots, one that does not read or speak is dropped.
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { beatMs, closeCodes, hasChannels, isPersonalTopic, socketCodes, streamPath } from '@tidemark/contract/socket.ts';
import type { PersonalTopic, SubscriptionArg } from '@tidemark/contract/socket.ts';
import type { SessionId, UserId } from '@tidemark/contract/wire.ts';
import { WebSocketServer } from 'ws';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { refuseUpgrade, serveUpgrades, type RefusedStatus } from '../upgrades.ts';
import { createAdmission } from './admission.ts';
import { Batch } from './batch.ts';
import { createNoticeChannel } from './channel.ts';
import type { LiveRows, NoticeChannel } from './channel.ts';
import { createFrameReader } from './client-frame.ts';
import { createConnection } from './connection.ts';
import type { ClientChannel, Connection, Login } from './connection.ts';
import { createCounts, type RefusalReason } from './counts.ts';
import { createAcks, shareFrame as shareFrameOfWs } from './frame.ts';
import type { ShareFrame } from './frame.ts';
import { defaultLimits } from './limits.ts';
import type { HubLimits } from './limits.ts';
import { createLine, type Audience } from './line.ts';

export type RowTopic = keyof typeof beatMs;

export interface HubDeps {
  /** A topic without rows has no instruments. */
  readonly rows: Readonly<Partial<Record<RowTopic, LiveRows>>>;
  /** null: not a live session. Rejects when that cannot be found out now. cookie: what the browser sent when it opened the socket. */
  login(rtoken: string, cookie: string | undefined): Promise<Login | null>;
  isOriginAllowed(origin: string | undefined): boolean;
  /** What this reader is shown, asked anew for each subscription; null: everything. */
  audienceOf?(request: IncomingMessage): () => Audience | null;
  /** The channel that a ticket opens for a visitor without a login, or null. */
  channelOfTicket?(topic: PersonalTopic, ticket: string): string | null;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits?: Partial<HubLimits>;
  /** Behind a proxy the address of the socket is not the client's. */
  readonly addressOf: (request: IncomingMessage) => string;
  readonly shareFrame?: ShareFrame;
}

export interface Hub {
  attach(server: Server): void;
  /** Seconds until a new connection is welcome; null: now. A browser cannot read it from a refused handshake. */
  waitSeconds(): number | null;
  /** Rows of the topics that have a newer value; cheap for rows without a subscriber. */
  changed(keys: readonly string[], topics?: readonly RowTopic[]): void;
  /** To every connection of the user that subscribed to the topic; how many those were. onTaken: once, when the first of them has it. */
  notify(userId: UserId, topic: PersonalTopic, payload: object, onTaken?: () => void): number;
  /** To every connection that came with a ticket to the channel. */
  notifyChannel(channel: string, topic: PersonalTopic, payload: object): number;
  /** Users with a connection that subscribed to the topic. */
  readersOf(topic: PersonalTopic): UserId[];
  /** A session that ended loses its connections; how many those were. */
  dropSession(sessionId: SessionId): number;
  /** Takes no more connections and tells those that are open to move, one after another, over so long. */
  drain(overMs: number): Promise<void>;
  stop(): Promise<void>;
}

const checkMs = 1_000;
const quoteTopics: readonly RowTopic[] = ['ticker', 'tickers'];
const noRows: LiveRows = { has: () => false, keys: () => [], encode: () => null };

export function createHub(deps: HubDeps): Hub {
  const { clock, log, shareFrame = shareFrameOfWs } = deps;
  const limits: HubLimits = { ...defaultLimits, ...deps.limits };
  const counts = createCounts(deps.metrics);
  const connections = new Set<Connection>();
  const slow = new Set<Connection>();
  const readFrame = createFrameReader();
  const ackOf = createAcks(shareFrame);
  const admission = createAdmission(limits, clock);
  /** By topic and user. */
  const notices = new Map<string, NoticeChannel<Connection>>();
  const detachers: (() => void)[] = [];
  let [isDraining, isStopping] = [false, false];
  let onLastClosed: (() => void) | null = null;
  let loginsUnderWay = 0;
  const endedDuringLogin = new Set<SessionId>();

  const onError = (error: unknown, channel: string) => log.error({ err: error, channel }, 'a live row could not be encoded');
  const openLine = (topic: RowTopic) => createLine<Connection>({ rows: deps.rows[topic] ?? noRows, shareFrame, onError });
  const lines = {
    ticker: openLine('ticker'),
    tickers: openLine('tickers'),
    candle: openLine('candle'),
    trades: openLine('trades'),
    movers: openLine('movers'),
    views: openLine('views'),
    series: openLine('series'),
  } satisfies Record<RowTopic, unknown>;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.maxFrameBytes,
    // Pongs are ours to send, so that a flood of pings counts as a flood.
    autoPong: false,
    ...{ closeTimeout: limits.closeMs },
  });

  function join(arg: SubscriptionArg, connection: Connection, audience: Audience | null): ClientChannel | number {
    const { topic, instType, instId = 'default' } = arg;
    if (isPersonalTopic(topic)) return joinNotices(topic, arg, connection);
    // Nothing but these names a channel: a client cannot make up more of them than there are instruments.
    const isNamed = topic === 'tickers' || topic === 'movers' ? instId === 'default' : arg.instId !== undefined;
    const named: SubscriptionArg = {
      topic,
      ...(instType ? { instType } : {}),
      instId,
      ...(hasChannels(topic) ? { channel: arg.channel ?? '' } : {}),
    };
    return (isNamed && lines[topic].join(named, connection, audience)) || socketCodes.unknownInstrument;
  }

  function joinNotices(topic: PersonalTopic, { instType, instId }: SubscriptionArg, connection: Connection): ClientChannel | number {
    const login = connection.login();
    const ticket = instId === undefined || instId === 'default' ? null : instId;
    const guest = ticket !== null && instType === undefined && deps.channelOfTicket?.(topic, ticket);
    if (!guest && !login) return ticket === null || !deps.channelOfTicket ? socketCodes.loginRequired : socketCodes.unknownInstrument;
    if (!guest && (ticket !== null || instType !== undefined)) return socketCodes.unknownInstrument;
    const key = guest ? guestKey(topic, guest) : noticeKey(topic, login!.userId);
    const channel =
      notices.get(key) ??
      createNoticeChannel<Connection>({
        arg: ticket ? { topic, instId: ticket } : { topic },
        shareFrame,
        onEmpty: () => notices.delete(key),
      });
    notices.set(key, channel);
    channel.join(connection);
    return channel;
  }

  async function login(rtoken: string, cookie: string | undefined): Promise<Login | null> {
    loginsUnderWay += 1;
    try {
      const found = await deps.login(rtoken, cookie);
      // The session may have ended between the look at the store and this line.
      return found && !endedDuringLogin.has(found.sessionId) ? found : null;
    } finally {
      loginsUnderWay -= 1;
      if (loginsUnderWay === 0) endedDuringLogin.clear();
    }
  }

  const touched: Connection[] = [];
  const beatAt = new Map<RowTopic, number>();
  let emptyBatch = Batch.empty();
  const beat = (topic: RowTopic) => () => {
    const now = clock.now();
    counts.beatLate(topic, now - (beatAt.get(topic) ?? now) - beatMs[topic]);
    beatAt.set(topic, now);
    lines[topic].beat(now, (channel, frame) => {
      for (const member of channel.members) if (member.offer(channel, frame)) touched.push(member);
    });
    for (const connection of touched) connection.flush();
    touched.length = 0;
    emptyBatch = Batch.empty();
    for (const connection of slow) connection.recover();
  };
  const check = () => {
    for (const connection of connections) connection.check();
    counts.publish();
  };
  const rowTopics = Object.keys(lines) as RowTopic[];
  const timers = [...rowTopics.map((topic) => clock.every(beatMs[topic], beat(topic))), clock.every(checkMs, check)];

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const refuse = (status: RefusedStatus, reason: RefusalReason, retryAfterSeconds?: number) => {
      counts.refused(reason);
      refuseUpgrade(socket, status, retryAfterSeconds);
    };
    if (isDraining || isStopping) return refuse(503, 'stopping');
    if (!deps.isOriginAllowed(request.headers.origin)) return refuse(403, 'origin');
    const admitted = admission.enter(deps.addressOf(request));
    if ('status' in admitted) return refuse(admitted.status, admitted.reason, admitted.retryAfterSeconds);
    // Until the handshake is done the connection may still go, by itself or refused by ws.
    socket.once('close', admitted.leave);
    const { cookie } = request.headers;
    const audience = deps.audienceOf?.(request) ?? (() => null);
    server.handleUpgrade(request, socket, head, (ws) => {
      connections.add(
        createConnection({
          ws,
          socket,
          clock,
          limits,
          counts,
          log,
          slow,
          emptyBatch: () => emptyBatch,
          readFrame,
          ackOf,
          join: (arg, connection) => join(arg, connection, audience()),
          login: (rtoken) => login(rtoken, cookie),
          onClosed,
        }),
      );
      counts.connected();
    });
  }

  function onClosed(connection: Connection): void {
    connections.delete(connection);
    counts.disconnected();
    if (connections.size === 0) onLastClosed?.();
  }

  function tell(key: string, payload: object, onTaken?: () => void): number {
    const channel = notices.get(key);
    if (!channel) return 0;
    const frame = channel.push(payload, clock.now());
    let isTaken = false;
    const once = onTaken && (() => void (isTaken || ((isTaken = true), onTaken())));
    let reached = 0;
    for (const member of channel.members) if (member.tell(frame, once)) reached += 1;
    return reached;
  }

  return {
    attach(http) {
      detachers.push(serveUpgrades(http, streamPath, onUpgrade));
    },
    waitSeconds: () => admission.waitSeconds(),

    changed(keys, topics = quoteTopics) {
      for (const topic of topics) lines[topic].changed(keys);
    },

    readersOf(topic) {
      const before = noticeKey(topic, '' as UserId);
      return [...notices.keys()].filter((key) => key.startsWith(before)).map((key) => key.slice(before.length) as UserId);
    },
    notify: (userId, topic, payload, onTaken) => tell(noticeKey(topic, userId), payload, onTaken),
    notifyChannel: (name, topic, payload) => tell(guestKey(topic, name), payload),

    dropSession(sessionId) {
      if (loginsUnderWay > 0) endedDuringLogin.add(sessionId);
      const theirs = [...connections].filter((connection) => connection.login()?.sessionId === sessionId);
      for (const connection of theirs) connection.drop('sessionEnded', closeCodes.policy, 'the session has ended');
      return theirs.length;
    },

    async drain(overMs) {
      if (isDraining || isStopping) return;
      isDraining = true;
      const leaving = [...connections];
      if (leaving.length === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      onLastClosed = resolve;
      leaving.forEach((connection, at) =>
        detachers.push(
          clock.after((overMs * at) / leaving.length, () => connection.close(closeCodes.serverMoving, 'another server takes over')),
        ),
      );
      await promise;
    },

    async stop() {
      if (isStopping) return;
      isStopping = true;
      for (const cancel of timers) cancel();
      if (connections.size > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        onLastClosed = resolve;
        const cancel = clock.after(limits.stopMs, () => {
          for (const connection of connections) connection.end();
        });
        for (const connection of connections) connection.close(closeCodes.serverStopping, 'the server is going away');
        await promise;
        cancel();
      }
      for (const detach of detachers) detach();
      counts.publish();
    },
  };
}

const noticeKey = (topic: PersonalTopic, userId: UserId): string => `${topic}|${userId}`;
const guestKey = (topic: PersonalTopic, channel: string): string => `${topic}#${channel}`;
