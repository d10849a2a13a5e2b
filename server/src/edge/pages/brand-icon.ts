// The icon of a brand that brings none: the first letter of its name.
import { lettersOf, type Point } from './picture-letters.ts';
import { createRaster, type Colour } from './picture-raster.ts';

const size = 512;
const letterHeight = 250;
const white: Colour = [255, 255, 255];

/** A name whose letter we cannot draw gets a plain field. */
export function drawIcon(name: string, ground: Colour): Promise<Buffer> {
  const picture = createRaster(size, size, ground);
  const { strokes } = lettersOf([...name][0] ?? '', letterHeight);
  if (strokes.length > 0) {
    const points = strokes.flat();
    const [left, right] = [Math.min(...points.map(([x]) => x)), Math.max(...points.map(([x]) => x))];
    const move = ([x, y]: Point): Point => [x + (size - left - right) / 2, y + (size - letterHeight) / 2];
    picture.stroke(
      strokes.map((line) => line.map(move)),
      letterHeight / 6,
      white,
    );
  }
  return picture.png();
}

/** As browsers want the icon of a tab. */
export const svgAround = (png: Buffer): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">` +
      `<image width="${size}" height="${size}" href="data:image/png;base64,${png.toString('base64')}"/></svg>`,
  );
