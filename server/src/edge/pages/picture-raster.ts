// A picture of pixels: smooth strokes and fills over a plain ground, and the PNG file (ISO/IEC 15948) that it becomes.
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import type { Point } from './picture-letters.ts';

export type Colour = readonly [red: number, green: number, blue: number];

export interface Raster {
  /** Lines with round ends, `thick` pixels wide. Where they cross they are no darker. */
  stroke(lines: readonly (readonly Point[])[], thick: number, colour: Colour): void;
  /** Between a line that runs to the right and the height `foot`. */
  fillBelow(line: readonly Point[], foot: number, colour: Colour, share: number): void;
  png(): Promise<Buffer>;
}

const compress = promisify(deflate);

export function createRaster(width: number, height: number, [red, green, blue]: Colour): Raster {
  const samples = new Uint8Array(width * height * 3);
  for (let i = 0; i < samples.length; i += 3) {
    samples[i] = red;
    samples[i + 1] = green;
    samples[i + 2] = blue;
  }
  const coverage = new Float32Array(width * height);

  const blend = (pixel: number, colour: Colour, share: number) => {
    const at = pixel * 3;
    samples[at] = samples[at]! + (colour[0] - samples[at]!) * share;
    samples[at + 1] = samples[at + 1]! + (colour[1] - samples[at + 1]!) * share;
    samples[at + 2] = samples[at + 2]! + (colour[2] - samples[at + 2]!) * share;
  };
  const columns = (from: number, to: number) => [Math.max(0, Math.floor(from)), Math.min(width - 1, Math.ceil(to))] as const;
  const rows = (from: number, to: number) => [Math.max(0, Math.floor(from)), Math.min(height - 1, Math.ceil(to))] as const;

  function cover([x1, y1]: Point, [x2, y2]: Point, radius: number): void {
    const [left, right] = columns(Math.min(x1, x2) - radius - 1, Math.max(x1, x2) + radius + 1);
    const [top, bottom] = rows(Math.min(y1, y2) - radius - 1, Math.max(y1, y2) + radius + 1);
    const [dx, dy] = [x2 - x1, y2 - y1];
    const squared = dx * dx + dy * dy;
    for (let y = top; y <= bottom; y++) {
      for (let x = left; x <= right; x++) {
        const along = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / squared));
        const [asideX, asideY] = [x - x1 - along * dx, y - y1 - along * dy];
        const share = Math.min(1, radius + 0.5 - Math.sqrt(asideX * asideX + asideY * asideY));
        if (share > coverage[y * width + x]!) coverage[y * width + x] = share;
      }
    }
  }

  return {
    stroke(lines, thick, colour) {
      for (const line of lines) for (let i = 1; i < line.length; i++) cover(line[i - 1]!, line[i]!, thick / 2);
      const heights = lines.flatMap((line) => line.map(([, y]) => y));
      const [top, bottom] = rows(Math.min(...heights) - thick, Math.max(...heights) + thick);
      for (let pixel = top * width; pixel < (bottom + 1) * width; pixel++) {
        if (coverage[pixel] === 0) continue;
        blend(pixel, colour, coverage[pixel]!);
        coverage[pixel] = 0;
      }
    },
    fillBelow(line, foot, colour, share) {
      for (let i = 1; i < line.length; i++) {
        const [[x1, y1], [x2, y2]] = [line[i - 1]!, line[i]!];
        // Each column belongs to one piece.
        for (let x = Math.ceil(x1); x < Math.ceil(x2); x++) {
          if (x < 0 || x >= width) continue;
          const [top, bottom] = rows(y1 + ((x - x1) / (x2 - x1)) * (y2 - y1), foot);
          for (let y = top; y <= bottom; y++) blend(y * width + x, colour, share);
        }
      }
    },
    async png() {
      const lines = Buffer.alloc(height * (1 + width * 3));
      for (let y = 0; y < height; y++) lines.set(samples.subarray(y * width * 3, (y + 1) * width * 3), y * (1 + width * 3) + 1);
      const header = Buffer.alloc(13);
      header.writeUInt32BE(width, 0);
      header.writeUInt32BE(height, 4);
      // Eight bits for each of red, green and blue.
      header.set([8, 2, 0, 0, 0], 8);
      return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', await compress(lines)), chunk('IEND', Buffer.alloc(0))]);
    },
  };
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
