// What is subscribed, by whom, and whether its numbering is whole. Knows nothing of connections: the socket tells it
// when one opened or ended and gives it a way to send.
//
// Claims are counted and a channel is released late, so that a route change or a scroll does not drop and reopen a
// topic. Until then its last listener keeps being called: a store behind it stays fresh.
import { channelKey, isPersonalTopic, socketCodes, socketLimits } from '@tidemark/contract/socket.ts';
import type { AckFrame, ClientFrame, DataFrame, SubscriptionArg } from '@tidemark/contract/socket.ts';
import { terminalType } from '@tidemark/contract/wire.ts';
import type { Timers } from './timers.ts';

export type OnFrame = (frame: DataFrame) => void;

export const releaseAfterMs = 5_000;
/** The server drops a client that sends too many frames; a wild scroll must not look like an attack. */
export const flushEveryMs = 100;
/** Refusals that pass: how long to wait before asking again. Room comes only when something else is released. */
const askAgainAfterMs: ReadonlyMap<number, number> = new Map([
  [socketCodes.tooFast, 1_000],
  [socketCodes.tooManySubscriptions, releaseAfterMs],
]);

interface Channel {
  readonly key: string;
  readonly arg: SubscriptionArg;
  /** Claims per listener. A listener at zero is kept only while the whole channel waits for its release. */
  readonly claims: Map<OnFrame, number>;
  /** Set while no subscriber claims the channel. */
  cancelRelease: (() => void) | null;
  /** The server was asked for it on this connection, so it must also hear of the release. */
  isAsked: boolean;
  /** To be asked for, the first time or again for a new snapshot. */
  isWanted: boolean;
  /** The server said no; not asked again on this connection. */
  isRefused: boolean;
  /** Number of the newest frame; null until a snapshot has come. */
  seq: number | null;
}

export interface ChannelDeps {
  readonly timers: Timers;
  /** Runs fn after everything that happens now has happened: one frame for a whole screen of rows. */
  readonly defer: (fn: () => void) => void;
  readonly send: (frame: ClientFrame) => void;
  readonly report: (message: string, detail?: unknown) => void;
}

export function createChannels({ timers, defer, send, report }: ChannelDeps) {
  const channels = new Map<string, Channel>();
  /** Channels without a claim, the longest unclaimed first. */
  const waiting = new Set<Channel>();
  let toDrop: SubscriptionArg[] = [];
  let isOpen = false;
  let isLoggedIn = false;
  let isFlushPlanned = false;
  let flushedAt = Number.NEGATIVE_INFINITY;

  // A topic that speaks of one person needs the login first, unless a ticket stands for it.
  const isAllowed = (channel: Channel) =>
    isOpen && !channel.isRefused && (isLoggedIn || !isPersonalTopic(channel.arg.topic) || channel.arg.instId !== undefined);

  function planFlush() {
    if (isFlushPlanned || !isOpen) return;
    isFlushPlanned = true;
    const waitMs = flushedAt + flushEveryMs - timers.now();
    if (waitMs <= 0) defer(flush);
    else timers.after(waitMs, flush);
  }

  function flush() {
    isFlushPlanned = false;
    if (!isOpen) return;
    flushedAt = timers.now();
    // First give back, then ask: the server counts subscriptions.
    sendInChunks('unsubscribe', toDrop);
    toDrop = [];
    const toAsk: SubscriptionArg[] = [];
    for (const channel of channels.values()) {
      if (!channel.isWanted || !isAllowed(channel)) continue;
      channel.isWanted = false;
      channel.isAsked = true;
      toAsk.push(channel.arg);
    }
    sendInChunks('subscribe', toAsk);
  }

  function sendInChunks(action: 'subscribe' | 'unsubscribe', args: readonly SubscriptionArg[]) {
    for (let i = 0; i < args.length; i += socketLimits.maxArgsPerFrame) {
      send({ action, args: args.slice(i, i + socketLimits.maxArgsPerFrame), terminaltype: terminalType });
    }
  }

  function want(channel: Channel) {
    channel.isWanted = true;
    channel.seq = null;
    planFlush();
  }

  function release(channel: Channel) {
    channel.cancelRelease?.();
    waiting.delete(channel);
    channels.delete(channel.key);
    if (!channel.isAsked) return;
    toDrop.push(channel.arg);
    planFlush();
  }

  function makeRoom() {
    for (const channel of waiting) {
      if (channels.size < socketLimits.maxSubscriptions) return;
      release(channel);
    }
  }

  function open(key: string, arg: SubscriptionArg): Channel {
    makeRoom();
    const channel: Channel = {
      key,
      arg,
      claims: new Map(),
      cancelRelease: null,
      isAsked: false,
      isWanted: true,
      isRefused: false,
      seq: null,
    };
    channels.set(key, channel);
    return channel;
  }

  function claim(channel: Channel, onFrame: OnFrame) {
    channel.cancelRelease?.();
    channel.cancelRelease = null;
    waiting.delete(channel);
    const count = channel.claims.get(onFrame);
    for (const [other, claims] of channel.claims) if (claims === 0 && other !== onFrame) channel.claims.delete(other);
    channel.claims.set(onFrame, (count ?? 0) + 1);
    // A listener that is new here has seen no snapshot.
    if (count === undefined) want(channel);
  }

  function giveUp(channel: Channel, onFrame: OnFrame) {
    const left = (channel.claims.get(onFrame) ?? 1) - 1;
    channel.claims.set(onFrame, left);
    if (left > 0) return;
    for (const [other, claims] of channel.claims) {
      if (other === onFrame || claims === 0) continue;
      channel.claims.delete(onFrame);
      return;
    }
    // Scrolled past before it was even asked for.
    if (!channel.isAsked) return release(channel);
    waiting.add(channel);
    channel.cancelRelease = timers.after(releaseAfterMs, () => release(channel));
  }

  return {
    subscribe(arg: SubscriptionArg, onFrame: OnFrame): () => void {
      const key = channelKey(arg);
      const channel = channels.get(key) ?? open(key, arg);
      claim(channel, onFrame);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        giveUp(channel, onFrame);
      };
    },

    connectionOpened() {
      isOpen = true;
      planFlush();
    },
    loginAccepted() {
      isLoggedIn = true;
      planFlush();
    },
    connectionEnded() {
      isOpen = false;
      isLoggedIn = false;
      toDrop = [];
      for (const channel of channels.values()) {
        channel.isAsked = false;
        channel.isWanted = true;
        channel.isRefused = false;
        channel.seq = null;
      }
    },

    acceptData(frame: DataFrame) {
      const channel = channels.get(channelKey(frame.arg));
      if (!channel?.isAsked) return;
      if (frame.action === 'update') {
        // Between asking and the snapshot, or a repeat of something already seen.
        if (channel.seq === null || frame.seq <= channel.seq) return;
        if (frame.seq !== channel.seq + 1) {
          report('a live channel lost frames', { channel: channel.key, had: channel.seq, got: frame.seq });
          want(channel);
          return;
        }
      }
      channel.seq = frame.seq;
      for (const onFrame of channel.claims.keys()) onFrame(frame);
    },

    acceptRefusal({ arg, code, msg }: AckFrame) {
      report('the live socket refused a frame', { code, msg, arg });
      const channel = arg && channels.get(channelKey(arg));
      if (!channel) return;
      channel.isRefused = true;
      const waitMs = askAgainAfterMs.get(code);
      if (waitMs === undefined) return;
      timers.after(waitMs, () => {
        channel.isRefused = false;
        if (channels.get(channel.key) === channel) want(channel);
      });
    },
  };
}
