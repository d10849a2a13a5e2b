// Capital letters, digits and signs as strokes, for pictures that are drawn without a font. Pure.

/** On a field of 8 by 12, two hexadecimal digits for each point (across, down), a space between strokes. */
const strokes: Readonly<Record<string, string>> = {
  A: '0c033050838c 0787',
  B: '006082846606 66888a6c0c00',
  C: '826020020a2c6c8a',
  D: '005083895c0c00',
  E: '80000c8c 0666',
  F: '80000c 0666',
  G: '826020020a2c6c8a8757',
  H: '000c 808c 0686',
  I: '000c',
  J: '808a6c2c0a',
  K: '000c 8007 348c',
  L: '000c8c',
  M: '0c0047808c',
  N: '0c008c80',
  O: '2060828a6c2c0a0220',
  P: '0c006082856707',
  Q: '2060828a6c2c0a0220 588c',
  R: '0c006082856707 478c',
  S: '82602002042666888a6c2c0a',
  T: '0080 404c',
  U: '000a2c6c8a80',
  V: '004c80',
  W: '002c456c80',
  X: '008c 800c',
  Y: '004680 464c',
  Z: '00800c8c',
  '0': '2060828a6c2c0a0220',
  '1': '03303c',
  '2': '02206082840c8c',
  '3': '02206082846636 66888a6c2c0a',
  '4': '6c600989',
  '5': '80000565878a6c2c0a',
  '6': '826020020a2c6c8a88662608',
  '7': '00803c',
  '8': '206082846626040220 26080a2c6c8a8866',
  '9': '0a2c6c8a8260200204266684',
  '.': '0c0c',
  ',': '0c0e',
  '/': '0d70',
  '+': '1676 4349',
  '-': '1676',
  '%': '711b 1131331311 59797b5b59',
};
const fieldHeight = 12;
const gap = 4;
const spaceWidth = 6;

export type Point = readonly [x: number, y: number];

export interface Lettering {
  readonly strokes: readonly (readonly Point[])[];
  readonly width: number;
}

/** From the top left corner, `height` high. What has no strokes is left out. */
export function lettersOf(text: string, height: number): Lettering {
  const scale = height / fieldHeight;
  const lines: Point[][] = [];
  let at = 0;
  let end = 0;
  for (const letter of text.toUpperCase().replace('\u2212', '-')) {
    const shape = strokes[letter];
    if (shape === undefined) {
      if (letter === ' ') at += spaceWidth;
      continue;
    }
    const points = shape
      .split(' ')
      .map((stroke) => stroke.match(/../g)!.map((pair): Point => [parseInt(pair[0]!, 16), parseInt(pair[1]!, 16)]));
    for (const line of points) lines.push(line.map(([x, y]): Point => [(at + x) * scale, y * scale]));
    end = at + Math.max(...points.flat().map(([x]) => x));
    at = end + gap;
  }
  return { strokes: lines, width: end * scale };
}
