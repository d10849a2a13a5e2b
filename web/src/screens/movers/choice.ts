import { moverTypes, type MoverType } from '@tidemark/contract/movers.ts';
import { href } from '@tidemark/contract/pages.ts';
import type { Locale } from '@tidemark/contract/locales.ts';
import type { Line } from '#features/analytics/analytics-queries.ts';

export interface MoverChoice {
  readonly type: MoverType | undefined;
  readonly line: Line | undefined;
  readonly isFavorites: boolean;
}

export function readMoverChoice(search: URLSearchParams): MoverChoice {
  const line = search.get('line');
  return {
    type: moverTypes.find((type) => type === search.get('type')),
    line: line === 'spot' ? 1 : line === 'futures' ? 2 : undefined,
    isFavorites: search.get('favorites') === '1',
  };
}

export function moversHref(locale: Locale, { type, line, isFavorites }: MoverChoice): string {
  const query = new URLSearchParams();
  if (type) query.set('type', type);
  if (line) query.set('line', line === 1 ? 'spot' : 'futures');
  if (isFavorites) query.set('favorites', '1');
  const text = query.toString();
  return href(locale, 'movers') + (text && `?${text}`);
}
