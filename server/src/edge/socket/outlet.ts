// The outgoing side of one connection, kept bounded. A client with too much unread gets no updates; once it has caught
// up it gets a fresh snapshot of every channel it missed something of. One that never catches up is given up.
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Clock } from '#platform/clock.ts';
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
  onSlow(): void;
  onRecovered(): void;
  onDead(): void;
}

export interface Outlet<AnyChannel> {
  /** Everything write() and sendSnapshot() are given inside leaves in one piece; then the unread bytes are weighed. */
  burst(writeAll: () => void): void;
  /** False when the connection is no longer open. */
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
  const { ws, socket, clock, limits, counts } = deps;
  const kept: SharedFrame[] = [];
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

  const outlet: Outlet<AnyChannel> = {
    burst(writeAll) {
      socket.cork();
      try {
        writeAll();
      } finally {
        socket.uncork();
      }
      weigh();
    },

    write(frame) {
      // After a close frame nothing may follow.
      if (!isOpen()) return false;
      if (frame.isFramed) socket.write(frame.bytes);
      else ws.send(frame.bytes, { binary: false });
      counts.wrote(frame.bytes.length);
      return true;
    },

    sendText(text) {
      if (!isOpen()) return;
      ws.send(text);
      counts.wrote(text.length);
    },

    sendSnapshot(channel) {
      if (slowSince !== null) return void owed.add(channel);
      owed.delete(channel);
      outlet.write(channel.snapshot(clock.now()));
    },

    offer(channel, frame) {
      if (slowSince === null) return kept.push(frame) === 1;
      owed.add(channel);
      return false;
    },

    flush() {
      const isOne = kept.length === 1;
      if (!isOne) socket.cork();
      for (const frame of kept) outlet.write(frame);
      if (!isOne) socket.uncork();
      kept.length = 0;
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
      kept.length = 0;
      slowSince = null;
    },
  };
  return outlet;
}
