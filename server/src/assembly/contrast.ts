// How well one colour is read on another (WCAG 2, relative luminance).
export type Colour = readonly [red: number, green: number, blue: number];

/** '#0b5fff' */
export const hexOf = (text: string): Colour => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) as unknown as Colour;

export const mix = (over: Colour, ground: Colour, share: number): Colour =>
  over.map((part, at) => part * share + ground[at]! * (1 - share)) as unknown as Colour;

const linear = (part: number) => (part <= 0.04045 * 255 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
const luminance = ([red, green, blue]: Colour) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

export function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
