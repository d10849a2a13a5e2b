// What the header and the help button need only when they are used: one file of its own, fetched when the page has
// come to rest, so that it does not weigh on the first paint.
import { measurePageVitals } from './page-vitals.ts';

export { AlertBell } from '#features/alerts/bell.tsx';
export { PreferredSearch as CoinSearch } from './preferred-search.tsx';
export { AccountMenu } from './account-menu.ts';
export { BareKeepers } from './bare-keepers.tsx';
export { FavoritesHost } from '#features/favorites/favorites-host.tsx';
export { DisplayMenu } from './display-menu.tsx';
export { LanguageMenu } from './language-menu.tsx';
export { LocationBanners } from './location-banners.tsx';
export { MoreMenu } from './more-menu.tsx';
export { OfflineBand } from './offline-band.tsx';
export { PageProgress } from './page-progress.tsx';
export { SessionSync } from './session-sync.tsx';
export { StaleBand } from './stale-band.tsx';
export { SupportWidget } from './support-widget.tsx';
export { SettingsSheet } from './settings-sheet.tsx';

// Here, and not in the first script: what measures must not weigh on what it measures.
void measurePageVitals().catch(() => {});
