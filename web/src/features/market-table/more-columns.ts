// The door to the columns that only some users want. Those who did not choose one load nothing: they are fetched when the
// address names columns.
import { withWords } from '#i18n/words.ts';
import type { Column } from './column.ts';

let arrived: readonly Column[] = [];

const isServer = typeof window === 'undefined';

export const moreColumns = (): readonly Column[] => arrived;

export async function loadMoreColumns(search: URLSearchParams): Promise<void> {
  if (!search.has('cols') || arrived.length > 0) return;
  const part = import('./extra-columns.tsx');
  arrived = (await (isServer ? part : withWords(part))).extraColumns;
}
