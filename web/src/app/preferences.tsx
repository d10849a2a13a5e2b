// For the document around the pages; lists and screens read the preferences where they live.
export { PreferencesProvider, usePreferences } from '#features/preferences/preferences.tsx';
