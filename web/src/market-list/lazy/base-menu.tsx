import { last24h, timeZoneOffsets, utcName } from '@tidemark/contract/market.ts';
import { usePreferences } from '#features/preferences/preferences.tsx';
import { useText } from '#i18n/text.tsx';
import { Icon } from '#ui/icon.tsx';
import { Menu, MenuGroup, MenuItem } from '#ui/menu.tsx';

/** The reader's own offset, if it is a whole hour as the bases are. */
const ownOffset = (): number | null => {
  const minutes = -new Date().getTimezoneOffset();
  return timeZoneOffsets.includes(minutes) ? minutes : null;
};

/** What changes are measured against, on every page. */
export function BaseMenu() {
  const t = useText();
  const { changeBase, set } = usePreferences();
  const own = ownOffset();
  const first = [last24h, 0, ...(own === null || own === 0 ? [] : [own])];
  const name = (base: number) =>
    base === last24h
      ? t('lists.base.last24h')
      : base === own
        ? t('lists.base.own', { zone: utcName(base) })
        : base === 0
          ? t('lists.base.utc')
          : utcName(base);
  const item = (base: number) => (
    <MenuItem key={base} kind="radio" isChecked={base === changeBase} onSelect={() => set('changeBase', base)}>
      {name(base)}
    </MenuItem>
  );
  const shown = changeBase === last24h ? t('lists.base.short') : utcName(changeBase);
  return (
    <Menu
      label={t('lists.base', { base: shown })}
      buttonClass="btn"
      button={
        <>
          <span className="num">{shown}</span>
          <Icon name="down" size="small" />
        </>
      }
    >
      <MenuGroup label={t('lists.base.label')}>{first.map(item)}</MenuGroup>
      <MenuGroup label={t('lists.base.other')}>{timeZoneOffsets.filter((base) => !first.includes(base)).map(item)}</MenuGroup>
    </Menu>
  );
}
