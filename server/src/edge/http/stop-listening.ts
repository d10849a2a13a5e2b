// How much of a body is still read after its request was refused: enough that a client which is still sending gets the answer, and no more.
import type { IncomingMessage } from 'node:http';
import type { Clock } from '#platform/clock.ts';

const aftermath = { ms: 5_000, bytes: 8 * 1024 * 1024 } as const;

export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Reads on without keeping, and hangs up where the sender does not end. */
export function stopListening(raw: IncomingMessage, clock: Clock): void {
  if (raw.complete || raw.readableEnded || raw.destroyed) return;
  let left: number = aftermath.bytes;
  const hangUp = () => raw.socket.destroy();
  const cancel = clock.after(aftermath.ms, hangUp);
  raw.on('data', (part: Buffer) => {
    left -= part.length;
    if (left < 0) hangUp();
  });
  raw.once('end', cancel);
  raw.once('close', cancel);
  raw.resume();
}
