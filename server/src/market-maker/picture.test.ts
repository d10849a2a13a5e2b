import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { test } from 'node:test';
import { Refusal } from '@tidemark/contract/errors.ts';
import { growthOf } from '@tidemark/testbed/growth.ts';
import { exif, jpeg, jpegSegment, png, pngChunk, pngHeader, pngSignature } from '@tidemark/testbed/pictures.ts';
import { readPicture } from './picture.ts';

const outcome = async (bytes: Uint8Array): Promise<string> => {
  try {
    const { mediaType, width, height } = await readPicture(Buffer.from(bytes));
    return `${mediaType} ${width}x${height}`;
  } catch (error) {
    if (error instanceof Refusal) return error.error;
    throw error;
  }
};
const text = (words: string) => Buffer.from(words);
const page = text('<!doctype html><script>alert(1)</script>');

test('pictures are what their bytes say; a clean one is kept to the byte', async () => {
  assert.equal(await outcome(png({ width: 3, height: 5 })), 'image/png 3x5');
  assert.equal(await outcome(jpeg({ width: 17, height: 9 })), 'image/jpeg 17x9');
  for (const clean of [png(), jpeg()]) assert.deepEqual((await readPicture(clean)).bytes, clean);
});

test('every kind of PNG is measured as it is packed', async () => {
  const kinds = [
    [1, 0, 0],
    [16, 0, 0],
    [4, 3, 0],
    [8, 4, 0],
    [8, 6, 0],
    [16, 6, 0],
    [8, 2, 1],
    [1, 3, 1],
  ] as const;
  const perPixel = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
  for (const [depth, colourType, interlace] of kinds) {
    for (const [width, height] of [
      [1, 1],
      [5, 3],
      [33, 17],
    ] as const) {
      const lines = (w: number, h: number) => (w && h ? h * (1 + Math.ceil((w * depth * perPixel[colourType]) / 8)) : 0);
      const passes = [
        [0, 0, 8, 8],
        [4, 0, 8, 8],
        [0, 4, 4, 8],
        [2, 0, 4, 4],
        [0, 2, 2, 4],
        [1, 0, 2, 2],
        [0, 1, 1, 2],
      ] as const;
      const size = interlace
        ? passes.reduce(
            (sum, [x, y, dx, dy]) => sum + lines(Math.ceil(Math.max(0, width - x) / dx), Math.ceil(Math.max(0, height - y) / dy)),
            0,
          )
        : lines(width, height);
      const palette = colourType === 3 ? [pngChunk('PLTE', Buffer.alloc(6))] : [];
      const made = (bytes: number) =>
        Buffer.concat([
          pngSignature,
          pngHeader(width, height, { depth, colourType, interlace }),
          ...palette,
          pngChunk('IDAT', deflateSync(Buffer.alloc(bytes))),
          pngChunk('IEND'),
        ]);
      const name = `${depth} bits of type ${colourType}${interlace ? ', interlaced' : ''}, ${width}x${height}`;
      assert.equal(await outcome(made(size)), `image/png ${width}x${height}`, name);
      assert.equal(await outcome(made(size + 1)), 'imageBroken', `${name}, a byte too many`);
      assert.equal(await outcome(made(size - 1)), 'imageBroken', `${name}, a byte too few`);
    }
  }
});

test('what is no PNG and no JPEG is refused, whatever it calls itself', async () => {
  const others = [
    text(''),
    text('x'),
    page,
    text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    text('GIF89a\u0001\u0000\u0001\u0000'),
    text('RIFF\0\0\0\0WEBPVP8 '),
    text('BM123456'),
    text('%PDF-1.7'),
    text('PK\u0003\u0004'),
    Buffer.alloc(5_000),
  ];
  for (const bytes of others) assert.equal(await outcome(bytes), 'imageType', bytes.toString('latin1', 0, 20));
});

