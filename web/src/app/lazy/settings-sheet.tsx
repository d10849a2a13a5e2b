// The phone's way to everything the header has no room for: native selects and radio groups in a sheet.
import { isLocale } from '@tidemark/contract/locales.ts';
import { isCurrencyCode } from '@tidemark/contract/money.ts';
import { href } from '@tidemark/contract/pages.ts';
import { themes, updowns } from '@tidemark/contract/site.ts';
import { useId } from 'react';
import { Link } from 'react-router';
import 'virtual:words/settings';
import { useOfferedCurrencies } from '#features/preferences/offered-currencies.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useOfferedLanguages } from '#features/preferences/use-offered-languages.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useLoginHref, useSession } from '#session/session.ts';
import { Dialog } from '#ui/dialog.tsx';
import { RadioSegments } from '#ui/radio-segments.tsx';
import { useSwitchLanguage } from '../use-switch-language.ts';

export function SettingsSheet({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useText();
  const offered = useOfferedCurrencies();
  const offeredLanguages = useOfferedLanguages();
  const locale = useLocale();
  const id = useId();
  const { theme, currency, updown, vision, set } = usePreferences();
  const switchLanguage = useSwitchLanguage();
  const session = useSession();
  const loginHref = useLoginHref();

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('nav.settings')} closeLabel={t('action.close')}>
      <div className="grid gap-5">
        <label className="grid gap-1.5">
          <span className="text-12 text-ink-2">{t('nav.language')}</span>
          <select className="select" value={locale} onChange={({ target }) => isLocale(target.value) && switchLanguage(target.value)}>
            {offeredLanguages.map((language) => (
              <option key={language.locale} value={language.locale} lang={language.tag}>
                {language.languageName}
              </option>
            ))}
          </select>
        </label>
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
        <div className="flex items-center justify-between gap-4">
          <span id={id} className="text-14">
            {t('settings.colourBlind')}
          </span>
          <button
            type="button"
            role="switch"
            className="switch"
            aria-labelledby={id}
            aria-checked={vision === 'cb'}
            onClick={() => set('vision', vision === 'cb' ? 'normal' : 'cb')}
          />
        </div>
        {session.state === 'visitor' ? (
          <Link className="btn primary" to={loginHref} onClick={onClose}>
            {t('nav.login')}
          </Link>
        ) : (
          <Link className="btn" to={href(locale, 'account')} onClick={onClose}>
            {t('nav.me')}
          </Link>
        )}
      </div>
    </Dialog>
  );
}
