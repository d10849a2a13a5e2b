// How a drawn path is brought into agreement with what is already known about it: its ends, its highest and its lowest
// point. All of it works in place on path[0..last] and leaves the two ends alone.

/** What runs over a limit is mirrored back from it, so the path stays as lively as it was. low <= both ends <= high. */
export function mirrorBetween(path: Float64Array, last: number, low: number, high: number): void {
  const width = high - low;
  for (let i = 1; i < last; i++) {
    const y = path[i]!;
    if (y <= high && y >= low) continue;
    // As often as it takes; a triangle wave does it at once.
    const phase = width > 0 ? Math.abs(y > high ? y - high : low - y) % (2 * width) : 0;
    const back = phase <= width ? phase : 2 * width - phase;
    path[i] = y > high ? Math.max(low, high - back) : Math.min(high, low + back);
  }
}

/**
 * Lifts the highest inner part of a path towards a height at or above it, as a tent over a few points; with sign -1 lowers
 * the lowest part towards a depth. share: how much of the way. Answers the point that moved most.
 */
export function pitchTowards(path: Float64Array, last: number, height: number, share: number, sign: 1 | -1): number {
  let peak = 1;
  for (let i = 2; i < last; i++) if (sign * path[i]! > sign * path[peak]!) peak = i;
  const lift = (height - path[peak]!) * share;
  const from = Math.max(1, peak - tentReach);
  const to = Math.min(last - 1, peak + tentReach);
  for (let i = from; i <= to; i++) path[i]! += lift * (1 - Math.abs(i - peak) / (tentReach + 1));
  return peak;
}
const tentReach = 3;

/**
 * A quantity known for whole steps, drawn as a line within one of them: halfway to the neighbours at the edges, its own
 * value in the middle. into[0..count) gets the line divided by the step's own value.
 */
export function rampWithin(before: number, here: number, after: number, count: number, into: Float64Array): void {
  const start = here > 0 ? (before + here) / 2 / here : 1;
  const end = here > 0 ? (after + here) / 2 / here : 1;
  const half = count / 2;
  for (let i = 0; i < count; i++) {
    const place = i + 0.5;
    into[i] = place < half ? start + ((1 - start) * place) / half : 1 + ((end - 1) * (place - half)) / half;
  }
}
