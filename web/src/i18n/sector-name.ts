import type { Text } from './text.tsx';
import type { WordId } from './words.ts';

/** A sector of our own has its word; one that the server made up brings its name, or at least its slug. */
export function sectorName(t: Text, slug: string, otherwise = slug): string {
  const id = `sector.${slug}`;
  const word = t(id as WordId);
  return word === id ? otherwise : word;
}
