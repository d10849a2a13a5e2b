// An unpacked backup taken apart and put together again, for tests that forge one.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

export interface Frame {
  kind: string;
  payload: Buffer;
}

export function framesOf(unpacked: Buffer): Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at < unpacked.length;) {
    const length = unpacked.readUInt32BE(at + 1);
    frames.push({ kind: unpacked.toString('latin1', at, at + 1), payload: unpacked.subarray(at + 5, at + 5 + length) });
    at += 5 + length;
  }
  return frames;
}

export const bytesOf = (frames: readonly Frame[]): Buffer =>
  Buffer.concat(
    frames.flatMap(({ kind, payload }) => {
      const start = Buffer.alloc(5, kind, 'latin1');
      start.writeUInt32BE(payload.length, 1);
      return [start, payload];
    }),
  );

/** The frames of an archive with the rows of one table taken out and its end made to agree. */
export function withoutRowsOf(unpacked: Buffer, table: string): Buffer {
  const frames = framesOf(unpacked);
  const end = frames.findIndex(({ kind, payload }) => kind === 'T' && JSON.parse(String(payload)).name === table);
  const removed = JSON.parse(String(frames[end]!.payload)).rows as number;
  assert.ok(removed > 0);
  let start = end;
  while (frames[start - 1]!.kind === 'R') start--;
  frames.splice(start, end - start + 1, {
    kind: 'T',
    payload: Buffer.from(JSON.stringify({ name: table, rows: 0, sha256: createHash('sha256').digest('hex') })),
  });
  const last = frames.at(-1)!;
  const total = JSON.parse(String(last.payload)) as { tables: number; rows: number };
  last.payload = Buffer.from(JSON.stringify({ ...total, rows: total.rows - removed }));
  return bytesOf(frames);
}
