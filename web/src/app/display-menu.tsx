import { themes, updowns } from '@tidemark/contract/site.ts';
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuGroup, MenuItem } from '#ui/menu.tsx';
import { usePreferences } from './preferences.tsx';

/** Theme, which colour means up, and the colour-blind pair. */
export function DisplayMenu() {
  const t = useText();
  const { theme, updown, vision, set } = usePreferences();
  return (
    <Menu label={t('settings.display')} buttonClass="icon-btn max-tablet:hidden" button={<Icon name="theme" />}>
      <MenuGroup label={t('settings.theme')}>
        {themes.map((option) => (
          <MenuItem key={option} kind="radio" isChecked={option === theme} onSelect={() => set('theme', option)}>
            {t(`settings.theme.${option}`)}
          </MenuItem>
        ))}
      </MenuGroup>
      <MenuGroup label={t('settings.updown')} className="mt-1 border-t border-line pt-1">
        {updowns.map((option) => (
          <MenuItem key={option} kind="radio" isChecked={option === updown} onSelect={() => set('updown', option)}>
            {t(`settings.updown.${option}`)}
          </MenuItem>
        ))}
        <MenuItem kind="checkbox" staysOpen isChecked={vision === 'cb'} onSelect={() => set('vision', vision === 'cb' ? 'normal' : 'cb')}>
          {t('settings.colourBlind')}
        </MenuItem>
      </MenuGroup>
    </Menu>
  );
}
