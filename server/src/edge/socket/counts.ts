// The hub's figures. Frames and bytes are counted tens of thousands of times a second, so they are summed in plain
// numbers and handed to the metrics now and then.
import type { Metrics } from '#platform/metrics.ts';

const dropReasons = ['silent', 'tooSlow', 'tooFast', 'sessionEnded', 'fault'] as const;
export type DropReason = (typeof dropReasons)[number];
const refusalReasons = ['origin', 'tooManyConnections', 'full', 'tooFast', 'stopping'] as const;
export type RefusalReason = (typeof refusalReasons)[number];

export type Counts = ReturnType<typeof createCounts>;

export function createCounts(metrics: Metrics) {
  const connections = metrics.gauge('socket_connections', 'Live connections open now');
  const subscriptions = metrics.gauge('socket_subscriptions', 'Subscriptions held now, over all connections');
  const frames = metrics.counter('socket_frames_total', 'Frames written to clients');
  const bytes = metrics.counter('socket_bytes_total', 'Bytes of frames written to clients');
  const slowCuts = metrics.counter('socket_slow_cuts_total', 'Times a client that reads too slowly was cut down to snapshots');
  const drops = metrics.counter('socket_drops_total', 'Connections ended by the server', ['reason']);
  const badFrames = metrics.counter('socket_bad_frames_total', 'Client frames, or args in them, that were refused');
  const refused = metrics.counter('socket_refused_total', 'Connections refused before they opened', ['reason']);
  const late = metrics.histogram('socket_beat_late_seconds', 'How much later than it should a beat of the live socket came', ['topic']);
  // What has not happened is told as none of it: a rate over nothing would hide the first one.
  for (const reason of dropReasons) drops.inc({ reason }, 0);
  for (const reason of refusalReasons) refused.inc({ reason }, 0);
  const sums = { frames: 0, bytes: 0 };
  return {
    connected: () => connections.inc(),
    disconnected: () => connections.dec(),
    subscribed: () => subscriptions.inc(),
    unsubscribed: () => subscriptions.dec(),
    wrote(bytesOfFrames: number, frameCount = 1) {
      sums.frames += frameCount;
      sums.bytes += bytesOfFrames;
    },
    slowCut: () => slowCuts.inc(),
    dropped: (reason: DropReason) => drops.inc({ reason }),
    badFrame: () => badFrames.inc(),
    refused: (reason: RefusalReason) => refused.inc({ reason }),
    beatLate: (topic: string, lateMs: number) => late.observe({ topic }, Math.max(0, lateMs) / 1000),
    publish() {
      frames.inc(sums.frames);
      bytes.inc(sums.bytes);
      sums.frames = 0;
      sums.bytes = 0;
    },
  };
}
