import type { Text } from '#i18n/text.tsx';
import type { WordId } from '#i18n/words.ts';

/** A sector of our own has its word; one that the server made up brings its name. */
export function sectorName(t: Text, slug: string, name: string = slug): string {
  const id = `sector.${slug}`;
  const word = t(id as WordId);
  return word === id ? name : word;
}
