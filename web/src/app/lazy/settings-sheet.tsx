// The phone's way to everything the header has no room for: native selects and radio groups in a sheet.
import { languageNames } from '@tidemark/contract/language-names.ts';
import { isLocale } from '@tidemark/contract/locales.ts';
import { href } from '@tidemark/contract/pages.ts';
import { useId } from 'react';
import { Link } from 'react-router';
import 'virtual:words/settings';
import { PreferenceFields } from '#features/preferences/preference-fields.tsx';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useOfferedLanguages } from '#features/preferences/use-offered-languages.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { useLoginHref, useSession } from '#session/session.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useSwitchLanguage } from '../use-switch-language.ts';

export function SettingsSheet({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useText();
  const offeredLanguages = useOfferedLanguages();
  const locale = useLocale();
  const id = useId();
  const { vision, set } = usePreferences();
  const switchLanguage = useSwitchLanguage();
  const session = useSession();
  const loginHref = useLoginHref();

  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('nav.settings')} closeLabel={t('action.close')}>
      <div className="grid gap-5">
        <label className="grid gap-1.5">
          <span className="text-12 text-ink-2">{t('settings.language')}</span>
          <select className="select" value={locale} onChange={({ target }) => isLocale(target.value) && switchLanguage(target.value)}>
            {offeredLanguages.map((language) => (
              <option key={language.locale} value={language.locale} lang={language.tag}>
                {languageNames[language.locale]}
              </option>
            ))}
          </select>
        </label>
        <PreferenceFields />
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
