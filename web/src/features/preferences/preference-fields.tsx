import { isCurrencyCode } from '@tidemark/contract/money.ts';
import { themes, updowns } from '@tidemark/contract/site.ts';
import 'virtual:words/settings';
import { useText } from '#i18n/text.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { useOfferedCurrencies } from './offered-currencies.ts';
import { usePreferences } from './preferences.tsx';

/** Currency, theme and colours of up and down, as the sheet of a phone and the account page both offer them. */
export function PreferenceFields() {
  const t = useText();
  const offered = useOfferedCurrencies();
  const { theme, currency, updown, set } = usePreferences();
  return (
    <>
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
    </>
  );
}
