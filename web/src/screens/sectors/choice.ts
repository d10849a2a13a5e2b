export const sectorViews = ['table', 'map', 'coins'] as const;
export type SectorView = (typeof sectorViews)[number];
export const readView = (search: URLSearchParams): SectorView => sectorViews.find((view) => view === search.get('view')) ?? 'table';
/** Set in the address when a sector without a page was asked for and led here. */
export const missingParam = 'missing';
