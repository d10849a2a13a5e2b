import { useCallback, useState } from 'react';
import { withWords } from '#i18n/words.ts';
import { useLazy } from '#ui/use-lazy.ts';

export type LazyParts = typeof import('./lazy/lazy-parts.ts');
const load = () => withWords(import('./lazy/lazy-parts.ts'));

export interface LoadedParts {
  /** null until it has arrived; then still buttons give way to real ones. */
  readonly parts: LazyParts | null;
  /** The part that the user reached for meanwhile: it opens as soon as it is there. */
  readonly wanted: string | null;
  want(name: string): void;
}

export function useLazyParts(): LoadedParts {
  const { part: parts, loadNow } = useLazy(load);
  const [wanted, setWanted] = useState<string | null>(null);
  const want = useCallback(
    (name: string) => {
      setWanted(name);
      loadNow();
    },
    [loadNow],
  );
  return { parts, wanted, want };
}
