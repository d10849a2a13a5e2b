// PNG (ISO/IEC 15948): a signature and a chain of chunks. Every chunk's checksum is looked at, the image data has to unpack to exactly
// the lines that the header promises, and only chunks that say how the image looks are kept.
import { createInflate, crc32 } from 'node:zlib';
import { Readable } from 'node:stream';
import { refuse } from '@tidemark/contract/errors.ts';
import { checkSize, type CleanPicture } from './picture-size.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, signature.length).equals(signature);

/** Of the chunks a viewer may pass over, those that change the look. A profile of colours is left out: it is packed data of any content. */
const keptBeside: ReadonlySet<string> = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'sBIT', 'pHYs']);
/** Bit depths by colour type, and samples for each pixel. */
const depths: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);
const samples: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
/** Of an interlaced picture each pass is a picture of its own: where it begins and how far apart its pixels are. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** What programs write has some hundred chunks: the data of a large picture in parts of 8 KB. */
const mostChunks = 4_000;
/** What one picture may unpack to. All of it is gone through, and that must stay a matter of a moment. */
const mostUnpacked = 64 * 1024 * 1024;
/** Unpacking is off the main thread; each part of the result costs it a turn, so the parts are large. */
const unpackedPart = 1024 * 1024;

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bitsPerPixel: number;
  readonly colourType: number;
  readonly isInterlaced: boolean;
}

const broken = (): never => refuse('imageBroken');

export async function cleanPng(bytes: Buffer): Promise<CleanPicture> {
  const kept: Buffer[] = [signature];
  const packed: Buffer[] = [];
  let header: Header | null = null;
  let [hasPalette, isBehindData, hasEnded, chunks] = [false, false, false, 0];
  for (let at = signature.length; at < bytes.length;) {
    // Bytes behind the end are no part of the picture.
    if (hasEnded || bytes.length - at < 12 || ++chunks > mostChunks) broken();
    const length = bytes.readUInt32BE(at);
    const next = at + 12 + length;
    if (next > bytes.length) broken();
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (!/^[A-Za-z]{4}$/.test(type) || crc32(bytes.subarray(at + 4, at + 8 + length)) !== bytes.readUInt32BE(at + 8 + length)) broken();
    const chunk = bytes.subarray(at, next);
    at = next;
    if (header === null) {
      header = type === 'IHDR' ? readHeader(data) : broken();
      kept.push(chunk);
      continue;
    }
    if (type !== 'IDAT' && packed.length > 0) isBehindData = true;
    if (type === 'IDAT') {
      if (isBehindData || length === 0) broken();
      packed.push(data);
      kept.push(chunk);
    } else if (type === 'PLTE') {
      if (hasPalette || packed.length > 0 || length === 0 || length % 3 !== 0 || length > 768) broken();
      hasPalette = true;
      kept.push(chunk);
    } else if (type === 'IEND') {
      if (length !== 0) broken();
      hasEnded = true;
      kept.push(chunk);
    } else if (keptBeside.has(type)) {
      // All of them are short and stand before the data.
      if (packed.length === 0 && length <= 256) kept.push(chunk);
    } else if (isNeeded(type)) broken();
  }
  if (header === null || !hasEnded || packed.length === 0 || (header.colourType === 3 && !hasPalette)) return broken();
  const expected = lineBytes(header);
  if (expected > mostUnpacked) refuse('imageTooManyPixels');
  await checkData(packed, expected);
  return { width: header.width, height: header.height, bytes: Buffer.concat(kept) };
}

/** A capital first letter says that no viewer may pass it over. */
const isNeeded = (type: string): boolean => type[0]! < 'a';

function readHeader(data: Buffer): Header {
  if (data.length !== 13) broken();
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth, colourType, compression, filter, interlace] = [data[8]!, data[9]!, data[10]!, data[11]!, data[12]!];
  if (!depths.get(colourType)?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) broken();
  checkSize({ width, height });
  return { width, height, bitsPerPixel: depth * samples.get(colourType)!, colourType, isInterlaced: interlace === 1 };
}

/** What the data unpacks to: for each line a byte for its filter, then its pixels. */
function lineBytes({ width, height, bitsPerPixel, isInterlaced }: Header): number {
  const lines = (w: number, h: number) => (w === 0 || h === 0 ? 0 : h * (1 + Math.ceil((w * bitsPerPixel) / 8)));
  if (!isInterlaced) return lines(width, height);
  return passes.reduce(
    (sum, [left, top, across, down]) => sum + lines(Math.ceil((width - left) / across), Math.ceil((height - top) / down)),
    0,
  );
}

/** Counted as it comes and never held: a few bytes may unpack to gigabytes. */
async function checkData(packed: readonly Buffer[], expected: number): Promise<void> {
  const engine = createInflate({ chunkSize: unpackedPart });
  let unpacked = 0;
  try {
    // In one piece: each piece of its own would cost the main thread a turn.
    for await (const part of Readable.from([Buffer.concat(packed)]).pipe(engine)) {
      unpacked += (part as Buffer).length;
      if (unpacked > expected) break;
    }
  } catch {
    broken();
  }
  const all = packed.reduce((sum, { length }) => sum + length, 0);
  if (unpacked !== expected || engine.bytesWritten !== all) broken();
}
