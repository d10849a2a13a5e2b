// The live socket at /stream: frames both ways, topics, heartbeat and close numbers (sections 4, 7, 8, 9).
import * as v from 'valibot';
import { instTypes, type InstType } from './business-lines.ts';
import { characters } from './wire.ts';

export const streamPath = '/stream';

/** Section 9, Socket; section 8, Socket. */
export const socketTimes = {
  connectTimeoutMs: 10_000,
  firstRetryMinMs: 1_000,
  firstRetryMaxMs: 5_000,
  retryFactor: 1.3,
  retryMaxMs: 10_000,
  heartbeatMs: 10_000,
  maxMissedHeartbeats: 3,
} as const;

export const closeCodes = {
  /** The client saw more than three heartbeats unanswered. */
  heartbeatLost: 4999,
  /** The server is going away; come back. */
  serverStopping: 1001,
  /** Another server is there already, and this one has chosen the moment: come back at once. */
  serverMoving: 1012,
  /** The client does not read; it was dropped. */
  tooSlow: 4008,
  frameTooLarge: 1009,
  policy: 1008,
} as const;

export const socketLimits = {
  maxSubscriptions: 600,
  maxArgsPerFrame: 200,
  maxFrameBytes: 32 * 1024,
  /** Above this many unsent bytes a client is cut down to a fresh snapshot; above the second it is dropped. */
  slowBytes: 1024 * 1024,
  deadBytes: 8 * 1024 * 1024,
} as const;

/** How often each topic is flushed. Everything between two beats is conflated to the newest value. */
export const beatMs = { ticker: 250, tickers: 1_000, candle: 250, trades: 250, movers: 500, views: 2_000, series: 1_000 } as const;

/** Which market a subscription speaks of. */
export type { InstType };

/** What one person is told, on all their connections, after the login step. */
const personalTopics = ['price_notice', 'favorites', 'preferences', 'support'] as const;
export type PersonalTopic = (typeof personalTopics)[number];
export const isPersonalTopic = (topic: string): topic is PersonalTopic => (personalTopics as readonly string[]).includes(topic);

export const topics = ['ticker', 'tickers', 'candle', 'trades', 'movers', 'views', 'series', ...personalTopics] as const;
export type SocketTopic = (typeof topics)[number];

/**
 * Section 3, socket subscription args. ticker, trades and candle: instId names the symbol; candle: channel names the interval.
 * tickers: all of an instType, instId 'default'. movers: the newest events, instId 'default'. views: instId names the view (views.ts).
 * support: a user's own without instId; instId names the live ticket of a visitor (support.ts).
 * series: the newest points of a chart; instId names the symbol or the network, channel the metric and period (trading-data.ts).
 */
export const subscriptionArg = v.object({
  topic: v.picklist(topics),
  bizNo: v.optional(v.pipe(characters, v.maxLength(64))),
  channel: v.optional(v.pipe(characters, v.maxLength(64))),
  instType: v.optional(v.picklist(instTypes)),
  instId: v.optional(v.pipe(characters, v.maxLength(64))),
});
export type SubscriptionArg = v.InferOutput<typeof subscriptionArg>;

const args = v.pipe(v.array(subscriptionArg), v.minLength(1), v.maxLength(socketLimits.maxArgsPerFrame));
const terminaltype = v.optional(v.union([characters, v.number()]));

export const clientFrame = v.variant('action', [
  v.object({ action: v.literal('subscribe'), args, terminaltype }),
  v.object({ action: v.literal('unsubscribe'), args, terminaltype }),
  v.object({ action: v.literal('login'), args: v.object({ rtoken: v.pipe(characters, v.maxLength(512)) }), terminaltype }),
  v.object({ action: v.literal('ping'), terminaltype }),
]);
export type ClientFrame = v.InferOutput<typeof clientFrame>;

/** Code 0 is success (section 8). */
export const socketCodes = {
  ok: 0,
  badFrame: 30001,
  unknownTopic: 30002,
  unknownInstrument: 30003,
  tooManySubscriptions: 30004,
  loginRequired: 30005,
  loginRefused: 30006,
  tooFast: 30007,
} as const;

/** Answers to client frames. */
export interface AckFrame {
  event: 'subscribe' | 'unsubscribe' | 'login' | 'error';
  code: number;
  msg: string;
  arg?: SubscriptionArg;
}
export interface PongFrame {
  event: 'pong';
  ts: number;
}

/** Data: a snapshot opens every subscription; each update carries the next seq of that channel; a gap means: subscribe again. */
export interface DataFrame<Row = unknown> {
  action: 'snapshot' | 'update';
  arg: SubscriptionArg;
  seq: number;
  ts: number;
  data: Row[];
}
export type ServerFrame = AckFrame | PongFrame | DataFrame;

/** Topics whose channels differ by more than the instrument. */
export const hasChannels = (topic: SocketTopic): boolean => topic === 'candle' || topic === 'series';

/** One name per channel, the same on both sides. */
export const channelKey = ({ topic, instType, instId, channel }: SubscriptionArg): string =>
  `${topic}|${instType ?? ''}|${instId ?? 'default'}${hasChannels(topic) ? `|${channel ?? ''}` : ''}`;
