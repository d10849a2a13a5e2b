// Which pairs are starred, and whose star was pressed: no more than a row needs. What a press means is decided by the desk of
// the favorites, which arrives after the page; presses made before it is there wait for it.
import { useSyncExternalStore } from 'react';

let starred: ReadonlySet<string> = new Set();
/** False until the desk of the favorites has heard what is starred. */
let isKnown = false;
let answer: ((symbolId: string) => void) | null = null;
const waiting: string[] = [];
const watchers = new Set<() => void>();

const watch = (fn: () => void) => {
  watchers.add(fn);
  return () => void watchers.delete(fn);
};

/** before: what a page takes for granted until somebody knows; a list of favorites has nothing else in it. */
export const isStarred = (symbolId: string, before = false): boolean => starred.has(symbolId) || (before && !isKnown);
export const useIsStarred = (symbolId: string, before = false): boolean =>
  useSyncExternalStore(
    watch,
    () => isStarred(symbolId, before),
    () => before,
  );

export function pressStar(symbolId: string): void {
  if (answer) answer(symbolId);
  else waiting.push(symbolId);
}

/** For the desk: what is starred now; isSure: it has heard from the account. */
export function showStars(symbolIds: Iterable<string>, isSure = true): void {
  starred = new Set(symbolIds);
  isKnown = isSure;
  for (const fn of watchers) fn();
}

/** For the desk: from now on it answers every press. */
export function answerStars(fn: (symbolId: string) => void): () => void {
  answer = fn;
  waiting.splice(0).forEach(fn);
  return () => {
    if (answer === fn) answer = null;
  };
}

const none: ReadonlySet<string> = new Set();
/** All of them; nothing is starred while the server renders. */
export const useStarred = (): ReadonlySet<string> =>
  useSyncExternalStore(
    watch,
    () => starred,
    () => none,
  );
