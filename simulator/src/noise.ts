// Smooth noise by address: standard normal at every whole index, correlated over about `spacing` of them. It stands in for
// a mean-reverting (Ornstein-Uhlenbeck) term, which would need its whole past.
import { drawNormal } from './draw.ts';

export interface Noise {
  at(index: number): number;
}

/** spacing: whole. */
export function createNoise(key: number, spacing: number): Noise {
  const { toLeft, toRight } = blendOf(spacing);
  // Callers walk along the index, so the two knots around the last one are nearly always the ones needed next.
  let knot = NaN;
  let left = 0;
  let right = 0;
  return {
    at(index) {
      const q = Math.floor(index / spacing);
      if (q !== knot) {
        left = q === knot + 1 ? right : drawNormal(key, q);
        right = drawNormal(key, q + 1);
        knot = q;
      }
      const between = index - q * spacing;
      return toLeft[between]! * left + toRight[between]! * right;
    },
  };
}

/** The positive kind: exp(sd z) at the knots and straight between them, scaled so that its square has mean 1 at the knots. */
export function createSwell(key: number, spacing: number, sd: number): Noise {
  let knot = NaN;
  let left = 0;
  let slope = 0;
  const knotAt = (q: number) => Math.exp(sd * drawNormal(key, q) - sd * sd);
  return {
    at(index) {
      const q = Math.floor(index / spacing);
      if (q !== knot) {
        left = knotAt(q);
        slope = (knotAt(q + 1) - left) / spacing;
        knot = q;
      }
      return left + slope * (index - q * spacing);
    },
  };
}

interface Blend {
  readonly toLeft: Float64Array;
  readonly toRight: Float64Array;
}

const blends = new Map<number, Blend>();

/** Weights of the two knots at each place between them; a plain blend would have less variance there than at the knots. */
function blendOf(spacing: number): Blend {
  const known = blends.get(spacing);
  if (known) return known;
  const norm = (i: number) => Math.hypot(i / spacing, 1 - i / spacing);
  const blend = {
    toLeft: Float64Array.from({ length: spacing }, (_, i) => (1 - i / spacing) / norm(i)),
    toRight: Float64Array.from({ length: spacing }, (_, i) => i / spacing / norm(i)),
  };
  blends.set(spacing, blend);
  return blend;
}
