import { themes, updowns } from '@tidemark/contract/site.ts';
import 'virtual:words/settings';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useText } from '#i18n/text.tsx';
import { Menu, MenuGroup, MenuItem } from '#ui/menu.tsx';
import { useDisplayFace } from '../header-placeholders.tsx';

/** Theme, which colour means up, and the colour-blind pair. */
export function DisplayMenu({ startsOpen }: { startsOpen: boolean }) {
  const t = useText();
  const { theme, updown, vision, set } = usePreferences();
  return (
    <Menu {...useDisplayFace()} startsOpen={startsOpen}>
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
