import { randomBytes, randomFillSync } from 'node:crypto';

let lastMs = 0;
let sequence = 0;

// Every request has an id, and asking the system for entropy costs more than all the rest of it: it is asked once for many.
const entropy = Buffer.alloc(4096);
let used = entropy.length;
function takeEntropy(bytes: number): Buffer {
  if (used + bytes > entropy.length) {
    randomFillSync(entropy);
    used = 0;
  }
  used += bytes;
  return entropy.subarray(used - bytes, used);
}

/**
 * A UUID of version 7 (RFC 9562): text order is creation order, also inside one millisecond and when the clock
 * is set back, as long as it is the same process that asks. Fits a Postgres uuid column.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = takeEntropy(2).readUInt16BE() & 0x7ff; // upper half stays free to count in
  } else if (++sequence > 0xfff) {
    lastMs += 1;
    sequence = 0;
  }
  const bytes = takeEntropy(16);
  bytes.writeUIntBE(lastMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Unguessable, URL-safe. */
export const newToken = (bytes: number): string => randomBytes(bytes).toString('base64url');