test('a PNG that is cut short, damaged, out of order or two things at once is refused', async () => {
  const whole = png();
  for (let length = pngSignature.length; length < whole.length; length++)
    assert.equal(await outcome(whole.subarray(0, length)), 'imageBroken', `the first ${length} bytes`);
  const [head, data, end] = [pngHeader(1, 1), pngChunk('IDAT', deflateSync(Buffer.alloc(4))), pngChunk('IEND')];
  const of = (...chunks: Buffer[]) => Buffer.concat([pngSignature, ...chunks]);
  assert.equal(await outcome(of(head, data, end)), 'image/png 1x1', 'these parts alone are a picture');
  const wrong: Record<string, Buffer> = {
    'a page behind the end': Buffer.concat([whole, page]),
    'an archive behind the end': Buffer.concat([whole, text('PK\u0003\u0004')]),
    'one byte behind the end': Buffer.concat([whole, Buffer.alloc(1)]),
    'a second picture behind the end': Buffer.concat([whole, whole]),
    'no header': of(data, end),
    'two headers': of(head, head, data, end),
    'no data': of(head, end),
    'no end': of(head, data),
    'data in two places': of(head, data, pngChunk('tEXt', text('x')), data, end),
    'an end with something in it': of(head, data, pngChunk('IEND', page)),
    'a part nobody knows and nobody may pass over': of(head, pngChunk('EVIL', page), data, end),
    'a page for data': of(head, pngChunk('IDAT', page), end),
    'a page behind the packed data': of(head, pngChunk('IDAT', Buffer.concat([deflateSync(Buffer.alloc(4)), page])), end),
    'a palette of no whole colours': of(head, pngChunk('PLTE', Buffer.alloc(4)), data, end),
    'indexed colours without a palette': of(pngHeader(1, 1, { colourType: 3 }), pngChunk('IDAT', deflateSync(Buffer.alloc(2))), end),
    'a colour type that does not exist': of(pngHeader(1, 1, { colourType: 5 }), data, end),
    'a depth that does not exist': of(pngHeader(1, 1, { depth: 3 }), data, end),
  };
  for (const [name, bytes] of Object.entries(wrong)) assert.equal(await outcome(bytes), 'imageBroken', name);
  for (const at of [20, 40, whole.length - 3]) {
    const damaged = Buffer.from(whole);
    damaged[at]! ^= 1;
    assert.equal(await outcome(damaged), 'imageBroken', `byte ${at} changed`);
  }
});

test('a JPEG that is cut short, damaged or two things at once is refused', async () => {
  const whole = jpeg();
  for (let length = 3; length < whole.length; length++)
    assert.equal(await outcome(whole.subarray(0, length)), 'imageBroken', `the first ${length} bytes`);
  const swapped = (from: Buffer, to: Buffer) => {
    const at = whole.indexOf(from);
    assert.ok(at > 0);
    return Buffer.concat([whole.subarray(0, at), to, whole.subarray(at + from.length)]);
  };
  const frame = whole.subarray(whole.indexOf(Buffer.from([0xff, 0xc0])), whole.indexOf(Buffer.from([0xff, 0xc4])));
  const wrong: Record<string, Buffer> = {
    'a page behind the end': jpeg({ tail: page }),
    'an archive behind the end': jpeg({ tail: text('PK\u0003\u0004') }),
    'a table with a page in it': jpeg({ beside: [jpegSegment(0xdb, page)] }),
    'a code table with a page in it': jpeg({ beside: [jpegSegment(0xc4, page)] }),
    'two frames': swapped(frame, Buffer.concat([frame, frame])),
    'no frame': swapped(frame, Buffer.alloc(0)),
    'a lossless frame': swapped(Buffer.from([0xff, 0xc0]), Buffer.from([0xff, 0xc3])),
    'a part that does not exist': jpeg({ beside: [jpegSegment(0xf5, page)] }),
    'a page between the parts': swapped(frame, Buffer.concat([page, frame])),
    'two starts': Buffer.concat([whole.subarray(0, 2), whole]),
  };
  for (const [name, bytes] of Object.entries(wrong)) assert.equal(await outcome(bytes), 'imageBroken', name);
});

test('a picture of more pixels than a viewer can hold is refused, however few its bytes; so is one of none', async () => {
  const claims = (width: number, height: number) =>
    Buffer.concat([pngSignature, pngHeader(width, height), pngChunk('IDAT', deflateSync(Buffer.alloc(4))), pngChunk('IEND')]);
  assert.equal(await outcome(claims(20_000, 1)), 'imageTooManyPixels');
  assert.equal(await outcome(claims(8_000, 8_000)), 'imageTooManyPixels');
  assert.equal(await outcome(claims(0xffff_ffff, 0xffff_ffff)), 'imageTooManyPixels');
  assert.equal(await outcome(claims(0, 5)), 'imageBroken');
  assert.equal(await outcome(claims(4_500, 4_500)), 'imageBroken', 'the data is not there');
  assert.equal(await outcome(jpeg({ width: 65_535, height: 8 })), 'imageTooManyPixels');
  // A hundred thousand times as much as it takes: found out on the way, without holding it.
  const bomb = Buffer.concat([pngSignature, pngHeader(10, 10), pngChunk('IDAT', deflateSync(Buffer.alloc(100_000_000))), pngChunk('IEND')]);
  assert.equal(await outcome(bomb), 'imageBroken');
});

