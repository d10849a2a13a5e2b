// JPEG (ITU-T T.81): a chain of segments with the packed image between them. The tables have to be exactly as long as they say, and
// segments of applications and comments are left out, except for what decides how the image looks: its colours and which way up it is.
import { refuse } from '@tidemark/contract/errors.ts';
import { checkSize, type CleanPicture, type PictureSize } from './picture-size.ts';

const marker = {
  start: 0xd8,
  end: 0xd9,
  scan: 0xda,
  quantisation: 0xdb,
  huffman: 0xc4,
  restart: 0xdd,
  app0: 0xe0,
  app1: 0xe1,
  app14: 0xee,
  app15: 0xef,
  comment: 0xfe,
} as const;
/** Baseline, extended and progressive: what browsers show. */
const frames: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);

/** Cameras write some dozen segments, scans and tables; a flood of them is made to keep the process busy. */
const most = { segments: 2_000, tables: 2_000 } as const;

export const isJpeg = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === marker.start && bytes[2] === 0xff;

const broken = (): never => refuse('imageBroken');
const startOfImage = Buffer.from([0xff, marker.start]);
const endOfImage = Buffer.from([0xff, marker.end]);
const plainJfif = Buffer.from([0xff, marker.app0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

export function cleanJpeg(bytes: Buffer): CleanPicture {
  const parts: Buffer[] = [];
  let size: PictureSize | null = null;
  let [hasScan, isJfif, orientation, segments, tables] = [false, false, 1, 0, 0];
  let at = 2;
  for (;;) {
    if (bytes[at] !== 0xff || ++segments > most.segments) broken();
    while (bytes[at] === 0xff) at++;
    const kind = bytes[at++] ?? broken();
    if (kind === marker.end) break;
    if (kind < 0xc0 || (kind >= 0xd0 && kind <= marker.start) || at + 2 > bytes.length) broken();
    const length = bytes.readUInt16BE(at);
    if (length < 2 || at + length > bytes.length) broken();
    const data = bytes.subarray(at + 2, at + length);
    at += length;
    const keep = () => void parts.push(Buffer.from([0xff, kind]), bytes.subarray(at - length, at));
    if (frames.has(kind)) {
      if (size !== null) broken();
      size = readFrame(data);
      keep();
    } else if (kind === marker.scan) {
      if (size === null || !isScanHeader(data)) broken();
      keep();
      const end = endOfScan(bytes, at);
      if (end === at) broken();
      parts.push(bytes.subarray(at, end));
      at = end;
      hasScan = true;
    } else if (kind === marker.quantisation || kind === marker.huffman) {
      tables += countTables(data, kind === marker.quantisation ? quantisationLength : huffmanLength, most.tables - tables);
      keep();
    } else if (kind === marker.restart) {
      if (data.length !== 2) broken();
      keep();
    } else if (kind === marker.app14 && data.length === 12 && data.toString('latin1', 0, 5) === 'Adobe') keep();
    else if (kind === marker.app0 && data.toString('latin1', 0, 5) === 'JFIF\0') isJfif = true;
    else if (kind === marker.app1) orientation = readOrientation(data) ?? orientation;
    else if (kind !== marker.comment && !(kind >= marker.app0 && kind <= marker.app15)) broken();
  }
  if (size === null || !hasScan || !isCamerasTail(bytes.subarray(at))) return broken();
  const head = [startOfImage, ...(isJfif ? [plainJfif] : []), ...(orientation === 1 ? [] : [exifOf(orientation)])];
  return { ...size, bytes: Buffer.concat([...head, ...parts, endOfImage]) };
}

function readFrame(data: Buffer): PictureSize {
  const components = data[5] ?? 0;
  if (data[0] !== 8 || ![1, 3, 4].includes(components) || data.length !== 6 + 3 * components) broken();
  const size = { height: data.readUInt16BE(1), width: data.readUInt16BE(3) };
  checkSize(size);
  return size;
}

const isScanHeader = (data: Buffer): boolean => data[0]! >= 1 && data[0]! <= 4 && data.length === 4 + 2 * data[0]!;

/** Where the next marker stands that is no part of the packed data. Byte by byte: a search for each of a million marks costs more. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; at + 1 < bytes.length; at++) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1]!;
    if (next === 0xff) continue;
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at;
    at++;
  }
  return broken();
}

/** One table after another fills the segment, to the byte. */
function countTables(data: Buffer, lengthAt: (data: Buffer, at: number) => number, mostHere: number): number {
  let [at, count] = [0, 0];
  for (; at < data.length; count++) at += count < mostHere ? lengthAt(data, at) : broken();
  return at === data.length && count > 0 ? count : broken();
}
const quantisationLength = (data: Buffer, at: number): number => (data[at]! >> 4 === 0 ? 65 : 129);
const huffmanLength = (data: Buffer, at: number): number => data.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 17);

/** EXIF says which way up a camera was held; without it half of all photographs would lie on their side. */
function readOrientation(data: Buffer): number | null {
  if (data.toString('latin1', 0, 6) !== 'Exif\0\0' || data.length < 14) return null;
  const tiff = data.subarray(6);
  const order = tiff.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return null;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return null;
  const entries = short(first);
  for (let entry = first + 2; entry < first + 2 + entries * 12 && entry + 12 <= tiff.length; entry += 12) {
    const value = short(entry + 8);
    if (short(entry) === 0x0112 && short(entry + 2) === 3) return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}

/** EXIF with that one entry. */
const exifOf = (orientation: number): Buffer =>
  Buffer.from([
    0xff,
    marker.app1,
    0,
    34,
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    0x01,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);

/**
 * Telephones write a second picture or a short film behind the first one. That is cut off; anything else there makes a file that is two
 * things at once.
 */
function isCamerasTail(tail: Buffer): boolean {
  let begin = 0;
  while (tail[begin] === 0) begin++;
  if (begin === tail.length) return true;
  const rest = tail.subarray(begin);
  const isJpegToo = isJpeg(rest);
  const isFilm = tail.toString('latin1', 4, 8) === 'ftyp';
  const isSamsung = tail.toString('latin1', tail.length - 4) === 'SEFT';
  return isJpegToo || isFilm || isSamsung;
}
