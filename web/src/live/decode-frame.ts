import type { AckFrame, DataFrame, PongFrame, ServerFrame } from '@tidemark/contract/socket.ts';

const events: ReadonlySet<unknown> = new Set(['pong', 'subscribe', 'unsubscribe', 'login', 'error'] satisfies (
  | AckFrame
  | PongFrame
)['event'][]);

/** null for anything that is not a frame of ours. Rows are left to their subscriber. */
export function decodeFrame(data: unknown): ServerFrame | null {
  if (typeof data !== 'string') return null;
  let frame: unknown;
  try {
    frame = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof frame !== 'object' || frame === null) return null;
  const isKnown = 'action' in frame ? isDataFrame(frame as DataFrame) : events.has((frame as AckFrame).event);
  return isKnown ? (frame as ServerFrame) : null;
}

const isDataFrame = (frame: DataFrame) =>
  (frame.action === 'snapshot' || frame.action === 'update') &&
  typeof frame.arg?.topic === 'string' &&
  Number.isSafeInteger(frame.seq) &&
  Array.isArray(frame.data);
