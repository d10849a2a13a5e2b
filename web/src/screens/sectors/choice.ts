export const sectorViews = ['table', 'map', 'coins'] as const;
export type SectorView = (typeof sectorViews)[number];
export const readView = (search: URLSearchParams): SectorView => sectorViews.find((view) => view === search.get('view')) ?? 'table';
/** Where somebody lands who asked for a sector that has no page. */
export const missingParam = 'missing';
