// How a payload travels between processes: JSON text, gzipped when it is large. A NATS server takes 1 MB a message by
// default, and a snapshot of everything a fresh process needs comes close to that as plain text.
import { gunzipSync, gzipSync } from 'node:zlib';

const gzipAboveChars = 128 * 1024;
const maxUnpackedBytes = 256 * 1024 * 1024;
const gzipMagic = [0x1f, 0x8b] as const;

/** undefined has no JSON text and travels as nothing at all. */
export function encodePayload(payload: unknown): string | Uint8Array {
  const text = JSON.stringify(payload) ?? '';
  return text.length > gzipAboveChars ? gzipSync(text, { level: 1 }) : text;
}

export function decodePayload(data: Uint8Array): unknown {
  if (data.length === 0) return undefined;
  // JSON text cannot begin with the first byte of gzip's mark.
  const isGzip = data[0] === gzipMagic[0] && data[1] === gzipMagic[1];
  const bytes = isGzip ? gunzipSync(data, { maxOutputLength: maxUnpackedBytes }) : data;
  return JSON.parse(new TextDecoder().decode(bytes));
}
