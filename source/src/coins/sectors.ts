import type { SymbolTag } from '@tidemark/contract/market.ts';
import { otherSector, sectorRows } from './sectors-table.ts';

export interface Sector {
  readonly slug: string;
  readonly name: string;
}

/** As chips show them: the sectors with the most coins first. The table's own order decides main sectors and stays there. */
export const sectors: readonly Sector[] = [
  ...sectorRows.toSorted((a, b) => b.tickers.split(' ').length - a.tickers.split(' ').length).map(({ slug, name }) => ({ slug, name })),
  otherSector,
];

const slugsByTicker = new Map<string, string[]>();
for (const { slug, tickers } of sectorRows) {
  for (const ticker of tickers.split(' ')) {
    const slugs = slugsByTicker.get(ticker);
    if (slugs) slugs.push(slug);
    else slugsByTicker.set(ticker, [slug]);
  }
}

/** What the chips of the spot list offer before the sectors: tags of the symbol itself. */
export const tagCategories = [
  { slug: 'new', name: 'New' },
  { slug: 'hot', name: 'Hot' },
] as const satisfies readonly (Sector & { slug: SymbolTag })[];

export const isCategory = (slug: string): boolean => [...tagCategories, ...sectors].some((category) => category.slug === slug);

/** Whether a symbol, with the sectors of its coin, stands in a category. */
export const isInCategory = (slug: string, tags: readonly string[], sectorsOfCoin: readonly string[]): boolean =>
  tagCategories.some((tag) => tag.slug === slug) ? tags.includes(slug) : sectorsOfCoin.includes(slug);

/** Main sector first. */
export const sectorsOf = (ticker: string): readonly string[] => slugsByTicker.get(ticker) ?? [otherSector.slug];
