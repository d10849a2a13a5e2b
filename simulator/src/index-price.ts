// What a coin costs in the world: the median of five venues, of which ours is one. The others err a little, each in its own way.
import { keyOf } from './draw.ts';
import { createNoise } from './noise.ts';

const stepMs = 10_000;
const venues = 4;

/** Log price of the index over our own spot price. */
export type IndexOffset = (ms: number) => number;

export function createIndexOffset(seed: number, ticker: string, rank: number): IndexOffset {
  const sd = rank <= 10 ? 0.00012 : 0.0003;
  const others = Array.from({ length: venues }, (_, venue) => {
    const noise = (purpose: string, spacing: number) => createNoise(keyOf(seed, `venue/${ticker}/${venue}/${purpose}`), spacing);
    return { minutes: noise('minutes', 18), hours: noise('hours', 720) };
  });
  const offsets = new Float64Array(venues + 1);
  return (ms) => {
    const step = Math.floor(ms / stepMs);
    others.forEach(({ minutes, hours }, i) => (offsets[i] = sd * (0.7 * minutes.at(step) + 0.7 * hours.at(step))));
    offsets[venues] = 0;
    return offsets.sort()[venues / 2]!;
  };
}
