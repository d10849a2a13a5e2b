// Pictures with something changed, thousands of them: refused by name or kept clean, never a fault, and never more than a moment.
// PICTURE_SEED and PICTURE_RUNS repeat one or make it longer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { Refusal } from '@tidemark/contract/errors.ts';
import { exif, jpeg, jpegSegment, png, pngChunk } from '@tidemark/testbed/pictures.ts';
import { readPicture } from './picture.ts';

const seed = Number(process.env.PICTURE_SEED ?? Date.now() % 2 ** 31);
const numRuns = Number(process.env.PICTURE_RUNS ?? 4_000);
const secret = 'secret';
/** Of the processor, for a picture of a few KB. Met again when it is tried again, it is no accident of the machine. */
const mostMs = 60;

const text = Buffer.from(secret);
const pictures = [
  png({ width: 9, height: 7 }),
  png({ width: 40, height: 30, isNoise: true, beside: [pngChunk('tEXt', text), pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))] }),
  png({ width: 3, height: 3, beside: [pngChunk('IDAT', deflateSync(Buffer.alloc(30)))] }),
  jpeg(),
  jpeg({
    width: 17,
    height: 9,
    beside: [jpegSegment(0xe0, Buffer.from('JFIF\0\u0001\u0002\0\0\u0001\0\u0001\0\0')), exif(3, secret), jpegSegment(0xfe, text)],
    tail: jpeg(),
  }),
];

/** Checksums made right again: otherwise no change in a PNG would get beyond them. */
function withRightSums(bytes: Buffer): Buffer {
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) break;
    bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return bytes;
}

const change = fc.record({
  at: fc.nat(),
  bytes: fc.oneof(
    fc.uint8Array({ maxLength: 12 }),
    fc.constantFrom(
      Buffer.from([0xff, 0xda]),
      Buffer.from([0xff, 0xff]),
      Buffer.from([0xff, 0xc4]),
      Buffer.alloc(4),
      Buffer.alloc(4, 0xff),
      Buffer.from('IDAT'),
      Buffer.from('IEND'),
    ),
  ),
  cut: fc.nat(20),
});
const changed = fc
  .record({
    which: fc.constantFrom(...pictures),
    changes: fc.array(change, { minLength: 1, maxLength: 5 }),
    repeat: fc.constantFrom(1, 1, 1, 40),
    isSummed: fc.boolean(),
  })
  .map(({ which, changes, repeat, isSummed }) => {
    let picture: Buffer = which;
    for (const { at, bytes, cut } of changes) {
      const place = at % picture.length;
      const part = Buffer.alloc(bytes.length * repeat, bytes);
      picture = Buffer.concat([picture.subarray(0, place), part, picture.subarray(place + cut)]);
    }
    return isSummed ? withRightSums(picture) : picture;
  });

const outcomeOf = async (bytes: Buffer): Promise<Buffer | null> => {
  try {
    return (await readPicture(bytes)).bytes;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
};
const msOf = async (bytes: Buffer): Promise<number> => {
  const before = process.cpuUsage();
  await outcomeOf(bytes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

test('whatever is changed in a picture, it is refused or comes out clean, in a moment', async (t) => {
  t.diagnostic(`seed ${seed}, ${numRuns} pictures`);
  let kept = 0;
  await fc.assert(
    fc.asyncProperty(changed, async (bytes) => {
      const before = process.cpuUsage();
      const clean = await outcomeOf(bytes);
      const { user, system } = process.cpuUsage(before);
      if (user + system > mostMs * 1_000) {
        const again = Math.min(await msOf(bytes), await msOf(bytes), await msOf(bytes));
        assert.ok(again <= mostMs, `${again.toFixed(0)} ms of the processor`);
      }
      if (clean === null) return;
      kept++;
      assert.ok(!clean.includes(secret));
      assert.deepEqual(await outcomeOf(clean), clean);
    }),
    { numRuns, seed },
  );
  t.diagnostic(`${kept} of them were kept`);
  assert.ok(kept > 0, 'some changes leave a picture');
});
