// For tests: pictures made by hand, small and real: any browser shows them. What is put between or behind their parts is up to the test.
import { crc32, deflateSync } from 'node:zlib';

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer<ArrayBuffer> {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export function pngHeader(width: number, height: number, { depth = 8, colourType = 2, interlace = 0 } = {}): Buffer<ArrayBuffer> {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([depth, colourType, 0, 0, interlace], 8);
  return pngChunk('IHDR', data);
}

export interface PngParts {
  readonly width?: number;
  readonly height?: number;
  /** Red, green, blue. */
  readonly colour?: readonly [number, number, number];
  /** Chunks behind the header. */
  readonly beside?: readonly Buffer[];
  /** Does not pack: for a file of a certain size. */
  readonly isNoise?: boolean;
}

export function png({ width = 64, height = 48, colour = [42, 75, 215], beside = [], isNoise = false }: PngParts = {}): Buffer<ArrayBuffer> {
  const line = Buffer.concat([Buffer.from([0]), ...Array.from({ length: width }, () => Buffer.from(colour))]);
  const lines = Buffer.concat(Array.from({ length: height }, () => line));
  if (isNoise)
    for (let at = 0, seed = 1; at < lines.length; at++)
      if (at % line.length !== 0) lines[at] = (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) >> 16;
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height),
    ...beside,
    pngChunk('IDAT', deflateSync(lines, { level: isNoise ? 0 : 6 })),
    pngChunk('IEND'),
  ]);
}

export const jpegSegment = (kind: number, data: Uint8Array): Buffer<ArrayBuffer> =>
  Buffer.from([0xff, kind, (data.length + 2) >> 8, (data.length + 2) & 255, ...data]);

export interface JpegParts {
  readonly width?: number;
  readonly height?: number;
  /** Segments behind the start. */
  readonly beside?: readonly Buffer[];
  readonly tail?: Uint8Array;
}

/** Grey all over: each block of 8 by 8 is two bits, 'no difference' and 'no more'. */
export function jpeg({ width = 64, height = 48, beside = [], tail = Buffer.alloc(0) }: JpegParts = {}): Buffer<ArrayBuffer> {
  const blocks = Math.ceil(width / 8) * Math.ceil(height / 8);
  const oneCode = (table: number) => [table, 1, ...Array<number>(15).fill(0), 0];
  const bits = Buffer.alloc(Math.ceil(blocks / 4));
  // What is left of the last byte is filled with ones.
  if (blocks % 4 > 0) bits[bits.length - 1] = 0xff >> ((blocks % 4) * 2);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...beside,
    jpegSegment(0xdb, Buffer.from([0, ...Array<number>(64).fill(16)])),
    jpegSegment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    jpegSegment(0xc4, Buffer.from([...oneCode(0x00), ...oneCode(0x10)])),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    bits,
    Buffer.from([0xff, 0xd9]),
    tail,
  ]);
}

/** What a camera writes: which way up, and where it was. The text stands where a place would. */
export function exif(orientation: number, secret: string): Buffer<ArrayBuffer> {
  const entries = Buffer.alloc(2 + 24 + 4);
  entries.writeUInt16LE(2, 0);
  entries.set([0x0f, 0x01, 2, 0, secret.length, 0, 0, 0, 38, 0, 0, 0], 2);
  entries.set([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0], 14);
  return jpegSegment(
    0xe1,
    Buffer.concat([Buffer.from('Exif\0\0II*\0', 'latin1'), Buffer.from([8, 0, 0, 0]), entries, Buffer.from(secret, 'latin1')]),
  );
}
