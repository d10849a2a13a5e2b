// Which stretch of its time a chart shows. Pure; every chart of a page may show the same stretch.

export interface ViewWindow {
  readonly from: number;
  readonly to: number;
}

/** All there is to see. */
export interface Whole extends ViewWindow {
  /** How much of each side of it, and of every stretch of it, is there for the outermost bars only. */
  readonly room?: number;
}

/** Zooming in further than this much of the whole shows no more. */
const narrowestShare = 1 / 500;

/** Within the whole, not narrower than sensible; null when it is the whole. */
export function fitWindow({ from, to }: ViewWindow, whole: Whole): ViewWindow | null {
  const wholeSpan = whole.to - whole.from;
  if (!(wholeSpan > 0)) return null;
  const span = Math.min(wholeSpan, Math.max(narrowestOf(whole), to - from));
  if (span >= wholeSpan * 0.999) return null;
  const begin = Math.min(whole.to - span, Math.max(whole.from, from));
  return { from: begin, to: begin + span };
}

const narrowestOf = ({ from, to, room = 0 }: Whole): number => (to - from - 2 * room) * narrowestShare + 2 * room;

/** factor below 1 shows less; `at` stays where it is, also when nothing nearer can be shown. */
export function zoomWindow(shown: ViewWindow, whole: Whole, factor: number, at: number): ViewWindow | null {
  const by = Math.max(factor, Math.min(1, narrowestOf(whole) / (shown.to - shown.from)));
  return fitWindow({ from: at - (at - shown.from) * by, to: at + (shown.to - at) * by }, whole);
}

export const panWindow = (shown: ViewWindow, whole: Whole, byMs: number): ViewWindow | null =>
  fitWindow({ from: shown.from + byMs, to: shown.to + byMs }, whole);

/** Where two fingers are, as shares of the width. */
export type Grip = readonly [one: number, other: number];
/** Nearer to each other they are one finger. */
const nearestFingers = 0.02;

/** What was under each of two fingers stays under it: they zoom by how far they part and pan by where they go. */
export function pinchWindow(shown: ViewWindow, whole: Whole, before: Grip, after: Grip): ViewWindow | null {
  const [was, is] = [before[1] - before[0], after[1] - after[0]];
  // Past each other they would turn time around.
  if (Math.min(Math.abs(was), Math.abs(is)) < nearestFingers || was > 0 !== is > 0) return fitWindow(shown, whole);
  const span = ((shown.to - shown.from) * was) / is;
  const from = shown.from + before[0] * (shown.to - shown.from) - after[0] * span;
  return fitWindow({ from, to: from + span }, whole);
}

/** Moved as little as needed for `at` to be in sight. */
export function windowAround(shown: ViewWindow, whole: Whole, at: number): ViewWindow | null {
  const [first, last] = [at - (whole.room ?? 0), at + (whole.room ?? 0)];
  if (first < shown.from) return panWindow(shown, whole, first - shown.from);
  return last > shown.to ? panWindow(shown, whole, last - shown.to) : fitWindow(shown, whole);
}

/** Charts of lines and charts of bars tell each other the stretch of time; bars put room around it. */
export const widened = ({ from, to }: ViewWindow, room: number): ViewWindow => ({ from: from - room, to: to + room });

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
