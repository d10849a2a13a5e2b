import { useCallback, useState } from 'react';
import { withWords } from '#i18n/words.ts';
import { useLate } from '#ui/use-late.ts';

export type LateParts = typeof import('./late/late-parts.ts');
const load = () => withWords(import('./late/late-parts.ts'));

export interface Late {
  /** null until it has arrived; then still buttons give way to real ones. */
  readonly parts: LateParts | null;
  /** What somebody reached for meanwhile: it opens as soon as it is there. */
  readonly wanted: string | null;
  want(name: string): void;
}

export function useLateParts(): Late {
  const { part: parts, fetchNow } = useLate(load);
  const [wanted, setWanted] = useState<string | null>(null);
  const want = useCallback((name: string) => {
    setWanted(name);
    fetchNow();
  }, [fetchNow]);
  return { parts, wanted, want };
}
