// The outgoing side of one connection, kept bounded. A client with too much unread gets no updates; once it has caught
// up it gets a fresh snapshot of every channel it missed something of. One that never catches up is given up.
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Clock } from '#platform/clock.ts';
import type { Batch } from './batch.ts';
import type { Channel } from './channel.ts';
import type { Counts } from './counts.ts';
import type { SharedFrame } from './frame.ts';
import type { HubLimits } from './limits.ts';

export interface OutletDeps {
  readonly ws: WebSocket;
  /** The socket of the upgrade, which ws writes to as well; see frame.ts. */
  readonly socket: Duplex;
  readonly clock: Clock;
  readonly limits: HubLimits;
  readonly counts: Counts;
  /** With nothing in it yet; the same for all connections of a beat. */
  readonly emptyBatch: () => Batch;
  onSlow(): void;
  onRecovered(): void;
  onDead(): void;
}

export interface Outlet<AnyChannel> {
  /** Everything that is written inside leaves in one piece; then the unread bytes are weighed. */
  burst(writeAll: () => void): void;
  /** Only in a burst. False when the connection is no longer open. */
  write(frame: SharedFrame): boolean;
  sendText(text: string): void;
  sendSnapshot(channel: AnyChannel): void;
  /** Keeps an update for flush(); true when it is the first one of this beat. */
  offer(channel: AnyChannel, frame: SharedFrame): boolean;
  flush(): void;
  /** For a slow client: has it caught up? */
  recover(): void;
  slowForMs(): number;
  forget(channel: AnyChannel): void;
  forgetAll(): void;
}

export function createOutlet<AnyChannel extends Pick<Channel<unknown>, 'snapshot'>>(deps: OutletDeps): Outlet<AnyChannel> {
  const { ws, socket, clock, limits, counts, emptyBatch } = deps;
  let kept: Batch | null = null;
  /** Written in the burst that is under way. */
  let pending: Batch | null = null;
  /** Channels of which something was left out. */
  const owed = new Set<AnyChannel>();
  let slowSince: number | null = null;

  const isOpen = () => ws.readyState === WebSocket.OPEN;

  // Only with the cork out: what a healthy client is about to take must not count as unread.
  const weigh = () => {
    const unreadBytes = socket.writableLength;
    if (unreadBytes <= limits.slowBytes || !isOpen()) return;
    if (unreadBytes > limits.deadBytes) return deps.onDead();
    if (slowSince !== null) return;
    slowSince = clock.now();
    counts.slowCut();
    deps.onSlow();
  };

  /** After a close frame nothing may follow. */
  const send = (batch: Batch | null) => {
    if (batch === null || !isOpen()) return;
    const joined = batch.joined();
    if (joined !== null) {
      socket.write(joined.bytes);
      counts.wrote(joined.bytes.length, joined.count);
      return;
    }
    socket.cork();
    for (const { bytes, isFramed } of batch.frames()) {
      if (isFramed) socket.write(bytes);
      else ws.send(bytes, { binary: false });
      counts.wrote(bytes.length);
    }
    socket.uncork();
  };
  const sendPending = () => {
    const batch = pending;
    pending = null;
    send(batch);
  };

  const outlet: Outlet<AnyChannel> = {
    burst(writeAll) {
      socket.cork();
      try {
        writeAll();
      } finally {
        sendPending();
        socket.uncork();
      }
      weigh();
    },

    write(frame) {
      if (!isOpen()) return false;
      pending = (pending ?? emptyBatch()).with(frame);
      return true;
    },

    sendText(text) {
      if (!isOpen()) return;
      sendPending();
      ws.send(text);
      counts.wrote(text.length);
    },

    sendSnapshot(channel) {
      if (slowSince !== null) return void owed.add(channel);
      owed.delete(channel);
      outlet.write(channel.snapshot(clock.now()));
    },

    offer(channel, frame) {
      if (slowSince !== null) {
        owed.add(channel);
        return false;
      }
      const isFirst = kept === null;
      kept = (kept ?? emptyBatch()).with(frame);
      return isFirst;
    },

    flush() {
      const batch = kept;
      kept = null;
      send(batch);
      weigh();
    },

    recover() {
      if (socket.writableLength > limits.drainedBytes) return;
      slowSince = null;
      deps.onRecovered();
      // Of a channel that missed nothing the numbering is whole.
      outlet.burst(() => {
        for (const channel of owed) outlet.sendSnapshot(channel);
      });
    },

    slowForMs: () => (slowSince === null ? 0 : clock.now() - slowSince),
    forget: (channel) => void owed.delete(channel),
    forgetAll() {
      owed.clear();
      kept = null;
      slowSince = null;
    },
  };
  return outlet;
}
