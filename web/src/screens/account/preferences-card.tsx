import { changeBases, last24h } from '@tidemark/contract/market.ts';
import { useId } from 'react';
import 'virtual:words/settings';
import { PreferenceFields } from '#features/preferences/preference-fields.tsx';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useText } from '#i18n/text.tsx';
import { Switch } from '#ui/switch.tsx';

const zoneName = (minutes: number): string => `UTC${minutes < 0 ? '\u2212' : '+'}${String(Math.abs(minutes) / 60).padStart(2, '0')}:00`;

/** Takes effect at once, in every tab. */
export function PreferencesCard() {
  const t = useText();
  const id = useId();
  const { vision, changeBase, set } = usePreferences();
  return (
    <section className="frame settings-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('accounts.section.preferences')}</h2>
      <div className="grid gap-4">
        <div className="grid gap-1.5">
          <label htmlFor={`${id}-zone`} className="text-12 text-ink-2">
            {t('accounts.timeZone')}
          </label>
          <select
            id={`${id}-zone`}
            className="select"
            value={changeBase}
            aria-describedby={`${id}-zone-help`}
            onChange={({ target }) => set('changeBase', Number(target.value))}
          >
            {changeBases.map((base) => (
              <option key={base} value={base}>
                {base === last24h ? t('accounts.timeZone.last24h') : zoneName(base)}
              </option>
            ))}
          </select>
          <p id={`${id}-zone-help`} className="text-12 text-ink-3">
            {t('accounts.timeZone.help')}
          </p>
        </div>
        <PreferenceFields />
        <Switch label={t('settings.colourBlind')} isOn={vision === 'cb'} onChange={(isOn) => set('vision', isOn ? 'cb' : 'normal')} />
      </div>
    </section>
  );
}
