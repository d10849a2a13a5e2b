// What one client may take of the server, and for how long it may be of no use.
import { socketLimits, socketTimes } from '@tidemark/contract/socket.ts';
import type { AdmissionLimits } from './admission.ts';

export interface HubLimits extends AdmissionLimits {
  readonly maxSubscriptions: number;
  readonly maxFrameBytes: number;
  /** Inbound frames: sustained, and the burst a page may make while it opens. */
  readonly framesPerSecond: number;
  readonly burstFrames: number;
  /** More unsent bytes than this: no more updates. */
  readonly slowBytes: number;
  /** Fewer than this again: fresh snapshots instead of what was left out. */
  readonly drainedBytes: number;
  readonly deadBytes: number;
  readonly stuckMs: number;
  /** Nothing heard for this long, not even an answer to our own ping. */
  readonly silentMs: number;
  /** How long a closing handshake may take. */
  readonly closeMs: number;
  readonly stopMs: number;
}

export const defaultLimits: HubLimits = {
  maxConnections: 20_000,
  maxConnectionsPerNetwork: 1_000,
  openingsPerSecond: 250,
  burstOpenings: 500,
  maxSubscriptions: socketLimits.maxSubscriptions,
  maxFrameBytes: socketLimits.maxFrameBytes,
  framesPerSecond: 50,
  burstFrames: 100,
  slowBytes: socketLimits.slowBytes,
  drainedBytes: socketLimits.slowBytes / 4,
  deadBytes: socketLimits.deadBytes,
  stuckMs: 30_000,
  silentMs: socketTimes.heartbeatMs * (socketTimes.maxMissedHeartbeats + 1),
  closeMs: 1_000,
  stopMs: 500,
};
