// Smooth noise by address: standard normal at every index, correlated over about `spacing` indices. It stands in for a
// mean-reverting (Ornstein-Uhlenbeck) term, which would need its whole past.
import { drawNormal } from './draw.ts';

export interface Noise {
  at(index: number): number;
}

export function createNoise(key: number, spacing: number): Noise {
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
      const f = index / spacing - q;
      const g = 1 - f;
      // Between knots a plain blend would have less variance than at them.
      return (g * left + f * right) / Math.sqrt(g * g + f * f);
    },
  };
}
