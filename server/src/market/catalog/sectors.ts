import { otherSector, sectorRows } from './sectors-table.ts';

export interface Sector {
  readonly slug: string;
  readonly name: string;
}

export const sectors: readonly Sector[] = [...sectorRows.map(({ slug, name }) => ({ slug, name })), otherSector];

const slugsByTicker = new Map<string, string[]>();
for (const { slug, tickers } of sectorRows) {
  for (const ticker of tickers.split(' ')) {
    const slugs = slugsByTicker.get(ticker);
    if (slugs) slugs.push(slug);
    else slugsByTicker.set(ticker, [slug]);
  }
}

/** Main sector first. */
export const sectorsOf = (ticker: string): readonly string[] => slugsByTicker.get(ticker) ?? [otherSector.slug];
