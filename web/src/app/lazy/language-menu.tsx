import 'virtual:words/settings';
import { languageNames } from '@tidemark/contract/language-names.ts';
import { useOfferedCurrencies } from '#features/preferences/offered-currencies.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useOfferedLanguages } from '#features/preferences/use-offered-languages.ts';
import { useLocale, useText } from '#i18n/text.tsx';
import { Menu, MenuGroup, MenuItem } from '#ui/menu.tsx';
import { useLanguageFace } from '../header-placeholders.tsx';
import { useSwitchLanguage } from '../use-switch-language.ts';

/** Language and currency in one menu: both say how a visitor reads. */
export function LanguageMenu({ startsOpen }: { startsOpen: boolean }) {
  const t = useText();
  const offered = useOfferedCurrencies();
  const offeredLanguages = useOfferedLanguages();
  const locale = useLocale();
  const { currency, set } = usePreferences();
  const switchLanguage = useSwitchLanguage();

  return (
    <Menu {...useLanguageFace()} startsOpen={startsOpen}>
      <div className="flex gap-1">
        <MenuGroup
          label={t('settings.language')}
          className="grid grid-flow-col grid-rows-[auto_repeat(14,auto)] content-start [&>.menu-label]:col-span-2"
        >
          {offeredLanguages.map((language) => (
            <MenuItem
              key={language.locale}
              kind="radio"
              isChecked={language.locale === locale}
              lang={language.tag}
              onSelect={() => switchLanguage(language.locale)}
            >
              {languageNames[language.locale]}
            </MenuItem>
          ))}
        </MenuGroup>
        <MenuGroup label={t('settings.currency')} className="border-s border-line ps-1">
          {offered.map(({ code, symbol }) => (
            <MenuItem key={code} kind="radio" isChecked={code === currency} onSelect={() => set('currency', code)}>
              <span className="min-w-10">{code}</span> <span className="font-normal text-ink-3">{symbol}</span>
            </MenuItem>
          ))}
        </MenuGroup>
      </div>
    </Menu>
  );
}
