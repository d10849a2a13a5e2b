// Which pairs are starred, and whose star was pressed: no more than a row needs. What a press means is decided by the desk of
// the favorites, which arrives after the page; presses made before it is there wait for it, and go along to the next page of this tab.
import { useSyncExternalStore } from 'react';
import { attempt } from './attempt.ts';

/** isKept: it was pressed before it could be answered, when its star may have been there and not been shown: it is never taken away. */
type AnswerStar = (symbolId: string, isKept?: boolean) => void;

let starred: ReadonlySet<string> = new Set();
/** False until the desk of the favorites has heard what is starred. */
let isKnown = false;
let answer: AnswerStar | null = null;
/** Presses that wait, also those of the page before. A browser may keep nothing for us; then they wait as long as this page. */
let waiting = attempt(() => sessionStorage.starsPressed as string) ?? '';
const keep = (text: string) => {
  waiting = text;
  attempt(() => (sessionStorage.starsPressed = text));
};
const watchers = new Set<() => void>();

const watch = (fn: () => void) => {
  watchers.add(fn);
  return () => void watchers.delete(fn);
};

/** before: what a page takes for granted until the store knows; a list of favorites has nothing else in it. */
export const isStarred = (symbolId: string, before = false): boolean => starred.has(symbolId) || (before && !isKnown);
export const useIsStarred = (symbolId: string, before = false): boolean =>
  useSyncExternalStore(
    watch,
    () => isStarred(symbolId, before),
    () => before,
  );

export function pressStar(symbolId: string): void {
  if (answer) return answer(symbolId);
  keep(`${waiting} ${symbolId}`);
  // It looks pressed at once: a pair that has its star already is not shown with it yet.
  showStars([...starred, symbolId], isKnown);
}

/** For the desk: what is starred now; isSure: it has heard from the account. */
export function showStars(symbolIds: Iterable<string>, isSure = true): void {
  starred = new Set(symbolIds);
  isKnown = isSure;
  for (const fn of watchers) fn();
}

/** For the desk: from now on it answers every press. */
export function answerStars(fn: AnswerStar): () => void {
  answer = fn;
  const kept = new Set(waiting.match(/\S+/g));
  keep('');
  // One that fails takes nothing from the others.
  kept.forEach((symbolId) => attempt(() => fn(symbolId, true)));
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
