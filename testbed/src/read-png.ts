// A PNG of eight bits for each of red, green and blue, without filters, as our own are drawn: its checksums held, its pixels read.
import assert from 'node:assert/strict';
import { crc32, inflateSync } from 'node:zlib';

export interface ReadPicture {
  readonly width: number;
  readonly height: number;
  pixel(x: number, y: number): number[];
}

export function readPng(file: Buffer): ReadPicture {
  const { width, height } = pngHead(file);
  const data: Buffer[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const named = file.subarray(at + 4, at + 8 + length);
    assert.equal(file.readUInt32BE(at + 8 + length), crc32(named), 'checksum');
    if (named.toString('latin1', 0, 4) === 'IDAT') data.push(named.subarray(4));
    at += 12 + length;
  }
  const lines = inflateSync(Buffer.concat(data));
  assert.equal(lines.length, height * (1 + 3 * width));
  return {
    width,
    height,
    pixel: (x, y) => [...lines.subarray(y * (1 + 3 * width) + 1 + 3 * x, y * (1 + 3 * width) + 4 + 3 * x)],
  };
}

/** What a reader of links looks at before it takes a picture. */
export function pngHead(file: Buffer): { width: number; height: number } {
  assert.equal(file.toString('latin1', 0, 8), '\u0089PNG\r\n\u001a\n');
  assert.equal(file.toString('latin1', 12, 16), 'IHDR');
  assert.equal(file.toString('latin1', file.length - 8, file.length - 4), 'IEND', 'whole');
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
