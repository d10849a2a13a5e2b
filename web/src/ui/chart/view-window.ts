// Which stretch of its time a chart shows. Pure; every chart of a page may show the same stretch.

export interface ViewWindow {
  readonly from: number;
  readonly to: number;
}

/** Nearer than this much of the whole nobody sees more. */
const narrowestShare = 1 / 500;

/** Within the whole, not narrower than sensible; null when it is the whole. */
export function fitWindow({ from, to }: ViewWindow, whole: ViewWindow): ViewWindow | null {
  const wholeSpan = whole.to - whole.from;
  if (!(wholeSpan > 0)) return null;
  const span = Math.min(wholeSpan, Math.max(wholeSpan * narrowestShare, to - from));
  if (span >= wholeSpan * 0.999) return null;
  const begin = Math.min(whole.to - span, Math.max(whole.from, from));
  return { from: begin, to: begin + span };
}

/** factor below 1 shows less; `at` stays where it is. */
export const zoomWindow = (shown: ViewWindow, whole: ViewWindow, factor: number, at: number): ViewWindow | null =>
  fitWindow({ from: at - (at - shown.from) * factor, to: at + (shown.to - at) * factor }, whole);

export const panWindow = (shown: ViewWindow, whole: ViewWindow, byMs: number): ViewWindow | null => fitWindow({ from: shown.from + byMs, to: shown.to + byMs }, whole);

/** Where two fingers are, as shares of the width. */
export type Grip = readonly [one: number, other: number];
/** Nearer to each other they are one finger. */
const nearestFingers = 0.02;

/** What was under each of two fingers stays under it: they zoom by how far they part and pan by where they go. */
export function pinchWindow(shown: ViewWindow, whole: ViewWindow, before: Grip, after: Grip): ViewWindow | null {
  const [was, is] = [before[1] - before[0], after[1] - after[0]];
  // Past each other they would turn time around.
  if (Math.min(Math.abs(was), Math.abs(is)) < nearestFingers || was > 0 !== is > 0) return fitWindow(shown, whole);
  const span = ((shown.to - shown.from) * was) / is;
  const from = shown.from + before[0] * (shown.to - shown.from) - after[0] * span;
  return fitWindow({ from, to: from + span }, whole);
}

/** Moved as little as needed for `at` to be in sight. */
export function windowAround(shown: ViewWindow, whole: ViewWindow, at: number): ViewWindow | null {
  if (at < shown.from) return panWindow(shown, whole, at - shown.from);
  return at > shown.to ? panWindow(shown, whole, at - shown.to) : fitWindow(shown, whole);
}

/** First and last place of what is seen, one beyond each edge so that lines run out of the picture. */
export function placesWithin(times: readonly number[], { from, to }: ViewWindow): { first: number; last: number } {
  const after = (at: number) => {
    let [low, high] = [0, times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[middle]! <= at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { first: Math.max(0, after(from - 1) - 1), last: Math.min(times.length - 1, after(to)) };
}
