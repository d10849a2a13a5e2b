// What a visitor chose about the look of the site. Each choice is a cookie, so that the server paints the next page
// right; here it also takes effect at once, without a reload.
import type { Preferences } from '@tidemark/contract/site.ts';
import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { rememberInCookie } from '#session/cookies.ts';

type SetPreference = <Name extends keyof Preferences>(name: Name, value: Preferences[Name]) => void;
export interface PreferencesValue extends Preferences {
  readonly set: SetPreference;
}

const PreferencesContext = createContext<PreferencesValue | null>(null);

export function usePreferences(): PreferencesValue {
  const value = use(PreferencesContext);
  if (!value) throw new Error('usePreferences needs a PreferencesProvider');
  return value;
}

/** What change figures are measured against: minutes from UTC, or -1 for the last 24 hours. Right on the first paint. */
export const useChangeBase = (): number => usePreferences().changeBase;

/** initial: from the cookies and the language. It may change with the language; what was chosen meanwhile stays chosen. */
export function PreferencesProvider({ initial, children }: { initial: Preferences; children: ReactNode }) {
  const [chosen, setChosen] = useState<Partial<Preferences>>({});
  const set = useCallback<SetPreference>((name, value) => {
    rememberInCookie(name, value);
    setChosen((before) => ({ ...before, [name]: value }));
  }, []);
  const value = useMemo(() => ({ ...initial, ...chosen, set }), [initial, chosen, set]);
  return <PreferencesContext value={value}>{children}</PreferencesContext>;
}
