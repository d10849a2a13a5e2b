import { changeBases, last24h } from '@tidemark/contract/market.ts';
import { isCurrencyCode } from '@tidemark/contract/money.ts';
import { themes, updowns } from '@tidemark/contract/site.ts';
import { useId } from 'react';
import 'virtual:words/settings';
import { useOfferedCurrencies } from '#features/preferences/offered-currencies.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useText } from '#i18n/text.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { Switch } from '#ui/switch.tsx';

const zoneName = (minutes: number): string => `UTC${minutes < 0 ? '\u2212' : '+'}${String(Math.abs(minutes) / 60).padStart(2, '0')}:00`;

/** Takes effect at once, in every tab. */
export function PreferencesCard() {
  const t = useText();
  const offered = useOfferedCurrencies();
  const id = useId();
  const { theme, updown, vision, currency, changeBase, set } = usePreferences();
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
        <label className="grid gap-1.5">
          <span className="text-12 text-ink-2">{t('settings.currency')}</span>
          <select
            className="select"
            value={currency}
            onChange={({ target }) => isCurrencyCode(target.value) && set('currency', target.value)}
          >
            {offered.map(({ code, showName }) => (
              <option key={code} value={code}>
                {showName}
              </option>
            ))}
          </select>
        </label>
        <RadioSegments
          label={t('settings.theme')}
          value={theme}
          onChange={(option) => set('theme', option)}
          options={themes.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
        />
        <RadioSegments
          label={t('settings.updown')}
          value={updown}
          onChange={(option) => set('updown', option)}
          options={updowns.map((value) => ({ value, label: t(`settings.updown.${value}`) }))}
        />
        <Switch label={t('settings.colourBlind')} isOn={vision === 'cb'} onChange={(isOn) => set('vision', isOn ? 'cb' : 'normal')} />
      </div>
    </section>
  );
}