test('what a camera or an editor wrote beside the picture is not kept; which way up it is, is', async () => {
  const secret = 'Latitude 48.8584 by Ada';
  const photograph = jpeg({
    beside: [
      jpegSegment(0xe0, text('JFIF\0\u0001\u0002\0\0\u0001\0\u0001\0\0')),
      exif(6, secret),
      jpegSegment(0xed, text(secret)),
      jpegSegment(0xfe, text(secret)),
    ],
  });
  const kept = (await readPicture(photograph)).bytes;
  assert.ok(photograph.includes(secret) && !kept.includes(secret));
  assert.ok(kept.includes('JFIF') && kept.includes('Exif'));
  assert.equal(kept[kept.indexOf(Buffer.from([0x01, 0x12, 0, 3])) + 9], 6, 'the camera was held upright');
  assert.deepEqual((await readPicture(kept)).bytes, kept, 'what is kept is a picture, and clean');
  assert.ok(!(await readPicture(jpeg({ beside: [exif(1, secret)] }))).bytes.includes('Exif'), 'the usual way needs no word');

  const drawing = png({
    beside: [
      pngChunk('tEXt', text(secret)),
      pngChunk('eXIf', text(secret)),
      pngChunk('iTXt', text(secret)),
      pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f])),
    ],
  });
  assert.deepEqual((await readPicture(drawing)).bytes, png({ beside: [pngChunk('gAMA', Buffer.from([0, 0, 0xb1, 0x8f]))] }));
});

test('what telephones write behind a photograph is cut off', async () => {
  for (const tail of [
    jpeg(),
    Buffer.concat([Buffer.alloc(100), jpeg()]),
    text('\0\0\0\u0018ftypmp42'),
    text('\0\0something of a SamsungSEFT'),
    Buffer.alloc(64),
  ]) {
    assert.deepEqual((await readPicture(jpeg({ tail }))).bytes, jpeg());
  }
});

test('a picture made of many small parts is refused while they are counted; one of as many as programs write is not', async () => {
  const packed = deflateSync(Buffer.alloc(7));
  const chunks = (count: number, chunk: Buffer) =>
    Buffer.concat([pngSignature, pngHeader(2, 1), ...Array<Buffer>(count).fill(chunk), pngChunk('IDAT', packed), pngChunk('IEND')]);
  assert.equal(await outcome(chunks(3_000, pngChunk('tEXt', text('a=b')))), 'image/png 2x1');
  assert.equal(await outcome(chunks(5_000, pngChunk('tEXt', text('a=b')))), 'imageBroken');
  assert.equal(await outcome(chunks(1, pngChunk('IDAT'))), 'imageBroken', 'a part without data');
  const bytewise = [...packed].map((byte) => pngChunk('IDAT', Buffer.from([byte])));
  assert.equal(await outcome(Buffer.concat([pngSignature, pngHeader(2, 1), ...bytewise, pngChunk('IEND')])), 'image/png 2x1');

  const table = jpegSegment(0xdb, Buffer.alloc(65));
  assert.equal(await outcome(jpeg({ beside: Array<Buffer>(1_500).fill(table) })), 'image/jpeg 64x48');
  assert.equal(await outcome(jpeg({ beside: Array<Buffer>(2_500).fill(table) })), 'imageBroken');
  const tables = (count: number) => jpegSegment(0xc4, Buffer.alloc(17 * count));
  assert.equal(await outcome(jpeg({ beside: [tables(1_500)] })), 'image/jpeg 64x48');
  assert.equal(await outcome(jpeg({ beside: [tables(3_000)] })), 'imageBroken', 'as many tables in one segment');
});

test('what would unpack to more than a moment of work is refused by its header', async () => {
  const claims = (width: number, height: number, kind = {}) =>
    Buffer.concat([pngSignature, pngHeader(width, height, kind), pngChunk('IDAT', deflateSync(Buffer.alloc(4))), pngChunk('IEND')]);
  assert.equal(await outcome(claims(6_000, 6_000, { depth: 16, colourType: 6 })), 'imageTooManyPixels');
  assert.equal(await outcome(claims(4_600, 4_600)), 'imageBroken', 'this many would do; the data is not there');
});

test('work grows with the bytes and no faster, whatever they are', async () => {
  const scanAt = jpeg().length - 2;
  const inScan = (part: Buffer) => Buffer.concat([jpeg().subarray(0, scanAt), part, jpeg().subarray(scanAt)]);
  const floods: Record<string, (size: number) => Buffer> = {
    'escaped bytes': (size) => inScan(Buffer.alloc(size, Buffer.from([0xff, 0x00]))),
    'fill bytes': (size) => inScan(Buffer.alloc(size, 0xff)),
    'nothing behind the end': (size) => jpeg({ tail: Buffer.alloc(size) }),
    'empty chunks': (size) => Buffer.concat([pngSignature, pngHeader(2, 1), Buffer.alloc(size, pngChunk('IDAT'))]),
  };
  for (const [name, make] of Object.entries(floods)) {
    const grown = await growthOf({ make, work: outcome, size: 512 * 1024 });
    assert.ok(grown < 24, `${name}: eight times the bytes took ${grown.toFixed(1)} times as long`);
  }
});
