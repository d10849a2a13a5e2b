// What the header and the help button need only when somebody uses them: one file of its own, fetched when the page has
// come to rest, so that it does not weigh on the first paint.
export { AlertBell } from '#features/alerts/bell.tsx';
export { PreferredSearch as CoinSearch } from './preferred-search.tsx';
export { AccountMenu } from './account-menu.ts';
export { FavoritesDesk } from '#features/favorites/favorites-desk.tsx';
export { DisplayMenu } from './display-menu.tsx';
export { LanguageMenu } from './language-menu.tsx';
export { OfflineBand } from './offline-band.tsx';
export { SessionKeeper } from './session-keeper.tsx';
export { StaleBand } from './stale-band.tsx';
export { SupportWidget } from './support-widget.tsx';
export { SettingsSheet } from './settings-sheet.tsx';
