// Randomness by address instead of by order: every draw is a hash of (seed, what it is for, index), so any moment of any
// series can be computed alone, in any order, on any server, with the same result.

/** lowbias32 (C. Wellons): a bijection of 32 bits in which every input bit moves every output bit about half the time. */
function mix(bits: number): number {
  let h = bits;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return (h ^ (h >>> 16)) >>> 0;
}

/** The key of everything drawn for one purpose. */
export function keyOf(seed: number, purpose: string): number {
  let h = mix(seed ^ 0x9e3779b9);
  for (let i = 0; i < purpose.length; i++) h = mix(h ^ Math.imul(purpose.charCodeAt(i) + 1, 0x01000193));
  return h;
}

/** 32 uniform bits. Two rounds: with one, two keys would give the same stream shifted against each other. */
export const draw = (key: number, index: number): number => mix(mix(Math.imul(index, 0x9e3779b1) ^ key) + key);

/**
 * Draw i of a block of neighbours: the block's own bits come from draw(), its members cost half of that.
 */
export const drawInBlock = (block: number, i: number): number => mix(block + Math.imul(i, 0x9e3779b1));

/** Inside (0, 1), both ends excluded. */
export const drawUniform = (key: number, index: number): number => (draw(key, index) + 0.5) / 2 ** 32;

export const drawNormal = (key: number, index: number): number => normalQuantile(drawUniform(key, index));

/** Acklam's rational approximation; relative error below 1.2e-9. */
export function normalQuantile(p: number): number {
  const q = Math.min(p, 1 - p);
  if (q > 0.02425) {
    const c = p - 0.5;
    const r = c * c;
    return (
      ((((((-3.969683028665376e1 * r + 2.209460984245205e2) * r - 2.759285104469687e2) * r + 1.38357751867269e2) * r -
        3.066479806614716e1) *
        r +
        2.506628277459239) *
        c) /
      (((((-5.447609879822406e1 * r + 1.615858368580409e2) * r - 1.556989798598866e2) * r + 6.680131188771972e1) * r -
        1.328068155288572e1) *
        r +
        1)
    );
  }
  const r = Math.sqrt(-2 * Math.log(q));
  const tail =
    (((((-7.784894002430293e-3 * r - 3.223964580411365e-1) * r - 2.400758277161838) * r - 2.549732539343734) * r + 4.374664141464968) * r +
      2.938163982698783) /
    ((((7.784695709041462e-3 * r + 3.224671290700398e-1) * r + 2.445134137142996) * r + 3.754408661907416) * r + 1);
  return p < 0.5 ? tail : -tail;
}

/** Student t with 6 degrees of freedom, scaled to variance 1, by 16 bits. */
export const studentBy16: Float64Array = studentTable(2 ** 16);

/** The same with 5 degrees: moves of single minutes are wilder than those of days. */
export const minuteBy16: Float64Array = student5Table(2 ** 16);

/** Standard normal by 16 bits. */
export const normalBy16: Float64Array = Float64Array.from({ length: 2 ** 16 }, (_, i) => normalQuantile((i + 0.5) / 2 ** 16));

/** exp(sd z), scaled so that its square has mean 1: how a volatility is shaken, by 8 bits. */
export const shakeBy8 = (sd: number): Float64Array =>
  Float64Array.from({ length: 256 }, (_, i) => Math.exp(sd * normalQuantile((i + 0.5) / 256) - sd * sd));

/** Exponential with mean 1, by 8 bits. */
export const exponentialBy8: Float64Array = Float64Array.from({ length: 256 }, (_, i) => -Math.log(1 - (i + 0.5) / 256));

function studentTable(size: number): Float64Array {
  // With s = sin(atan(t / sqrt 6)) the distribution function is 1/2 + s (15 - 10 s^2 + 3 s^4) / 16.
  const table = new Float64Array(size);
  const half = size / 2;
  let s = 0;
  for (let i = 0; i < half; i++) {
    const target = (i + 0.5) / size;
    for (let step = 0; step < 50; step++) {
      const s2 = s * s;
      const error = (s * (15 - 10 * s2 + 3 * s2 * s2)) / 16 - target;
      const slope = (15 * (1 - s2) * (1 - s2)) / 16;
      const next = s - error / slope;
      if (Math.abs(next - s) < 1e-14) break;
      s = next;
    }
    const value = (s / Math.sqrt(1 - s * s)) * 2;
    table[half + i] = value;
    table[half - 1 - i] = -value;
  }
  return table;
}

function student5Table(size: number): Float64Array {
  // With a = atan(t / sqrt 5) the distribution function is 1/2 + (a + sin a cos a (1 + 2/3 cos^2 a)) / pi.
  const table = new Float64Array(size);
  const half = size / 2;
  let a = 0;
  for (let i = 0; i < half; i++) {
    const target = (i + 0.5) / size;
    for (let step = 0; step < 50; step++) {
      const cos = Math.cos(a);
      const error = (a + Math.sin(a) * cos * (1 + (2 / 3) * cos * cos)) / Math.PI - target;
      const next = a - error / ((8 / (3 * Math.PI)) * cos ** 4);
      if (Math.abs(next - a) < 1e-14) break;
      a = next;
    }
    const value = Math.tan(a) * Math.sqrt(3);
    table[half + i] = value;
    table[half - 1 - i] = -value;
  }
  return table;
}

const tiltedTables = new Map<Float64Array, Map<number, Float64Array>>();

/** A table of draws whose rises are longer than falls as rare (skew above 0), or the other way round; its mean stays 0, its variance 1. */
export function tilted(draws: Float64Array, skew: number): Float64Array {
  if (skew === 0) return draws;
  const bySkew = tiltedTables.get(draws) ?? new Map<number, Float64Array>();
  tiltedTables.set(draws, bySkew);
  let table = bySkew.get(skew);
  if (!table) {
    const raw = draws.map((z) => z * (z < 0 ? 1 - skew : 1 + skew));
    const mean = raw.reduce((sum, z) => sum + z, 0) / raw.length;
    const sd = Math.sqrt(raw.reduce((sum, z) => sum + (z - mean) ** 2, 0) / raw.length);
    bySkew.set(skew, (table = raw.map((z) => (z - mean) / sd)));
  }
  return table;
}
