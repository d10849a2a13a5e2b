// Which pairs are starred, and whose star was pressed: no more than a row needs. What a press means is decided by the desk of
// the favorites, which arrives after the page; presses made before it is there wait for it.
import { useSyncExternalStore } from 'react';

let starred: ReadonlySet<string> = new Set();
let answer: ((symbolId: string) => void) | null = null;
const waiting: string[] = [];
const watchers = new Set<() => void>();

const watch = (fn: () => void) => {
  watchers.add(fn);
  return () => void watchers.delete(fn);
};
const never = () => false;

export const isStarred = (symbolId: string): boolean => starred.has(symbolId);
export const useIsStarred = (symbolId: string): boolean => useSyncExternalStore(watch, () => isStarred(symbolId), never);

export function pressStar(symbolId: string): void {
  if (answer) answer(symbolId);
  else waiting.push(symbolId);
}

/** For the desk: what is starred now. */
export function showStars(symbolIds: Iterable<string>): void {
  starred = new Set(symbolIds);
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
