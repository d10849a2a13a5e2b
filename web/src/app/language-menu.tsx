import { languageOf, languages } from '@tidemark/contract/locales.ts';
import { currencyUnits } from '@tidemark/contract/money.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuGroup, MenuItem } from '#ui/menu.tsx';
import { usePreferences } from './preferences.tsx';
import { useSwitchLanguage } from './use-switch-language.ts';

export const offeredLanguages = languages.filter(({ hide }) => !hide);

/** Language and currency in one menu: both say how a visitor reads. */
export function LanguageMenu() {
  const t = useText();
  const locale = useLocale();
  const { currency, set } = usePreferences();
  const switchLanguage = useSwitchLanguage();
  const short = languageOf(locale).locale.toUpperCase();

  return (
    <Menu
      label={t('settings.languageAndCurrency', { language: languageOf(locale).languageName, currency })}
      buttonClass="btn quiet max-tablet:hidden"
      button={
        <>
          <Icon name="globe" />
          <span className="num">{`${short} / ${currency}`}</span>
        </>
      }
    >
      <div className="flex gap-1">
        <MenuGroup label={t('settings.language')} className="grid grid-flow-col grid-rows-[auto_repeat(14,auto)] content-start [&>.menu-label]:col-span-2">
          {offeredLanguages.map((language) => (
            <MenuItem key={language.locale} kind="radio" isChecked={language.locale === locale} lang={language.tag} onSelect={() => switchLanguage(language.locale)}>
              {language.languageName}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuGroup label={t('settings.currency')} className="border-s border-line ps-1">
          {currencyUnits.map(({ code, symbol }) => (
            <MenuItem key={code} kind="radio" isChecked={code === currency} onSelect={() => set('currency', code)}>
              <span className="min-w-10">{code}</span>
              <span className="font-normal text-ink-3">{symbol}</span>
            </MenuItem>
          ))}
        </MenuGroup>
      </div>
    </Menu>
  );
}
