// Seeded randomness: a run is its seed.

export interface Random {
  /** In [0, 1). */
  next(): number;
  /** In [0, below). */
  int(below: number): number;
  pick<T>(from: readonly T[]): T;
  chance(of: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return { next, int, pick: (from) => from[int(from.length)]!, chance: (of) => next() < of };
}
